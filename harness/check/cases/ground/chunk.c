/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `chunk` and `locate`: whole pieces of lattice. */
#include <string.h>

#include "check/case_ground.h"
#include "check/registry.h"

/* ---- chunk ------------------------------------------------------------------------------------------------ */

enum { C_X = G_COUNT, C_Z, C_WEST, C_EAST, C_NORTH, C_SOUTH };
enum { C_COUNTS = G_ARRAYS, C_TRIANGLES, C_FACETS };
enum { CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM };

static const twc_scalar chunk_scalars[] = {
    TWC_GROUND_SCALARS,
    {"chunk_x", -TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), 0},
    {"chunk_z", -TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), 0},
    {"chunks_west", 0, 2, 0}, /* of the extent beyond the chunk; 0: the chunk lies on its edge */
    {"chunks_east", 0, 2, 0},
    {"chunks_north", 0, 2, 0},
    {"chunks_south", 0, 2, 0},
    {NULL, 0, 0, 0},
};

/*
 * Chunks with a fine triangle beyond their lower border in x or in z, the sum of whose corners is exactly the border's:
 * its centroid is on it, so they own it. They were found by trying the cells along the borders about the origin.
 */
static const twc_point border_ties[] = {{-28, 21}, {-23, -12}, {13, 12},  {30, 2},   {17, -38},
                                        {-4, -36}, {-29, -28}, {19, -23}, {15, -15}, {-25, 22}};

static void chunk_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_ground_draw(random, index, value);
    value[C_X] = twc_sweep_place(random, TWC_TILE_CHUNKS);
    value[C_Z] = twc_sweep_place(random, TWC_TILE_CHUNKS);
    for (int side = C_WEST; side <= C_SOUTH; side++)
        value[side] = twc_random_between(random, 0, 2);
    if (index % 16 == 8) { /* class pattern 0: Fine */
        twc_point cell = twc_tie_cell(random);
        value[C_X] = twc_floor_div(cell.x, TWC_CHUNK_CELLS);
        value[C_Z] = twc_floor_div(cell.z, TWC_CHUNK_CELLS);
    }
    if (index % 32 == 24) { /* Fine as well */
        const twc_point at =
            border_ties[twc_random_between(random, 0, (int64_t)(sizeof border_ties / sizeof *border_ties) - 1)];
        value[C_X] = at.x;
        value[C_Z] = at.z;
        value[C_WEST] = value[C_NORTH] = 1;
    }
}

static twc_rect grown(int32_t chunk_x, int32_t chunk_z, int32_t margin)
{
    int32_t side = CHUNK_SAMPLES + 1 + 2 * margin;
    return (twc_rect){chunk_x * CHUNK_SAMPLES - margin, chunk_z * CHUNK_SAMPLES - margin, side, side};
}

static int chunk_shape(twc_case *c)
{
    int32_t x = (int32_t)c->value[C_X], z = (int32_t)c->value[C_Z], ring = 2, side = TWC_CHUNK_MACROS + 2 * ring;
    twc_case_ground_shape(c, (twc_rect){x * TWC_CHUNK_MACROS - ring, z * TWC_CHUNK_MACROS - ring, side, side},
                          grown(x, z, TWC_CHUNK_FINE_MARGIN), grown(x, z, TWC_CHUNK_BROAD_MARGIN));
    twc_case_list(c, TWC_OUTPUT, "counts", &twc_layout_u32, 2);
    twc_case_list(c, TWC_OUTPUT, "triangles", &twc_layout_triangle, TWC_GROUND_MAX_TRIANGLES);
    twc_case_list(c, TWC_OUTPUT, "facets", &twc_layout_facet, TWC_GROUND_MAX_FACETS);
    return 1;
}

