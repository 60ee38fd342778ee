/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the fingerprint runs of each stage, on the fixed world. A kernel needs none of its own: stages_kernels.c runs
 * its cases. A new stage goes at the end: the hashes of the others stay what they are.
 */
#include <stdlib.h>

#include "fixed_world.h"
#include "sink.h"

static const twc_ground_table *table(const implementation *who)
{
    return who->fast ? twc_fast_ground(who->level) : twc_reference_ground();
}

static size_t cells(twc_rect rect)
{
    return (size_t)rect.nx * (size_t)rect.nz;
}

static twc_rect grown(twc_rect rect, int32_t by)
{
    return (twc_rect){rect.x - by, rect.z - by, rect.nx + 2 * by, rect.nz + 2 * by};
}

/* ---- numbers, world --------------------------------------------------------------------------------------- */

static void run_numbers(const implementation *who, sink *out)
{
    (void)who; /* shared by all implementations */
    for (int32_t k = -2000; k < 2000; k++) {
        uint32_t hash = twc_hash(k * 7919, k ^ 0x5A5A, k & 63);
        sink_word(out, "hash", k, 0, hash);
        sink_integer(out, "jitter", k, 0, twc_jitter(hash, TWC_LATTICE_JITTER_CM));
        sink_integer(out, "floor_mean3", k, 0, twc_floor_mean3(k, (int32_t)hash >> 2, -3 * k));
        sink_integer(out, "area2", k, 0, twc_area2(k, 0, (int32_t)hash >> 3, k, -(k * 5000), 1 << 29));
    }
    for (int32_t s = 0; s < 65536; s++)
        sink_real(out, "sample_height", s, 0, twc_sample_height((uint16_t)s));
    for (int32_t k = 0; k < 4000; k++) {
        sink_integer(out, "height_sample", k, 0, twc_height_sample(k * 0.173 - 215.0));
        sink_real(out, "weighted_height", k, 0,
                  twc_weighted_height((uint64_t)twc_hash(k, 1, 2) << 16 | twc_hash(k, 3, 4) >> 16));
    }
}

static const twc_rect whole = {-140, -140, 281, 281}; /* the world's samples and some beyond */

static uint16_t *samples_of(const implementation *who, twc_rect window)
{
    uint16_t *samples = need(cells(window) * sizeof *samples);
    table(who)->samples(fixed_world(), window, samples);
    return samples;
}

static void run_samples(const implementation *who, sink *out)
{
    uint16_t *samples = samples_of(who, whole);
    for (size_t k = 0; k < cells(whole); k++)
        sink_integer(out, "sample", (int64_t)k, 0, samples[k]);
    free(samples);
}

static uint8_t *classes_of(const implementation *who, twc_rect window)
{
    uint8_t *classes = need(cells(window));
    table(who)->classes(fixed_world(), window, classes);
    return classes;
}

static const twc_rect all_macros = {-10, -10, 20, 20};

static void run_classes(const implementation *who, sink *out)
{
    uint8_t *classes = classes_of(who, all_macros);
    for (size_t k = 0; k < cells(all_macros); k++)
        sink_integer(out, "class", (int64_t)k, 0, classes[k]);
    free(classes);
}

/* ---- fields ----------------------------------------------------------------------------------------------- */

