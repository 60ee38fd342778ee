/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/grids.h"
#include "measure/grid_difference.h"
#include "footprint/road_cases.h"

#include "profiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t road_draw(road_random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int32_t road_between(road_random *r, int32_t low, int32_t high)
{
    return low + (int32_t)(road_draw(r) % (uint64_t)(high - low + 1));
}

/* ---- worlds ---- */

static uint16_t sample_at(uint64_t seed, road_heights kind, int32_t i, int32_t j)
{
    road_random r = {seed ^ ((uint64_t)(uint32_t)i << 32 | (uint32_t)j)};
    double phase = (double)(seed % 628) * 0.01;
    switch (kind) {
    case ROAD_HILLS:
        return (uint16_t)(22000 + 900 * sin(i * 0.07 + phase) + 1100 * cos(j * 0.05 - phase) +
                          250 * sin((i + j) * 0.3));
    case ROAD_SLOPE: /* 35 % across, with a little roughness */
        return (uint16_t)(22000 + 140 * ((seed & 1 ? i : j) % 128) + road_between(&r, -60, 60));
    case ROAD_NOISE:
        return (uint16_t)road_draw(&r);
    case ROAD_CLIFFS:
        r.state = seed ^ ((uint64_t)(uint32_t)(i >> 3) << 32 | (uint32_t)(j >> 3));
        return road_draw(&r) & 1 ? 65535 : 0;
    default:
        return 22000;
    }
}

static uint8_t class_at(uint64_t seed, road_classes kind, int32_t x, int32_t z)
{
    int32_t block = kind == ROAD_BLOCKS ? 3 : 1;
    road_random r = {seed ^ 77 ^
                     ((uint64_t)(uint32_t)twc_floor_div(x, block) << 32 | (uint32_t)twc_floor_div(z, block))};
    if (kind == ROAD_FINE || kind == ROAD_BROAD)
        return kind == ROAD_BROAD ? TWC_BROAD : TWC_FINE;
    return road_draw(&r) & 1 ? TWC_BROAD : TWC_FINE;
}

twc_status road_world(uint64_t seed, twc_rect extent, road_heights heights, road_classes classes, twc_world_data *data)
{
    twc_status status = twc_world_data_create(extent, 20000, "road test", data);
    if (status.code)
        return status;
    for (int32_t z = 0; z < extent.nz && !status.code; z++)
        for (int32_t x = 0; x < extent.nx && !status.code; x++)
            status = twc_world_data_add_tile(data, extent.x + x, extent.z + z);
    twc_rect samples = twc_world_samples(&data->world), macros = twc_world_macros(&data->world);
    uint16_t *s = malloc((size_t)samples.nx * (size_t)samples.nz * sizeof *s);
    uint8_t *c = malloc((size_t)macros.nx * (size_t)macros.nz);
    if (!s || !c)
        status = twc_fail(TWC_IO, "no memory for a test world");
    for (int32_t k = 0; !status.code && k < samples.nx * samples.nz; k++)
        s[k] = sample_at(seed, heights, samples.x + k % samples.nx, samples.z + k / samples.nx);
    for (int32_t k = 0; !status.code && k < macros.nx * macros.nz; k++)
        c[k] = class_at(seed, classes, macros.x + k % macros.nx, macros.z + k / macros.nx);
    if (!status.code) {
        twc_world_data_set_samples(data, samples, s);
        twc_world_data_set_classes(data, macros, c);
    }
    free(s);
    free(c);
    return status;
}

/* ---- roads ---- */

