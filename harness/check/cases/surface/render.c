/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases of the rasteriser, over threads: soups of triangles about the eye, and maps seen from straight above, whose
 * corners lie on the middles and borders of samples and whose triangles repeat, so that edges and depths tie.
 */
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

enum { MAP, N, REACH, SIZE, WIDTH, HEIGHT, SAMPLES, WEATHER, SEED };
enum { VERTICES, STATUS, OUT };
enum { MOST = 300, SIDE = 80 };

static const twc_scalar scalars[] = {
    {"map", 0, 1, 0},
    {"triangles", 0, MOST, 0},
    {"reach", 100, 20000000, 100}, /* of the middles from the eye, centimetres */
    {"size", 1, 20000000, 1},      /* of a triangle, at most */
    {"width", 1, SIDE, 1},
    {"height", 1, SIDE, 1},
    {"samples", 1, TWC_RASTER_MAX_SAMPLES, 1},
    {"weather", 0, TWC_PRESET_COUNT - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    static const int64_t reach[] = {2000, 20000, 300, 20000000};
    value[MAP] = index % 4 == 3;
    value[N] = twc_random_between(random, 0, index % 3 ? MOST : 40);
    value[REACH] = reach[index % 4];
    value[SIZE] = index % 5 ? value[REACH] / 4 + 1 : value[REACH];
    value[WIDTH] = twc_sweep_length(random, index, SIDE);
    value[HEIGHT] = twc_random_between(random, 1, SIDE / 2);
    value[SAMPLES] = value[MAP] ? 1 + index / 4 % 2 : 1 + index / 4 % TWC_RASTER_MAX_SAMPLES;
    value[WEATHER] = twc_random_between(random, 0, TWC_PRESET_COUNT - 1);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "vertices", &twc_layout_u8, (size_t)c->value[N] * 3 * TWC_VERTEX_BYTES);
    twc_case_list(c, TWC_OUTPUT, "status", &twc_layout_u32, 1);
    twc_case_list(c, TWC_OUTPUT, "rgb", &twc_layout_u8, (size_t)(3 * c->value[WIDTH] * c->value[HEIGHT]));
    return 1;
}

static int32_t spread(int64_t seed, int32_t k, int32_t salt, int64_t amplitude)
{
    return (int32_t)(twc_pattern_hash(seed, k, salt) % (uint64_t)(2 * amplitude + 1)) - (int32_t)amplitude;
}

/*
 * A pixel is a metre (camera_of): corners are multiples of half a sample from the middle. Every fourth triangle is the
 * one before it, every second one has an edge along a row.
 */
static void set_map(const twc_case *c, int32_t k, twc_triangle *triangle)
{
    int64_t seed = c->value[SEED];
    int32_t half = 50 / (int32_t)c->value[SAMPLES], side = (int32_t)c->value[HEIGHT], place = k % 4 == 3 ? k - 1 : k;
    for (int corner = 0; corner < 3; corner++) {
        triangle->corner[corner].x = half * spread(seed, place, 60 + corner, side);
        triangle->corner[corner].z = half * spread(seed, place, 70 + corner, side);
        triangle->corner[corner].y = 0.0f;
    }
    if (place % 2 == 0)
        triangle->corner[1].z = triangle->corner[0].z;
}

