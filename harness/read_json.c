/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JSON = 1 << 24 };

/* Reads a whole file as text; NULL with *status set on failure. */
static char *read_text(const char *path, twc_status *status)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        *status = twc_fail(TWC_IO, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(MAX_JSON + 1);
    size_t length = text ? fread(text, 1, MAX_JSON + 1, file) : 0;
    if (!text || ferror(file) || length > MAX_JSON) {
        *status = twc_fail(TWC_IO, "cannot read %s: %s", path,
                           length > MAX_JSON ? "it is larger than 16 MiB" : "reading failed");
        free(text);
        text = NULL;
    } else {
        text[length] = '\0';
    }
    fclose(file);
    return text;
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
        status = twc_fail(TWC_IO, "%s is not valid JSON: look at line %d", path, line);
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
        *status = twc_fail(TWC_IO, "member \"%s\" is missing in \"%s\"", name,
                           object && object->string ? object->string : "the file");
    return item;
}

void twc_json_real(const cJSON *object, const char *name, double low, double high, double *value, twc_status *status)
{
    const cJSON *item = member(object, name, status);
    if (!item)
        return;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= low && item->valuedouble <= high))
        *status = twc_fail(TWC_IO, "\"%s\" takes a number from %g to %g", name, low, high);
    else
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
        *status = twc_fail(TWC_IO, "\"%s\" takes a list of %d to %d entries", name, low, high);
        return NULL;
    }
    return item;
}
