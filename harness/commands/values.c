/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/values.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_metres = 10000000; /* of a place, either way: it fits in centimetres */

/* ---- numbers ---- */

static const char *skip_digits(const char *text)
{
    return text + strspn(text, "0123456789");
}

/* At most fifteen digits and no exponent: the quotient of two numbers without error is the nearest to the text. */
static int read_short(const char *start, const char *end, double *value)
{
    double power = 1;
    int64_t digits = 0;
    int fraction = 0;
    if (end - start > 16)
        return 0;
    for (const char *at = start; at < end; at++) {
        if (*at == '.') {
            fraction = 1;
            continue;
        }
        if (*at < '0' || *at > '9')
            return 0;
        digits = 10 * digits + (*at - '0');
        power *= fraction ? 10 : 1;
    }
    *value = (double)digits / power;
    return digits < 1000000000000000;
}

const char *twc_read_decimal(const char *text, double *value)
{
    const char *start = text + strspn(text, "+-"), *whole = skip_digits(start), *end = whole;
    char *read;
    if (*end == '.')
        end = skip_digits(end + 1);
    if (start - text > 1 || end - start - (*whole == '.') < 1)
        return NULL;
    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1 + (end[1] == '+' || end[1] == '-'), *past = skip_digits(exponent);
        if (past == exponent)
            return NULL;
        end = past;
    }
    if (read_short(start, end, value)) {
        *value = *text == '-' ? -*value : *value;
        return end;
    }
    *value = strtod(text, &read); /* which knows other numbers too, such as 0x10 */
    return read == end && isfinite(*value) ? end : NULL;
}

int twc_read_whole(const char *text, int64_t *value)
{
    const char *start = text + (*text == '-' || *text == '+');
    if (*start == '\0' || *skip_digits(start) != '\0')
        return 0;
    errno = 0;
    long long number = strtoll(text, NULL, 10);
    *value = number;
    return errno == 0;
}

/* `count` decimals with commas between them, and nothing else. */
static int read_list(const char *text, int count, double *value)
{
    for (int k = 0; k < count; k++) {
        if (k > 0 && *text++ != ',')
            return 0;
        text = twc_read_decimal(text, &value[k]);
        if (!text)
            return 0;
    }
    return *text == '\0';
}

/* ---- what an option takes, in words ---- */

void twc_append(char *text, size_t size, const char *words)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s", words);
}

static void append_form(char *text, size_t size, const char *words)
{
    twc_append(text, size, text[0] ? " or " : "");
    twc_append(text, size, words);
}

void twc_append_choices(char *text, size_t size, const twc_option *option)
{
    for (int k = 0; option->choices[k]; k++) {
        const char *last = option->set ? " and " : option->real ? ", " : " or "; /* a number comes last */
        twc_append(text, size, k == 0 ? "" : option->choices[k + 1] ? ", " : last);
        twc_append(text, size, option->choices[k]);
    }
}

static void append_range(char *text, size_t size, const twc_option *option)
{
    char range[160];
    const char *kind = option->real ? "a number" : "an integer", *unit = option->unit ? option->unit : "";
    if (isinf(option->low))
        snprintf(range, sizeof range, "%s", kind);
    else if (isinf(option->high))
        snprintf(range, sizeof range, "%s of at least %.10g%s%s", kind, option->low, *unit ? " " : "", unit);
    else
        snprintf(range, sizeof range, "%s from %.10g to %.10g%s%s", kind, option->low, option->high, *unit ? " " : "",
                 unit);
    append_form(text, size, range);
}

static void print_takes(char *text, size_t size, const twc_option *o)
{
    snprintf(text, size, "%s", o->takes ? o->takes : "");
    if (o->takes)
        return;
    if (o->choices)
        twc_append_choices(text, size, o);
    if (o->real || o->integer || o->wide)
        append_range(text, size, o);
    if (o->size)
        append_form(text, size, "two sizes WIDTHxHEIGHT");
    if (o->rectangle)
        append_form(text, size, "four numbers X,Z,NX,NZ, all of them whole numbers");
    if (o->place)
        append_form(text, size, "a place as X,Z in metres, like -120,350");
    if (o->position)
        append_form(text, size, "a place as X,Y,Z in metres, y up");
    if (o->area)
        append_form(text, size, "four numbers X,Z,WIDTH,DEPTH in metres");
    if (o->places)
        append_form(text, size, "places X,Z in metres with blanks or colons between them, like \"0,10 40,25.5\"");
}