static void chunk_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_ground_window ground = twc_case_ground_view(c, call->buffer);
    int32_t x = (int32_t)c->value[C_X], z = (int32_t)c->value[C_Z], side = TWC_CHUNK_MACROS;
    twc_rect extent = {(x - (int32_t)c->value[C_WEST]) * side, (z - (int32_t)c->value[C_NORTH]) * side,
                       (int32_t)(c->value[C_WEST] + 1 + c->value[C_EAST]) * side,
                       (int32_t)(c->value[C_NORTH] + 1 + c->value[C_SOUTH]) * side};
    twc_mesh mesh = {call->buffer[C_TRIANGLES], call->buffer[C_FACETS], 0, TWC_GROUND_MAX_TRIANGLES, 0,
                     TWC_GROUND_MAX_FACETS};
    twc_implementation_ground(implementation)->chunk(&ground, extent, x, z, &mesh);
    uint32_t counts[2] = {mesh.triangle_count, mesh.facet_count};
    memcpy(call->buffer[C_COUNTS], counts, sizeof counts);
    *call->written[C_TRIANGLES] = mesh.triangle_count;
    *call->written[C_FACETS] = mesh.facet_count;
}

/*
 * Not told from the original, and so not planted:
 *  - the mean of three heights as a product with 1/3: sums of heights of like size lie on a grid so coarse that neither
 *    can round to binary32 on the other side of a tie;
 *  - the order of the squares under a normal's root: in binary64, so that one binary32 component in 2^29 or so differs,
 *    and ten minutes of cases held none;
 *  - the plane of a fine triangle with a fused sum: its products are integers of 24 bits by differences of as many, so
 *    exact.
 */
