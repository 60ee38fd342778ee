/* SPDX-License-Identifier: MIT */
/* Classes of a world's macro cells from its samples, a tile at a time: by relief, or by what Broad facets lose. */
#include <stdlib.h>

#include "twc/ground.h"
#include "twc/reach.h"
#include "twc/world_data.h"

enum {
    CELLS = TWC_TILE_MACROS * TWC_TILE_MACROS,
    STRAY = TWC_MACRO_JITTER_CM / TWC_SAMPLE_CM, /* samples that a corner goes beyond its cell */
    RELIEF = TWC_RELIEF_RADIUS + 1,              /* what a slope's differences read */
    REACH = RELIEF > STRAY + 1 ? RELIEF : STRAY + 1
};

/* What one tile is classified with; `heights` only by error. */
typedef struct classing {
    const twc_ground_table *ground;
    double most; /* metres that a Broad cell may be off; negative: by relief */
    uint16_t *samples;
    float *broad, *heights;
    void *scratch;
} classing;

static twc_rect grown(twc_rect rect, int32_t by)
{
    return (twc_rect){rect.x - by, rect.z - by, rect.nx + 2 * by, rect.nz + 2 * by};
}

/* The samples of a tile, its far row and column included. */
static twc_rect samples_of(int32_t tile_x, int32_t tile_z)
{
    return (twc_rect){tile_x * TWC_TILE_CELLS, tile_z * TWC_TILE_CELLS, TWC_TILE_SAMPLES, TWC_TILE_SAMPLES};
}

static size_t count_of(twc_rect rect)
{
    return (size_t)rect.nx * (size_t)rect.nz;
}

static void by_error(const classing *c, const twc_world *world, const twc_field *broad, twc_rect macros,
                     uint8_t *classes)
{
    float error[CELLS];
    const twc_rect near = grown(
        samples_of(twc_floor_div(macros.x, TWC_TILE_MACROS), twc_floor_div(macros.z, TWC_TILE_MACROS)), STRAY);
    c->ground->samples(world, near, c->samples);
    for (size_t k = 0; k < count_of(near); k++)
        c->heights[k] = twc_sample_height(c->samples[k]);
    c->ground->broad_errors(broad, &(twc_field){near, c->heights}, macros, error);
    for (int k = 0; k < CELLS; k++)
        classes[k] = (double)error[k] <= c->most ? TWC_BROAD : TWC_FINE;
}

static void classify_tile(const classing *c, twc_world_data *data, int32_t tile_x, int32_t tile_z)
{
    const twc_rect macros = {tile_x * TWC_TILE_MACROS, tile_z * TWC_TILE_MACROS, TWC_TILE_MACROS, TWC_TILE_MACROS};
    const twc_rect rect = grown(samples_of(tile_x, tile_z), REACH);
    const twc_field broad = {rect, c->broad};
    uint8_t classes[CELLS];
    c->ground->samples(&data->world, grown(rect, TWC_FILTER_BROAD_RADIUS), c->samples);
    c->ground->prefilter(TWC_FILTER_BROAD, rect, c->samples, c->broad, c->scratch);
    if (c->most < 0)
        c->ground->initial_classes(&broad, macros, classes);
    else
        by_error(c, &data->world, &broad, macros, classes);
    twc_world_data_set_classes(data, macros, classes);
}

static twc_status classify(twc_world_data *data, const twc_ground_table *ground, double most)
{
    const twc_rect extent = data->world.extent, rect = grown(samples_of(0, 0), REACH);
    const size_t count = count_of(grown(rect, TWC_FILTER_BROAD_RADIUS));
    classing c = {.ground = ground, .most = most};
    c.samples = malloc(count * sizeof *c.samples);
    c.broad = malloc(count * sizeof *c.broad);
    c.heights = malloc(count * sizeof *c.heights);
    c.scratch = malloc(twc_prefilter_scratch(TWC_FILTER_BROAD, rect));
    const int ready = c.samples && c.broad && c.heights && c.scratch;
    for (int32_t z = 0; ready && z < extent.nz; z++)
        for (int32_t x = 0; x < extent.nx; x++)
            if (data->tiles[(size_t)z * (size_t)extent.nx + (size_t)x])
                classify_tile(&c, data, extent.x + x, extent.z + z);
    free(c.samples);
    free(c.broad);
    free(c.heights);
    free(c.scratch);
    return ready ? twc_ok() : twc_fail(TWC_IO, "not enough memory to classify a tile");
}

twc_status twc_world_data_classify_by(twc_world_data *data, const twc_ground_table *ground)
{
    return classify(data, ground, -1);
}

twc_status twc_world_data_classify(twc_world_data *data)
{
    return classify(data, twc_reference_ground(), -1);
}

twc_status twc_world_data_classify_error(twc_world_data *data, const twc_ground_table *ground, double most)
{
    return most >= 0 ? classify(data, ground, most)
                     : twc_fail(TWC_USAGE, "Broad cells can be off by 0 m or more, not by %.7g m", most);
}
