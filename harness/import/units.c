/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double foot = 0.3048, survey_foot = 1200.0 / 3937.0;

twc_unit twc_unit_of(const char *name)
{
    static const struct {
        const char *name;
        double metres;
    } known[] = {
        {"m", 1},
        {"metre", 1},
        {"metres", 1},
        {"meter", 1},
        {"meters", 1},
        {"dm", 0.1},
        {"decimetre", 0.1},
        {"decimeter", 0.1},
        {"cm", 0.01},
        {"centimetre", 0.01},
        {"centimetres", 0.01},
        {"centimeter", 0.01},
        {"centimeters", 0.01},
        {"mm", 0.001},
        {"millimetre", 0.001},
        {"millimeter", 0.001},
        {"km", 1000},
        {"kilometre", 1000},
        {"kilometer", 1000},
    };
    static const char *const feet[] = {"ft", "foot", "feet", "international foot", "foot_intl", "international feet"};
    static const char *const survey[] = {"us-ft",          "us_ft",          "ftus",
                                         "us survey foot", "us survey feet", "foot_us",
                                         "us_survey_foot", "us_survey_feet", "sft"};
    twc_unit unit = {.metres = 0};
    snprintf(unit.name, sizeof unit.name, "%s", name);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcasecmp(name, known[k].name) == 0)
            unit.metres = known[k].metres;
    for (size_t k = 0; k < sizeof feet / sizeof *feet; k++)
        if (strcasecmp(name, feet[k]) == 0)
            unit.metres = foot;
    for (size_t k = 0; k < sizeof survey / sizeof *survey; k++)
        if (strcasecmp(name, survey[k]) == 0)
            unit.metres = survey_foot;
    return unit;
}

/* ---- WKT: KEYWORD["name",...], one inside the other ---- */

enum { DEEPEST = 32, WORD = 32 };

typedef struct reading {
    const char *at;
    char keyword[DEEPEST][WORD]; /* those that are open; deeper ones are passed over */
    int depth;
    twc_crs_units *units;
    int plan_known, height_known;
} reading;

static const char *const vertical_systems[] = {"VERTCRS", "VERTICALCRS", "VERT_CS", "VERTCS", NULL};

static int is_one_of(const char *word, const char *const *names)
{
    for (; *names; names++)
        if (strcasecmp(word, *names) == 0)
            return 1;
    return 0;
}

/* The text in quotes at *at; *at is behind it then. */
static void read_quoted(const char **at, char *text, size_t size)
{
    size_t length = 0;
    const char *c = *at + 1;
    for (; *c && *c != '"'; c++)
        if (length + 1 < size)
            text[length++] = *c;
    text[length] = '\0';
    *at = *c ? c + 1 : c;
}

/*
 * The keyword of the system that the innermost open keyword belongs to: its own parent, or the one around that for an
 * axis. Units further in are of parameters and ellipsoids.
 */
static const char *owner(const reading *r)
{
    int k = r->depth - 2;
    if (k >= 0 && k < DEEPEST && strcasecmp(r->keyword[k], "AXIS") == 0)
        k--;
    return k >= 0 && k < DEEPEST ? r->keyword[k] : "";
}

/*
 * A unit, with the first number behind its name. A name that is known is worth more than the digits that were printed.
 */
static void take_unit(reading *r, const char *name)
{
    static const char *const plans[] = {"PROJCRS",        "PROJECTEDCRS", "PROJCS", "ENGCRS",
                                        "ENGINEERINGCRS", "LOCAL_CS",     NULL};
    static const char *const angles[] = {"GEOGCRS", "GEOGRAPHICCRS", "GEOGCS", "GEODCRS", "GEODETICCRS", NULL};
    const char *system = owner(r), *comma = r->at + strspn(r->at, " \t\r\n");
    twc_unit unit = twc_unit_of(name);
    double stated = *comma == ',' ? strtod(comma + 1, NULL) : 0;
    if (!(fabs(unit.metres - stated) <= 1e-8))
        unit.metres = isfinite(stated) && stated > 0 ? stated : 0;
    if (is_one_of(system, plans) && !r->plan_known) {
        r->units->plan = unit;
        r->units->geographic = 0;
        r->plan_known = 1;
    } else if (is_one_of(system, angles) && !r->plan_known && !r->units->plan.name[0]) {
        unit.metres = 0;
        r->units->plan = unit;
        r->units->geographic = 1;
    } else if (is_one_of(system, vertical_systems) && !r->height_known) {
        r->units->height = unit;
        r->height_known = 1;
    }
}

static void take_name(reading *r, const char *name)
{
    static const char *const units[] = {"UNIT", "LENGTHUNIT", "ANGLEUNIT", NULL};
    static const char *const datums[] = {"VDATUM", "VERTICALDATUM", "VERT_DATUM", "VRF", NULL};
    const char *keyword = r->depth > 0 && r->depth <= DEEPEST ? r->keyword[r->depth - 1] : "";
    if (is_one_of(keyword, units))
        take_unit(r, name);
    else if (is_one_of(keyword, datums) && !r->units->datum[0])
        snprintf(r->units->datum, sizeof r->units->datum, "%s", name);
}

/* A word outside of quotes has ended: an axis that counts downwards measures depths. */
static void take_word(reading *r, const char *word)
{
    const int axis = r->depth >= 2 && r->depth <= DEEPEST && strcasecmp(r->keyword[r->depth - 1], "AXIS") == 0;
    if (axis && strcasecmp(word, "down") == 0 && is_one_of(r->keyword[r->depth - 2], vertical_systems))
        r->units->down = 1;
}

twc_crs_units twc_crs_read(const char *wkt)
{
    twc_crs_units units = {.geographic = 0};
    char name[128], word[WORD] = "";
    size_t length = 0;
    reading r = {.at = wkt, .units = &units};
    while (*r.at) {
        const char c = *r.at;
        if (c == '"') {
            read_quoted(&r.at, name, sizeof name);
            take_name(&r, name);
            continue;
        }
        const int letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        if (!letter && length > 0)
            take_word(&r, word);
        if (c == '[' || c == '(') {
            if (r.depth < DEEPEST)
                memcpy(r.keyword[r.depth], word, sizeof word);
            r.depth++;
        } else if ((c == ']' || c == ')') && r.depth > 0) {
            r.depth--;
        }
        length = letter && length + 1 < sizeof word ? length + 1 : 0;
        if (length)
            word[length - 1] = c;
        word[length] = '\0';
        r.at++;
    }
    return units;
}

const char *twc_crs_plan(const char *wkt, size_t *length)
{
    static const char *const compounds[] = {"COMPOUNDCRS[", "COMPD_CS["};
    const char *start = NULL;
    int depth = 0, quoted = 0;
    *length = strlen(wkt);
    for (size_t k = 0; k < sizeof compounds / sizeof *compounds; k++)
        if (strncasecmp(wkt, compounds[k], strlen(compounds[k])) == 0)
            start = strchr(wkt, ','); /* behind the name, which has no comma in any system that is about */
    if (!start)
        return wkt;
    start += 1 + strspn(start + 1, " \t\r\n");
    for (const char *c = start; *c; c++) {
        quoted ^= *c == '"';
        depth += quoted ? 0 : (*c == '[') - (*c == ']');
        if (depth == 0 && *c == ']' && !quoted) {
            *length = (size_t)(c - start) + 1;
            return start;
        }
    }
    return wkt;
}
