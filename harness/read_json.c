/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read_json.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "nearest_name.h"
#include "text_encoding.h"

enum { MAX_JSON = 1 << 24 };

/*
 * Reads a whole file as text; NULL with *status set on failure. Memory grows with what is there: a file may be a pipe,
 * or have no end.
 */
static char *read_text(const char *path, twc_status *status)
{
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 12, length = 0;
    if (!file) {
        *status = twc_fail(TWC_IO, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(room + 1);
    while (text && (length += fread(text + length, 1, room - length, file)) == room && room <= MAX_JSON) {
        char *larger = realloc(text, 2 * room + 1);
        if (!larger)
            free(text);
        text = larger;
        room *= 2;
    }
    if (!text || ferror(file) || length > MAX_JSON) {
        *status = twc_fail(
            TWC_IO, "cannot read %s: %s", path,
            !text ? "not enough memory"
            : length > MAX_JSON
                ? "it is larger than the 16 MiB that a JSON file may have: write it without blanks and new lines "
                  "(jq -c . FILE), or as several files"
                : "reading failed");
    } else {
        text[length] = '\0';
        *status = twc_text_check(path, (const unsigned char *)text, length);
    }
    fclose(file);
    if (!status->code)
        return text;
    free(text);
    return NULL;
}

/* JSON has no word for what is not a finite number; some programs write one all the same. */
static const char *not_a_number(const char *text)
{
    static const char *const words[] = {"nan", "-nan", "inf", "-inf"};
    text += strspn(text, " \t\r\n:,[");
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncasecmp(text, words[k], strlen(words[k])) == 0)
            return ", where NaN or infinity stands: write a finite number";
    return "";
}

twc_status twc_read_json(const char *path, cJSON **json)
{
    twc_status status = twc_ok();
    *json = NULL;
    char *text = read_text(path, &status);
    if (!text)
        return status;
    const char *end = text;
    *json = cJSON_ParseWithOpts(text, &end, 1);
    if (!*json) {
        int line = 1;
        for (const char *c = text; c < end && *c; c++)
            line += *c == '\n';
        status = twc_fail(TWC_IO, "%s is not valid JSON: look at line %d%s", path, line, not_a_number(end));
    }
    free(text);
    return status;
}

static const cJSON *member(const cJSON *object, const char *name, twc_status *status)
{
    if (status->code)
        return NULL;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item)
        *status = object && object->string
                      ? twc_fail(TWC_IO, "member \"%s\" is missing in \"%s\"", name, object->string)
                      : twc_fail(TWC_IO, "member \"%s\" is missing", name);
    return item;
}

void twc_json_real(const cJSON *object, const char *name, double low, double high, double *value, twc_status *status)
{
    const cJSON *item = member(object, name, status);
    if (!item)
        return;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= low && item->valuedouble <= high)) {
        char said[TWC_JSON_SAID];
        *status = twc_fail(TWC_IO, "\"%s\" takes a number from %g to %g, not %s", name, low, high,
                           twc_json_said(item, said));
    } else
        *value = item->valuedouble;
}

void twc_json_integer(const cJSON *object, const char *name, int low, int high, int *value, twc_status *status)
{
    double real = 0;
    twc_json_real(object, name, low, high, &real, status);
    if (status->code)
        return;
    if (floor(real) != real)
        *status = twc_fail(TWC_IO, "\"%s\" takes an integer, not %g", name, real);
    else
        *value = (int)real;
}

void twc_json_text(const cJSON *object, const char *name, char *text, size_t size, twc_status *status)
{
    const cJSON *item = member(object, name, status);
    if (!item)
        return;
    if (!cJSON_IsString(item) || strlen(item->valuestring) >= size)
        *status = twc_fail(TWC_IO, "\"%s\" takes a text shorter than %zu bytes", name, size);
    else
        memcpy(text, item->valuestring, strlen(item->valuestring) + 1);
}

const cJSON *twc_json_object(const cJSON *object, const char *name, twc_status *status)
{
    const cJSON *item = member(object, name, status);
    if (item && !cJSON_IsObject(item)) {
        *status = twc_fail(TWC_IO, "\"%s\" takes an object", name);
        return NULL;
    }
    return item;
}

const cJSON *twc_json_array(const cJSON *object, const char *name, int low, int high, twc_status *status)
{
    const cJSON *item = member(object, name, status);
    if (item && (!cJSON_IsArray(item) || cJSON_GetArraySize(item) < low || cJSON_GetArraySize(item) > high)) {
        char said[TWC_JSON_SAID];
        *status = twc_fail(TWC_IO, "\"%s\" takes a list of %d to %d entries, not %s", name, low, high,
                           twc_json_said(item, said));
        return NULL;
    }
    return item;
}

