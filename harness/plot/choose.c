/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/choose.h"

#include <math.h>
#include <stdlib.h>

#include "plot/road.h"

enum { MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM };

/* A square of macro cells that may become the window. */
typedef struct place {
    const twc_study_source *source;
    int32_t x, z, side;     /* macro cells */
    const uint8_t *classes; /* of its first cell, and so on */
    const float *heights;   /* of its first sample */
    ptrdiff_t class_stride, height_stride;
} place;

typedef double cost_of(const place *where);

/*
 * The cheapest square of `side` macro cells, and about its middle a window of `size_cm`. It keeps one cell off the
 * ragged outline of the extent, which has at least 8 x 8.
 */
static twc_status cheapest(const twc_study_source *source, int32_t side, int32_t size_cm, cost_of *cost,
                           twc_rect *window)
{
    const twc_world *world = source->world;
    const twc_study_area area = {.world = world};
    twc_rect macros = twc_world_macros(world), samples = twc_world_samples(world);
    uint8_t *classes = twc_world_classes(world, macros);
    float *heights = twc_study_heights(&area, samples);
    place where = {.source = source, .side = side, .class_stride = macros.nx, .height_stride = samples.nx};
    double best = INFINITY;
    for (int32_t z = 1; classes && heights && z + side < macros.nz; z++)
        for (int32_t x = 1; x + side < macros.nx; x++) {
            where.x = macros.x + x;
            where.z = macros.z + z;
            where.classes = classes + z * where.class_stride + x;
            where.heights = heights + z * where.height_stride * MACRO_SAMPLES + x * MACRO_SAMPLES;
            double value = cost(&where);
            if (value >= best)
                continue;
            best = value;
            *window = (twc_rect){where.x * TWC_MACRO_CM + (side * TWC_MACRO_CM - size_cm) / 2,
                                 where.z * TWC_MACRO_CM + (side * TWC_MACRO_CM - size_cm) / 2, size_cm, size_cm};
        }
    twc_status status = classes && heights ? twc_ok() : twc_fail(TWC_IO, "not enough memory to look over the world");
    free(classes);
    free(heights);
    return status;
}

static int broad_cells(const place *where)
{
    int count = 0;
    for (int32_t z = 0; z < where->side; z++)
        for (int32_t x = 0; x < where->side; x++)
            count += where->classes[z * where->class_stride + x] == TWC_BROAD;
    return count;
}

static double dryness(int32_t x_cm, int32_t z_cm)
{
    double value;
    twc_reference_surface()->dryness(1, &(twc_point){x_cm, z_cm}, &value);
    return value;
}

/* ---- lattice: seven fine cells by seven at the limit between grass and dry grass, half a cell off the lattice ---- */

static double lattice_cost(const place *where)
{
    int wet = where->heights[where->height_stride * MACRO_SAMPLES + MACRO_SAMPLES] < where->source->water + 5;
    return wet + fabs(dryness((where->x + 1) * TWC_MACRO_CM, (where->z + 1) * TWC_MACRO_CM) - 0.60) +
           broad_cells(where);
}

twc_status twc_choose_lattice(const twc_study_source *source, twc_rect *window)
{
    return cheapest(source, 2, 7 * TWC_LATTICE_CM, lattice_cost, window);
}

/* ---- boundary: three rows of Broad cells over two of Fine ones, in any turn ---------------------------------- */

/* Cells that are not as wanted. Turns of equal cost: Broad on top, below, left, right. */
static double boundary_cost(const place *where)
{
    double best = INFINITY;
    for (int turn = 0; turn < 4; turn++) {
        double wrong = 0.1 * turn;
        for (int32_t z = 0; z < where->side; z++)
            for (int32_t x = 0; x < where->side; x++) {
                int32_t depth = turn == 0 ? z : turn == 1 ? where->side - 1 - z : turn == 2 ? x : where->side - 1 - x;
                wrong += where->classes[z * where->class_stride + x] != (depth < 3 ? TWC_BROAD : TWC_FINE);
            }
        best = fmin(best, wrong);
    }
    return best + (broad_cells(where) ? 0 : 1000);
}

