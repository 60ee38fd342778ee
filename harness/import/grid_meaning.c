/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stored values mean: which of them are heights, in which unit, of which part of the earth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"

/* Metres. Nothing on a planet is higher, and nothing that follows can overflow. */
static const double FARTHEST = 1e6;

const char *twc_shortest_digits(double value, char text[TWC_DIGITS_SIZE])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, TWC_DIGITS_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return text;
}

/* ---- the reference system ---- */

static twc_status refuse_degrees(const char *path, const twc_grid *grid)
{
    const double east = grid->place.west + 0.5 * grid->columns * grid->place.side,
                 north = grid->place.north - 0.5 * grid->rows * grid->place.side;
    char system[24] = "EPSG:CODE";
    if (fabs(east) <= 180 && fabs(north) <= 84) /* the zone of UTM in its middle */
        snprintf(system, sizeof system, "EPSG:%d",
                 (north < 0 ? 32701 : 32601) + (int)fmin(59, floor((east + 180) / 6)));
    return twc_fail(TWC_IO,
                    "%s has cells in degrees: reproject it to metres (gdalwarp -t_srs %s -r bilinear " TWC_WARP_TO
                    " %s metres.tif), or "
                    "state the side of a cell with --cell METRES",
                    path, system, path);
}

static twc_status take_height_unit(const char *path, const twc_grid_options *options, const twc_crs_units *units,
                                   twc_unit *unit)
{
    if (units->height.name[0] && unit->name[0] && fabs(units->height.metres - unit->metres) > 1e-9 &&
        options->height_unit.metres <= 0)
        return twc_fail(TWC_IO,
                        "%s states heights in %s, and its reference system says %s: settle it with --height-unit", path,
                        unit->name, units->height.name);
    if (!unit->name[0])
        *unit = units->height;
    return units->down ? twc_fail(TWC_IO,
                                  "%s holds depths, by its reference system, not heights: turn them round with "
                                  "gdal_calc.py -A %s --type=Float64 --calc=-A --outfile=heights.tif",
                                  path, path)
                       : twc_ok();
}

twc_status twc_grid_set_crs(const char *path, const char *wkt, const twc_grid_options *options, twc_grid *grid)
{
    twc_grid_place *place = &grid->place;
    size_t size = strlen(wkt) + 1;
    place->crs = malloc(size);
    if (!place->crs)
        return twc_fail(TWC_IO, "not enough memory for the reference system of %s", path);
    memcpy(place->crs, wkt, size);
    place->units = twc_crs_read(wkt);
    const twc_unit *plan = &place->units.plan;
    if (options->cell <= 0) {
        if (place->units.geographic)
            return refuse_degrees(path, grid);
        if (plan->name[0] && plan->metres <= 0)
            return twc_fail(TWC_IO,
                            "%s has cells of %g %s, a unit twc doesn't know: state their side with --cell METRES", path,
                            place->side, plan->name);
        twc_status status = twc_grid_set_cell(path, options, place->side * (plan->name[0] ? plan->metres : 1), grid);
        if (status.code)
            return status;
    }
    return take_height_unit(path, options, &place->units, &place->height_unit);
}

/* ---- the window ---- */

/* The first and last of n cells whose centres lie from `low` to `high`, in cells from the first one's outer edge. */
static void cells_between(double low, double high, int32_t n, int32_t *first, int32_t *count)
{
    const double slack = 1e-6; /* of a cell: an edge that was computed another way */
    double from = fmax(0, ceil(low - 0.5 - slack)), to = fmin(n - 1, floor(high - 0.5 + slack));
    *first = (int32_t)fmin(from, n);
    *count = to >= from ? (int32_t)(to - from) + 1 : 0;
}

