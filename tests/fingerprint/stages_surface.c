/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The surface stage and the rasteriser: faces and vertices of the fixed world's chunks, and pictures of it in every
 * weather.
 */
#include <stdint.h>
#include <string.h>

#include "fixed_world.h"
#include "sink.h"

enum { CHUNKS = 16, THREADS = 2 };

static void *aligned(void *memory)
{
    return (char *)memory + (64 - (uintptr_t)memory % 64) % 64;
}

/* ---- dryness ---------------------------------------------------------------------------------------------- */

void run_dryness(const implementation *who, sink *out)
{
    enum { N = 3000 };
    static twc_point point[N];
    static double dryness[N];
    for (int32_t k = 0; k < N; k++) {
        int32_t reach = k % 2 ? 200000 : 1 << 29;
        point[k].x = fixed_number(k, 0, 40, 2 * reach - 1) - reach;
        point[k].z = fixed_number(k, 0, 41, 2 * reach - 1) - reach;
    }
    (who->fast ? twc_fast_surface(who->level) : twc_reference_surface())->dryness(N, point, dryness);
    for (int32_t k = 0; k < N; k++) {
        uint64_t bits;
        memcpy(&bits, &dryness[k], sizeof bits);
        sink_word(out, "dryness", k, 0, bits);
    }
}

/* ---- surfaces --------------------------------------------------------------------------------------------- */

typedef struct surfaces {
    twc_mesh mesh[CHUNKS];
    twc_chunk_surface surface[CHUNKS];
    uint8_t *vertices; /* of all chunks */
    uint32_t triangle_count;
} surfaces;

/* The meshes are the ground stage's affair, so the reference builds them. */
static surfaces *build(const implementation *who)
{
    surfaces *s = need(sizeof *s);
    static const implementation reference = {0};
    twc_chunk_request request = {.world = fixed_world(),
                                 .chunks = twc_world_chunks(fixed_world()),
                                 .stages = TWC_BUILD_GROUND,
                                 .water = 3.0,
                                 .options = {0, 1, TWC_STATIC}};
    const twc_chunks built = {s->mesh, s->surface, NULL};
    for (int k = 0; k < CHUNKS; k++)
        s->mesh[k] = (twc_mesh){need(TWC_GROUND_MAX_TRIANGLES * sizeof(twc_triangle)),
                                need(TWC_GROUND_MAX_FACETS * sizeof(twc_facet)),
                                0,
                                TWC_GROUND_MAX_TRIANGLES,
                                0,
                                TWC_GROUND_MAX_FACETS};
    build_chunks(&reference, &request, &built);
    s->vertices = need(CHUNKS * (size_t)TWC_GROUND_MAX_TRIANGLES * 3 * TWC_VERTEX_BYTES);
    s->triangle_count = 0;
    for (int k = 0; k < CHUNKS; k++) {
        s->surface[k].faces = need(TWC_GROUND_MAX_FACETS * sizeof(twc_surface_face));
        s->surface[k].vertices = s->vertices + (size_t)s->triangle_count * 3 * TWC_VERTEX_BYTES;
        s->triangle_count += s->mesh[k].triangle_count;
    }
    request.stages = TWC_BUILD_SURFACE;
    request.options.threads = who->fast ? THREADS : 1;
    build_chunks(who, &request, &built);
    return s;
}

static void release(surfaces *s)
{
    for (int k = 0; k < CHUNKS; k++) {
        free(s->mesh[k].triangles);
        free(s->mesh[k].facets);
        free(s->surface[k].faces);
    }
    free(s->vertices);
    free(s);
}

static void sink_bytes(sink *out, const char *what, int64_t part, const uint8_t *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++)
        sink_word(out, what, (int64_t)k, part, bytes[k]);
}

void run_surface(const implementation *who, sink *out)
{
    surfaces *s = build(who);
    for (int k = 0; k < CHUNKS; k++) {
        for (uint32_t f = 0; f < s->mesh[k].facet_count; f++) {
            const twc_surface_face *face = &s->surface[k].faces[f];
            uint64_t puddle;
            memcpy(&puddle, &face->puddle, sizeof puddle);
            sink_word(out, "puddle", k, f, puddle);
            sink_real(out, "height", k, f, face->height);
            sink_word(out, "palette", k, f, face->palette);
        }
    }
    sink_bytes(out, "vertex byte", 0, s->vertices, (size_t)s->triangle_count * 3 * TWC_VERTEX_BYTES);
    release(s);
}

/* ---- pictures --------------------------------------------------------------------------------------------- */

/* Small, and of few triangles: the reference asks every one for every shadow. */
void run_render(const implementation *who, sink *out)
{
    enum { WIDTH = 40, HEIGHT = 26, TRIANGLES = 1500 };
    static uint8_t rgb[3 * WIDTH * HEIGHT];
    surfaces *s = build(who);
    uint32_t count = s->triangle_count < TRIANGLES ? s->triangle_count : TRIANGLES;
    twc_drawing drawing = {s->vertices, count};
    for (int preset = 0; preset < TWC_PRESET_COUNT; preset++) {
        twc_camera camera = {{-400.0, 120.0 + 40.0 * preset, -330.0},
                             {-300.0, 60.0, -480.0 + 90.0 * preset},
                             0.6,
                             WIDTH,
                             HEIGHT,
                             1 + preset};
        const twc_weather *weather = &twc_presets[preset];
        void *memory = need((who->fast ? twc_fast_render_workspace(&camera, count, THREADS)
                                       : twc_reference_render_workspace(&camera, count)) +
                            64);
        twc_status status = who->fast
                                ? twc_fast_render(who->level, &camera, weather, drawing, THREADS, aligned(memory), rgb)
                                : twc_reference_render(&camera, weather, drawing, aligned(memory), rgb);
        free(memory);
        sink_integer(out, "status", preset, 0, status.code);
        if (!status.code)
            sink_bytes(out, "colour byte", preset, rgb, sizeof rgb);
    }
    release(s);
}
