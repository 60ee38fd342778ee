/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `samples` and `classes`: windows inside, across, and far outside worlds with missing tiles. */
#include "check/case_world.h"
#include "check/registry.h"

/* The window is given relative to the extent's first sample or cell. */
enum { OFFSET_X = W_COUNT, OFFSET_Z, NX, NZ };
enum { TILES, OUT };
enum { LIMIT = 160 };

static const twc_scalar scalars[] = {
    TWC_WORLD_SCALARS,   {"offset_x", -1000, 1000, 0}, {"offset_z", -1000, 1000, 0},
    {"nx", 1, LIMIT, 1}, {"nz", 1, LIMIT, 1},          {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value, int32_t per_tile)
{
    twc_case_world_draw(random, value);
    value[NX] = twc_sweep_length(random, index, LIMIT);
    value[NZ] = twc_random_between(random, 1, index % 4 ? 8 : LIMIT);
    for (int axis = 0; axis < 2; axis++) {
        int64_t tiles = value[W_NX + axis] * per_tile, *offset = &value[OFFSET_X + axis];
        switch (twc_random_between(random, 0, 3)) {
        case 0:
            *offset = twc_random_between(random, -40, 0);
            break;
        case 1:
            *offset = tiles - twc_random_between(random, 0, 40);
            break;
        case 2:
            *offset = twc_random_between(random, -1000, 1000);
            break;
        default:
            *offset = twc_random_between(random, 0, tiles - 1);
        }
    }
}

static int shape(twc_case *c, int32_t per_tile, const twc_layout *layout, int32_t step_cm)
{
    twc_rect extent = twc_case_world_extent(c);
    twc_rect window = {extent.x * per_tile + (int32_t)c->value[OFFSET_X],
                       extent.z * per_tile + (int32_t)c->value[OFFSET_Z], (int32_t)c->value[NX], (int32_t)c->value[NZ]};
    if (!twc_case_world_shape(c))
        return 0;
    twc_case_grid(c, TWC_OUTPUT, "out", layout, window, step_cm);
    return 1;
}

static void fill(twc_case *c)
{
    twc_case_world_fill(c, &c->array[TILES]);
}

static void draw_samples(twc_random *random, uint32_t index, int64_t *value)
{
    draw(random, index, value, TWC_TILE_CELLS);
}

static int shape_samples(twc_case *c)
{
    return shape(c, TWC_TILE_CELLS, &twc_layout_u16, TWC_SAMPLE_CM);
}

static void run_samples(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_case_world view;
    twc_case_world_view(c, call->buffer[TILES], &view);
    twc_implementation_ground(implementation)->samples(&view.world, c->array[OUT].rect, call->buffer[OUT]);
}

static const twc_planted_fault samples_faults[] = {
    {"wrong owner", "ground/heightfield.c", "(tile_x == last_x)", "1"},
    {"dropped last", "ground/heightfield.c", "fill(out + c.left + c.middle, c.right, edge)",
     "fill(out + c.left + c.middle, TWC_FAULT(c.right, c.right - 1), edge)"},
    {"wrong edge", "ground/heightfield.c", "copy_row(world, last_x, z, 1, &edge)",
     "copy_row(world, TWC_FAULT(last_x, inside.x), z, 1, &edge)"},
    {"wrong default", "ground/heightfield.c", "world->base_sample", "0"},
    {"operand order", "ground/heightfield.c", "&tile->sample[z - tile_z * TWC_TILE_CELLS][x - first]",
     "&tile->sample[x - first][z - tile_z * TWC_TILE_CELLS]"},
    {"off by one", "ground/heightfield.c", "inside.x - window.x, 0, window.nx)",
     "inside.x - window.x - TWC_FAULT(0, 1), 0, window.nx)"},
    {"wrong row", "ground/heightfield.c",
     "last_z)) {\n"
     "            memcpy(out, out - window.nx, (size_t)window.nx * sizeof",
     "last_z) + TWC_FAULT(0, z == last_z)) {\n"
     "            memcpy(out, out - window.nx, (size_t)window.nx * sizeof"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_samples = {
    .name = "ground.samples",
    .cases = 480,
    .scalars = scalars,
    .draw = draw_samples,
    .shape = shape_samples,
    .fill = fill,
    .run = run_samples,
    .faults = samples_faults,
};

static void draw_classes(twc_random *random, uint32_t index, int64_t *value)
{
    draw(random, index, value, TWC_TILE_MACROS);
}

static int shape_classes(twc_case *c)
{
    return shape(c, TWC_TILE_MACROS, &twc_layout_u8, TWC_MACRO_CM);
}

static void run_classes(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_case_world view;
    twc_case_world_view(c, call->buffer[TILES], &view);
    twc_implementation_ground(implementation)->classes(&view.world, c->array[OUT].rect, call->buffer[OUT]);
}

static const twc_planted_fault classes_faults[] = {
    {"wrong rounding", "ground/heightfield.c", "tile_x = twc_floor_div(x, TWC_TILE_MACROS)",
     "tile_x = TWC_FAULT(twc_floor_div(x, TWC_TILE_MACROS), x / TWC_TILE_MACROS)"},
    {"wrong default", "ground/heightfield.c", "memset(out, TWC_FINE", "memset(out, TWC_FAULT(TWC_FINE, TWC_BROAD)"},
    {"dropped last", "ground/heightfield.c", "edge, (size_t)c.right)",
     "edge, (size_t)TWC_FAULT(c.right, c.right - 1))"},
    {"short copy", "ground/heightfield.c", "out - window.nx, (size_t)window.nx)",
     "out - window.nx, (size_t)TWC_FAULT(window.nx, window.nx - 1))"},
    {"wrong edge", "ground/heightfield.c", "copy_classes(world, last_x, z, 1, &edge)",
     "copy_classes(world, TWC_FAULT(last_x, inside.x), z, 1, &edge)"},
    {"wrong row", "ground/heightfield.c", "memcpy(out, tile->facet[z - tile_z * TWC_TILE_MACROS], TWC_TILE_MACROS)",
     "memcpy(out, tile->facet[TWC_FAULT(z - tile_z * TWC_TILE_MACROS, 0)], TWC_TILE_MACROS)"},
    {"operand order", "ground/heightfield.c", "&tile->facet[z - tile_z * TWC_TILE_MACROS][x - first]",
     "&tile->facet[x - first][z - tile_z * TWC_TILE_MACROS]"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_classes = {
    .name = "ground.classes",
    .cases = 480,
    .scalars = scalars,
    .draw = draw_classes,
    .shape = shape_classes,
    .fill = fill,
    .run = run_classes,
    .faults = classes_faults,
};
