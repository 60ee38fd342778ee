/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compound reference system with its heights in metres, above the datum they have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "units.h"

/* The length of the element KEYWORD[...] that starts here, with its bracket; 0 when it has no end. */
static size_t element_length(const char *text)
{
    int depth = 0, quoted = 0;
    for (const char *c = text; *c; c++) {
        quoted ^= *c == '"';
        depth += quoted ? 0 : (*c == '[') - (*c == ']');
        if (depth == 0 && *c == ']' && !quoted)
            return (size_t)(c - text) + 1;
    }
    return 0;
}

/* The first element of this keyword behind `text`, outside of quotes; NULL when there is none. */
static const char *find_element(const char *text, const char *keyword)
{
    const size_t length = strlen(keyword);
    int quoted = 0;
    for (const char *c = text; *c; c++) {
        quoted ^= *c == '"';
        const int starts = c == text || strchr("[, \t\r\n", c[-1]) != NULL;
        if (!quoted && starts && strncasecmp(c, keyword, length) == 0 && c[length] == '[')
            return c;
    }
    return NULL;
}

char *twc_crs_in_metres(const char *wkt)
{
    /* Of WKT 2 and 1: the vertical system, what heights are above, and how the system is written around it. */
    static const struct {
        const char *system, *datum, *compound, *around, *unit;
    } forms[] = {{"VERTCRS", "VDATUM", "COMPOUNDCRS", "CS[vertical,1],AXIS[\"gravity-related height (H)\",up],",
                  "LENGTHUNIT[\"metre\",1]"},
                 {"VERTCRS", "ENSEMBLE", "COMPOUNDCRS", "CS[vertical,1],AXIS[\"gravity-related height (H)\",up],",
                  "LENGTHUNIT[\"metre\",1]"},
                 {"VERT_CS", "VERT_DATUM", "COMPD_CS", "", "UNIT[\"metre\",1],AXIS[\"Up\",UP]"}};
    size_t plan_length;
    const char *plan = twc_crs_plan(wkt, &plan_length);
    if (plan == wkt)
        return NULL;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        const char *system = find_element(plan + plan_length, forms[k].system);
        const char *datum = system ? find_element(system, forms[k].datum) : NULL;
        const size_t datum_length = datum ? element_length(datum) : 0;
        if (!datum_length)
            continue;
        const twc_crs_units units = twc_crs_read(wkt);
        const size_t size = strlen(wkt) + 2 * sizeof units.datum + 256;
        char *text = malloc(size);
        if (text)
            snprintf(text, size, "%s[\"heights in metres\",%.*s,%s[\"%s height in metres\",%.*s,%s%s]]",
                     forms[k].compound, (int)plan_length, plan, forms[k].system, units.datum, (int)datum_length, datum,
                     forms[k].around, forms[k].unit);
        return text;
    }
    return NULL;
}
