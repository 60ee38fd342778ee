/* SPDX-License-Identifier: MIT */
/*
 * The grid before any feature, a strip of columns at a time and in it a row at a time. The hill's slope reads the hill
 * a step to each side, which are grid points as a rule: three rows of it are kept. What has no weight is not worked
 * out. Spec land 3.2, 3.4, 3.5, 3.6; twin reference/land/base.c; test tests/land/test_island.c.
 */
#include "land/land.h"

/* A strip: a batch of columns, the first and the last of them only for their neighbours' slopes. */
typedef struct land_strip {
    const twc_land *land;
    double highest;
    int32_t columns, count; /* with those at the sides; padded */
    int on_grid;            /* a step leads from grid point to grid point */
    twc_land_places at;     /* of the row that is worked on */
    double s[TWC_LAND_BATCH], fade[TWC_LAND_BATCH], gullied[TWC_LAND_BATCH], roll[TWC_LAND_BATCH];
    int32_t row[3];
    double hill[3][TWC_LAND_BATCH];
} land_strip;

static double row_z(const land_strip *strip, int32_t j)
{
    return twc_land_low(&strip->land->grid) + strip->land->grid.cell * j;
}

static void set_row(land_strip *strip, double z, twc_land_places *at)
{
    const int32_t n = TWC_LAND_WHOLE(strip->count);
    for (int32_t k = 0; k < n; k++)
        at->z[k] = z;
}

static void begin_strip(land_strip *strip, int32_t first, int32_t columns)
{
    const twc_land_grid *grid = &strip->land->grid;
    const double low = twc_land_low(grid), step = strip->land->hill.step;
    strip->columns = columns;
    strip->count = twc_land_rounded(columns);
    strip->on_grid = 1;
    for (int32_t k = 0; k < columns; k++)
        strip->at.x[k] = low + grid->cell * (first + k);
    twc_land_fill(strip->at.x, columns);
    for (int32_t k = 1; k < columns; k++)
        strip->on_grid &= strip->at.x[k - 1] + step == strip->at.x[k] && strip->at.x[k] - step == strip->at.x[k - 1];
    for (int32_t k = 0; k < 3; k++)
        strip->row[k] = INT32_MIN;
}

/* The hill along row j, kept while j is one of three rows that are needed together. */
static const double *hill_row(land_strip *strip, int32_t j)
{
    const int32_t slot = (j % 3 + 3) % 3;
    if (strip->row[slot] != j) {
        twc_land_places at = strip->at;
        set_row(strip, row_z(strip, j), &at);
        TWC_NAME(hill_batch)(&strip->land->hill, strip->highest, strip->count, &at, strip->hill[slot]);
        strip->row[slot] = j;
    }
    return strip->hill[slot];
}

/* Positions in a list, their hill and its slope. */
typedef struct slopes {
    twc_land_places at, steer;
    double h[TWC_LAND_BATCH];
} slopes;

/* Off the grid the hill is asked at the four positions. */
static void ask_slopes(const land_strip *strip, int32_t count, slopes *out)
{
    const twc_land_hill *hill = &strip->land->hill;
    const int32_t n = TWC_LAND_WHOLE(count);
    const double step = hill->step, across = 2.0 * step;
    double more[TWC_LAND_BATCH], less[TWC_LAND_BATCH];
    twc_land_places at = out->at;
    for (int32_t axis = 0; axis < 2; axis++) {
        double *moved = axis == 0 ? at.x : at.z, *slope = axis == 0 ? out->steer.x : out->steer.z;
        const double *from = axis == 0 ? out->at.x : out->at.z;
        for (int32_t k = 0; k < n; k++)
            moved[k] = from[k] + step;
        TWC_NAME(hill_batch)(hill, strip->highest, count, &at, more);
        for (int32_t k = 0; k < n; k++)
            moved[k] = from[k] - step;
        TWC_NAME(hill_batch)(hill, strip->highest, count, &at, less);
        for (int32_t k = 0; k < n; k++) {
            slope[k] = (more[k] - less[k]) / across;
            moved[k] = from[k];
        }
    }
}

static void read_slopes(land_strip *strip, int32_t j, const int32_t *list, int32_t n, slopes *out)
{
    const double *north = hill_row(strip, j - 1), *here = hill_row(strip, j), *south = hill_row(strip, j + 1);
    const double across = 2.0 * strip->land->hill.step;
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = list[k];
        out->steer.x[k] = (here[i + 1] - here[i - 1]) / across;
        out->steer.z[k] = (south[i] - north[i]) / across;
    }
    twc_land_fill(out->steer.x, n);
    twc_land_fill(out->steer.z, n);
}

