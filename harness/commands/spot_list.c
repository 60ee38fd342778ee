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

/* Who takes what is read, and how many were. */
typedef struct reading {
    twc_spot_take take;
    void *context;
    size_t count;
} reading;

/* The text of argument `name`, or of a line of a file; only a failure says where it stands. */
static twc_status give_spot(reading *r, const char *text, const char *name, size_t line)
{
    twc_spot spot;
    char where[128] = "";
    twc_status status = twc_ok();
    for (int attempt = 0; attempt < 2; attempt++) {
        status = read_spot(text, where, &spot);
        if (!status.code)
            status = r->take(r->context, spot, where);
        if (!status.code)
            break;
        snprintf(where, sizeof where, line ? "%.100s line %zu" : "%.100s", name, line);
    }
    r->count += !status.code;
    return status;
}

/* Splits the text at newlines in place. */
static twc_status give_lines(reading *r, char *text, const char *name)
{
    size_t line = 0;
    for (char *next = text; next && *next;) {
        char *start = next;
        next = strchr(start, '\n');
        if (next)
            *next++ = '\0';
        line++;
        start += strspn(start, " \t\r");
        if (*start == '\0' || *start == '#')
            continue;
        twc_status status = give_spot(r, start, name, line);
        if (status.code)
            return status;
    }
    return twc_ok();
}

static twc_status give_file(reading *r, const char *file)
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
        status = give_lines(r, (char *)text, name);
    free(text);
    return status;
}

twc_status twc_spots_each(const twc_words *places, const char *file, twc_spot_take take, void *context)
{
    reading r = {take, context, 0};
    twc_status status = twc_ok();
    for (int k = 0; !status.code && k < places->count; k++)
        status = give_spot(&r, places->text[k], "argument", 0);
    if (file && !status.code)
        status = give_file(&r, file);
    if (!status.code && r.count == 0)
        status = twc_fail(TWC_USAGE, "no points: give x,z as arguments or --points FILE");
    return status;
}

/* ---- as a list --------------------------------------------------------------------------------------------------- */

typedef struct listing {
    twc_spot_list *list;
    twc_spot_check check;
} listing;

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

static twc_status add_spot(void *context, twc_spot spot, const char *where)
{
    const listing *to = context;
    twc_spot_list *list = to->list;
    twc_status status = list->count == list->capacity ? make_room(list) : twc_ok();
    if (!status.code)
        status = to->check(spot, where);
    if (status.code)
        return status;
    list->x[list->count] = spot.x;
    list->z[list->count++] = spot.z;
    return status;
}

twc_status twc_spots_read(const twc_words *places, const char *file, twc_spot_check check, twc_spot_list *list)
{
    listing to = {list, check};
    *list = (twc_spot_list){0, 0, NULL, NULL};
    twc_status status = twc_spots_each(places, file, add_spot, &to);
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
