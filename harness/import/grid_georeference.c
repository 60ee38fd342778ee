/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The place of a grid becomes that of the world: its middle is the middle of the world's tiles. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import.h"

/* Nothing where the file doesn't say where it lies. */
static void place_world(const twc_grid *grid, twc_rect extent, twc_georeference *g)
{
    const twc_grid_place *place = &grid->place;
    if (isnan(place->west) || isnan(place->north) || !(place->side > 0))
        return;
    const double per_metre = place->side / grid->cell;
    const double x = 512.0 * (extent.x + extent.nx / 2.0), z = 512.0 * (extent.z + extent.nz / 2.0);
    g->origin[0] = place->west + place->side * grid->columns / 2.0 - per_metre * x;
    g->origin[1] = place->north - place->side * grid->rows / 2.0 + per_metre * z;
    g->per_x[0] = per_metre;
    g->per_z[1] = -per_metre;
    const double cell[6] = {place->west, place->side, 0, place->north, 0, -place->side};
    memcpy(g->cell, cell, sizeof cell);
}

twc_status twc_import_georeference(const char *path, const twc_grid *grid, twc_rect extent, const char *made_by,
                                   twc_georeference *g)
{
    const twc_grid_place *place = &grid->place;
    const twc_crs_units *units = &place->units;
    const char *slash = strrchr(path, '/'), *plan = units->plan.name[0] ? units->plan.name : NULL;
    const struct {
        char **member;
        const char *text;
    } texts[] = {{&g->crs, place->crs},
                 {&g->unit, plan},
                 {&g->height_unit, place->height_unit.name},
                 {&g->vertical_datum, units->datum[0] ? units->datum : NULL},
                 {&g->source, slash ? slash + 1 : path},
                 {&g->made_by, made_by}};
    twc_status status = twc_ok();
    place_world(grid, extent, g);
    g->columns = grid->columns;
    g->rows = grid->rows;
    g->metres_per_unit = units->plan.metres;
    g->metres_per_height_unit = place->height_unit.metres;
    for (size_t k = 0; k < sizeof texts / sizeof *texts && !status.code; k++)
        status = twc_georeference_set(texts[k].member, texts[k].text);
    return status;
}