/* gullied[] of row j where it has weight: that far from the shore. */
static void add_gullies(land_strip *strip, int32_t j)
{
    const twc_land_gullies *gullies = &strip->land->gullies;
    const double step = strip->land->hill.step, z = strip->at.z[0];
    int32_t list[TWC_LAND_BATCH], asked = 0, cut = 0;
    for (int32_t k = 1; k < strip->columns - 1; k++)
        asked += strip->s[k] > 0.0 && strip->fade[k] != 0.0;
    memset(strip->gullied, 0, sizeof strip->gullied);
    if (asked == 0)
        return;
    const double *hill = hill_row(strip, j);
    for (int32_t k = 1; k < strip->columns - 1; k++) {
        strip->gullied[k] = hill[k];
        list[cut] = k;
        cut += strip->s[k] > 0.0 && strip->fade[k] != 0.0 && hill[k] > gullies->above;
    }
    if (cut == 0)
        return;
    slopes some;
    double out[TWC_LAND_BATCH];
    const int32_t count = TWC_NAME(land_pick)(&strip->at, list, cut, &some.at);
    for (int32_t k = 0; k < cut; k++)
        some.h[k] = hill[list[k]];
    twc_land_fill(some.h, cut);
    if (strip->on_grid && z + step == row_z(strip, j + 1) && z - step == row_z(strip, j - 1))
        read_slopes(strip, j, list, cut, &some);
    else
        ask_slopes(strip, count, &some);
    TWC_NAME(gully_batch)(strip->land, count, &some.at, some.h, &some.steer, out);
    for (int32_t k = 0; k < cut; k++)
        strip->gullied[list[k]] = out[k];
}

/* roll[] of the row where there is land. */
static void add_roll(land_strip *strip)
{
    const twc_land_roll *roll = &strip->land->roll;
    int32_t list[TWC_LAND_BATCH], land = 0;
    double broad[TWC_LAND_BATCH], narrow[TWC_LAND_BATCH];
    twc_land_places some;
    for (int32_t k = 1; k < strip->columns - 1; k++) {
        list[land] = k;
        land += strip->s[k] > 0.0;
    }
    memset(strip->roll, 0, sizeof strip->roll);
    if (land == 0)
        return;
    const int32_t count = TWC_NAME(land_pick)(&strip->at, list, land, &some);
    TWC_NAME(fbm_batch)(&roll->broad, count, some.x, some.z, broad);
    TWC_NAME(fbm_batch)(&roll->narrow, count, some.x, some.z, narrow);
    for (int32_t k = 0; k < land; k++)
        strip->roll[list[k]] = broad[k] * roll->broad_weight + narrow[k] * roll->narrow_weight;
}

TWC_INLINE double shelf_height(const twc_land_shelf *shelf, double s)
{
    const double out = -s, depth = twc_fast_min(shelf->linear * out + (shelf->square * out) * out, shelf->floor);
    const double land = twc_fast_lerp(shelf->shore, shelf->lowland, twc_fast_ss(s, shelf->rise)) +
                        shelf->beach_height * twc_fast_ss(s, shelf->beach);
    const double sea = shelf->shore - depth;
    return s < 0.0 ? sea : land;
}

static void add_up(const land_strip *strip, double *restrict h)
{
    const twc_land_shelf shelf = strip->land->shelf;
    const twc_land_roll *roll = &strip->land->roll;
    const twc_land_pad pad = strip->land->pad;
    const twc_ramp reach = roll->reach, shore = roll->shore;
    const double near = roll->near, far_roll = roll->far;
    const int32_t n = TWC_LAND_WHOLE(strip->count);
    for (int32_t k = 0; k < n; k++) {
        const double s = strip->s[k], ground = shelf_height(&shelf, s);
        const double far = twc_fast_length(strip->at.x[k] - pad.middle.x, strip->at.z[k] - pad.middle.z);
        const double hill = ground + strip->gullied[k] * strip->fade[k];
        const double land = hill +
                            (strip->roll[k] * (near + far_roll * twc_fast_ss(far, reach))) * twc_fast_ss(s, shore);
        h[k] = twc_fast_lerp(s > 0.0 ? land : ground, pad.height, 1.0 - twc_fast_ss(far, pad.edge));
    }
}

static void do_row(land_strip *strip, int32_t j, float *heights)
{
    const twc_ramp shore = strip->land->gullies.shore;
    const int32_t n = TWC_LAND_WHOLE(strip->count);
    double h[TWC_LAND_BATCH];
    set_row(strip, row_z(strip, j), &strip->at);
    TWC_NAME(coast_batch)(&strip->land->coast, strip->count, &strip->at, strip->s);
    for (int32_t k = 0; k < n; k++) {
        strip->s[k] = -strip->s[k];
        strip->fade[k] = twc_fast_ss(strip->s[k], shore);
    }
    add_gullies(strip, j);
    add_roll(strip);
    add_up(strip, h);
    for (int32_t k = 1; k < strip->columns - 1; k++)
        heights[k - 1] = (float)h[k];
}

void TWC_NAME(base_heights)(const twc_land *land, double highest, twc_rect rect, float *heights)
{
    const int32_t wide = TWC_LAND_BATCH - 2;
    land_strip strip;
    strip.land = land;
    strip.highest = highest;
    for (int32_t i = 0; i < rect.nx; i += wide) {
        begin_strip(&strip, rect.x + i - 1, (rect.nx - i < wide ? rect.nx - i : wide) + 2);
        for (int32_t j = 0; j < rect.nz; j++)
            do_row(&strip, rect.z + j, heights + (size_t)j * (size_t)rect.nx + (size_t)i);
    }
}
