/* SPDX-License-Identifier: MIT */
#include "twc/georeference.h"

#include <stdlib.h>
#include <string.h>

twc_status twc_georeference_set(char **member, const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    char *copy = NULL;
    if (length > TWC_GEOREFERENCE_TEXT)
        return twc_fail(TWC_USAGE, "a text about a world's place has %zu bytes, and %d are the most", length,
                        TWC_GEOREFERENCE_TEXT);
    if (text && !(copy = malloc(length + 1)))
        return twc_fail(TWC_IO, "not enough memory for a world's place");
    for (size_t k = 0; copy && k <= length; k++)
        copy[k] = (unsigned char)text[k] < 0x20 && text[k] ? ' ' : text[k];
    free(*member);
    *member = copy;
    return twc_ok();
}

enum { TEXTS = 6 };

static void list_texts(twc_georeference *g, char **text[TEXTS])
{
    char **const all[TEXTS] = {&g->crs, &g->unit, &g->height_unit, &g->vertical_datum, &g->source, &g->made_by};
    memcpy(text, all, sizeof all);
}

twc_status twc_georeference_copy(const twc_georeference *from, twc_georeference *to)
{
    twc_georeference copy = *from;
    char **text[TEXTS];
    twc_status status = twc_ok();
    list_texts(&copy, text);
    for (int k = 0; k < TEXTS; k++) {
        const char *theirs = *text[k];
        *text[k] = NULL;
        if (!status.code)
            status = twc_georeference_set(text[k], theirs);
    }
    if (status.code)
        twc_georeference_destroy(&copy);
    *to = copy;
    return status;
}

void twc_georeference_destroy(twc_georeference *georeference)
{
    char **text[TEXTS];
    list_texts(georeference, text);
    for (int k = 0; k < TEXTS; k++)
        free(*text[k]);
    memset(georeference, 0, sizeof *georeference);
}

static double determinant(const twc_georeference *g)
{
    return g->per_x[0] * g->per_z[1] - g->per_x[1] * g->per_z[0];
}

int twc_georeference_placed(const twc_georeference *georeference)
{
    const double d = determinant(georeference);
    return d < 0 || d > 0;
}

void twc_georeference_to_crs(const twc_georeference *g, double x, double z, double crs[2])
{
    for (int k = 0; k < 2; k++)
        crs[k] = g->origin[k] + g->per_x[k] * x + g->per_z[k] * z;
}

void twc_georeference_to_world(const twc_georeference *g, const double crs[2], double *x, double *z)
{
    const double east = crs[0] - g->origin[0], north = crs[1] - g->origin[1], d = determinant(g);
    *x = (east * g->per_z[1] - north * g->per_z[0]) / d;
    *z = (north * g->per_x[0] - east * g->per_x[1]) / d;
}
