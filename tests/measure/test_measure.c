/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/measure: small surfaces whose numbers are known by hand, and brute force over a real one. */
#include <CUnit/Basic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/grids.h"
#include "measure/cells.h"
#include "measure/mesh_heights.h"
#include "measure/surface_measure.h"
#include "measure/trial.h"
#include "twc/world_data.h"
#include "twc/ground.h"

static const double DEGREE = 3.14159265358979323846 / 180;

static twc_vertex at(int32_t x, int32_t z, float y)
{
    return (twc_vertex){x, z, y};
}

/* ---- planes, peaks and angles by hand ---- */

typedef struct numbers {
    int64_t planes, peaks;
    double angle;
} numbers;

static numbers measure_surface(twc_triangle *triangles, uint32_t count, const uint8_t *selected)
{
    uint8_t all[64];
    memset(all, 1, sizeof all);
    twc_mesh mesh = {.triangles = triangles, .triangle_count = count, .triangle_capacity = count};
    twc_mesh_index index;
    numbers n;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_index_create(&mesh, 1, &index).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_surface_planes(&index, selected ? selected : all, &n.planes).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_surface_peaks(&index, selected ? selected : all, &n.peaks).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_surface_angle(&index, selected ? selected : all, 0.05, &n.angle).code, TWC_OK);
    twc_mesh_index_destroy(&index);
    return n;
}

/* Four triangles around (0, 0) over a square of half-side 10 m. */
static void pyramid(float top, twc_triangle *t)
{
    twc_vertex ring[4] = {at(-1000, -1000, 0), at(-1000, 1000, 0), at(1000, 1000, 0), at(1000, -1000, 0)};
    for (int k = 0; k < 4; k++)
        t[k] = (twc_triangle){{at(0, 0, top), ring[k], ring[(k + 1) % 4]}, 0};
}

static void test_pyramid(void)
{
    twc_triangle t[4];
    pyramid(10, t);
    numbers n = measure_surface(t, 4, NULL);
    CU_ASSERT_EQUAL(n.planes, 4);
    CU_ASSERT_EQUAL(n.peaks, 1);
    /* sides 20, sqrt(300), sqrt(300): the smaller angles are at the base, with cosine 10 / sqrt(300) */
    CU_ASSERT_DOUBLE_EQUAL(n.angle, acos(10 / sqrt(300)) / DEGREE, 1e-9);

    pyramid(0, t);
    n = measure_surface(t, 4, NULL);
    CU_ASSERT_EQUAL(n.planes, 1);
    CU_ASSERT_EQUAL(n.peaks, 0); /* strictly higher, so flat ground has none */
    pyramid(-10, t);
    CU_ASSERT_EQUAL(measure_surface(t, 4, NULL).peaks, 0);
}

static void test_selection_has_no_peak_on_its_rim(void)
{
    twc_triangle t[4];
    const uint8_t three[4] = {1, 1, 0, 1};
    pyramid(10, t);
    numbers n = measure_surface(t, 4, three);
    CU_ASSERT_EQUAL(n.planes, 3);
    CU_ASSERT_EQUAL(n.peaks, 0);
    CU_ASSERT_EQUAL(measure_surface(t, 3, NULL).peaks, 0); /* an open fan does not close around its apex */
    CU_ASSERT_TRUE(isnan(measure_surface(t, 4, (const uint8_t[4]){0}).angle));
}

/* A strip along x of `steps` quads, 100 m each, whose slope grows by `turn` degrees at every fold. */
static uint32_t folded_strip(int steps, double turn, twc_triangle *t)
{
    double height[17] = {0};
    for (int k = 0; k < steps; k++)
        height[k + 1] = height[k] + 100 * tan(k * turn * DEGREE);
    for (int k = 0; k < steps; k++) {
        float y0 = (float)height[k], y1 = (float)height[k + 1];
        twc_vertex a = at(10000 * k, 0, y0), b = at(10000 * (k + 1), 0, y1), c = at(10000 * k, 10000, y0),
                   d = at(10000 * (k + 1), 10000, y1);
        t[2 * k] = (twc_triangle){{a, c, d}, 0};
        t[2 * k + 1] = (twc_triangle){{a, d, b}, 0};
    }
    return (uint32_t)(2 * steps);
}

