/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a grid's cells as a file, where the grid lies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export_place.h"
#include "import/drainage.h"
#include "readers.h"
#include "store/atomic_file.h"
#include "units.h"

enum { NO_DATA = -9999 };

/* A grid that does not say where it lies has its south-western corner at 0, 0. */
static twc_export_place place_of(const twc_grid *grid)
{
    const twc_grid_place *place = &grid->place;
    if (!(place->side > 0) || isnan(place->west) || isnan(place->north))
        return (twc_export_place){0, grid->cell * grid->rows, grid->cell, NULL};
    return (twc_export_place){place->west, place->north, place->side, place->crs};
}

static void put_ascii(FILE *out, const twc_grid *grid, const twc_export_place *place, const double *values)
{
    char west[TWC_DIGITS_SIZE], south[TWC_DIGITS_SIZE], side[TWC_DIGITS_SIZE], value[TWC_DIGITS_SIZE];
    fprintf(out, "ncols %d\nnrows %d\nxllcorner %s\nyllcorner %s\ncellsize %s\nNODATA_value %d\n", grid->columns,
            grid->rows, twc_shortest_digits(place->west, west),
            twc_shortest_digits(place->north - grid->rows * place->side, south), twc_shortest_digits(place->side, side),
            NO_DATA);
    for (int32_t j = 0; j < grid->rows; j++)
        for (int32_t i = 0; i < grid->columns; i++) {
            const double here = values[(size_t)j * (size_t)grid->columns + (size_t)i];
            fprintf(out, "%s%c", twc_shortest_digits(isnan(here) ? NO_DATA : here, value),
                    i + 1 < grid->columns ? ' ' : '\n');
        }
}

twc_status twc_grid_write(const char *path, twc_grid_format format, const twc_grid *grid, const char *unit,
                          const double *values)
{
    twc_export_place place = place_of(grid);
    twc_atomic_file file;
    if (format == TWC_GRID_TIFF)
        return twc_export_values_tiff(path, &place, (twc_rect){0, 0, grid->columns, grid->rows}, unit, values);
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    put_ascii(file.stream, grid, &place, values);
    status = twc_atomic_commit(&file);
    if (!status.code && place.crs && strcmp(path, "-") != 0)
        status = twc_export_prj(path, &place);
    return status;
}