twc_status twc_grid_find_window(const char *path, const twc_grid_options *options, const twc_grid *grid,
                                twc_rect *cells)
{
    const twc_grid_window *w = &options->window;
    const twc_grid_place *place = &grid->place;
    *cells = (twc_rect){0, 0, grid->columns, grid->rows};
    if (w->kind == TWC_WINDOW_CELLS) {
        *cells = w->cells;
        if (cells->x < 0 || cells->z < 0 || cells->nx < 1 || cells->nz < 1 || cells->nx > grid->columns - cells->x ||
            cells->nz > grid->rows - cells->z)
            return twc_fail(TWC_USAGE, "the window %d,%d,%d,%d does not lie in the %d x %d cells of %s", cells->x,
                            cells->z, cells->nx, cells->nz, grid->columns, grid->rows, path);
    } else if (w->kind == TWC_WINDOW_MAP) {
        if (isnan(place->west) || isnan(place->north) || !(place->side > 0))
            return twc_fail(TWC_USAGE, "%s does not say where it lies: state the window in cells", path);
        const double east = place->west + place->side * grid->columns, south = place->north - place->side * grid->rows;
        cells_between((w->west - place->west) / place->side, (w->east - place->west) / place->side, grid->columns,
                      &cells->x, &cells->nx);
        cells_between((place->north - w->north) / place->side, (place->north - w->south) / place->side, grid->rows,
                      &cells->z, &cells->nz);
        if (cells->nx < 1 || cells->nz < 1)
            return twc_fail(TWC_USAGE,
                            "no cell of %s has its centre in the window: the grid covers %.10g:%.10g,%.10g:%.10g", path,
                            place->west, east, south, place->north);
    }
    return twc_ok();
}

void twc_grid_move_place(twc_grid *grid, twc_rect cells)
{
    grid->place.west += cells.x * grid->place.side;
    grid->place.north -= cells.z * grid->place.side;
}

/* Keeps the window's cells, which move towards the start. */
static void crop(twc_grid *grid, twc_rect cells)
{
    const size_t size = grid->word ? sizeof *grid->word : sizeof *grid->height;
    unsigned char *values = grid->word ? (unsigned char *)grid->word : (unsigned char *)grid->height;
    for (int32_t row = 0; row < cells.nz; row++)
        memmove(values + size * ((size_t)row * (size_t)cells.nx),
                values + size * ((size_t)(row + cells.z) * (size_t)grid->columns + (size_t)cells.x),
                size * (size_t)cells.nx);
    grid->columns = cells.nx;
    grid->rows = cells.nz;
    twc_grid_move_place(grid, cells);
}

/* ---- values ---- */

/* A value of a binary32 band is named by fewer digits than binary64 would need. */
static int is_no_data(double value, double no_data)
{
    return value == no_data || (fabs(no_data) < 3.5e38 && value == (double)(float)no_data);
}

static void mark_missing(const twc_grid_options *options, const twc_grid_meaning *meaning, twc_grid *grid)
{
    const int has = options->has_no_data || (meaning->has_no_data && !options->all_heights);
    const double no_data = options->has_no_data ? options->no_data : meaning->no_data;
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++) {
        double *value = &grid->height[k];
        if (has && is_no_data(*value, no_data)) {
            grid->no_data++;
            *value = (double)NAN;
        } else if (!isfinite(*value)) {
            size_t *count = isnan(*value) && meaning->masked ? &grid->no_data : &grid->not_a_number;
            ++*count;
            *value = (double)NAN;
        }
    }
}

/* One value, how many cells have it, and the next one towards the others. */
typedef struct outermost {
    double value, next;
    size_t count;
} outermost;

/* sign 1: the lowest value; -1: the highest. */
static outermost find_outermost(const twc_grid *grid, double sign)
{
    outermost o = {HUGE_VAL, HUGE_VAL, 0};
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++) {
        double value = sign * grid->height[k];
        if (value < o.value) {
            o.next = o.value;
            o.value = value;
            o.count = 0;
        } else if (value > o.value && value < o.next) {
            o.next = value;
        }
        o.count += value == o.value;
    }
    return (outermost){sign * o.value, sign * o.next, o.count};
}

/*
 * Refuses a value that may mean no data though the file doesn't say so: no land or sea floor of the earth lies there,
 * or all other heights are far from it (farther than they are from each other, and below the lowest shores).
 */
static twc_status check_outermost(const char *path, const twc_grid_meaning *meaning, const twc_grid *grid, double sign,
                                  double unit)
{
    static const double lowest_land = -500, highest = 8900, least_gap = 100;
    char digits[TWC_DIGITS_SIZE], next[TWC_DIGITS_SIZE];
    const outermost edge = find_outermost(grid, sign), other = find_outermost(grid, -sign);
    if (edge.count == 0 || !isfinite(edge.next))
        return twc_ok();
    const double height = (meaning->scale * edge.value + meaning->offset) * unit,
                 gap = fabs(meaning->scale * (edge.next - edge.value)) * unit,
                 span = fabs(meaning->scale * (other.value - edge.next)) * unit;
    const int outside = height < lowest_land || height > highest;
    if (!(fabs(height) > FARTHEST) && !(outside && gap > span && gap > least_gap))
        return twc_ok();
    return twc_fail(
        TWC_IO,
        "%s has %zu %s of %s, far from all others (the next is %s): if that means no data, pass --no-data %s; "
        "if it is a height, --no-data none",
        path, edge.count, edge.count == 1 ? "cell" : "cells", twc_shortest_digits(edge.value, digits),
        twc_shortest_digits(edge.next, next), digits);
}

