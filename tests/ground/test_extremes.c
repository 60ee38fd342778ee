/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The proofs by enumeration of docs/spec/ground.md 3, on the rules themselves: over all extreme jitters every
 * quadrilateral has a valid diagonal, and how small a triangle can be. The implementations are held to the rules
 * elsewhere (test_lattice.c, test_chunk.c).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/ground_brute.h"
#include "common/suite.h"

/* ---- enumeration -------------------------------------------------------------------------------------------- */

/* What enumerating quadrilaterals has seen; areas are twice the area in square centimetres. */
typedef struct tally {
    long cells, reflex, without; /* without: no valid diagonal */
    int64_t best;                /* the smallest triangle where every quadrilateral takes its better diagonal */
    int64_t any;                 /* the smallest triangle of any valid diagonal, which a hash may take */
} tally;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void look(tally *t, const twc_vertex q[4])
{
    int64_t one = least((int64_t)brute_area2(q[0], q[2], q[3]), (int64_t)brute_area2(q[0], q[3], q[1]));
    int64_t zero = least((int64_t)brute_area2(q[0], q[2], q[1]), (int64_t)brute_area2(q[1], q[2], q[3]));
    t->cells++;
    t->reflex += (one > 0) != (zero > 0);
    t->without += one <= 0 && zero <= 0;
    t->best = least(t->best, one > zero ? one : zero);
    if (one > 0)
        t->any = least(t->any, one);
    if (zero > 0)
        t->any = least(t->any, zero);
}

static const tally fresh = {0, 0, 0, INT64_MAX, INT64_MAX};

/* All quadrilaterals of side `spacing` whose eight displacements take `levels` even steps over their amplitudes. */
static tally enumerate(int32_t spacing, const int32_t amplitude[4], int levels)
{
    tally t = fresh;
    long total = 1;
    for (int k = 0; k < 8; k++)
        total *= levels;
    for (long n = 0; n < total; n++) {
        twc_vertex q[4];
        long rest = n;
        for (int k = 0; k < 4; k++) {
            int32_t step = 2 * amplitude[k] / (levels - 1);
            q[k].x = spacing * (k & 1) - amplitude[k] + step * (int32_t)(rest % levels);
            rest /= levels;
            q[k].z = spacing * (k >> 1) - amplitude[k] + step * (int32_t)(rest % levels);
            rest /= levels;
            q[k].y = 0;
        }
        look(&t, q);
    }
    return t;
}

static void extremes_fine(void)
{
    static const int32_t amplitude[4] = {608, 608, 608, 608};
    tally t = enumerate(1600, amplitude, 2);
    CU_ASSERT_EQUAL(t.cells, 256);
    CU_ASSERT_EQUAL(t.without, 0);
    CU_ASSERT(t.reflex > 0);
    /* 384^2 = (1600 - 2 608)^2: a half of it is 0.0288 of 1600^2, 7.3728 square metres. */
    CU_ASSERT_EQUAL(t.best, 384 * 384);
    CU_ASSERT_EQUAL(t.any, 384 * 384);
    CU_ASSERT_EQUAL(t.best * 10000, 2 * 288 * (int64_t)1600 * 1600);
    /* Between the extremes the better diagonal gives nothing smaller; a hash that takes the other valid one may. */
    for (int levels = 3; levels <= 5; levels += 2) {
        t = enumerate(1600, amplitude, levels);
        CU_ASSERT_EQUAL(t.without, 0);
        CU_ASSERT_EQUAL(t.best, 384 * 384);
        CU_ASSERT(t.any < 384 * 384 && t.any > 0);
    }
}

/* Random displacements, and from each a descent by single steps to where the better diagonal is at its worst. */
static void descent(void)
{
    uint64_t seed = 51;
    int64_t worst = INT64_MAX;
    for (int run = 0; run < 300; run++) {
        twc_vertex q[4];
        for (int k = 0; k < 4; k++)
            q[k] = (twc_vertex){1600 * (k & 1) + brute_between(&seed, -608, 608),
                                1600 * (k >> 1) + brute_between(&seed, -608, 608), 0};
        tally at = fresh;
        look(&at, q);
        for (int32_t step = 608; step > 0; step /= 2)
            for (int tries = 0; tries < 60; tries++) {
                twc_vertex moved[4];
                memcpy(moved, q, sizeof moved);
                int k = brute_between(&seed, 0, 3);
                int32_t *c = brute_next(&seed) & 1 ? &moved[k].x : &moved[k].z;
                int32_t home = 1600 * (c == &moved[k].x ? k & 1 : k >> 1);
                *c = twc_clamp(*c + (brute_next(&seed) & 1 ? step : -step), home - 608, home + 608);
                tally next = fresh;
                look(&next, moved);
                CU_ASSERT_EQUAL_FATAL(next.without, 0);
                if (next.best <= at.best) {
                    at = next;
                    memcpy(q, moved, sizeof q);
                }
            }
        worst = least(worst, at.best);
    }
    CU_ASSERT_EQUAL(worst, 384 * 384); /* reached, and never passed */
}