static void random_nodes(road_random *r, twc_rect extent, road_case *c)
{
    int32_t x0 = extent.x * TWC_TILE_CM + 5000, x1 = (extent.x + extent.nx) * TWC_TILE_CM - 5000;
    int32_t z0 = extent.z * TWC_TILE_CM + 5000, z1 = (extent.z + extent.nz) * TWC_TILE_CM - 5000;
    int32_t step = road_between(r, 1000, 12000), wanted = road_between(r, 2, ROAD_MAX_NODES);
    double heading = road_between(r, 0, 6283) * 0.001, bend = road_between(r, 0, 700) * 0.001;
    c->node[0] = (twc_point){road_between(r, x0, x1), road_between(r, z0, z1)};
    for (c->node_count = 1; c->node_count < wanted; c->node_count++) {
        twc_point before = c->node[c->node_count - 1];
        heading += bend * road_between(r, -1000, 1000) * 0.001;
        twc_point next = {before.x + (int32_t)(step * cos(heading)), before.z + (int32_t)(step * sin(heading))};
        if (c->node_count > 1 && (next.x < x0 || next.x > x1 || next.z < z0 || next.z > z1))
            break;
        c->node[c->node_count] = (twc_point){twc_clamp(next.x, x0, x1), twc_clamp(next.z, z0, z1)};
    }
}

/* A random triangle of the world's ground, well inside. */
static twc_status random_triangle(road_random *r, const twc_world *world, twc_vertex corner[3])
{
    twc_rect all = twc_world_chunks(world);
    twc_chunk_grid meshes = {0};
    twc_chunk_request request = mesh_request(world, no_features);
    request.chunks = (twc_rect){road_between(r, all.x, all.x + all.nx - 1), road_between(r, all.z, all.z + all.nz - 1),
                                1, 1};
    twc_status status = twc_chunk_grid_build(twc_reference_builder(), &request, &meshes);
    for (int tries = 0; tries < 100 && !status.code; tries++) {
        memcpy(corner, meshes.mesh[0].triangles[road_between(r, 0, (int32_t)meshes.mesh[0].triangle_count - 1)].corner,
               3 * sizeof *corner);
        int32_t x0 = world->extent.x * TWC_TILE_CM + 9000,
                x1 = (world->extent.x + world->extent.nx) * TWC_TILE_CM - 9000;
        int32_t z0 = world->extent.z * TWC_TILE_CM + 9000,
                z1 = (world->extent.z + world->extent.nz) * TWC_TILE_CM - 9000;
        if (corner[0].x > x0 && corner[0].x < x1 && corner[0].z > z0 && corner[0].z < z1)
            break;
    }
    twc_chunk_grid_destroy(&meshes);
    return status;
}

/*
 * A road that lives on the lattice: its nodes on vertices, or its edge along a lattice edge, each off by -1, 0 or 1 cm.
 * The profile has no wobble then, so that the outline really lies where it is meant to.
 */
static twc_status lattice_nodes(road_random *r, const twc_world *world, road_case *c)
{
    twc_vertex v[3], w[3];
    twc_status status = random_triangle(r, world, v);
    if (!status.code)
        status = random_triangle(r, world, w);
    if (status.code)
        return status;
    double dx = v[1].x - v[0].x, dz = v[1].z - v[0].z, length = sqrt(dx * dx + dz * dz);
    int32_t edge = c->profile.row[c->profile.row_count - 1].offset_cm +
                   (c->profile.edge == TWC_EDGE_BANK ? c->profile.bank_min_cm : 0);
    int style = road_between(r, 0, 3);
    double along = style == 0 ? 0.0 : 5000.0 / length, aside = style == 2 ? edge / length : 0.0;
    c->node_count = 2;
    c->node[0] = (twc_point){(int32_t)floor(v[0].x - along * dx - aside * dz + 0.5),
                             (int32_t)floor(v[0].z - along * dz + aside * dx + 0.5)};
    c->node[1] = (twc_point){(int32_t)floor(v[1].x + along * dx - aside * dz + 0.5),
                             (int32_t)floor(v[1].z + along * dz + aside * dx + 0.5)};
    if (style == 3) { /* from vertex to vertex, over a chunk corner */
        c->node_count = 3;
        c->node[0] = (twc_point){v[0].x, v[0].z};
        c->node[1] = (twc_point){twc_floor_div(v[0].x + 12800, TWC_CHUNK_CM) * TWC_CHUNK_CM,
                                 twc_floor_div(v[0].z + 12800, TWC_CHUNK_CM) * TWC_CHUNK_CM};
        c->node[2] = (twc_point){w[0].x, w[0].z};
    }
    for (int32_t i = 0; i < c->node_count; i++) {
        c->node[i].x += road_between(r, -1, 1);
        c->node[i].z += road_between(r, -1, 1);
    }
    return twc_ok();
}

