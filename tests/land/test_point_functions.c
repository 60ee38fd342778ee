/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fifteen of the land's kernels are functions of a point: whatever else is asked with it, in whatever order, in pieces
 * of whatever size, by however many threads, its bits are the same. Press and carve are not: they change what they
 * read. Given their spine, though, no point of the grid reads another.
 */
#include <pthread.h>

#include "tables.h"

enum { N = 270, WIDTH = 16, THREADS = 3 };

static twc_land_ground island;
static double places[2][N];

/* A question put to n positions; answer[WIDTH * k ..] are those of position k, the rest stays 0. */
typedef void question(const twc_land_table *table, twc_spots at, double *answer);

static void spread(const double *from, size_t n, int width, double *answer)
{
    for (size_t k = 0; k < n; k++)
        for (int c = 0; c < width; c++)
            answer[WIDTH * k + (size_t)c] = from[(size_t)c * n + k];
}

static void ask_fbm(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[N];
    table->fbm(&island.land->coast.noise, at, out);
    spread(out, at.count, 1, answer);
}

static void ask_phacelle(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[3 * N], x[N] = {0}, z[N] = {0}, dx[N] = {0}, dz[N] = {0};
    for (size_t k = 0; k < at.count; k++) {
        x[k] = at.x[k] / 140;
        z[k] = at.z[k] / 140;
        dx[k] = cos(at.x[k] + 3 * at.z[k]);
        dz[k] = sin(at.x[k] + 3 * at.z[k]);
    }
    table->phacelle(31, (twc_spots){at.count, x, z}, dx, dz, (twc_stripes){out, out + at.count, out + 2 * at.count});
    spread(out, at.count, 3, answer);
}

static void ask_coast(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[N];
    table->coast(island.land, at, out);
    spread(out, at.count, 1, answer);
}

static void ask_hill(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[N];
    table->raw_hill(island.land, at, out);
    spread(out, at.count, 1, answer);
}

static void ask_nearest(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[6 * N];
    for (int f = 0; f < 2; f++) {
        double *mine = out + 3 * (size_t)f * at.count;
        table->spine_nearest(&island.spine[f], 60, at, (twc_nearest){mine, mine + at.count, mine + 2 * at.count});
    }
    spread(out, at.count, 6, answer);
}

static void ask_ground(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[7 * N], normals[3 * N];
    table->land_heights(&island, at, out);
    table->land_gradients(&island, at, (twc_vectors){out + at.count, out + 2 * at.count});
    table->land_curvatures(&island, 8, at, out + 3 * at.count);
    table->land_normals(&island, at, normals);
    for (size_t k = 0; k < at.count; k++)
        for (size_t c = 0; c < 3; c++)
            out[(4 + c) * at.count + k] = normals[3 * k + c];
    spread(out, at.count, 7, answer);
}

static void ask_outline(const twc_land_table *table, twc_spots at, double *answer)
{
    twc_point points[N] = {{0, 0}};
    uint8_t in[N];
    for (size_t k = 0; k < at.count; k++)
        points[k] = (twc_point){(int32_t)rint(100 * at.x[k]), (int32_t)rint(100 * at.z[k])};
    table->outline_contains(&island.land->dressed, at.count, points, in);
    for (size_t k = 0; k < at.count; k++)
        answer[WIDTH * k] = in[k];
}

static void ask_cover(const twc_land_table *table, twc_spots at, double *answer)
{
    double out[12 * N];
    table->forest(&island, at, out);
    table->grove(&island, at, out + at.count);
    table->land_look(&island, at, (twc_land_look){out + 2 * at.count, out + 10 * at.count});
    spread(out, at.count, 11, answer);
}

static void ask_walk(const twc_land_table *table, twc_spots at, double *answer)
{
    twc_walk walks[N];
    for (size_t k = 0; k < at.count; k++)
        walks[k] = (twc_walk){at.x[k], at.z[k], 9 * sin(at.x[k]), 9 * cos(at.z[k]), -1, 0};
    table->walk(&island, at.count, walks);
    for (size_t k = 0; k < at.count; k++) {
        answer[WIDTH * k] = walks[k].x;
        answer[WIDTH * k + 1] = walks[k].z;
        answer[WIDTH * k + 2] = walks[k].end;
    }
}