/* Macro quadrilaterals: each corner displaced by the fine or the wide amplitude. */
static void extremes_broad(void)
{
    int bad = 0;
    int64_t best = INT64_MAX, any = INT64_MAX;
    for (int wide = 0; wide < 16; wide++) {
        int32_t amplitude[4];
        for (int k = 0; k < 4; k++)
            amplitude[k] = wide >> k & 1 ? 2432 : 608;
        tally t = enumerate(6400, amplitude, 2);
        SUITE_EXPECT(bad, t.without == 0, "wide corners %x", (unsigned)wide);
        best = least(best, t.best);
        any = least(any, t.any);
        t = enumerate(6400, amplitude, 3);
        SUITE_EXPECT(bad, t.without == 0, "wide corners %x", (unsigned)wide);
        best = least(best, t.best);
        if (wide == 0)
            SUITE_EXPECT(bad, t.reflex == 0, "%ld fine corners are not convex", t.reflex);
        if (wide == 15)
            SUITE_EXPECT(bad, t.reflex > 0, "no reflex corner among wide ones");
    }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(best, 16 * 384 * 384); /* 118 square metres: all four wide, the fine figure scaled */
    CU_ASSERT(any > 0 && any < best);
}

/*
 * Fine cells of a Fine macro cell whose Broad neighbours (bits: north, south, west, east) pull the vertices of the
 * shared side onto the straight line between its corners: every fine cell, all extreme jitters of the points that move
 * it.
 */
typedef struct side_cell {
    int32_t kx[4], kz[4];
    int from[4], to[4]; /* macro corners a vertex lies between, or -1: it has a jitter of its own */
} side_cell;

static side_cell describe(int x, int z, int neighbours)
{
    side_cell s;
    for (int k = 0; k < 4; k++) {
        int kx = x + (k & 1), kz = z + (k >> 1), inner_x = kx % 4 != 0, inner_z = kz % 4 != 0;
        s.kx[k] = kx;
        s.kz[k] = kz;
        s.from[k] = s.to[k] = -1;
        if (!inner_x && !inner_z)
            s.from[k] = s.to[k] = (kx == 4) + 2 * (kz == 4);
        else if (inner_x && kz == 0 && neighbours & 1)
            s.from[k] = 0, s.to[k] = 1;
        else if (inner_x && kz == 4 && neighbours & 2)
            s.from[k] = 2, s.to[k] = 3;
        else if (inner_z && kx == 0 && neighbours & 4)
            s.from[k] = 0, s.to[k] = 2;
        else if (inner_z && kx == 4 && neighbours & 8)
            s.from[k] = 1, s.to[k] = 3;
    }
    return s;
}

static int32_t between(int32_t a, int32_t b, int32_t k)
{
    return (int32_t)floor((a * (4.0 - k) + (double)b * k) / 4.0 + 0.5);
}

/* bits: two for each macro corner, then two for each vertex with its own jitter. */
static void extreme_side(const side_cell *s, unsigned bits, twc_vertex q[4])
{
    int32_t corner[4][2];
    for (int k = 0; k < 4; k++) {
        corner[k][0] = 6400 * (k & 1) + (bits >> (2 * k) & 1 ? 608 : -608);
        corner[k][1] = 6400 * (k >> 1) + (bits >> (2 * k + 1) & 1 ? 608 : -608);
    }
    for (int k = 0; k < 4; k++) {
        unsigned own = bits >> (8 + 2 * k);
        q[k] = (twc_vertex){1600 * s->kx[k] + (own & 1 ? 608 : -608), 1600 * s->kz[k] + (own & 2 ? 608 : -608), 0};
        if (s->from[k] < 0)
            continue;
        int along = s->from[k] == s->to[k] ? 0 : s->to[k] - s->from[k] == 1 ? s->kx[k] : s->kz[k];
        q[k].x = between(corner[s->from[k]][0], corner[s->to[k]][0], along);
        q[k].z = between(corner[s->from[k]][1], corner[s->to[k]][1], along);
    }
}