static float *filtered(const implementation *who, twc_filter filter, twc_rect window)
{
    uint16_t *samples = samples_of(who, grown(window, twc_filter_radius(filter)));
    float *heights = need(cells(window) * sizeof *heights);
    void *memory = need(twc_prefilter_scratch(filter, window) + 64);
    char *scratch = (char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    table(who)->prefilter(filter, window, samples, heights, scratch);
    free(memory);
    free(samples);
    return heights;
}

static void run_prefilter(const implementation *who, sink *out)
{
    static const twc_rect window = {-131, -67, 200, 171};
    for (int filter = 0; filter < TWC_FILTER_COUNT; filter++) {
        float *heights = filtered(who, (twc_filter)filter, window);
        for (size_t k = 0; k < cells(window); k++)
            sink_real(out, "prefilter", filter, (int64_t)k, heights[k]);
        free(heights);
    }
}

static void run_bilinear(const implementation *who, sink *out)
{
    enum { N = 3001 };
    static int32_t x[N], z[N];
    static float y[N];
    twc_field field = {{-60, -60, 120, 120}, NULL};
    float *heights = filtered(who, TWC_FILTER_FINE, field.rect);
    field.h = heights;
    for (int32_t k = 0; k < N; k++) {
        x[k] = fixed_number(k, 0, 20, 118 * TWC_SAMPLE_CM) - 60 * TWC_SAMPLE_CM;
        z[k] = fixed_number(k, 0, 21, 118 * TWC_SAMPLE_CM) - 60 * TWC_SAMPLE_CM;
    }
    table(who)->bilinear(&field, N, x, z, y);
    for (int32_t k = 0; k < N; k++)
        sink_real(out, "height", k, 0, y[k]);
    free(heights);
}

static void run_initial_classes(const implementation *who, sink *out)
{
    static const twc_rect macros = {-7, -7, 13, 14};
    twc_field broad = {{macros.x * 16 - 8, macros.z * 16 - 8, macros.nx * 16 + 17, macros.nz * 16 + 17}, NULL};
    uint8_t classes[13 * 14];
    float *heights = filtered(who, TWC_FILTER_BROAD, broad.rect);
    broad.h = heights;
    table(who)->initial_classes(&broad, macros, classes);
    for (size_t k = 0; k < cells(macros); k++)
        sink_integer(out, "class", (int64_t)k, 0, classes[k]);
    free(heights);
}

/* ---- lattice ---------------------------------------------------------------------------------------------- */

/* The lattice of the world and `ring` macro cells around it. */
static twc_ground_window window_of(const implementation *who, int32_t ring)
{
    const twc_rect macros = grown(twc_world_macros(fixed_world()), ring);
    const twc_rect samples = {macros.x * 16, macros.z * 16, macros.nx * 16 + 1, macros.nz * 16 + 1};
    twc_ground_window ground = {macros, classes_of(who, macros), {samples, NULL}, {samples, NULL}};
    ground.fine.h = filtered(who, TWC_FILTER_FINE, samples);
    ground.broad.h = filtered(who, TWC_FILTER_BROAD, samples);
    return ground;
}

static void release(twc_ground_window *ground)
{
    free((void *)(uintptr_t)ground->classes);
    free((void *)(uintptr_t)ground->fine.h);
    free((void *)(uintptr_t)ground->broad.h);
}

static void run_lattice(const implementation *who, sink *out)
{
    static const twc_rect vertices = {-33, -33, 66, 65};
    twc_vertex *vertex = need(cells(vertices) * sizeof *vertex);
    uint8_t *diagonal = need(cells(vertices));
    twc_ground_window ground = window_of(who, 2);
    table(who)->lattice(&ground, vertices, vertex);
    table(who)->diagonals((twc_rect){vertices.x, vertices.z, vertices.nx - 1, vertices.nz - 1}, vertex, diagonal);
    for (size_t k = 0; k < cells(vertices); k++)
        sink_vertex(out, "vertex", (int64_t)k, 0, vertex[k]);
    for (size_t k = 0; k < (size_t)(vertices.nx - 1) * (size_t)(vertices.nz - 1); k++)
        sink_integer(out, "diagonal", (int64_t)k, 0, diagonal[k]);
    release(&ground);
    free(vertex);
    free(diagonal);
}

static void run_locate(const implementation *who, sink *out)
{
    enum { N = 2000 };
    static twc_point point[N];
    static twc_location found[N];
    twc_ground_window ground = window_of(who, 4); /* a vertex may lie one cell outside, and its search takes two more */
    for (int32_t k = 0; k < N; k++) {
        point[k].x = fixed_number(k, 0, 30, 2 * TWC_TILE_CM) - TWC_TILE_CM;
        point[k].z = fixed_number(k, 0, 31, 2 * TWC_TILE_CM) - TWC_TILE_CM;
        if (k % 2) { /* on a vertex: several triangles hold it */
            twc_vertex vertex;
            twc_rect one = {twc_floor_div(point[k].x, TWC_LATTICE_CM), twc_floor_div(point[k].z, TWC_LATTICE_CM), 1, 1};
            table(who)->lattice(&ground, one, &vertex);
            point[k] = (twc_point){vertex.x, vertex.z};
        }
    }
    table(who)->locate(&ground, N, point, found);
    for (int32_t k = 0; k < N; k++) {
        for (int32_t c = 0; c < 3; c++)
            sink_vertex(out, "corner", k, c, found[k].corner[c]);
        sink_word(out, "facet", k, 0, found[k].facet);
        sink_integer(out, "class", k, 0, found[k].facet_class);
        sink_real(out, "height", k, 0, found[k].height);
    }
    release(&ground);
}

/* ---- chunks ----------------------------------------------------------------------------------------------- */

void sink_mesh(sink *out, int64_t chunk, const twc_mesh *mesh)
{
    sink_integer(out, "triangles", chunk, 0, mesh->triangle_count);
    sink_integer(out, "facets", chunk, 0, mesh->facet_count);
    for (uint32_t k = 0; k < mesh->triangle_count; k++) {
        for (int c = 0; c < 3; c++)
            sink_vertex(out, "triangle corner", chunk, 3 * (int64_t)k + c, mesh->triangles[k].corner[c]);
        sink_integer(out, "triangle facet", chunk, k, mesh->triangles[k].facet);
    }
    for (uint32_t k = 0; k < mesh->facet_count; k++) {
        const twc_facet *facet = &mesh->facets[k];
        for (int c = 0; c < 3; c++) {
            sink_vertex(out, "facet corner", chunk, 3 * (int64_t)k + c, facet->corner[c]);
            sink_real(out, "facet normal", chunk, 3 * (int64_t)k + c, facet->normal[c]);
        }
        sink_integer(out, "facet centroid x", chunk, k, facet->centroid_x);
        sink_integer(out, "facet centroid z", chunk, k, facet->centroid_z);
        sink_word(out, "facet id", chunk, k, facet->id);
    }
    sink_word(out, "mesh fingerprint", chunk, 0, twc_mesh_fingerprint(mesh));
}

static void make_mesh(twc_mesh *mesh)
{
    *mesh = (twc_mesh){need(TWC_GROUND_MAX_TRIANGLES * sizeof *mesh->triangles),
                       need(TWC_GROUND_MAX_FACETS * sizeof *mesh->facets),
                       0,
                       TWC_GROUND_MAX_TRIANGLES,
                       0,
                       TWC_GROUND_MAX_FACETS};
}

static void free_mesh(twc_mesh *mesh)
{
    free(mesh->triangles);
    free(mesh->facets);
}

static void run_chunk(const implementation *who, sink *out)
{
    twc_ground_window ground = window_of(who, 2);
    twc_mesh mesh;
    make_mesh(&mesh);
    for (int32_t k = 0; k < 4; k++) {
        table(who)->chunk(&ground, twc_world_macros(fixed_world()), k % 2 - 1, k / 2 - 1, &mesh);
        sink_mesh(out, k, &mesh);
    }
    free_mesh(&mesh);
    release(&ground);
}

twc_status build_chunks(const implementation *who, const twc_chunk_request *request, const twc_chunks *chunks)
{
    const twc_builder builder = who->fast ? twc_fast_builder(who->level) : twc_reference_builder();
    void *memory = need(twc_chunks_workspace(builder, request, chunks->mesh) + 64);
    twc_status status = twc_chunks_build(builder, request, (char *)memory + (64 - (uintptr_t)memory % 64) % 64, chunks);
    free(memory);
    return status;
}

static void build_with(const implementation *who, int fine_only, int64_t first, sink *out)
{
    enum { CHUNKS = 16, THREADS = 2 };
    twc_mesh mesh[CHUNKS];
    const twc_chunk_request request = {.world = fixed_world(),
                                       .chunks = twc_world_chunks(fixed_world()),
                                       .stages = TWC_BUILD_GROUND,
                                       .options = {fine_only, who->fast ? THREADS : 1, TWC_DYNAMIC}};
    for (int k = 0; k < CHUNKS; k++)
        make_mesh(&mesh[k]);
    twc_status status = build_chunks(who, &request, &(twc_chunks){mesh, NULL, NULL});
    sink_integer(out, "status", first, 0, status.code);
    for (int k = 0; k < CHUNKS; k++) {
        if (!status.code)
            sink_mesh(out, first + k, &mesh[k]);
        free_mesh(&mesh[k]);
    }
}

static void run_build(const implementation *who, sink *out)
{
    build_with(who, 0, 0, out);
    build_with(who, 1, 100, out);
}

const stage stages[] = {
    {"numbers", run_numbers, ""},
    {"world.samples", run_samples, "ground.samples"},
    {"world.classes", run_classes, "ground.classes"},
    {"ground.prefilter", run_prefilter, ""},
    {"ground.bilinear", run_bilinear, ""},
    {"ground.initial_classes", run_initial_classes, ""},
    {"ground.lattice", run_lattice, "ground.lattice ground.diagonals"},
    {"ground.locate", run_locate, ""},
    {"ground.chunk", run_chunk, ""},
    {"ground.build", run_build, ""},
    {"surface.dryness", run_dryness, ""},
    {"surface.build", run_surface, ""},
    {"surface.render", run_render, ""},
    {"feature.build", run_feature_build,
     "footprint.solve cut.arrange cut.heights cut.cut footprint.fill"}, /* its steps */
    {"world.brush", run_brush, "world.brush_apply"},
    {"world.hashes", run_hashes, "world.fingerprint_bytes world.mesh_stages"},
    {"world.buckets", run_buckets, "world.buckets_build world.buckets_find"},
    {NULL, NULL, NULL},
};