static void test_planes_join_within_half_a_degree(void)
{
    twc_triangle t[32];
    CU_ASSERT_EQUAL(measure_surface(t, folded_strip(2, 0.49, t), NULL).planes, 1);
    CU_ASSERT_EQUAL(measure_surface(t, folded_strip(2, 0.51, t), NULL).planes, 2);
    /* connected by pairs: the ends of this strip are 4.9 degrees apart */
    CU_ASSERT_EQUAL(measure_surface(t, folded_strip(11, 0.49, t), NULL).planes, 1);
    CU_ASSERT_EQUAL(measure_surface(t, folded_strip(11, 0.51, t), NULL).planes, 11);
}

static void test_vertices_are_the_same_by_bits(void)
{
    twc_triangle t[4];
    pyramid(10, t);
    t[2].corner[0].y = nextafterf(10, 20); /* one triangle is torn off its apex by one unit in the last place */
    twc_mesh mesh = {.triangles = t, .triangle_count = 4, .triangle_capacity = 4};
    twc_mesh_index index;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_index_create(&mesh, 1, &index).code, TWC_OK);
    CU_ASSERT_EQUAL(index.vertex_count, 6);
    CU_ASSERT_EQUAL(index.edge_count, 10);
    twc_mesh_index_destroy(&index);
    CU_ASSERT_EQUAL(measure_surface(t, 4, NULL).peaks, 0);
}

static void test_angle_is_a_quantile(void)
{
    /* Eleven right triangles with legs 10 m and 10 k m, apart: smallest angles atan(1 / k). */
    twc_triangle t[11];
    for (int k = 0; k < 11; k++)
        t[k] = (twc_triangle){{at(0, 5000 * k, 0), at(0, 5000 * k + 1000, 0), at(1000 * (k + 1), 5000 * k, 0)}, 0};
    double tenth = atan(1.0 / 10) / DEGREE, eleventh = atan(1.0 / 11) / DEGREE;
    CU_ASSERT_DOUBLE_EQUAL(measure_surface(t, 11, NULL).angle, (tenth + eleventh) / 2, 1e-9); /* rank 0.05 * 10 */
}

/* ---- worlds ---- */

