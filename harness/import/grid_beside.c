/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files beside a grid that say where it lies: world files of pictures, reference systems in .prj. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "readers.h"
#include "store/atomic_file.h"
#include "text_encoding.h"

/* path with another ending; NULL without memory. */
static char *beside(const char *path, const char *ending)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    const size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    char *other = malloc(stem + strlen(ending) + 1);
    if (other) {
        memcpy(other, path, stem);
        strcpy(other + stem, ending);
    }
    return other;
}

/* The text of a file beside a grid; *text stays NULL when there is none. */
static twc_status read_text(const char *path, char **text)
{
    enum { MOST = 1 << 16 };
    struct stat info;
    unsigned char *bytes = NULL;
    size_t size;
    if (stat(path, &info) != 0)
        return twc_ok();
    twc_status status = twc_read_file_of(path, MOST, &bytes, &size);
    if (!status.code)
        status = twc_text_check(path, bytes, size);
    if (status.code)
        free(bytes);
    else
        *text = (char *)bytes;
    return status;
}

/*
 * A world file: six numbers, the width of a cell, two of rotation, its height, from the north negative, and the middle
 * of the first cell.
 */
static twc_status take_world(const char *path, const char *file, const char *text, const twc_grid_options *options,
                             twc_grid *grid)
{
    double value[6];
    const char *at = text;
    for (int k = 0; k < 6; k++) {
        char *end;
        value[k] = strtod(at, &end);
        if (end == at || !isfinite(value[k]))
            return twc_fail(TWC_IO, "%s, beside the grid, is no world file of six numbers: mend it, or take it away",
                            file);
        at = end;
    }
    if (at[strspn(at, " \t\r\n")])
        return twc_fail(TWC_IO,
                        "%s, beside the grid, has more than the six numbers of a world file: mend it, or take it away",
                        file);
    const double side = value[0];
    if (value[1] < 0 || value[1] > 0 || value[2] < 0 || value[2] > 0 || !(side > 0) || !(value[3] < 0))
        return twc_fail(
            TWC_IO,
            "%s lies rotated or mirrored by its world file %s, and twc takes rows from west to east, the first in "
            "the north: straighten it first: gdalwarp -r bilinear " TWC_WARP_TO " %s straight.tif",
            path, file, path);
    if (!(fabs(side + value[3]) <= 1e-9 * side))
        return twc_fail(TWC_IO,
                        "%s has cells of %g x %g by its world file %s, and twc takes square ones: resample it first: "
                        "gdalwarp -tr %g %g -r bilinear " TWC_WARP_TO " %s square.tif",
                        path, side, -value[3], file, side, side, path);
    grid->place.side = side;
    grid->place.west = value[4] - side / 2;
    grid->place.north = value[5] + side / 2;
    return twc_grid_set_cell(path, options, side, grid);
}

static twc_status read_world(const char *path, const twc_grid_options *options, twc_grid *grid)
{
    static const char *const endings[] = {".pgw", ".PGW", ".pngw", ".wld"};
    twc_status status = twc_ok();
    for (size_t k = 0; k < sizeof endings / sizeof *endings && !status.code && isnan(grid->place.west); k++) {
        char *file = beside(path, endings[k]), *text = NULL;
        status = file ? read_text(file, &text) : twc_fail(TWC_IO, "not enough memory to read %s", path);
        if (text)
            status = take_world(path, file, text, options, grid);
        free(text);
        free(file);
    }
    return status;
}

static twc_status read_prj(const char *path, const twc_grid_options *options, twc_grid *grid)
{
    char *file = beside(path, ".prj"), *text = NULL;
    twc_status status = file ? read_text(file, &text) : twc_fail(TWC_IO, "not enough memory to read %s", path);
    if (text && !strchr(text, '['))
        status = twc_fail(TWC_IO,
                          "%s, beside the grid, states a reference system that is not WKT: convert it with gdalsrsinfo "
                          "-o wkt2 %s, or take it away",
                          file, file);
    else if (text)
        status = twc_grid_set_crs(path, text, options, grid);
    free(text);
    free(file);
    return status;
}

twc_status twc_grid_read_beside(const char *path, int picture, const twc_grid_options *options, twc_grid *grid)
{
    twc_status status = picture ? read_world(path, options, grid) : twc_ok();
    if (!status.code && (!picture || !isnan(grid->place.west)))
        status = read_prj(path, options, grid);
    return status;
}
