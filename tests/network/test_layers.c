/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Networks as features, cut into worlds by the reference: closed edge by edge, in plan exactly the extent's area, no
 * step at any opening; a network of one line has every bit of the lone road. test_layers [first [count]].
 */
#include <math.h>
#include <stdlib.h>

#include "common/grids.h"
#include "common/suite.h"
#include "footprint/road_cases.h"
#include "measure/mesh_check.h"
#include "network/plans.h"
#include "twc/network_feature.h"

enum { BODY_BYTES = 1 << 24 };

static uint64_t first_seed = 0, seeds = 80;

static const twc_rect extent = {0, 0, 1, 1};

/* A network on a world, and its memory. */
typedef struct placed {
    void *memory, *more, *workspace;
    twc_network network;
    twc_network_body body;
    twc_feature feature;
} placed;

static twc_status place(const twc_world *world, const plan_case *c, placed *p)
{
    *p = (placed){malloc(PLAN_BYTES), malloc(BODY_BYTES), malloc(twc_reference_place_workspace()), {0}, {0}, {0}};
    CU_ASSERT_FATAL(p->memory && p->more && p->workspace);
    twc_status status = twc_network_place(twc_reference_ground(), world, 0, &c->plan,
                                          (twc_network_memory){p->memory, PLAN_BYTES, p->workspace}, &p->network);
    if (!status.code)
        status = twc_network_body_make(&p->network, world->extent, p->more, BODY_BYTES, &p->body);
    if (!status.code)
        p->feature = twc_network_feature(&p->body, 1);
    return status;
}

static void destroy(placed *p)
{
    free(p->memory);
    free(p->more);
    free(p->workspace);
}

/* ---- what must hold ---- */

/* Whether p lies on the opening from a to b, but for what rounding does. */
static int on_opening(twc_point a, twc_point b, twc_point p)
{
    const int64_t along = (int64_t)(p.x - a.x) * (b.x - a.x) + (int64_t)(p.z - a.z) * (b.z - a.z);
    const int64_t length2 = (int64_t)(b.x - a.x) * (b.x - a.x) + (int64_t)(b.z - a.z) * (b.z - a.z);
    const int64_t area2 = twc_point_area2(a, b, p);
    return along >= 0 && along <= length2 && area2 * area2 <= 4 * length2;
}

static int is_wall(const twc_triangle *t)
{
    return twc_vertex_area2(t->corner[0], t->corner[1], t->corner[2]) == 0;
}

/*
 * Whether a wall stands against the ground: snapping may take a centimetre or two of an arm's corner beside a pad, and
 * what is seen there is no step between the two.
 */
static int beside_ground(const twc_chunk_grid *grid, const twc_triangle *wall)
{
    int ground = 0;
    for (int32_t c = 0; c < grid->chunks.nx * grid->chunks.nz; c++)
        for (uint32_t t = 0; t < grid->mesh[c].triangle_count; t++) {
            const twc_triangle *face = &grid->mesh[c].triangles[t];
            int shared = 0;
            for (int k = 0; k < 3; k++) {
                int met = 0;
                for (int i = 0; i < 3; i++)
                    met |= face->corner[k].x == wall->corner[i].x && face->corner[k].z == wall->corner[i].z;
                shared += met;
            }
            ground |= shared == 2 && !is_wall(face) && grid->mesh[c].facets[face->facet].id >> 62 != TWC_FACET_FEATURE;
        }
    return ground;
}

/* Walls over the openings of pads, between a pad and an arm. */
static int steps_at_openings(const placed *p, const twc_chunk_grid *grid)
{
    int steps = 0;
    for (int32_t c = 0; c < grid->chunks.nx * grid->chunks.nz; c++)
        for (uint32_t t = 0; t < grid->mesh[c].triangle_count; t++) {
            const twc_triangle *triangle = &grid->mesh[c].triangles[t];
            if (!is_wall(triangle))
                continue;
            for (int32_t j = 0; j < p->network.junction_count; j++)
                for (int32_t o = 0; o < p->network.junctions[j].opening_count; o++) {
                    const twc_point *a = &p->network.junctions[j].points[p->network.junctions[j].openings[o].at];
                    int on = 1;
                    for (int k = 0; k < 3; k++)
                        on &= on_opening(a[0], a[1], (twc_point){triangle->corner[k].x, triangle->corner[k].z});
                    steps += on && !beside_ground(grid, triangle);
                }
        }
    return steps;
}

