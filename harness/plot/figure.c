/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure.h"

#include <stdint.h>
#include <string.h>

#include "figures.h"
#include "nearest_name.h"
#include "plot/choose.h"

enum { FACES = TWC_STUDY_WINDOW | TWC_STUDY_FACES, SCENERY = TWC_STUDY_WORLD | TWC_STUDY_FACES | TWC_STUDY_ROADS };

const twc_figure twc_figures[] = {
    {"region", "1", "the region from 150 m, 26 m and 3.5 m, with a road", SCENERY, NULL, twc_plot_region},
    {"lattice", "3", "a regular lattice, the jittered lattice, and its faces coloured", FACES, twc_choose_lattice,
     twc_plot_lattice},
    {"boundary", "4", "a boundary between Broad and Fine cells in plan, fans included", TWC_STUDY_WINDOW,
     twc_choose_boundary, twc_plot_boundary},
    {"palette", "5", "palette classes of a lowland patch from above", FACES, twc_choose_palette, twc_plot_palette},
    {"recolour", "6", "recoloured ground faces against a road that is cut in", FACES | TWC_STUDY_ROADS,
     twc_choose_gentle_road, twc_plot_recolour},
    {"section", "7", "the cross-section of a road on a slope of 20 %, with the names of its parts", 0, NULL,
     twc_plot_section},
    {"corridor", "8", "a corridor in plan: strips of bed and banks, vertices of the seam",
     TWC_STUDY_WINDOW | TWC_STUDY_ROADS, twc_choose_steep_road, twc_plot_corridor},
    {"seam", "", "the seam of a road by clipping each triangle on its own, and by the exact cut",
     TWC_STUDY_WORLD | TWC_STUDY_WINDOW | TWC_STUDY_ROADS | TWC_STUDY_NATURAL, twc_choose_seam, twc_plot_seam},
    {"potentials", "9", "puddle and snow potential of faces about a road", FACES | TWC_STUDY_ROADS,
     twc_choose_potentials, twc_plot_potentials},
    {"mountains", "10", "mountains with and without Broad cells, near and far", SCENERY & ~TWC_STUDY_ROADS, NULL,
     twc_plot_mountains},
    {"roads", "11", "two roads of a world: on the first, beside and above it, and over the second", SCENERY, NULL,
     twc_plot_roads},
    {"view", "", "one picture from any camera: --eye, --target, --fov, --weather, --pixels", SCENERY, NULL,
     twc_plot_view},
    {"weather", "13", "one place in clear weather, rain and snow", SCENERY, NULL, twc_plot_weather},
    {"cover", "", "puddles against wetness, snow against amount and line", SCENERY, NULL, twc_plot_cover},
    {"classes", "", "facet classes of the whole world over a hillshade", TWC_STUDY_WORLD, NULL, twc_plot_classes},
    {"ensemble", "", "measures over an ensemble of worlds against the paper's values", TWC_STUDY_STRIPS, NULL,
     twc_plot_ensemble},
    {"error", "", "height of the mesh minus the heightfield, fine only and with Broad cells", TWC_STUDY_WORLD, NULL,
     twc_plot_error},
    {"facets", "", "distribution of facet areas and slopes, fine only and with Broad cells", TWC_STUDY_WORLD, NULL,
     twc_plot_facets},
    {"budget", "", "triangles of every chunk against the budget of a fine chunk", TWC_STUDY_WORLD | TWC_STUDY_ROADS,
     NULL, twc_plot_budget},
    {"cost", "", "what each stage of a chunk costs in the reference and in the fast library, measured now",
     TWC_STUDY_COSTS, NULL, twc_plot_cost},
    {"detail_plan", "", "a view of mixed levels of detail in plan, with the chains about its chunks", 0, NULL,
     twc_plot_detail_plan},
    {"detail_error", "", "errors of levels of detail, and triangles of views against what they may show", 0, NULL,
     twc_plot_detail_error},
    {"detail_views", "", "one place at each level of detail, and mixed, a colour a level", 0, NULL,
     twc_plot_detail_views},
    {"detail_distance", "", "triangles and errors of a view of mixed levels against distance", 0, NULL,
     twc_plot_detail_distance},
    {"land_plan", "", "a land by what covers it, and the surroundings of its pad", TWC_STUDY_LAND, NULL,
     twc_plot_land_plan},
    {"land_contours", "", "contours of a land, and the heights of places", TWC_STUDY_LAND, NULL,
     twc_plot_land_contours},
    {"land_sections", "", "sections through a land's hill and along its brook: ground, bed, water, and what holds it",
     TWC_STUDY_LAND, NULL, twc_plot_land_sections},
    {"land_view", "", "a land from its cove, from above, and where its walkway crosses the brook", TWC_STUDY_LAND, NULL,
     twc_plot_land_view},
    {"land_gullies", "", "a hill with 0 to 4 octaves of gullies, and what they take", TWC_STUDY_LAND, NULL,
     twc_plot_land_gullies},
    {"land_stripes", "", "the stripes that gullies are cut with, and their slope", TWC_STUDY_LAND, NULL,
     twc_plot_land_stripes},
    {"land_order", "", "a walkway pressed before a brook is carved, and after", TWC_STUDY_LAND, NULL,
     twc_plot_land_order},
    {"land_bridge", "", "distances of brook and walkway and the look they give, near the bridge and the crossing",
     TWC_STUDY_LAND, NULL, twc_plot_land_bridge},
    {NULL, NULL, NULL, TWC_STUDY_LAND, NULL, NULL}};

const twc_figure *twc_figure_find(const char *name, const char **nearest)
{
    const char *number = strncmp(name, "fig", 3) == 0 ? name + 3 : name;
    size_t least = SIZE_MAX;
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        if (strcmp(name, figure->name) == 0 || (*figure->paper && strcmp(number, figure->paper) == 0))
            return figure;
        size_t distance = twc_edit_distance(name, figure->name);
        if (distance < least) {
            least = distance;
            *nearest = figure->name;
        }
    }
    return NULL;
}

twc_status twc_plot_ensemble(const twc_study_area *area, const char *folder)
{
    return area->source->strips ? twc_write_ensemble(area->source->strips, folder)
                                : twc_fail(TWC_USAGE, "the ensemble is empty");
}

twc_status twc_plot_cost(const twc_study_area *area, const char *folder)
{
    return area->source->costs ? twc_write_cost(area->source->costs, folder)
                               : twc_fail(TWC_USAGE, "no times were measured");
}

twc_status twc_figure_write(const twc_figure *figure, const twc_study_source *source, const char *folder)
{
    twc_study_area area;
    twc_status status = twc_study_area_create(source, figure->parts, figure->choose, &area);
    if (status.code)
        return status;
    status = figure->plot(&area, folder);
    twc_study_area_destroy(&area);
    return status;
}