static const struct {
    const char *name;
    question *ask;
} questions[] = {{"fbm", ask_fbm},         {"phacelle", ask_phacelle}, {"coast", ask_coast},
                 {"hill", ask_hill},       {"nearest", ask_nearest},   {"ground", ask_ground},
                 {"outline", ask_outline}, {"cover", ask_cover},       {"walk", ask_walk}};

/* All over the island and past it; every third within reach of the features, every seventh a repeated one. */
static void make_places(void)
{
    uint64_t state = 5;
    for (size_t k = 0; k < N; k++) {
        const double reach = k % 3 ? 1030 : 40;
        places[0][k] = between(&state, -reach, reach) + (k % 3 ? 0 : -20);
        places[1][k] = between(&state, -reach, reach) + (k % 3 ? 0 : 400);
        if (k % 7 == 6) {
            places[0][k] = places[0][k / 2];
            places[1][k] = places[1][k / 2];
        }
    }
}

/* ---- order and tiling ---- */

/* In pieces of `size`, each from the end on. */
static void ask_backwards(question *ask, const twc_land_table *table, size_t size, double *answer)
{
    double x[N], z[N], some[WIDTH * N] = {0};
    for (size_t first = 0; first < N; first += size) {
        const size_t n = N - first < size ? N - first : size;
        for (size_t k = 0; k < n; k++) {
            x[k] = places[0][N - 1 - first - k];
            z[k] = places[1][N - 1 - first - k];
        }
        ask(table, (twc_spots){n, x, z}, some);
        for (size_t k = 0; k < n; k++)
            memcpy(answer + WIDTH * (N - 1 - first - k), some + WIDTH * k, WIDTH * sizeof(double));
    }
}

static void order_and_tiling(void)
{
    static const size_t sizes[] = {1, 16, 127, 128, 129, N};
    static double whole[WIDTH * N], parts[WIDTH * N];
    int bad = 0;
    for (int t = 0; table_at(t); t++)
        for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
            memset(whole, 0, sizeof whole);
            questions[q].ask(table_at(t), (twc_spots){N, places[0], places[1]}, whole);
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                memset(parts, 0, sizeof parts);
                ask_backwards(questions[q].ask, table_at(t), sizes[s], parts);
                SUITE_EXPECT(bad, memcmp(whole, parts, sizeof whole) == 0, "%s, table %d, pieces of %zu",
                             questions[q].name, t, sizes[s]);
            }
        }
    SUITE_NONE(bad);
}

/* ---- threads ---- */

typedef struct share {
    const twc_land_table *table;
    question *ask;
    double *answer;
    size_t first;
} share;

/* Every third piece of 13. */
static void *ask_share(void *data)
{
    enum { SIZE = 13 };
    const share *s = data;
    for (size_t first = s->first * SIZE; first < N; first += THREADS * SIZE) {
        const size_t n = N - first < SIZE ? N - first : SIZE;
        s->ask(s->table, (twc_spots){n, places[0] + first, places[1] + first}, s->answer + WIDTH * first);
    }
    return NULL;
}

static void threads(void)
{
    static double whole[WIDTH * N], parts[WIDTH * N];
    int bad = 0;
    for (int t = 0; table_at(t); t++)
        for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
            pthread_t thread[THREADS];
            share shares[THREADS];
            memset(whole, 0, sizeof whole);
            memset(parts, 0, sizeof parts);
            questions[q].ask(table_at(t), (twc_spots){N, places[0], places[1]}, whole);
            for (size_t k = 0; k < THREADS; k++) {
                shares[k] = (share){table_at(t), questions[q].ask, parts, k};
                CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[k], NULL, ask_share, &shares[k]), 0);
            }
            for (size_t k = 0; k < THREADS; k++)
                pthread_join(thread[k], NULL);
            SUITE_EXPECT(bad, memcmp(whole, parts, sizeof whole) == 0, "%s, table %d", questions[q].name, t);
        }
    SUITE_NONE(bad);
}