/* Random faces, written by the reference: what a vertex may hold is its affair. */
static void set_triangle(const twc_case *c, int32_t k, uint8_t *out)
{
    int64_t seed = c->value[SEED], size = c->value[SIZE], reach = c->value[REACH];
    uint32_t hash = twc_pattern_hash(seed, k, 1);
    twc_triangle triangle = {.facet = 0};
    for (int corner = 0; corner < 3; corner++) {
        triangle.corner[corner].x = spread(seed, k, 2, reach) + spread(seed, k, 10 + corner, size);
        triangle.corner[corner].z = spread(seed, k, 3, reach) + spread(seed, k, 20 + corner, size);
        triangle.corner[corner].y = 0.01f *
                                    (float)(spread(seed, k, 4, reach / 2) + spread(seed, k, 30 + corner, size / 3));
    }
    if (c->value[MAP])
        set_map(c, k, &triangle);
    else if (hash % 7 == 0) /* a line */
        triangle.corner[2] = triangle.corner[1];
    else if (hash % 7 == 1) { /* vertical */
        triangle.corner[2].x = triangle.corner[0].x;
        triangle.corner[2].z = triangle.corner[0].z;
    }
    static const float normals[4][3] = {{0, 1, 0}, {-0.6f, 0.8f, 0}, {0.48f, 0.6f, -0.64f}, {0, 0.9962f, 0.0872f}};
    twc_facet facet = {.id = 0};
    memcpy(facet.normal, normals[hash >> 30], sizeof facet.normal);
    twc_surface_face face = {.height = (float)(hash % 40000) * 0.01f - 50.0f,
                             .material = (uint8_t)((hash >> 9) % TWC_MATERIAL_COUNT),
                             .rank = (uint8_t)(hash & 1 ? 255 - (hash >> 12) % 60 : 0),
                             .snow = (uint8_t)(hash >> 20)};
    memcpy(face.colour, &hash, sizeof face.colour);
    twc_mesh mesh = {&triangle, &facet, 1, 1, 1, 1};
    twc_reference_surface()->vertices(&mesh, &face, out);
}

static void fill(twc_case *c)
{
    for (int32_t k = 0; k < (int32_t)c->value[N]; k++)
        set_triangle(c, k, (uint8_t *)c->array[VERTICES].data + (size_t)k * 3 * TWC_VERTEX_BYTES);
}

static twc_camera camera_of(const twc_case *c)
{
    int64_t seed = c->value[SEED];
    twc_camera camera = {.tan_half = 0.3 + 0.1 * (double)(seed % 9),
                         .width = (int32_t)c->value[WIDTH],
                         .height = (int32_t)c->value[HEIGHT],
                         .samples = (int32_t)c->value[SAMPLES]};
    if (c->value[MAP]) {
        camera.eye[1] = 0.5 * (double)camera.height; /* a pixel is a metre on the ground */
        camera.tan_half = 1.0;
        return camera;
    }
    for (int axis = 0; axis < 3; axis++)
        camera.target[axis] = 0.01 * spread(seed, axis, 50, 1000) + (axis == 2 ? 11.0 : 0.0);
    return camera;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_camera camera = camera_of(c);
    return implementation->fast ? twc_fast_render_workspace(&camera, (uint32_t)c->value[N], implementation->threads)
                                : twc_reference_render_workspace(&camera, (uint32_t)c->value[N]);
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_camera camera = camera_of(c);
    const twc_weather *weather = &twc_presets[c->value[WEATHER]];
    twc_drawing drawing = {call->buffer[VERTICES], (uint32_t)c->value[N]};
    twc_status status = implementation->fast
                            ? twc_fast_render(implementation->level, &camera, weather, drawing, implementation->threads,
                                              call->scratch, call->buffer[OUT])
                            : twc_reference_render(&camera, weather, drawing, call->scratch, call->buffer[OUT]);
    uint32_t code = (uint32_t)status.code;
    memcpy(call->buffer[STATUS], &code, sizeof code);
}

/*
 * Not told from the original, and so not planted: another order of the sums of a depth, as only a tie would show it,
 * and those are of equal triangles; the test against the near plane left out of `needs_no_clip`, as behind the eye the
 * guard's tests fail as well.
 */
static const twc_planted_fault render_faults[] = {
    {"fill rule", "surface/tile.c", "e.dy > 0 || (e.dy == 0 && e.dx > 0)", "e.dy > 0"},
    {"ties", "surface/tile.c", "w > best[k]", "w >= best[k]"},
    {"operand order", "surface/tile.c", "((e0 * w0 + e1 * w1) + e2 * w2) * scale",
     "((e0 * w0 + e1 * w2) + e2 * w1) * scale"},
    {"dropped last", "surface/shade.c", "k < start[1]", "k + 1 < start[1]"},
    {"dropped triangle", "surface/project.c", "behind && view[k][2] - twc_the_look.near < 0.0",
     "view[k][2] - twc_the_look.near < 0.0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_render = {
    .name = "surface.render",
    .cases = 80,
    .threaded = 1,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .scratch = scratch,
    .run = run,
    .faults = render_faults,
};