static void extremes_sides(void)
{
    tally t = fresh;
    for (int neighbours = 1; neighbours < 16; neighbours++)
        for (int cell = 0; cell < 16; cell++) {
            side_cell s = describe(cell % 4, cell / 4, neighbours);
            unsigned used = 0; /* bits that move the cell: the others stay 0, so each shape comes once */
            for (int k = 0; k < 4; k++)
                used |= s.from[k] < 0 ? 3U << (8 + 2 * k) : 3U << (2 * s.from[k]) | 3U << (2 * s.to[k]);
            unsigned bits = 0;
            do {
                twc_vertex q[4];
                extreme_side(&s, bits, q);
                look(&t, q);
                bits = (bits - used) & used; /* the next subset of the used bits */
            } while (bits);
        }
    CU_ASSERT(t.cells > 15 * 16 * 100);
    CU_ASSERT_EQUAL(t.without, 0);
    CU_ASSERT(t.reflex > 0);
    CU_ASSERT_EQUAL(t.best, 384 * 384);
}

/* ---- fans --------------------------------------------------------------------------------------------------- */

typedef struct fan_tally {
    long pieces;
    int64_t smallest;
    int most;
} fan_tally;

/*
 * The pieces of one half: `index` are its corners (0..3 of the quadrilateral), `fine` the sides with a Fine neighbour.
 */
static int look_fan(fan_tally *t, const twc_vertex q[4], const int index[3], int fine)
{
    static const int side_of[4][4] = {{0, 1, 4, 0}, {1, 0, 0, 8}, {4, 0, 0, 2}, {0, 8, 2, 0}};
    twc_vertex chain[12], centre = {twc_floor_mean3(q[index[0]].x, q[index[1]].x, q[index[2]].x),
                                    twc_floor_mean3(q[index[0]].z, q[index[1]].z, q[index[2]].z), 0};
    int length = 0;
    for (int k = 0; k < 3; k++) {
        int from = index[k], to = index[(k + 1) % 3], low = from < to ? from : to, high = from < to ? to : from;
        chain[length++] = q[from];
        if (!(side_of[from][to] & fine))
            continue;
        for (int s = 1; s < 4; s++) { /* placed from the corner of lower index, whichever way the chain runs */
            int along = from == low ? s : 4 - s;
            chain[length++] = (twc_vertex){between(q[low].x, q[high].x, along), between(q[low].z, q[high].z, along), 0};
        }
    }
    if (length == 3)
        return 1;
    for (int k = 0; k < length; k++)
        t->smallest = least(t->smallest, (int64_t)brute_area2(centre, chain[k], chain[(k + 1) % length]));
    t->pieces += length;
    return length;
}

/*
 * A Broad cell between any Fine neighbours: corners of a side shared with a Fine cell have the fine amplitude, the
 * others either. Every diagonal that is valid, whichever of them the heights choose.
 */
static void extremes_fans(void)
{
    static const int half[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};
    static const int sides_at[4] = {1 | 4, 1 | 8, 2 | 4, 2 | 8};
    fan_tally t = {0, INT64_MAX, 0};
    for (int fine = 1; fine < 16; fine++)
        for (unsigned wide = 0; wide < 16; wide++)
            for (unsigned bits = 0; bits < 256; bits++) {
                twc_vertex q[4];
                int possible = 1, both;
                for (unsigned k = 0; k < 4; k++) {
                    int32_t a = wide >> k & 1 ? 2432 : 608;
                    possible = possible && !(wide >> k & 1 && sides_at[k] & fine);
                    q[k] = (twc_vertex){6400 * (int32_t)(k & 1) + (bits >> (2 * k) & 1 ? a : -a),
                                        6400 * (int32_t)(k >> 1) + (bits >> (2 * k + 1) & 1 ? a : -a), 0};
                }
                int valid = brute_valid_diagonal(q[0], q[1], q[2], q[3], &both);
                for (int diagonal = 0; possible && diagonal < 2; diagonal++)
                    if (both || diagonal == valid) {
                        int count = look_fan(&t, q, half[diagonal][0], fine) + look_fan(&t, q, half[diagonal][1], fine);
                        t.most = count > t.most ? count : t.most;
                    }
            }
    CU_ASSERT(t.pieces > 100000);
    CU_ASSERT(t.smallest > 0);
    CU_ASSERT_EQUAL(t.most, 18);
    printf("\n    %ld pieces, the smallest %.1f square metres ", t.pieces, (double)t.smallest / 20000.0);
}

int main(void)
{
    CU_TestInfo tests[] = {{"all extreme jitters of a fine cell", extremes_fine},
                           {"descent finds nothing smaller", descent},
                           {"all extreme jitters of a Broad cell", extremes_broad},
                           {"all extreme jitters beside Broad cells", extremes_sides},
                           {"fans of Broad cells at all extreme jitters", extremes_fans},
                           CU_TEST_INFO_NULL};
    return suite_run("extremes", tests);
}