/* ---- one form each: 1 when the text has it ---- */

static int find_choice(const twc_option *option, const char *text, size_t length)
{
    for (int k = 0; option->choices[k]; k++)
        if (strlen(option->choices[k]) == length && strncmp(option->choices[k], text, length) == 0)
            return k;
    return -1;
}

/* "a,b" as bits. *odd: what is not among the choices. */
static int read_set(const twc_option *option, const char *text, unsigned *set, const char **odd)
{
    *set = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int k = find_choice(option, at, length);
        *odd = at;
        if (k < 0)
            return 0;
        *set |= 1u << k;
        at += length;
        if (*at == '\0')
            return 1;
    }
}

static int read_size(const char *text, double most, twc_size *size)
{
    int64_t side[2];
    char part[2][24];
    size_t width = strcspn(text, "xX");
    if (width >= sizeof part[0] || text[width] == '\0' || strlen(text + width + 1) >= sizeof part[1])
        return 0;
    snprintf(part[0], sizeof part[0], "%.*s", (int)width, text);
    snprintf(part[1], sizeof part[1], "%s", text + width + 1);
    for (int k = 0; k < 2; k++)
        if (!twc_read_whole(part[k], &side[k]) || side[k] < 1 || (double)side[k] > most)
            return 0;
    *size = (twc_size){(int)side[0], (int)side[1]};
    return 1;
}

static int read_rectangle(const char *text, twc_rect *rectangle)
{
    double v[4];
    if (!read_list(text, 4, v))
        return 0;
    for (int k = 0; k < 4; k++)
        if (v[k] != floor(v[k]) || fabs(v[k]) > most_metres)
            return 0;
    *rectangle = (twc_rect){(int32_t)v[0], (int32_t)v[1], (int32_t)v[2], (int32_t)v[3]};
    return 1;
}

static int read_place(const char *text, double most, twc_place *place)
{
    double v[2];
    most = most > 0 ? most : most_metres;
    if (!read_list(text, 2, v) || fabs(v[0]) > most || fabs(v[1]) > most)
        return 0;
    *place = (twc_place){v[0], v[1]};
    return 1;
}

static int read_position(const char *text, twc_position *position)
{
    double v[3];
    if (!read_list(text, 3, v))
        return 0;
    for (int k = 0; k < 3; k++)
        if (fabs(v[k]) > most_metres)
            return 0;
    *position = (twc_position){v[0], v[1], v[2]};
    return 1;
}

static int read_area(const char *text, twc_area *area)
{
    double v[4];
    if (!read_list(text, 4, v))
        return 0;
    for (int k = 0; k < 4; k++)
        if (fabs(v[k]) > most_metres)
            return 0;
    *area = (twc_area){v[0], v[1], v[2], v[3]};
    return 1;
}

/* The failure names the place that can't be read. */
static twc_status read_places(const char *name, const char *text, double most, twc_places *places)
{
    char word[64];
    places->count = 0;
    for (const char *at = text + strspn(text, " \t"); *at || places->count == 0;) {
        size_t length = strcspn(at, " \t:");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (places->count == TWC_PLACES_AT_MOST)
            return twc_fail(TWC_USAGE, "%s takes at most %d places", name, TWC_PLACES_AT_MOST);
        if (length >= sizeof word || !read_place(word, most, &places->place[places->count]))
            return twc_fail(TWC_USAGE,
                            "%s: place %d, \"%.*s\", is not X,Z in metres; write places with blanks or colons between "
                            "them, like \"0,10 40,25.5\"",
                            name, places->count + 1, (int)length, at);
        places->count++;
        at += length;
        at += strspn(at, " \t");
        if (*at == ':') {
            at += 1 + strspn(at + 1, " \t");
            if (*at == '\0')
                return twc_fail(TWC_USAGE, "%s: a place is missing after the last colon", name);
        }
    }
    return twc_ok();
}