const char *twc_json_said(const cJSON *item, char text[TWC_JSON_SAID])
{
    if (cJSON_IsNumber(item))
        snprintf(text, TWC_JSON_SAID, "%.10g", item->valuedouble);
    else if (cJSON_IsString(item))
        snprintf(text, TWC_JSON_SAID, "the text \"%.40s\"", item->valuestring);
    else if (cJSON_IsArray(item))
        snprintf(text, TWC_JSON_SAID, "a list of %d", cJSON_GetArraySize(item));
    else
        snprintf(text, TWC_JSON_SAID, cJSON_IsObject(item) ? "an object" : "true, false or null");
    return text;
}

void twc_json_reals(const cJSON *object, const char *name, int count, double bound, double *values, twc_status *status)
{
    const cJSON *item = NULL, *list = twc_json_array(object, name, count, count, status);
    int k = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsNumber(item) || !(fabs(item->valuedouble) <= bound)) {
            char said[TWC_JSON_SAID];
            *status = twc_fail(TWC_IO, "\"%s\" takes %d numbers from %g to %g, number %d is %s", name, count, -bound,
                               bound, k + 1, twc_json_said(item, said));
            return;
        }
        values[k++] = item->valuedouble;
    }
}

/* "a, b or c", and which of them is nearest to what was said. */
static void list_names(const char *const *names, const char *said, char *text, size_t size)
{
    size_t length = 0, best = 0;
    for (size_t k = 0; names[k]; k++) {
        const char *before = k == 0 ? "" : names[k + 1] ? ", " : " or ";
        int written = snprintf(text + length, size - length, "%s\"%s\"", before, names[k]);
        length = length + (size_t)written < size ? length + (size_t)written : size - 1;
        best = twc_edit_distance(said, names[k]) < twc_edit_distance(said, names[best]) ? k : best;
    }
    if (names[0] && twc_is_near(names[best], twc_edit_distance(said, names[best])))
        snprintf(text + length, size - length, "; did you mean \"%s\"?", names[best]);
}

void twc_json_choice(const cJSON *object, const char *name, const char *const *names, int *choice, twc_status *status)
{
    char said[64] = "", list[256] = "";
    twc_json_text(object, name, said, sizeof said, status);
    for (int k = 0; names[k] && !status->code; k++)
        if (strcmp(said, names[k]) == 0) {
            *choice = k;
            return;
        }
    list_names(names, said, list, sizeof list);
    if (!status->code)
        *status = twc_fail(TWC_IO, "\"%s\" is \"%s\", it takes %s", name, said, list);
}

void twc_json_only(const cJSON *object, const char *const *names, twc_status *status)
{
    const cJSON *item = NULL;
    char list[320] = "";
    cJSON_ArrayForEach(item, object)
    {
        int known = 0;
        for (int k = 0; names[k] && !status->code && item->string; k++)
            known |= strcmp(item->string, names[k]) == 0;
        if (status->code)
            return;
        if (!known) {
            list_names(names, item->string ? item->string : "", list, sizeof list);
            *status = twc_fail(TWC_IO, "nothing reads \"%.40s\"; what is read is %s", item->string ? item->string : "",
                               list);
        } else if (cJSON_GetObjectItemCaseSensitive(object, item->string) != item) {
            *status = twc_fail(TWC_IO, "\"%.40s\" is there twice: leave one out", item->string);
        }
    }
}

void twc_json_entry(twc_status *status, const char *format, ...)
{
    char entry[96];
    va_list arguments;
    if (!status->code)
        return;
    va_start(arguments, format);
    vsnprintf(entry, sizeof entry, format, arguments);
    va_end(arguments);
    *status = twc_fail(status->code, "%s: %.400s", entry, status->message);
}

void twc_json_integers(const cJSON *object, const char *name, int count, int *values, twc_status *status)
{
    for (int k = 0; k < count && !status->code; k++) {
        const cJSON *item = cJSON_GetArrayItem(twc_json_array(object, name, count, count, status), k);
        if (!status->code && !(cJSON_IsNumber(item) && item->valuedouble == item->valueint))
            *status = twc_fail(TWC_IO, "\"%s\" takes %d integers", name, count);
        else if (!status->code)
            values[k] = item->valueint;
    }
}