/* How much of the mesh is the network's. */
static uint64_t faces_of(const placed *p, const twc_chunk_grid *grid, uint64_t *walls)
{
    uint64_t faces = 0;
    for (int32_t c = 0; c < grid->chunks.nx * grid->chunks.nz; c++)
        for (uint32_t t = 0; t < grid->mesh[c].triangle_count; t++) {
            const twc_triangle *triangle = &grid->mesh[c].triangles[t];
            const uint64_t id = grid->mesh[c].facets[triangle->facet].id;
            if (id >> 62 != TWC_FACET_FEATURE || (id >> 26 & 0xFFFFFFFFu) != (p->feature.id & 0xFFFFFFFFu))
                continue;
            faces += !is_wall(triangle);
            *walls += (uint64_t)is_wall(triangle);
        }
    return faces;
}

static int bad;

static void build_and_check(const twc_world *world, const placed *p, const char *name)
{
    twc_chunk_grid grid = {0};
    twc_outline outline;
    twc_mesh_report report = {0};
    uint64_t walls = 0;
    const twc_chunk_request request = mesh_request(world, (twc_feature_list){&p->feature, 1});
    twc_status status = twc_chunk_grid_build(twc_reference_builder(), &request, &grid);
    SUITE_EXPECT(bad, status.code == TWC_OK, "%s: %s", name, status.message);
    if (!status.code) {
        CU_ASSERT_EQUAL_FATAL(twc_extent_outline(world, 0, &outline).code, TWC_OK);
        CU_ASSERT_EQUAL_FATAL(
            twc_mesh_check(grid.mesh, (size_t)(grid.chunks.nx * grid.chunks.nz), &outline, NULL, 0, &report).code,
            TWC_OK);
        SUITE_EXPECT(bad, twc_mesh_report_clean(&report),
                     "%s: %llu inverted, %llu degenerate, %llu open (%d, %d, %g)-(%d, %d, %g), %llu shared by more, "
                     "%llu wrong way, %llu T at (%d, %d), area2 %lld too much",
                     name, (unsigned long long)report.inverted, (unsigned long long)report.degenerate,
                     (unsigned long long)report.open_edges, report.first.a.x, report.first.a.z,
                     (double)report.first.a.y, report.first.b.x, report.first.b.z, (double)report.first.b.y,
                     (unsigned long long)report.nonmanifold, (unsigned long long)report.misoriented,
                     (unsigned long long)report.t_junctions, report.first_t.x, report.first_t.z,
                     (long long)(report.area2 - report.outline_area2));
        const int steps = steps_at_openings(p, &grid);
        SUITE_EXPECT(bad, steps == 0, "%s: %d steps at openings", name, steps);
        SUITE_EXPECT(bad, faces_of(p, &grid, &walls) > 0, "%s: no faces", name);
        twc_outline_free(&outline);
    }
    twc_chunk_grid_destroy(&grid);
}

/* On every kind of heights, with mixed classes. */
static void run_scene(const plan_case *c, const char *name, int heights)
{
    for (int h = 0; h < heights; h++) {
        static const road_heights kinds[3] = {ROAD_HILLS, ROAD_CLIFFS, ROAD_FLAT};
        twc_world_data data;
        placed p;
        CU_ASSERT_EQUAL_FATAL(road_world(17, extent, kinds[h], h == 1 ? ROAD_FINE : ROAD_MIXED, &data).code, TWC_OK);
        twc_status status = place(&data.world, c, &p);
        SUITE_EXPECT(bad, status.code == TWC_OK, "%s: %s", name, status.message);
        if (!status.code)
            build_and_check(&data.world, &p, name);
        destroy(&p);
        twc_world_data_destroy(&data);
    }
}

/* ---- scenes, about (256, 256) m ---- */

static twc_point from_centre(double angle, double length)
{
    return (twc_point){25600 + (int32_t)(length * cos(angle)), 25600 + (int32_t)(length * sin(angle))};
}

static void star(plan_case *c, int arms, int32_t half_cm)
{
    for (int i = 0; i < arms; i++)
        plan_segment(c, half_cm, (twc_point){25600, 25600}, from_centre(6.283185307179586 * i / arms + 0.3, 12000));
}

static void test_stars(void)
{
    bad = 0;
    for (int arms = 3; arms <= 5; arms++) {
        plan_case c = {.plan = {.id = 31}};
        char name[40];
        star(&c, arms, 500);
        snprintf(name, sizeof name, "%d arms", arms);
        run_scene(&c, name, 3);
    }
    SUITE_NONE(bad);
}