/* ---- the grid ---- */

/* Base heights by rectangles of any shape, the last first. */
static void base_rectangles(void)
{
    enum { NX = 75, NZ = 40 };
    static const int32_t shapes[][2] = {{1, 1}, {7, 3}, {NX, 1}, {1, NZ}, {33, NZ}, {NX, NZ}};
    static float whole[NX * NZ], parts[NX * NZ], tile[NX * NZ];
    const twc_rect rect = {470, 620, NX, NZ}; /* hill, lowland, pad */
    int bad = 0;
    for (int t = 0; table_at(t); t++) {
        table_at(t)->base_heights(island.land, island.highest, rect, whole);
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            const int32_t w = shapes[s][0], h = shapes[s][1];
            memset(parts, 0, sizeof parts);
            for (int32_t z = (NZ - 1) / h * h; z >= 0; z -= h)
                for (int32_t x = (NX - 1) / w * w; x >= 0; x -= w) {
                    const int32_t nx = NX - x < w ? NX - x : w, nz = NZ - z < h ? NZ - z : h;
                    table_at(t)->base_heights(island.land, island.highest, (twc_rect){rect.x + x, rect.z + z, nx, nz},
                                              tile);
                    for (int32_t row = 0; row < nz; row++)
                        memcpy(parts + (z + row) * NX + x, tile + row * nx, (size_t)nx * sizeof(float));
                }
            SUITE_EXPECT(bad, memcmp(whole, parts, sizeof whole) == 0, "table %d, %d x %d", t, w, h);
        }
    }
    SUITE_NONE(bad);
}

/* The island's features on a coarser grid, 5 m a cell, that holds both. */
enum { SIDE = 205, POINTS = SIDE * SIDE };

static void apply(const twc_land_table *table, const twc_land *land, int32_t feature, float *heights)
{
    const twc_land_feature *f = &land->feature[feature];
    (feature ? table->carve : table->press)(land, f, &island.spine[feature], heights);
}

static void fill(float *heights)
{
    for (int32_t k = 0; k < POINTS; k++)
        heights[k] = 6.0f + 0.001f * (float)(k % 997);
}

/*
 * Press and carve with every second height of the grid replaced: what is left gives the same, so no point reads
 * another. But applied again they change the grid again, and in the other order it is another: they read what they
 * change.
 */
static void press_and_carve(void)
{
    static float before[POINTS], once[POINTS], mixed[POINTS], other[POINTS];
    twc_land land = *island.land;
    int bad = 0;
    land.grid = (twc_land_grid){5.0, SIDE, -30.0};
    fill(before);
    for (int t = 0; table_at(t); t++)
        for (int32_t feature = 0; feature < 2; feature++) {
            uint64_t state = 9;
            int changed = 0;
            fill(once);
            for (int32_t k = 0; k < POINTS; k++)
                mixed[k] = k % 2 ? before[k] : (float)between(&state, -30, 150);
            apply(table_at(t), &land, feature, once);
            apply(table_at(t), &land, feature, mixed);
            for (int32_t k = 1; k < POINTS; k += 2) {
                bad += memcmp(&once[k], &mixed[k], sizeof(float)) != 0;
                changed += once[k] != before[k];
            }
            CU_ASSERT_TRUE(changed > 30);
            memcpy(mixed, once, sizeof mixed);
            apply(table_at(t), &land, feature, once);
            CU_ASSERT_NOT_EQUAL(memcmp(once, mixed, sizeof once), 0);
            apply(table_at(t), &land, 1 - feature, mixed);
            fill(other);
            apply(table_at(t), &land, 1 - feature, other);
            apply(table_at(t), &land, feature, other);
            CU_ASSERT_NOT_EQUAL(memcmp(other, mixed, sizeof other), 0);
        }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"any order, any tiling", order_and_tiling},
                           {"any threads", threads},
                           {"base heights by rectangles", base_rectangles},
                           {"press and carve are none", press_and_carve},
                           CU_TEST_INFO_NULL};
    make_island(twc_island_land(), &island);
    make_places();
    int failed = suite_run("point_functions", tests);
    free(island.heights);
    return failed;
}