static const twc_planted_fault chunk_faults[] = {
    {"wrong tie of ownership", "ground/emit.h", "(x < own->high_x)", "(x <= own->high_x)"},
    {"wrong tie", "ground/block.c",
     "middle_error(points->y[2 * k], a[0], c[1]) <= middle_error(points->y[2 * k + 1], a[1], c[0])",
     "middle_error(points->y[2 * k], a[0], c[1]) < middle_error(points->y[2 * k + 1], a[1], c[0])"},
    {"operand order", "ground/block.c", "fabsf(broad - (p.y + q.y) * 0.5f)",
     "fabsf((broad - p.y * 0.5f) - q.y * 0.5f)"},
    {"fused multiply-add", "ground/emit.h", "e.y * fz - ez * f.y", "__builtin_fma(e.y, fz, -(ez * f.y))"},
    {"off by one", "ground/emit.h", "a + b + c + 3 * 32768", "a + b + c + 3 * 32768 + 1"},
    {"wrong id", "ground/fine.c", "twc_facet_id(TWC_FACET_FINE, i, j, half)", "twc_facet_id(TWC_FACET_FINE, i, j, 0)"},
    {"wrong order", "ground/broad.c", "from < to ? k : TWC_MACRO_CELLS - k", "k"},
    {"wrong salt", "ground/fine.c", "twc_fast_hash(i + (k & 3), j + (k >> 2), TWC_SALT_DIAGONAL)",
     "twc_fast_hash(i + (k & 3), j + (k >> 2), TWC_SALT_JITTER_X)"},
    {"wrong edge of the extent", "ground/chunk.c", "macro + TWC_CHUNK_MACROS >= extent + extent_size",
     "macro + TWC_CHUNK_MACROS > extent + extent_size"},
    {"culled on the border", "ground/fine.c", "sum - least >= 3 * (int64_t)low", "sum - least > 3 * (int64_t)low"},
    {"culled too much", "ground/fine.c", "sum - least >= 3 * (int64_t)low", "sum - least >= 3 * (int64_t)low + 300"},
    {"wrong rounding", "ground/ground.h",
     "(float)(((double)corner[0]->y + (double)corner[1]->y + (double)corner[2]->y) / 3.0)",
     "(corner[0]->y + corner[1]->y + corner[2]->y) / 3.0f"},
    {"wrong neighbour", "ground/chunk.c", "block->broad_cell[mz + 3][mx + 2]", "block->broad_cell[mz + 1][mx + 2]"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_chunk = {
    .name = "ground.chunk",
    .cases = 480,
    .scalars = chunk_scalars,
    .draw = chunk_draw,
    .shape = chunk_shape,
    .fill = twc_case_ground_fill,
    .neutral = twc_case_ground_neutral,
    .run = chunk_run,
    .faults = chunk_faults,
};

/* ---- locate ----------------------------------------------------------------------------------------------- */

enum { P_X = G_COUNT, P_Z, P_NX, P_NZ, P_N, P_KIND };
enum { P_POINTS = G_ARRAYS, P_OUT };
enum { P_LIMIT = 70, P_SIDE = 3, P_KINDS = 5, P_RING = 2 };

static const twc_scalar locate_scalars[] = {
    TWC_GROUND_SCALARS,
    {"macro_x", -TWC_PLACE_LIMIT(TWC_TILE_MACROS), TWC_PLACE_LIMIT(TWC_TILE_MACROS), 0},
    {"macro_z", -TWC_PLACE_LIMIT(TWC_TILE_MACROS), TWC_PLACE_LIMIT(TWC_TILE_MACROS), 0},
    {"macros_x", 1, P_SIDE, 1},
    {"macros_z", 1, P_SIDE, 1},
    {"points", 1, P_LIMIT, 1},
    {"kind", 0, P_KINDS - 1,
     0}, /* of points: anywhere, on vertices, on middles of edges, on borders of cells, all of them */
    {NULL, 0, 0, 0},
};

static void locate_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_ground_draw(random, index, value);
    value[P_X] = twc_sweep_place(random, TWC_TILE_MACROS);
    value[P_Z] = twc_sweep_place(random, TWC_TILE_MACROS);
    value[P_NX] = twc_random_between(random, 1, P_SIDE);
    value[P_NZ] = twc_random_between(random, 1, P_SIDE);
    value[P_N] = twc_sweep_length(random, index / TWC_CLASS_PATTERNS, P_LIMIT);
    value[P_KIND] = index / 3 % P_KINDS;
}

static int locate_shape(twc_case *c)
{
    /* The points' cells, two more around, and the samples under all of them. */
    twc_rect macros = {(int32_t)c->value[P_X] - P_RING, (int32_t)c->value[P_Z] - P_RING,
                       (int32_t)c->value[P_NX] + 2 * P_RING, (int32_t)c->value[P_NZ] + 2 * P_RING};
    twc_rect samples = twc_support(macros.x * TWC_MACRO_CM, macros.z * TWC_MACRO_CM,
                                   (macros.x + macros.nx) * TWC_MACRO_CM, (macros.z + macros.nz) * TWC_MACRO_CM);
    twc_case_ground_shape(c, macros, samples, samples);
    twc_case_list(c, TWC_INPUT, "points", &twc_layout_point, (size_t)c->value[P_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_location, (size_t)c->value[P_N]);
    return 1;
}

/* A lattice vertex of the points' cells, as drawn. */
static twc_vertex vertex_at(const twc_case *c, int32_t i, int32_t j)
{
    twc_ground_window ground = twc_case_ground_view(c, NULL);
    twc_vertex vertex;
    twc_reference_ground()->lattice(&ground, (twc_rect){i, j, 1, 1}, &vertex);
    return vertex;
}

static twc_point point_of_kind(const twc_case *c, int64_t kind, int32_t k)
{
    uint32_t across = twc_pattern_hash(c->value[G_SEED] + 3, k, 0), down = twc_pattern_hash(c->value[G_SEED] + 4, k, 0);
    int32_t width = (int32_t)c->value[P_NX] * TWC_MACRO_CM, height = (int32_t)c->value[P_NZ] * TWC_MACRO_CM;
    int32_t x = (int32_t)c->value[P_X] * TWC_MACRO_CM + (int32_t)(across % (uint32_t)width);
    int32_t z = (int32_t)c->value[P_Z] * TWC_MACRO_CM + (int32_t)(down % (uint32_t)height);
    int32_t i = twc_floor_div(x, TWC_LATTICE_CM), j = twc_floor_div(z, TWC_LATTICE_CM);
    if (kind == 1 || kind == 2) {
        twc_vertex one = vertex_at(c, i, j), other = kind == 1 ? one : vertex_at(c, i + (int32_t)(k & 1), j + !(k & 1));
        return (twc_point){one.x + (other.x - one.x) / 2, one.z + (other.z - one.z) / 2};
    }
    if (kind == 3)
        return (twc_point){k & 1 ? x : i * TWC_LATTICE_CM, k & 1 ? j * TWC_LATTICE_CM : z};
    return (twc_point){x, z};
}

/* Vertices stray from their cells: a point is pulled back into the cells that the window is made for. */
static twc_point within(const twc_case *c, twc_point p)
{
    int32_t x = (int32_t)c->value[P_X] * TWC_MACRO_CM, z = (int32_t)c->value[P_Z] * TWC_MACRO_CM;
    p.x = twc_clamp(p.x, x, x + (int32_t)c->value[P_NX] * TWC_MACRO_CM - 1);
    p.z = twc_clamp(p.z, z, z + (int32_t)c->value[P_NZ] * TWC_MACRO_CM - 1);
    return p;
}

static void locate_fill(twc_case *c)
{
    twc_point *points = c->array[P_POINTS].data;
    twc_case_ground_fill(c);
    for (int32_t k = 0; k < (int32_t)c->value[P_N]; k++)
        points[k] = within(c, point_of_kind(c, c->value[P_KIND] == 4 ? k % 4 : c->value[P_KIND], k));
}

static int locate_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    twc_point middle = {(int32_t)c->value[P_X] * TWC_MACRO_CM + TWC_MACRO_CM / 2,
                        (int32_t)c->value[P_Z] * TWC_MACRO_CM + TWC_MACRO_CM / 2};
    if (array != P_POINTS)
        return twc_case_ground_neutral(c, array, element, out);
    memcpy(out, &middle, sizeof middle);
    return 1;
}

static void locate_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_ground_window ground = twc_case_ground_view(c, call->buffer);
    twc_implementation_ground(implementation)
        ->locate(&ground, (size_t)c->value[P_N], call->buffer[P_POINTS], call->buffer[P_OUT]);
}

