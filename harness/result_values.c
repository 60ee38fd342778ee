/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result_values.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "write_json.h"

enum { LONGEST_PATH = 128 };

const cJSON *twc_results_member(const cJSON *object, const char *path)
{
    while (object && *path) {
        char name[64];
        size_t length = strcspn(path, ".");
        if (length >= sizeof name)
            return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        object = cJSON_IsArray(object) && isdigit((unsigned char)*name)
                     ? cJSON_GetArrayItem(object, atoi(name))
                     : cJSON_GetObjectItemCaseSensitive(object, name);
        path += length + (path[length] == '.');
    }
    return object;
}

double twc_results_number(const cJSON *object, const char *path)
{
    const cJSON *member = twc_results_member(object, path);
    return cJSON_IsNumber(member) ? member->valuedouble : NAN;
}

const char *twc_results_string(const cJSON *object, const char *path)
{
    const cJSON *member = twc_results_member(object, path);
    return cJSON_IsString(member) ? member->valuestring : "";
}

double twc_results_value(const cJSON *object, const char *expression)
{
    double value = 0;
    char operation = '+', path[LONGEST_PATH];
    for (;;) {
        size_t length = strcspn(expression, "+*/");
        snprintf(path, sizeof path, "%.*s", (int)length, expression);
        double operand = isdigit((unsigned char)*path) ? strtod(path, NULL) : twc_results_number(object, path);
        value = operation == '+' ? value + operand : operation == '*' ? value * operand : value / operand;
        if (!expression[length])
            return value;
        operation = expression[length];
        expression += length + 1;
    }
}

/* What a member is called among its parent's; "" where the parent's name says it all. */
static void member_name(const cJSON *member, int place, char *name, size_t size)
{
    const char *metric = twc_results_string(member, "metric"), *own = twc_results_string(member, "name");
    if (member->string)
        snprintf(name, size, "%s",
                 strcmp(member->string, "claims") == 0 || strcmp(member->string, "ensemble") == 0 ? ""
                                                                                                  : member->string);
    else if (*metric)
        snprintf(name, size, "%s.%s", metric, twc_results_string(member, "column"));
    else if (*own)
        snprintf(name, size, "%s", own);
    else
        snprintf(name, size, "%d", place);
    for (char *c = name; *c; c++)
        *c = *c == ' ' ? '_' : *c;
}

void twc_results_flatten(cJSON *out, const char *prefix, const cJSON *object)
{
    const cJSON *member;
    int place = 0;
    cJSON_ArrayForEach(member, object)
    {
        char name[160], path[2 * LONGEST_PATH];
        member_name(member, place++, name, sizeof name);
        if (strcmp(name, "measured") == 0 && *twc_results_string(object, "metric"))
            *name = '\0';
        snprintf(path, sizeof path, "%s%s%s", prefix, *prefix && *name ? "." : "", name);
        if (cJSON_IsNumber(member))
            twc_json_add_printed(out, path, "%.10g", member->valuedouble);
        else
            twc_results_flatten(out, path, member);
    }
}

void twc_print_number(double value, int decimals, char text[48])
{
    char plain[40];
    if (isnan(value) || fabs(value) >= 1e18) {
        snprintf(text, 48, isnan(value) ? "-" : "%.6g", value);
        return;
    }
    snprintf(plain, sizeof plain, "%.*f", decimals, value);
    size_t digits = strspn(plain + (*plain == '-'), "0123456789"), out = 0, in = 0;
    if (*plain == '-')
        text[out++] = plain[in++];
    for (size_t k = digits; k > 0; k--) {
        text[out++] = plain[in++];
        if (k > 1 && k % 3 == 1)
            text[out++] = ',';
    }
    snprintf(text + out, 48 - out, "%s", plain + in);
}

void twc_print_line(FILE *out, const char *text, const cJSON *results)
{
    while (*text) {
        size_t plain = strcspn(text, "{"), inner = text[plain] ? strcspn(text + plain, "}") : 0;
        fwrite(text, 1, plain, out);
        text += plain;
        if (!inner)
            return;
        char place[LONGEST_PATH];
        snprintf(place, sizeof place, "%.*s", (int)inner - 1, text + 1);
        char *format = strchr(place, ':'), *decimals = format ? strchr(format, '.') : NULL;
        if (format)
            *format++ = '\0';
        fprintf(out, "%*.*f", format ? atoi(format) : 0, decimals ? atoi(decimals + 1) : 0,
                twc_results_value(results, place));
        text += inner + (text[inner] == '}');
    }
}