/* Stored values become metres. */
static twc_status to_metres(const char *path, const twc_grid_meaning *meaning, double unit, twc_grid *grid)
{
    char digits[TWC_DIGITS_SIZE];
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++) {
        double height = (meaning->scale * grid->height[k] + meaning->offset) * unit;
        if (fabs(height) > FARTHEST)
            return twc_fail(TWC_IO,
                            "%s: row %zu, column %zu is %s, which is no height; if it means no data, pass --no-data %s",
                            path, k / (size_t)grid->columns + 1, k % (size_t)grid->columns + 1,
                            twc_shortest_digits(grid->height[k], digits), digits);
        grid->height[k] = height;
    }
    return twc_ok();
}

/* Marks what is none, refuses what can't be meant, and leaves metres. */
static twc_status take_values(const char *path, const twc_grid_options *options, const twc_grid_meaning *meaning,
                              double unit, twc_grid *grid)
{
    twc_status status = twc_ok();
    mark_missing(options, meaning, grid);
    if (!options->has_no_data && !options->all_heights) {
        status = check_outermost(path, meaning, grid, 1, unit);
        if (!status.code)
            status = check_outermost(path, meaning, grid, -1, unit);
    }
    return status.code ? status : to_metres(path, meaning, unit, grid);
}

/*
 * The same of words: each of those that occur once, into a table. Where one is no height, or is refused, all become
 * numbers, which can be marked and counted.
 */
static twc_status take_words(const char *path, const twc_grid_options *options, const twc_grid_meaning *meaning,
                             double unit, twc_grid *grid)
{
    enum { WORDS = 1 << 16 };
    const size_t count = (size_t)grid->columns * (size_t)grid->rows;
    unsigned char *seen = calloc(WORDS, 1);
    double *metres = malloc(WORDS * sizeof *metres), *value = malloc(WORDS * sizeof *value);
    twc_grid each = {.rows = 1, .height = value};
    twc_status status = seen && metres && value ? twc_ok() : twc_fail(TWC_IO, "not enough memory to read %s", path);
    for (size_t k = 0; !status.code && k < count; k++)
        seen[grid->word[k]] = 1;
    for (int word = 0; !status.code && word < WORDS; word++)
        if (seen[word])
            value[each.columns++] = word;
    const int taken = !status.code && !take_values(path, options, meaning, unit, &each).code &&
                      each.no_data + each.not_a_number == 0;
    for (int word = 0, k = 0; taken && word < WORDS; word++)
        metres[word] = seen[word] ? value[k++] : 0;
    free(seen);
    free(value);
    if (taken) {
        grid->metres = metres;
        return status;
    }
    free(metres);
    if (!status.code)
        status = twc_grid_expand(path, grid);
    return status.code ? status : take_values(path, options, meaning, unit, grid);
}

twc_status twc_grid_give_meaning(const char *path, const twc_grid_options *options, const twc_grid_meaning *meaning,
                                 twc_grid *grid)
{
    twc_unit *stated = &grid->place.height_unit;
    if (options->height_unit.metres > 0)
        *stated = options->height_unit;
    else if (!stated->name[0])
        *stated = twc_unit_of("metre");
    const double unit = stated->metres;
    twc_rect cells;
    twc_status status = twc_ok();
    if (!(unit > 0))
        return twc_fail(TWC_IO,
                        "%s states heights in \"%s\", which twc doesn't know: state their unit with --height-unit",
                        path, stated->name);
    if (!meaning->windowed) {
        status = twc_grid_find_window(path, options, grid, &cells);
        if (!status.code)
            crop(grid, cells);
    }
    if (status.code)
        return status;
    return grid->word ? take_words(path, options, meaning, unit, grid)
                      : take_values(path, options, meaning, unit, grid);
}