/* Two roads that cross, at angles down to which they still part. */
static void test_angles(void)
{
    bad = 0;
    for (int degrees = 20; degrees <= 90; degrees += 10) {
        plan_case c = {.plan = {.id = 32, .join = 1}};
        char name[40];
        const double angle = degrees * 3.141592653589793 / 180.0;
        plan_segment(&c, 500, from_centre(0.1, -12000), from_centre(0.1, 12000));
        plan_segment(&c, 500, from_centre(0.1 + angle, -12000), from_centre(0.1 + angle, 12000));
        snprintf(name, sizeof name, "%d degrees", degrees);
        run_scene(&c, name, 1);
    }
    SUITE_NONE(bad);
}

static plan_case scene_of(uint64_t id)
{
    return (plan_case){.plan = {.id = id, .join = 1}};
}

/* What else meets: each with its name. */
static void test_scenes(void)
{
    bad = 0;
    plan_case c = scene_of(33);
    plan_add(
        &c, 500, 6,
        (twc_point[]){{12000, 20000}, {26000, 21000}, {33000, 27000}, {27000, 33000}, {21000, 27000}, {22000, 12000}});
    run_scene(&c, "a road across itself", 2);
    c = scene_of(34);
    plan_segment(&c, 400, (twc_point){12000, 25000}, (twc_point){40000, 26000});
    plan_segment(&c, 750, (twc_point){25000, 12000}, (twc_point){27000, 40000});
    run_scene(&c, "7 with 14 m", 3);
    c = scene_of(35);
    plan_segment(&c, 500, (twc_point){12000, 25600}, (twc_point){40000, 25600});
    plan_segment(&c, 500, (twc_point){25600, 25600}, (twc_point){25600, 40000});
    run_scene(&c, "a node on a chunk's corner", 3);
    c = scene_of(36);
    plan_segment(&c, 500, (twc_point){12000, 25000}, (twc_point){40000, 25400});
    plan_segment(&c, 500, (twc_point){24000, 25100}, (twc_point){23500, 12000});
    plan_segment(&c, 500, (twc_point){24900, 25200}, (twc_point){25000, 40000});
    run_scene(&c, "two junctions 9 m apart", 3);
    c = scene_of(37);
    plan_segment(&c, 500, (twc_point){12000, 24000}, (twc_point){40000, 27000});
    plan_segment(&c, 400, (twc_point){26000, 25400}, (twc_point){24000, 40000}); /* it ends within the other */
    run_scene(&c, "a T onto the middle of a road", 2);
    c = scene_of(38);
    plan_add(&c, 500, 5, (twc_point[]){{25600, 16000}, {34000, 25600}, {25600, 35000}, {16000, 25600}, {25600, 16000}});
    plan_segment(&c, 500, (twc_point){25600, 16000}, (twc_point){26000, 8000});
    run_scene(&c, "a loop", 2);
    SUITE_NONE(bad);
}

static void test_yard(void)
{
    static const twc_point corner[4] = {{24000, 24000}, {24000, 27500}, {28000, 27500}, {28000, 24000}};
    bad = 0;
    for (int given = 0; given < 2; given++) {
        plan_case c = {.plan = {.id = 39, .yard_count = 1}};
        plan_segment(&c, 500, (twc_point){12000, 25600}, (twc_point){26000, 25700});
        c.yard[0] = (twc_network_yard){4, corner, 1500, given};
        run_scene(&c, given ? "an arm into a yard of its own level" : "an arm into a yard", 3);
    }
    SUITE_NONE(bad);
}

/* Arms and pads that retain, follow the ground, have steps: as entries of the catalogue do. */
static void test_edges(void)
{
    bad = 0;
    for (int edge = 0; edge < 3; edge++) {
        plan_case c = scene_of(40);
        plan_segment(&c, 500, (twc_point){12000, 25000}, (twc_point){40000, 26000});
        plan_segment(&c, 500, (twc_point){25000, 12000}, (twc_point){27000, 40000});
        c.profile[0].edge = (twc_edge_rule)edge;
        run_scene(&c, "one edge of each kind", 2);
        c.profile[1].edge = (twc_edge_rule)edge;
        run_scene(&c, "all edges of a kind", 2);
        for (int l = 0; l < 2; l++) { /* a kerb to both sides */
            const twc_profile_row rows[7] = {{-450, 12}, {-300, 12}, {-300, 0}, {0, 5}, {300, 0}, {300, 12}, {450, 12}};
            memcpy(c.profile[l].row, rows, sizeof rows);
            c.profile[l].row_count = 7;
        }
        run_scene(&c, "steps", 2);
    }
    SUITE_NONE(bad);
}