/* One tile at the origin whose samples are level + east * x + a rough part below `rough`. */
static twc_world_data small_world(int east, uint32_t rough)
{
    twc_world_data data;
    CU_ASSERT_EQUAL_FATAL(twc_world_data_create((twc_rect){-1, 0, 1, 1}, 22000, "small", &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_world_data_add_tile(&data, -1, 0).code, TWC_OK);
    twc_rect window = twc_world_samples(&data.world);
    uint16_t *samples = malloc((size_t)window.nx * (size_t)window.nz * sizeof *samples);
    CU_ASSERT_PTR_NOT_NULL_FATAL(samples);
    for (int32_t z = 0; z < window.nz; z++)
        for (int32_t x = 0; x < window.nx; x++)
            samples[z * window.nx + x] = (uint16_t)(22000 + east * x + (int)(twc_hash(x, z, 77) % (rough + 1)));
    twc_world_data_set_samples(&data, window, samples);
    free(samples);
    return data;
}

/* Broad cells x 1..6, z 1..4 and the corner cell (0, 0), which is on the border. */
static void paint(twc_world_data *data)
{
    uint8_t classes[64] = {0};
    for (int z = 1; z <= 4; z++)
        for (int x = 1; x <= 6; x++)
            classes[8 * z + x] = TWC_BROAD;
    classes[0] = TWC_BROAD;
    twc_world_data_set_classes(data, (twc_rect){-8, 0, 8, 8}, classes);
}

static void test_flat_world(void)
{
    twc_world_data data = small_world(0, 0);
    twc_trial trial;
    paint(&data);
    CU_ASSERT_EQUAL_FATAL(twc_trial_run(&data.world, twc_reference_builder(), &trial).code, TWC_OK);
    for (int c = 0; c < TWC_VARIANT_COUNT; c++) {
        const double *v = trial.variant[c].value;
        CU_ASSERT_EQUAL(v[TWC_METRIC_MACROS], 64);
        CU_ASSERT_EQUAL(v[TWC_METRIC_BROAD], 25);
        CU_ASSERT_EQUAL(v[TWC_METRIC_BROAD_BORDER], 1);
        CU_ASSERT_DOUBLE_EQUAL(v[TWC_METRIC_MOUNTAIN_KM2], 24 * 0.064 * 0.064, 1e-15);
        CU_ASSERT_DOUBLE_EQUAL(v[TWC_METRIC_PLANES] * v[TWC_METRIC_MOUNTAIN_KM2], 1, 1e-12);
        CU_ASSERT_EQUAL(v[TWC_METRIC_PEAKS], 0);
        CU_ASSERT_EQUAL(v[TWC_METRIC_RMS_MOUNTAINS], 0);
        CU_ASSERT_EQUAL(v[TWC_METRIC_RMS_LOWLANDS], 0);
        for (int m = TWC_METRIC_OPEN_EDGES; m < TWC_METRIC_COUNT; m++)
            CU_ASSERT_EQUAL(v[m], 0);
    }
    CU_ASSERT_EQUAL(trial.variant[TWC_VARIANT_FINE].value[TWC_METRIC_TRIANGLES], 2048);
    /*
     * 39 Fine cells of 32; a Broad triangle with one side shared with Fine cells is a fan of 6, with two of them 9. The
     * block has 20 such sides, the corner cell one Fine neighbour to the right and one below. How the sides pair up
     * depends on the diagonals: a triangle with two saves one piece over two with one each.
     */
    double broad = trial.variant[TWC_VARIANT_BROAD].value[TWC_METRIC_TRIANGLES];
    double most = 39 * 32 + 25 * 2 + 22 * 5;
    CU_ASSERT_TRUE(broad <= most && broad >= most - 2 * 5);
    twc_world_data_destroy(&data);
}

static void test_slope_has_no_deviation_but_rounding(void)
{
    twc_world_data data = small_world(40, 0); /* 10 % */
    twc_trial trial;
    CU_ASSERT_EQUAL_FATAL(twc_trial_run(&data.world, twc_reference_builder(), &trial).code, TWC_OK);
    const double *v = trial.variant[TWC_VARIANT_BROAD].value;
    CU_ASSERT_TRUE(isnan(v[TWC_METRIC_RMS_MOUNTAINS]) && isnan(v[TWC_METRIC_PLANES]) && isnan(v[TWC_METRIC_ANGLE]));
    /* The filter bends the slope where samples repeat beyond the two ends; nowhere else is there a deviation. */
    CU_ASSERT_TRUE(v[TWC_METRIC_RMS_LOWLANDS] > 0 && v[TWC_METRIC_RMS_LOWLANDS] < 0.05);
    twc_world_data_destroy(&data);
}

static void build(const twc_world *world, twc_chunk_grid *meshes)
{
    CU_ASSERT_EQUAL_FATAL(reference_ground(world, meshes).code, TWC_OK);
}

static double metric_of(const twc_world *world, const twc_chunk_grid *meshes, twc_metric metric)
{
    twc_ground_metrics metrics;
    CU_ASSERT_EQUAL_FATAL(twc_ground_measure(world, meshes->mesh, 4, 0, &metrics).code, TWC_OK);
    return metrics.value[metric];
}

static void test_damage_is_seen(void)
{
    twc_world_data data = small_world(3, 300);
    twc_chunk_grid meshes;
    paint(&data);
    build(&data.world, &meshes);
    twc_mesh *mesh = &meshes.mesh[3];
    twc_triangle saved = mesh->triangles[9], *last = &mesh->triangles[mesh->triangle_count - 1];
    int64_t area2 = twc_vertex_area2(last->corner[0], last->corner[1], last->corner[2]);

    mesh->triangle_count--; /* a hole: whole triangle, or open towards the outline */
    CU_ASSERT_EQUAL(metric_of(&data.world, &meshes, TWC_METRIC_AREA_DIFFERENCE), -(double)area2);
    CU_ASSERT_TRUE(metric_of(&data.world, &meshes, TWC_METRIC_OPEN_EDGES) +
                       metric_of(&data.world, &meshes, TWC_METRIC_OUTLINE_MISSING) ==
                   3);
    mesh->triangle_count++;

    mesh->triangles[9] = mesh->triangles[10]; /* one twice, one missing */
    CU_ASSERT_TRUE(metric_of(&data.world, &meshes, TWC_METRIC_NONMANIFOLD_EDGES) > 0);
    mesh->triangles[9] = saved;
    mesh->triangles[9].corner[1] = saved.corner[2];
    mesh->triangles[9].corner[2] = saved.corner[1];
    CU_ASSERT_EQUAL(metric_of(&data.world, &meshes, TWC_METRIC_INVERTED), 1);
    mesh->triangles[9] = saved;
    mesh->triangles[9].corner[1].y = nextafterf(saved.corner[1].y, 1000);
    CU_ASSERT_TRUE(metric_of(&data.world, &meshes, TWC_METRIC_OPEN_EDGES) >= 2);
    mesh->triangles[9] = saved;
    CU_ASSERT_EQUAL(metric_of(&data.world, &meshes, TWC_METRIC_OPEN_EDGES), 0);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

/* ---- brute force over a rough world ---- */

static int same_edge(const twc_triangle *s, const twc_triangle *t)
{
    int shared = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            shared += memcmp(&s->corner[a], &t->corner[b], sizeof(twc_vertex)) == 0;
    return shared == 2;
}

static int contains_vertex(const twc_triangle *t, twc_vertex v)
{
    return memcmp(&t->corner[0], &v, sizeof v) == 0 || memcmp(&t->corner[1], &v, sizeof v) == 0 ||
           memcmp(&t->corner[2], &v, sizeof v) == 0;
}

static double normals_angle(const twc_triangle *s, const twc_triangle *t)
{
    double n[2][3];
    for (int k = 0; k < 2; k++) {
        const twc_vertex *v = k ? t->corner : s->corner;
        double e[3] = {(v[1].x - v[0].x) * 0.01, v[1].y - v[0].y, (v[1].z - v[0].z) * 0.01};
        double f[3] = {(v[2].x - v[0].x) * 0.01, v[2].y - v[0].y, (v[2].z - v[0].z) * 0.01};
        for (int c = 0; c < 3; c++)
            n[k][c] = e[(c + 1) % 3] * f[(c + 2) % 3] - e[(c + 2) % 3] * f[(c + 1) % 3];
    }
    double cross = 0, dot = 0;
    for (int c = 0; c < 3; c++) {
        double part = n[0][(c + 1) % 3] * n[1][(c + 2) % 3] - n[0][(c + 2) % 3] * n[1][(c + 1) % 3];
        cross += part * part;
        dot += n[0][c] * n[1][c];
    }
    return atan2(sqrt(cross), dot) / DEGREE;
}

/* Spreads labels until nothing changes. */
static int64_t planes_by_force(const twc_triangle **t, const uint8_t *in, int count)
{
    int *label = malloc((size_t)count * sizeof *label), changed = 1;
    int64_t planes = 0;
    for (int k = 0; k < count; k++)
        label[k] = k;
    while (changed) {
        changed = 0;
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count && in[a]; b++) {
                if (!in[b] || label[b] >= label[a] || !same_edge(t[a], t[b]) || normals_angle(t[a], t[b]) > 0.5)
                    continue;
                label[a] = label[b];
                changed = 1;
            }
        }
    }
    for (int k = 0; k < count; k++)
        planes += in[k] && label[k] == k;
    free(label);
    return planes;
}