/* The cart road, variants of it, and every corridor of the catalogue. */
twc_status road_draw_profile(road_random *r, int adversarial, twc_profile *profile)
{
    twc_catalogue catalogue;
    twc_status status = twc_catalogue_read(TWC_SOURCE_DIR "/experiments/profiles.json", &catalogue);
    if (status.code)
        return status;
    *profile = catalogue.profile[road_between(r, 0, (int32_t)catalogue.count - 1)];
    twc_catalogue_free(&catalogue);
    int kind = road_between(r, 0, 7);
    if (kind >= 1 && kind <= 3)
        *profile = twc_cart_road;
    if (kind == 1) {
        profile->edge = TWC_EDGE_RETAIN;
        profile->depth_cm = road_between(r, -200, 200);
    } else if (kind == 2) {
        profile->row[0].offset_cm = -road_between(r, 90, 400);
        profile->row[2].offset_cm = road_between(r, 90, 400);
        profile->bank_max_cm = road_between(r, 240, 400);
    } else if (kind == 3) {
        profile->edge = TWC_EDGE_NONE;
    }
    if (adversarial)
        profile->inner_wobble_cm = profile->outer_wobble_cm = 0;
    return twc_ok();
}

twc_status road_draw_case(uint64_t seed, int adversarial, road_case *c, twc_world_data *data)
{
    road_random r = {seed * 2 + (uint64_t)adversarial};
    memset(c, 0, sizeof *c);
    c->seed = seed;
    c->adversarial = adversarial;
    c->extent = (twc_rect){road_between(&r, -2, 1), road_between(&r, -2, 1), 1, 1};
    c->heights = (road_heights)road_between(&r, 0, ROAD_HEIGHTS - 1);
    c->classes = (road_classes)road_between(&r, 0, ROAD_CLASSES - 1);
    twc_status status = road_draw_profile(&r, adversarial, &c->profile);
    if (status.code)
        return status;
    status = road_world(seed, c->extent, c->heights, c->classes, data);
    if (!status.code && adversarial)
        status = lattice_nodes(&r, &data->world, c);
    else if (!status.code)
        random_nodes(&r, c->extent, c);
    return status;
}

road_verdict road_run(const twc_world *world, const twc_corridor *road, twc_builder builder, twc_mesh_report *report,
                      char *message, size_t size)
{
    twc_features features = {0};
    twc_chunk_grid meshes = {0};
    twc_outline outline = {0};
    road_verdict verdict = ROAD_BROKEN;
    twc_status status = twc_features_place(world, 0, road, &features);
    message[0] = 0;
    if (status.code) {
        snprintf(message, size, "%s", status.message);
        return ROAD_REFUSED;
    }
    const twc_chunk_request request = mesh_request(world, features.list);
    status = twc_chunk_grid_build(builder, &request, &meshes);
    if (!status.code)
        status = twc_extent_outline(world, 0, &outline);
    if (!status.code)
        status = twc_mesh_check(meshes.mesh, meshes.count, &outline, NULL, 0, report);
    if (status.code)
        snprintf(message, size, "%s", status.message);
    else if (twc_mesh_report_clean(report))
        verdict = ROAD_CLOSED;
    else
        snprintf(
            message, size,
            "open %llu, nonmanifold %llu, misoriented %llu, T %llu, inverted %llu, degenerate %llu, area off by %lld; first "
            "(%d, %d, %g) - (%d, %d, %g)",
            (unsigned long long)report->open_edges, (unsigned long long)report->nonmanifold,
            (unsigned long long)report->misoriented, (unsigned long long)report->t_junctions,
            (unsigned long long)report->inverted, (unsigned long long)report->degenerate,
            (long long)(report->area2 - report->outline_area2), report->first.a.x, report->first.a.z,
            (double)report->first.a.y, report->first.b.x, report->first.b.z, (double)report->first.b.y);
    twc_features_destroy(&features);
    twc_chunk_grid_destroy(&meshes);
    twc_outline_free(&outline);
    return verdict;
}