static int same_meshes(const twc_chunk_grid *a, const twc_chunk_grid *b)
{
    int same = 1;
    for (int32_t c = 0; c < a->chunks.nx * a->chunks.nz; c++) {
        const twc_mesh *p = &a->mesh[c], *q = &b->mesh[c];
        same &= p->triangle_count == q->triangle_count && p->facet_count == q->facet_count;
        for (uint32_t t = 0; same && t < p->triangle_count; t++)
            same &= memcmp(&p->triangles[t], &q->triangles[t], sizeof p->triangles[t]) == 0;
        for (uint32_t f = 0; same && f < p->facet_count; f++)
            same &= memcmp(&p->facets[f], &q->facets[f], sizeof p->facets[f]) == 0;
    }
    return same;
}

/* A network of one line is the lone road, which is cut and filled: every triangle, facet and id. */
static void test_lone(void)
{
    bad = 0;
    for (int h = 0; h < ROAD_HEIGHTS; h++) {
        twc_world_data data;
        placed p;
        twc_features road = {0};
        twc_chunk_grid layered = {0}, filled = {0};
        CU_ASSERT_EQUAL_FATAL(road_world(23, extent, (road_heights)h, ROAD_MIXED, &data).code, TWC_OK);
        plan_case c = {.plan = {.id = 41}};
        plan_add(&c, 500, 3, (twc_point[]){{9000, 10000}, {26000, 27000}, {41000, 25000}});
        CU_ASSERT_EQUAL_FATAL(place(&data.world, &c, &p).code, TWC_OK);
        const twc_corridor corridor = {
            .id = 41, .priority = 1, .profile = &c.profile[0], .node_count = 3, .nodes = c.point[0]};
        CU_ASSERT_EQUAL_FATAL(twc_features_place(&data.world, 0, &corridor, &road).code, TWC_OK);
        const twc_chunk_request one = mesh_request(&data.world, (twc_feature_list){&p.feature, 1}),
                                other = mesh_request(&data.world, road.list);
        CU_ASSERT_EQUAL(twc_chunk_grid_build(twc_reference_builder(), &one, &layered).code, TWC_OK);
        CU_ASSERT_EQUAL(twc_chunk_grid_build(twc_reference_builder(), &other, &filled).code, TWC_OK);
        SUITE_EXPECT(bad, same_meshes(&layered, &filled), "heights %d", h);
        twc_chunk_grid_destroy(&layered);
        twc_chunk_grid_destroy(&filled);
        twc_features_destroy(&road);
        destroy(&p);
        twc_world_data_destroy(&data);
    }
    SUITE_NONE(bad);
}

/* Lines at random, joined wherever they cross: what is not refused is closed. */
static void test_random(void)
{
    int refused = 0, junctions = 0;
    bad = 0;
    for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++) {
        road_random r = {seed * 977 + 5};
        twc_world_data data;
        placed p;
        char name[40];
        plan_case c = {.plan = {.id = 1000 + seed, .join = 1}};
        const int lines = road_between(&r, 2, 5);
        for (int l = 0; l < lines; l++) {
            twc_point points[3];
            for (int i = 0; i < 3; i++)
                points[i] = (twc_point){road_between(&r, 8000, 43000), road_between(&r, 8000, 43000)};
            plan_add(&c, road_between(&r, 250, 800), road_between(&r, 2, 3), points);
            c.profile[l].edge = road_between(&r, 0, 3) ? TWC_EDGE_BANK : (twc_edge_rule)road_between(&r, 1, 2);
        }
        CU_ASSERT_EQUAL_FATAL(
            road_world(seed, extent, (road_heights)(seed % ROAD_HEIGHTS), (road_classes)(seed % ROAD_CLASSES), &data)
                .code,
            TWC_OK);
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        twc_status status = place(&data.world, &c, &p);
        SUITE_EXPECT(bad, status.code != TWC_IO, "%s: %s", name, status.message);
        refused += status.code != TWC_OK;
        if (!status.code) {
            junctions += p.network.junction_count;
            build_and_check(&data.world, &p, name);
        }
        destroy(&p);
        twc_world_data_destroy(&data);
    }
    printf("%d of %d refused, %d pads ..", refused, (int)seeds, junctions);
    CU_ASSERT(seeds < 20 || junctions > (int)seeds / 4);
    SUITE_NONE(bad);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        first_seed = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        seeds = strtoull(argv[2], NULL, 10);
    CU_TestInfo tests[] = {
        {"3, 4, 5 arms", test_stars},
        {"20 to 90 degrees", test_angles},
        {"across itself, unequal, near, T, loop", test_scenes},
        {"yards", test_yard},
        {"edges and steps", test_edges},
        {"a lone line", test_lone},
        {"random lines", test_random},
        CU_TEST_INFO_NULL,
    };
    return suite_run("network layers", tests);
}