twc_status twc_choose_boundary(const twc_study_source *source, twc_rect *window)
{
    twc_rect macros = twc_world_macros(source->world);
    uint8_t *classes = twc_world_classes(source->world, macros);
    int broad = 0;
    for (size_t k = 0; classes && k < (size_t)macros.nx * (size_t)macros.nz; k++)
        broad |= classes[k] == TWC_BROAD;
    free(classes);
    if (!broad)
        return twc_fail(TWC_USAGE, "the world has no Broad cell: there is no boundary to show");
    return cheapest(source, 5, 5 * TWC_MACRO_CM, boundary_cost, window);
}

/* ---- palette: lowland with a third of shore and both kinds of grass ------------------------------------------- */

/* Where the water stands in a lake, shores of other hollows don't count. */
static int by_lake(const twc_study_source *source, double x_cm, double z_cm)
{
    const double *lake = source->lake, shore = 60;
    return lake[2] <= 0 || hypot(x_cm / 100 - lake[0], z_cm / 100 - lake[1]) < lake[2] + shore;
}

static double palette_cost(const place *where)
{
    double shore = 0, dry = 0, count = 0;
    for (int32_t z = 0; z < where->side * MACRO_SAMPLES; z += 4)
        for (int32_t x = 0; x < where->side * MACRO_SAMPLES; x += 4, count++) {
            int is_shore = where->heights[z * where->height_stride + x] < where->source->water + 2.5;
            int32_t x_cm = where->x * TWC_MACRO_CM + x * TWC_SAMPLE_CM,
                    z_cm = where->z * TWC_MACRO_CM + z * TWC_SAMPLE_CM;
            shore += is_shore && by_lake(where->source, x_cm, z_cm);
            dry += !is_shore && dryness(x_cm, z_cm) > 0.60;
        }
    return 2 * fabs(shore / count - 0.35) + fabs(dry / count - 0.3) + broad_cells(where);
}

twc_status twc_choose_palette(const twc_study_source *source, twc_rect *window)
{
    return cheapest(source, 4, TWC_CHUNK_CM, palette_cost, window);
}

/* ---- potentials: lowland above water with the most relief ----------------------------------------------------- */

static double potentials_cost(const place *where)
{
    float low = INFINITY, high = -INFINITY;
    for (int32_t z = 0; z < where->side * MACRO_SAMPLES; z += 4)
        for (int32_t x = 0; x < where->side * MACRO_SAMPLES; x += 4) {
            low = fminf(low, where->heights[z * where->height_stride + x]);
            high = fmaxf(high, where->heights[z * where->height_stride + x]);
        }
    return -(double)(high - low) + 1000 * ((low < where->source->water) + broad_cells(where));
}

/* A window about the middle of a road. */
static twc_status about_road(const twc_study_source *source, int which, int32_t width_cm, int32_t height_cm,
                             twc_rect *window)
{
    const twc_feature *road;
    twc_status status = twc_road_find(source, which, &road);
    if (status.code)
        return status;
    const twc_station *middle = &road->stations[road->station_count / 2];
    *window = (twc_rect){middle->x - width_cm / 2, middle->z - height_cm / 2, width_cm, height_cm};
    return status;
}

/* About the gentle road, where there is one. */
twc_status twc_choose_potentials(const twc_study_source *source, twc_rect *window)
{
    enum { SIDE_CM = 22000 };
    return source->features.count ? about_road(source, 1, SIDE_CM, SIDE_CM, window)
                                  : cheapest(source, 4, SIDE_CM, potentials_cost, window);
}

twc_status twc_choose_steep_road(const twc_study_source *source, twc_rect *window)
{
    return about_road(source, 0, 9000, 9000, window);
}

twc_status twc_choose_gentle_road(const twc_study_source *source, twc_rect *window)
{
    return about_road(source, 1, 18000, 8000, window);
}

twc_status twc_choose_seam(const twc_study_source *source, twc_rect *window)
{
    return about_road(source, 1, 6400, 4800, window);
}