static void locate_plan(const twc_case *c, uint32_t array, size_t element, int32_t *x, int32_t *z)
{
    (void)array;
    *x = ((const twc_point *)c->array[P_POINTS].data)[element].x;
    *z = ((const twc_point *)c->array[P_POINTS].data)[element].z;
}

/*
 * Not told from the original, and so not planted: `contains` with > for >=, as the joined sign bits are 0 only for a
 * triangle without area; its first edge left out, as on a Fine cell an earlier triangle of the canonical order has the
 * point as well.
 */
static const twc_planted_fault locate_faults[] = {
    {"wrong tie", "ground/locate.c", "height <= best->height", "height < best->height"},
    {"edges left out", "ground/locate.c", "(ab | bc |", "(ab | (bc - TWC_FAULT(0, 1)) |"},
    {"operand order", "ground/locate.c", "(wb * ((double)b->y - (double)a->y) + wc * ((double)c->y - (double)a->y))",
     "(wc * ((double)b->y - (double)a->y) + wb * ((double)c->y - (double)a->y))"},
    {"wrong rounding", "ground/locate.c", "(float)((double)a->y + rise)", "a->y + (float)rise"},
    {"stale memory", "ground/locate.c", "near->j == j", "1"},
    {"off by one", "ground/locate.c", "cell + 1 >= macro * TWC_MACRO_CELLS", "cell >= macro * TWC_MACRO_CELLS"},
    {"reach too short", "ground/locate.c", "reach = TWC_MACRO_JITTER_CM",
     "reach = TWC_FAULT(TWC_MACRO_JITTER_CM, TWC_LATTICE_JITTER_CM)"},
    {"wrong neighbour", "ground/locate.c", "cell->broad_beyond[2] = (uint8_t)is_broad(ground, x - 1, z)",
     "cell->broad_beyond[2] = (uint8_t)is_broad(ground, x - TWC_FAULT(1, -1), z)"},
    {"wrong id", "ground/locate.c", "twc_facet_id(TWC_FACET_BROAD, x, z, half)",
     "twc_facet_id(TWC_FACET_BROAD, x, z, 0)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_locate = {
    .name = "ground.locate",
    .cases = 480,
    .scalars = locate_scalars,
    .draw = locate_draw,
    .shape = locate_shape,
    .fill = locate_fill,
    .neutral = locate_neutral,
    .run = locate_run,
    .plan = locate_plan,
    .faults = locate_faults,
};
