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

/* A packed document as it is laid out, and where in it the next letter lies. */
typedef struct spreading {
    char *out;
    twc_json_layout layout;
    int depth, inside; /* of brackets; a string */
    int list;          /* this list of the document holds objects */
} spreading;

/* A new line in front of a member of the document or of an element of one of its lists of objects. */
static int put_row(spreading *s, int depth)
{
    if (s->layout != TWC_JSON_ROWS || !(depth == 1 || (depth == 2 && s->list)))
        return 0;
    s->out += sprintf(s->out, "\n%*s", 2 * depth, "");
    return 1;
}

/* A bracket, comma or colon outside of strings. */
static void put_mark(spreading *s, const char *at)
{
    const int opens = *at == '{' || *at == '[', closes = *at == '}' || *at == ']';
    if (closes && s->layout == TWC_JSON_ROWS && (s->depth == 1 || (s->depth == 2 && s->list && *at == ']')))
        s->out += sprintf(s->out, "\n%*s", 2 * (s->depth - 1), "");
    *s->out++ = *at;
    s->depth += opens - closes;
    if (s->depth <= 2 && (opens || closes))
        s->list = opens && *at == '[' && at[1] == '{' ? 1 : s->depth == 2 && closes ? s->list : 0;
    if (opens)
        (void)put_row(s, s->depth);
    if (*at == ':' || (*at == ',' && !put_row(s, s->depth)))
        *s->out++ = ' ';
}

/* Blanks after commas and colons outside of strings, or new lines; at most eight letters for one. */
static char *spread(const char *packed, twc_json_layout layout)
{
    char *text = malloc(8 * strlen(packed) + 1);
    spreading s = {.out = text, .layout = layout};
    for (const char *in = packed; text && *in; in++) {
        if (!s.inside && strchr("{}[],:", *in)) {
            put_mark(&s, in);
            continue;
        }
        *s.out++ = *in;
        if (*in == '\\' && s.inside && in[1])
            *s.out++ = *++in;
        else if (*in == '"')
            s.inside = !s.inside;
    }
    if (text)
        *s.out = '\0';
    return text;
}

twc_status twc_json_text_of(cJSON *json, twc_json_layout layout, char **text)
{
    *text = json == NULL ? NULL : layout == TWC_JSON_INDENTED ? cJSON_Print(json) : cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (*text && (layout == TWC_JSON_LINE || layout == TWC_JSON_ROWS)) {
        char *packed = *text;
        *text = spread(packed, layout);
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
