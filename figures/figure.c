/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure.h"

#include <stdint.h>
#include <string.h>

#include "choose.h"

enum {
    FACES = TWC_SUBJECT_WINDOW | TWC_SUBJECT_FACES,
    SCENERY = TWC_SUBJECT_WORLD | TWC_SUBJECT_FACES | TWC_SUBJECT_ROADS
};

const twc_figure twc_figures[] = {
    {"region", "1", "the region from 150 m, 26 m and 3.5 m, with a road", SCENERY, NULL, twc_write_region},
    {"lattice", "3", "a regular lattice, the jittered lattice, and its faces coloured", FACES, twc_choose_lattice,
     twc_write_lattice},
    {"boundary", "4", "a boundary between Broad and Fine cells in plan, fans included", TWC_SUBJECT_WINDOW,
     twc_choose_boundary, twc_write_boundary},
    {"palette", "5", "palette classes of a lowland patch from above", FACES, twc_choose_palette, twc_write_palette},
    {"recolour", "6", "recoloured ground faces against a road that is cut in", FACES | TWC_SUBJECT_ROADS,
     twc_choose_gentle_road, twc_write_recolour},
    {"section", "7", "the cross-section of a road on a slope of 20 %, with the names of its parts", 0, NULL,
     twc_write_section},
    {"corridor", "8", "a corridor in plan: strips of bed and banks, vertices of the seam",
     TWC_SUBJECT_WINDOW | TWC_SUBJECT_ROADS, twc_choose_steep_road, twc_write_corridor},
    {"seam", "", "the seam of a road by clipping each triangle on its own, and by the exact cut",
     TWC_SUBJECT_WORLD | TWC_SUBJECT_WINDOW | TWC_SUBJECT_ROADS | TWC_SUBJECT_NATURAL, twc_choose_seam, twc_write_seam},
    {"potentials", "9", "puddle and snow potential of faces about a road", FACES | TWC_SUBJECT_ROADS,
     twc_choose_potentials, twc_write_potentials},
    {"mountains", "10", "mountains with and without Broad cells, near and far", SCENERY & ~TWC_SUBJECT_ROADS, NULL,
     twc_write_mountains},
    {"roads", "11", "roads along a slope and over gentle ground", SCENERY, NULL, twc_write_roads},
    {"view", "", "one picture from any camera: --eye, --target, --fov, --weather, --pixels", SCENERY, NULL,
     twc_write_view},
    {"weather", "13", "one place in clear weather, rain and snow", SCENERY, NULL, twc_write_weather},
    {"cover", "", "puddles against wetness, snow against amount and line", SCENERY, NULL, twc_write_cover},
    {"classes", "", "facet classes of the whole world over a hillshade", TWC_SUBJECT_WORLD, NULL, twc_write_classes},
    {"ensemble", "", "measures over an ensemble of worlds against the paper's values", TWC_SUBJECT_STRIPS, NULL,
     twc_write_ensemble},
    {"error", "", "height of the mesh minus the heightfield, fine only and with Broad cells", TWC_SUBJECT_WORLD, NULL,
     twc_write_error},
    {"facets", "", "distribution of facet areas and slopes, fine only and with Broad cells", TWC_SUBJECT_WORLD, NULL,
     twc_write_facets},
    {"budget", "", "triangles of every chunk against the budget of a fine chunk", TWC_SUBJECT_WORLD | TWC_SUBJECT_ROADS,
     NULL, twc_write_budget},
    {"cost", "", "what each stage of a chunk costs in the reference and in the fast library, measured now",
     TWC_SUBJECT_COSTS, NULL, twc_write_cost},
    {NULL, NULL, NULL, 0, NULL, NULL}};

/* Edits (insert, remove, replace) from one word to another; words longer than the table are cut. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t row[LONGEST + 1], width = strlen(b) < LONGEST ? strlen(b) : LONGEST;
    for (size_t k = 0; k <= width; k++)
        row[k] = k;
    for (size_t i = 1; *a && i <= LONGEST; i++, a++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= width; k++) {
            size_t best = diagonal + (*a != b[k - 1]);
            diagonal = row[k];
            best = row[k] + 1 < best ? row[k] + 1 : best;
            row[k] = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
        }
    }
    return row[width];
}

const twc_figure *twc_figure_find(const char *name, const char **nearest)
{
    const char *number = strncmp(name, "fig", 3) == 0 ? name + 3 : name;
    size_t least = SIZE_MAX;
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        if (strcmp(name, figure->name) == 0 || (*figure->paper && strcmp(number, figure->paper) == 0))
            return figure;
        size_t distance = edit_distance(name, figure->name);
        if (distance < least) {
            least = distance;
            *nearest = figure->name;
        }
    }
    return NULL;
}

twc_status twc_figure_write(const twc_figure *figure, const twc_subject_source *source, const twc_strip *strips,
                            size_t strip_count, const char *folder)
{
    twc_subject subject;
    twc_status status = twc_subject_create(source, figure->parts, figure->choose, &subject);
    if (status.code)
        return status;
    subject.strips = strips;
    subject.strip_count = strip_count;
    status = figure->write(&subject, folder);
    twc_subject_destroy(&subject);
    return status;
}
