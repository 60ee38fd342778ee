/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "write_json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* cJSON prints no document that holds an invalid item. */
static void spoil(cJSON *item)
{
    item->type = cJSON_Invalid;
}

void twc_json_add_item(cJSON *parent, const char *name, cJSON *item)
{
    int added = parent && item &&
                (name ? cJSON_AddItemToObject(parent, name, item) : cJSON_AddItemToArray(parent, item));
    if (added)
        return;
    cJSON_Delete(item);
    if (parent)
        spoil(parent);
}

/* As above; NULL when it was not added. */
static cJSON *keep(cJSON *parent, const char *name, cJSON *item)
{
    twc_json_add_item(parent, name, item);
    return parent && !cJSON_IsInvalid(parent) ? item : NULL;
}

cJSON *twc_json_add_object(cJSON *parent, const char *name)
{
    return keep(parent, name, cJSON_CreateObject());
}

cJSON *twc_json_add_array(cJSON *parent, const char *name)
{
    return keep(parent, name, cJSON_CreateArray());
}

void twc_json_add_text(cJSON *parent, const char *name, const char *text)
{
    twc_json_add_item(parent, name, cJSON_CreateString(text));
}

void twc_json_add_flag(cJSON *parent, const char *name, int flag)
{
    twc_json_add_item(parent, name, cJSON_CreateBool(flag));
}

void twc_json_add_number(cJSON *parent, const char *name, double number)
{
    twc_json_add_item(parent, name, cJSON_CreateNumber(number));
}

void twc_json_add_printed(cJSON *parent, const char *name, const char *format, ...)
{
    char text[400];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    twc_json_add_item(parent, name, length < 0 || length >= (int)sizeof text ? NULL : cJSON_CreateRaw(text));
}

/* ---- printing ---- */

/* A blank after each comma and colon outside of strings. */
static char *spread(const char *packed)
{
    char *text = malloc(2 * strlen(packed) + 1), *out = text;
    int inside = 0;
    for (const char *in = packed; text && *in; in++) {
        *out++ = *in;
        if (*in == '\\' && inside && in[1])
            *out++ = *++in;
        else if (*in == '"')
            inside = !inside;
        else if (!inside && (*in == ',' || *in == ':'))
            *out++ = ' ';
    }
    if (text)
        *out = '\0';
    return text;
}

twc_status twc_json_text_of(cJSON *json, twc_json_layout layout, char **text)
{
    *text = json == NULL ? NULL : layout == TWC_JSON_INDENTED ? cJSON_Print(json) : cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (*text && layout == TWC_JSON_LINE) {
        char *packed = *text;
        *text = spread(packed);
        cJSON_free(packed);
    }
    return *text ? twc_ok() : twc_fail(TWC_IO, "not enough memory to write JSON");
}

twc_status twc_json_put(cJSON *json, twc_json_layout layout, FILE *out)
{
    char *text;
    twc_status status = twc_json_text_of(json, layout, &text);
    if (!status.code)
        fputs(text, out);
    free(text);
    return status;
}

twc_status twc_json_print(cJSON *json, twc_json_layout layout, FILE *out)
{
    twc_status status = twc_json_put(json, layout, out);
    if (!status.code)
        fputc('\n', out);
    return status;
}
