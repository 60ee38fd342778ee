/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/spot_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/values.h"
#include "store/atomic_file.h"
#include "text_encoding.h"

/* One place; the message of a failure begins with `where`. */
static twc_status read_spot(const char *text, const char *where, twc_spot *spot)
{
    double x = 0, z = 0;
    const char *end = twc_read_decimal(text, &x);
    if (end) {
        const char *second = end + strspn(end, " \t");
        second += *second == ',';
        second += strspn(second, " \t");
        end = second > end ? twc_read_decimal(second, &z) : NULL;
    }
    if (!end || end[strspn(end, " \t\r\n")] != '\0' ||
        !(fabs(x) <= TWC_COORDINATE_MOST && fabs(z) <= TWC_COORDINATE_MOST))
        return twc_fail(TWC_USAGE, "%s: \"%.40s\" is not a point; write x,z in metres, such as 12.5,-30", where, text);
    *spot = (twc_spot){x, z};
    return twc_ok();
}

static twc_status make_room(twc_spot_list *list)
{
    const size_t capacity = list->capacity ? 2 * list->capacity : 256;
    double *x = realloc(list->x, capacity * sizeof *x);
    list->x = x ? x : list->x;
    double *z = x ? realloc(list->z, capacity * sizeof *z) : NULL;
    list->z = z ? z : list->z;
    if (!z)
        return twc_fail(TWC_IO, "not enough memory for %zu points", capacity);
    list->capacity = capacity;
    return twc_ok();
}

/* What is read, and what it is held against. */
typedef struct reading {
    twc_spot_list *list;
    twc_spot_check check;
    const void *context;
} reading;

static twc_status add_spot(const reading *r, const char *text, const char *where)
{
    twc_spot_list *list = r->list;
    twc_spot spot;
    twc_status status = list->count == list->capacity ? make_room(list) : twc_ok();
    if (!status.code)
        status = read_spot(text, where, &spot);
    if (!status.code)
        status = r->check(r->context, spot, where);
    if (status.code)
        return status;
    list->x[list->count] = spot.x;
    list->z[list->count++] = spot.z;
    return twc_ok();
}

/* Splits the text at newlines in place. */
static twc_status add_lines(const reading *r, char *text, const char *name)
{
    size_t line = 0;
    for (char *next = text; next && *next;) {
        char *start = next, where[128];
        next = strchr(start, '\n');
        if (next)
            *next++ = '\0';
        line++;
        start += strspn(start, " \t\r");
        if (*start == '\0' || *start == '#')
            continue;
        snprintf(where, sizeof where, "%.100s line %zu", name, line);
        twc_status status = add_spot(r, start, where);
        if (status.code)
            return status;
    }
    return twc_ok();
}

static twc_status add_file(const reading *r, const char *file)
{
    unsigned char *text;
    size_t size;
    const int standard = strcmp(file, "-") == 0;
    twc_status status = twc_read_file(standard ? "/dev/stdin" : file, &text, &size);
    if (status.code)
        return status;
    const char *name = standard ? "standard input" : file;
    status = twc_text_check(name, text, size);
    if (!status.code)
        status = add_lines(r, (char *)text, name);
    free(text);
    return status;
}

twc_status twc_spots_read(const twc_words *places, const char *file, twc_spot_check check, const void *context,
                          twc_spot_list *list)
{
    const reading r = {list, check, context};
    twc_status status = twc_ok();
    *list = (twc_spot_list){0, 0, NULL, NULL};
    for (int k = 0; !status.code && k < places->count; k++)
        status = add_spot(&r, places->text[k], "argument");
    if (file && !status.code)
        status = add_file(&r, file);
    if (!status.code && list->count == 0)
        status = twc_fail(TWC_USAGE, "no points: give x,z as arguments or --points FILE");
    if (status.code)
        twc_spots_free(list);
    return status;
}

void twc_spots_free(twc_spot_list *list)
{
    free(list->x);
    free(list->z);
    *list = (twc_spot_list){0, 0, NULL, NULL};
}