/* ---- bits ---- */

/* Builds `chunks` and compares with that part of the reference's whole. */
static int part_differs(const twc_world *world, twc_feature_list features, twc_level level, twc_rect chunks,
                        const twc_chunk_grid *whole, char *message, size_t size)
{
    twc_chunk_grid part = {0}, expected = {.chunks = chunks, .count = (size_t)chunks.nx * (size_t)chunks.nz};
    twc_chunk_request request = mesh_request(world, features);
    request.chunks = chunks;
    expected.mesh = malloc(expected.count * sizeof *expected.mesh);
    twc_status status = expected.mesh ? twc_chunk_grid_build(twc_fast_builder(level), &request, &part)
                                      : twc_fail(TWC_IO, "no memory");
    int differ = status.code != TWC_OK;
    if (differ) {
        snprintf(message, size, "%s", status.message);
    } else {
        for (int32_t k = 0; k < chunks.nx * chunks.nz; k++)
            expected.mesh[k] = whole->mesh[(chunks.z - whole->chunks.z + k / chunks.nx) * whole->chunks.nx + chunks.x -
                                           whole->chunks.x + k % chunks.nx];
        differ = twc_chunk_grids_differ(&expected, &part, message, size);
    }
    twc_chunk_grid_destroy(&part);
    free(expected.mesh);
    return differ;
}

static int levels_differ(const twc_world *world, twc_feature_list features, uint64_t seed, const twc_chunk_grid *whole,
                         char *message, size_t size)
{
    twc_rect all = whole->chunks;
    road_random r = {seed};
    int differ = 0;
    for (int level = 0; level < TWC_LEVEL_COUNT && !differ; level++) {
        if (!twc_level_built((twc_level)level) || !twc_level_supported((twc_level)level))
            continue;
        twc_rect some = {all.x + road_between(&r, 0, all.nx - 1), all.z + road_between(&r, 0, all.nz - 1), 1, 1};
        some.nx = road_between(&r, 1, all.x + all.nx - some.x);
        some.nz = road_between(&r, 1, all.z + all.nz - some.z);
        differ = part_differs(world, features, (twc_level)level, all, whole, message, size) ||
                 part_differs(world, features, (twc_level)level, some, whole, message, size);
        for (int32_t k = 0; k < all.nx * all.nz && !differ && level == (int)twc_level_best(); k++)
            differ = part_differs(world, features, (twc_level)level,
                                  (twc_rect){all.x + k % all.nx, all.z + k / all.nx, 1, 1}, whole, message, size);
    }
    return differ;
}

int road_builds_differ(const road_case *c, const twc_world *world, char *message, size_t size)
{
    twc_corridor corridor = {
        .id = 7, .priority = 1, .profile = &c->profile, .node_count = c->node_count, .nodes = c->node};
    twc_features features = {0};
    twc_chunk_grid whole = {0};
    twc_status status = twc_features_place(world, 0, &corridor, &features);
    if (status.code)
        return 0;
    const twc_chunk_request request = mesh_request(world, features.list);
    status = twc_chunk_grid_build(twc_reference_builder(), &request, &whole);
    int differ = status.code != TWC_OK;
    if (differ)
        snprintf(message, size, "%s", status.message);
    else
        differ = levels_differ(world, features.list, c->seed, &whole, message, size);
    twc_chunk_grid_destroy(&whole);
    twc_features_destroy(&features);
    return differ;
}