/* Vertices whose triangles are all in, turn all the way round, and are lower everywhere else. */
static int64_t peaks_by_force(const twc_triangle **t, const uint8_t *in, int count)
{
    int64_t peaks = 0;
    for (int a = 0; a < count; a++) {
        for (int k = 0; k < 3; k++) {
            twc_vertex v = t[a]->corner[k];
            int first = 1, top = 1;
            double turn = 0;
            for (int b = 0; b < count && top; b++) {
                if (!contains_vertex(t[b], v))
                    continue;
                first = first && (b >= a);
                top = top && in[b];
                double direction[2] = {0}, n = 0;
                for (int c = 0; c < 3; c++) {
                    twc_vertex w = t[b]->corner[c];
                    if (memcmp(&w, &v, sizeof v) == 0)
                        continue;
                    top = top && w.y < v.y;
                    direction[(int)n++] = atan2((double)w.z - v.z, (double)w.x - v.x);
                }
                double angle = fabs(direction[1] - direction[0]);
                turn += angle > 180 * DEGREE ? 360 * DEGREE - angle : angle;
            }
            peaks += top && first && fabs(turn - 360 * DEGREE) < 1e-6;
        }
    }
    return peaks;
}

static void test_against_brute_force(void)
{
    twc_world_data data = small_world(5, 900);
    twc_chunk_grid meshes;
    const twc_triangle *t[2048];
    uint8_t in[2048];
    int count = 0, selected = 0;
    paint(&data);
    build(&data.world, &meshes);
    for (int m = 0; m < 4; m++)
        for (uint32_t k = 0; k < meshes.mesh[m].triangle_count; k++)
            t[count++] = &meshes.mesh[m].triangles[k];
    for (int k = 0; k < count; k++) {
        const twc_vertex *v = t[k]->corner;
        double x = floor(((double)v[0].x + v[1].x + v[2].x) / 3), z = floor(((double)v[0].z + v[1].z + v[2].z) / 3);
        in[k] = x >= -44800 && x < -6400 && z >= 6400 && z < 32000; /* the painted block */
        selected += in[k];
    }
    double km2 = 24 * 0.064 * 0.064;
    int64_t planes = planes_by_force(t, in, count), peaks = peaks_by_force(t, in, count);
    CU_ASSERT_TRUE(planes > 1 && planes < selected);
    CU_ASSERT_EQUAL(metric_of(&data.world, &meshes, TWC_METRIC_MOUNTAIN_TRIANGLES), selected);
    CU_ASSERT_DOUBLE_EQUAL(metric_of(&data.world, &meshes, TWC_METRIC_PLANES) * km2, (double)planes, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(metric_of(&data.world, &meshes, TWC_METRIC_PEAKS) * km2, (double)peaks, 1e-9);
    memset(in, 1, sizeof in); /* everything: more peaks, the outline's rim included */
    twc_mesh_index index;
    int64_t found;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_index_create(meshes.mesh, 4, &index).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_surface_peaks(&index, in, &found).code, TWC_OK);
    CU_ASSERT_EQUAL(found, peaks_by_force(t, in, count));
    CU_ASSERT_TRUE(found > 20);
    twc_mesh_index_destroy(&index);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

static int inside(const twc_triangle *t, int64_t x, int64_t z)
{
    int sides = 0;
    for (int k = 0; k < 3; k++) {
        twc_vertex a = t->corner[k], b = t->corner[(k + 1) % 3];
        sides += (b.z - a.z) * (x - a.x) - (b.x - a.x) * (z - a.z) >= 0;
    }
    return sides == 3;
}

static void test_heights_against_brute_force(void)
{
    twc_world_data data = small_world(5, 900);
    twc_chunk_grid meshes;
    paint(&data);
    build(&data.world, &meshes);
    twc_rect window = twc_world_samples(&data.world);
    float *heights = malloc((size_t)window.nx * (size_t)window.nz * sizeof *heights);
    twc_mesh_heights(meshes.mesh, 4, window, heights);
    int wrong = 0, covered = 0;
    for (int32_t z = 0; z < window.nz; z += 3) {
        for (int32_t x = 0; x < window.nx; x += 3) {
            int32_t px = (window.x + x) * TWC_SAMPLE_CM, pz = (window.z + z) * TWC_SAMPLE_CM;
            float best = NAN, got = heights[z * window.nx + x];
            for (int m = 0; m < 4; m++) {
                for (uint32_t k = 0; k < meshes.mesh[m].triangle_count; k++) {
                    const twc_triangle *t = &meshes.mesh[m].triangles[k];
                    if (!inside(t, px, pz))
                        continue;
                    best = fmaxf(best, twc_plane_height(t->corner[0], t->corner[1], t->corner[2], px, pz));
                }
            }
            wrong += isnan(best) ? !isnan(got) : got != best;
            covered += !isnan(best);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(covered > 1700 && covered < 43 * 43); /* the jittered outline leaves some samples out */
    free(heights);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

/* A quadrilateral is strictly convex exactly when both its diagonals split it into two proper triangles. */
static void test_nonconvex_by_diagonals(void)
{
    twc_world_data data;
    twc_cells cells;
    CU_ASSERT_EQUAL_FATAL(twc_world_data_create((twc_rect){-2, -2, 4, 4}, 20000, "four", &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_cells_create(&data.world, &cells).code, TWC_OK);
    int64_t expected = 0;
    for (int32_t j = -64; j < 64; j++) {
        for (int32_t i = -64; i < 64; i++) {
            int32_t p[4][2];
            for (int k = 0; k < 4; k++) {
                int32_t ci = i + (k & 1), cj = j + (k >> 1);
                p[k][0] = 1600 * ci + twc_jitter(twc_hash(ci, cj, 1), 608);
                p[k][1] = 1600 * cj + twc_jitter(twc_hash(ci, cj, 2), 608);
            }
            int ad = twc_area2(p[0][0], p[0][1], p[2][0], p[2][1], p[3][0], p[3][1]) > 0 &&
                     twc_area2(p[0][0], p[0][1], p[3][0], p[3][1], p[1][0], p[1][1]) > 0;
            int bc = twc_area2(p[0][0], p[0][1], p[2][0], p[2][1], p[1][0], p[1][1]) > 0 &&
                     twc_area2(p[1][0], p[1][1], p[2][0], p[2][1], p[3][0], p[3][1]) > 0;
            CU_ASSERT_TRUE(ad || bc);
            expected += !(ad && bc);
        }
    }
    CU_ASSERT_EQUAL(twc_cells_nonconvex(&cells), expected);
    twc_cells_destroy(&cells);
    twc_world_data_destroy(&data);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("measure", NULL, NULL);
    CU_add_test(suite, "a pyramid", test_pyramid);
    CU_add_test(suite, "no peak on the rim of a selection", test_selection_has_no_peak_on_its_rim);
    CU_add_test(suite, "planes join within half a degree", test_planes_join_within_half_a_degree);
    CU_add_test(suite, "vertices are the same by bits", test_vertices_are_the_same_by_bits);
    CU_add_test(suite, "the angle is a quantile", test_angle_is_a_quantile);
    CU_add_test(suite, "a flat world", test_flat_world);
    CU_add_test(suite, "a slope", test_slope_has_no_deviation_but_rounding);
    CU_add_test(suite, "damage is seen", test_damage_is_seen);
    CU_add_test(suite, "planes and peaks against brute force", test_against_brute_force);
    CU_add_test(suite, "heights against brute force", test_heights_against_brute_force);
    CU_add_test(suite, "non-convex cells by diagonals", test_nonconvex_by_diagonals);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failed != 0;
}