/* ---- an option ---- */

/* Where the values hold what `field` is of the defaults. */
static void *place_of(const void *field, const void *defaults, void *values)
{
    return (char *)values + ((const char *)field - (const char *)defaults);
}

static int read_number(const twc_option *o, const char *text, const void *defaults, void *values)
{
    int64_t whole;
    double number;
    if (o->real) {
        const char *end = twc_read_decimal(text, &number);
        if (!end || *end || !(number >= o->low && number <= o->high))
            return 0;
        *(double *)place_of(o->real, defaults, values) = number;
        return 1;
    }
    if (!twc_read_whole(text, &whole) || (double)whole < o->low || (double)whole > o->high)
        return 0;
    if (o->integer)
        *(int *)place_of(o->integer, defaults, values) = (int)whole;
    else
        *(int64_t *)place_of(o->wide, defaults, values) = whole;
    return 1;
}

/* Whether the text has one of the forms that can't say more than that. */
static int read_forms(const twc_option *o, const char *text, const void *defaults, void *values)
{
    int k = o->choice ? find_choice(o, text, strlen(text)) : -1;
    if (k >= 0) {
        *(int *)place_of(o->choice, defaults, values) = k;
        return 1;
    }
    if (o->choice && o->real) { /* a number: none of the choices */
        int count = 0;
        while (o->choices[count])
            count++;
        *(int *)place_of(o->choice, defaults, values) = count;
    }
    return ((o->real || o->integer || o->wide) && read_number(o, text, defaults, values)) ||
           (o->size && read_size(text, o->high, place_of(o->size, defaults, values))) ||
           (o->rectangle && read_rectangle(text, place_of(o->rectangle, defaults, values))) ||
           (o->place && read_place(text, o->high, place_of(o->place, defaults, values))) ||
           (o->position && read_position(text, place_of(o->position, defaults, values))) ||
           (o->area && read_area(text, place_of(o->area, defaults, values)));
}

twc_status twc_read_value(const twc_option *o, const char *dashes, const char *text, const void *defaults, void *values)
{
    char name[96], takes[256];
    const char *odd = text;
    snprintf(name, sizeof name, "%s%s", dashes, o->name);
    if (o->text) {
        *(const char **)place_of(o->text, defaults, values) = text;
        return *text ? twc_ok() : twc_fail(TWC_USAGE, "%s is empty", name);
    }
    if (o->places)
        return read_places(name, text, o->high, place_of(o->places, defaults, values));
    if (o->set ? read_set(o, text, place_of(o->set, defaults, values), &odd) : read_forms(o, text, defaults, values))
        return twc_ok();
    print_takes(takes, sizeof takes, o);
    return twc_fail(TWC_USAGE, "%s takes %s, not \"%.*s\"", name, takes, o->set ? (int)strcspn(odd, ",") : 200, odd);
}

twc_status twc_place_point(const char *what, twc_place place, const twc_georeference *coordinates, twc_point *point)
{
    if (coordinates)
        twc_georeference_to_world(coordinates, (const double[2]){place.x, place.z}, &place.x, &place.z);
    if (!(fabs(place.x) <= most_metres && fabs(place.z) <= most_metres))
        return twc_fail(TWC_USAGE, "%s lies at (%.10g, %.10g) m, farther than %.0f km from the origin", what, place.x,
                        place.z, most_metres / 1000);
    *point = (twc_point){(int32_t)rint(place.x * 100), (int32_t)rint(place.z * 100)};
    return twc_ok();
}

twc_status twc_need_place(const char *world, const twc_georeference *georeference)
{
    return twc_georeference_placed(georeference)
               ? twc_ok()
               : twc_fail(
                     TWC_USAGE,
                     "%s has no place on the earth, so --coordinates means nothing here; twc import keeps the place of "
                     "a grid that states it",
                     world);
}
