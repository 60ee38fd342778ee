/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rivers: the corrected rule's golden value, water that never rises over random networks, falls, refusals by name. */
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "twc/river.h"

enum { NODES = 40, SEGMENTS = 60, STATIONS = 24, BYTES = 1 << 14 };

/* A plan and what it points to. */
typedef struct river_case {
    twc_river_plan plan;
    twc_river_node node[NODES];
    twc_river_segment segment[SEGMENTS];
    twc_river_confluence confluence[NODES];
    twc_point point[SEGMENTS][STATIONS];
    int32_t ground[SEGMENTS][STATIONS];
} river_case;

static alignas(16) unsigned char memory[BYTES];

static int32_t add_node(river_case *c, int32_t x, int32_t z, int32_t ground)
{
    c->node[c->plan.node_count] = (twc_river_node){.at = {x, z}, .ground_cm = ground};
    return c->plan.node_count++;
}

static void give(river_case *c, int32_t n, int32_t level)
{
    c->node[n].given = 1;
    c->node[n].given_cm = level;
}

/* A straight segment of `cells` cells over evenly sloping ground. */
static int32_t add_segment(river_case *c, int32_t from, int32_t to, int32_t cells)
{
    int32_t s = c->plan.segment_count++;
    twc_point a = c->node[from].at, b = c->node[to].at;
    for (int32_t k = 0; k <= cells; k++) {
        c->point[s][k] = (twc_point){a.x + (b.x - a.x) * k / cells, a.z + (b.z - a.z) * k / cells};
        c->ground[s][k] = c->node[from].ground_cm + (c->node[to].ground_cm - c->node[from].ground_cm) * k / cells;
    }
    c->segment[s] = (twc_river_segment){from, to, 400, cells + 1, c->point[s], c->ground[s]};
    return s;
}

static twc_status levels(river_case *c, twc_river *river)
{
    for (int32_t s = 0; s < c->plan.segment_count; s++) {
        c->segment[s].stations = c->point[s]; /* cases are copied */
        c->segment[s].ground_cm = c->ground[s];
    }
    c->plan.nodes = c->node;
    c->plan.segments = c->segment;
    c->plan.confluences = c->confluence;
    CU_ASSERT_FATAL(twc_river_bytes(&c->plan) <= BYTES);
    return twc_river_levels(&c->plan, memory, twc_river_bytes(&c->plan), river);
}

/* A river from 10.00 to 8.00 m with a tributary at 8.50 m into its middle. */
static void golden(river_case *c)
{
    int32_t a = add_node(c, 0, 0, 1030), b = add_node(c, 4000, 0, 830), t = add_node(c, 2000, -3000, 880);
    int32_t end = add_node(c, 2010, -50, 900);
    give(c, a, 1000);
    give(c, b, 800);
    give(c, t, 850);
    c->node[b].mouth = TWC_MOUTH_BORDER;
    int32_t main_segment = add_segment(c, a, b, 8);
    add_segment(c, t, end, 6);
    c->confluence[c->plan.confluence_count++] = (twc_river_confluence){end, main_segment};
}

static void test_golden(void)
{
    river_case c = {0};
    twc_river river;
    golden(&c);
    twc_status status = levels(&c, &river);
    if (status.code)
        printf("\n    %s", status.message);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(river.place_count, 5);
    CU_ASSERT_EQUAL(river.reach_count, 3);
    CU_ASSERT_EQUAL(river.places[4].own_cm, 900);
    CU_ASSERT_EQUAL(river.places[4].level_cm, 850);
    CU_ASSERT_EQUAL(river.places[1].level_cm, 800);
    CU_ASSERT_EQUAL(river.places[4].at.x, 2000);
    CU_ASSERT_EQUAL(river.reaches[2].to, 4);
    CU_ASSERT_EQUAL(twc_river_level_at(&river, &river.reaches[0], 1, 0), 962);
    CU_ASSERT_EQUAL(twc_river_level_at(&river, &river.reaches[1], 7, 0), 812);
}

/* ---- no water rises ---- */

/* Every consecutive pair of water levels, along every reach and from reach to reach, that rises. */
static int32_t rises(const river_case *c, const twc_river *river, int32_t *pairs)
{
    int32_t bad = 0;
    for (int32_t r = 0; r < river->reach_count; r++) {
        const twc_river_reach *reach = &river->reaches[r];
        int32_t before = river->places[reach->from].level_cm;
        for (int32_t k = reach->first; k <= reach->last; k++)
            for (int below = 0; below < 2; below++) {
                int32_t level = twc_river_level_at(river, reach, k, below);
                bad += level > before;
                before = level;
                ++*pairs;
            }
        bad += river->places[reach->to].level_cm != before;
        bad += river->places[reach->from].order >= river->places[reach->to].order;
        if (reach->fall >= 0) {
            const int32_t *ground = c->segment[reach->segment].ground_cm;
            bad += reach->fall <= reach->first || reach->fall >= reach->last;
            for (int32_t k = reach->first + 1; k < reach->last; k++)
                bad += ground[k - 1] - ground[k + 1] > ground[reach->fall - 1] - ground[reach->fall + 1];
        } else {
            bad += river->places[reach->from].level_cm - river->places[reach->to].level_cm > TWC_FALL_CM;
        }
    }
    return bad;
}

static uint32_t state = 5;
static int32_t draw(int32_t n)
{
    state = state * 1664525u + 1013904223u;
    return (int32_t)(state >> 8) % n;
}

static void shuffle(int32_t *of, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
        of[i] = i;
    for (int32_t i = n - 1; i > 0; i--) {
        int32_t j = draw(i + 1), kept = of[i];
        of[i] = of[j];
        of[j] = kept;
    }
}

/* A tree of nodes in any order, each into a lower place; tributaries into the middle of segments. */
static void random_river(river_case *c)
{
    int32_t count = 3 + draw(12), name[NODES];
    shuffle(name, count);
    c->plan.node_count = count;
    for (int32_t i = 0; i < count; i++)
        c->node[name[i]] = (twc_river_node){.at = {draw(200000), draw(200000)}, .ground_cm = 5000 + draw(1500)};
    c->node[name[0]].mouth = (twc_river_mouth)(1 + draw(3));
    for (int32_t i = 1; i < count; i++) {
        int32_t into = i < 3 || draw(2) ? -1 : draw(c->plan.segment_count);
        if (into < 0) {
            add_segment(c, name[i], name[draw(i)], 2 + draw(20));
        } else {
            const twc_river_segment *segment = &c->segment[into];
            twc_point p = segment->stations[draw(segment->station_count)];
            int32_t end = add_node(c, p.x + draw(300), p.z + draw(300), 5500);
            add_segment(c, name[i], end, 2 + draw(20));
            c->confluence[c->plan.confluence_count++] = (twc_river_confluence){end, into};
        }
        for (int32_t k = 0; k < STATIONS; k++)
            c->ground[c->plan.segment_count - 1][k] += draw(200);
    }
}

static void test_random(void)
{
    int bad = 0, made = 0;
    int32_t pairs = 0, falls = 0, joined = 0;
    for (int round = 0; round < 3000; round++) {
        static river_case c;
        twc_river river;
        memset(&c, 0, sizeof c);
        random_river(&c);
        twc_status status = levels(&c, &river);
        /* Tributaries into tributaries may flow round, and confluences come near a fall. */
        if (status.code) {
            SUITE_EXPECT(bad, status.code == TWC_USAGE, "%d: %s", round, status.message);
            continue;
        }
        made++;
        int32_t wrong = rises(&c, &river, &pairs);
        SUITE_EXPECT(bad, wrong == 0, "%d: %d", round, wrong);
        for (int32_t r = 0; r < river.reach_count; r++)
            falls += river.reaches[r].fall >= 0;
        joined += river.place_count - c.plan.node_count;
    }
    SUITE_NONE(bad);
    printf("%d of 3000 made, %d pairs, %d falls, %d confluences ..", made, pairs, falls, joined);
    CU_ASSERT(made > 2000 && falls > 1000 && joined > 1000);
}

/* The order in which nodes and segments are listed moves no level. */
static void test_order(void)
{
    river_case c = {0}, d = {0};
    twc_river river;
    golden(&c);
    CU_ASSERT_EQUAL_FATAL(levels(&c, &river).code, TWC_OK);
    int32_t first[3] = {river.places[0].level_cm, river.places[4].level_cm, river.places[1].level_cm};
    int32_t end = add_node(&d, 2010, -50, 900), t = add_node(&d, 2000, -3000, 880), b = add_node(&d, 4000, 0, 830),
            a = add_node(&d, 0, 0, 1030);
    give(&d, a, 1000);
    give(&d, b, 800);
    give(&d, t, 850);
    d.node[b].mouth = TWC_MOUTH_WATER;
    add_segment(&d, t, end, 6);
    int32_t s = add_segment(&d, a, b, 8);
    d.confluence[d.plan.confluence_count++] = (twc_river_confluence){end, s};
    CU_ASSERT_EQUAL_FATAL(levels(&d, &river).code, TWC_OK);
    CU_ASSERT_EQUAL(river.places[a].level_cm, first[0]);
    CU_ASSERT_EQUAL(river.places[4].level_cm, first[1]);
    CU_ASSERT_EQUAL(river.places[b].level_cm, first[2]);
}

/* ---- falls ---- */

static void test_fall(void)
{
    river_case c = {0};
    twc_river river;
    int32_t a = add_node(&c, 0, 0, 2030), b = add_node(&c, 4000, 0, 1030);
    c.node[b].mouth = TWC_MOUTH_LAKE;
    add_segment(&c, a, b, 8);
    for (int32_t k = 0; k <= 8; k++)
        c.ground[0][k] = k < 5 ? 2030 - 10 * k : 1030;
    CU_ASSERT_EQUAL_FATAL(levels(&c, &river).code, TWC_OK);
    CU_ASSERT_EQUAL(river.reaches[0].fall, 4);
    CU_ASSERT_EQUAL(twc_river_level_at(&river, &river.reaches[0], 3, 1), 2000);
    CU_ASSERT_EQUAL(twc_river_level_at(&river, &river.reaches[0], 4, 0), 2000);
    CU_ASSERT_EQUAL(twc_river_level_at(&river, &river.reaches[0], 4, 1), 1000);
    CU_ASSERT_EQUAL(twc_river_level_at(&river, &river.reaches[0], 5, 0), 1000);

    /* 1.50 m is a rapid, 1.51 m a fall. */
    give(&c, a, 1150);
    CU_ASSERT_EQUAL_FATAL(levels(&c, &river).code, TWC_OK);
    CU_ASSERT_EQUAL(river.reaches[0].fall, -1);
    give(&c, a, 1151);
    CU_ASSERT_EQUAL_FATAL(levels(&c, &river).code, TWC_OK);
    CU_ASSERT_EQUAL(river.reaches[0].fall, 4);
}

/* ---- refusals ---- */

static void expect(river_case *c, const char *const *words, int count)
{
    twc_river river;
    twc_status status = levels(c, &river);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    for (int i = 0; i < count; i++) {
        if (!strstr(status.message, words[i]))
            printf("\n    \"%s\" says nothing of \"%s\"", status.message, words[i]);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words[i]));
    }
}

/* Three nodes down a slope, ending in a lake. */
static river_case chain(void)
{
    river_case c = {.plan = {.id = 12}};
    for (int32_t i = 0; i < 3; i++)
        add_node(&c, 4000 * i, 100 * i, 2000 - 100 * i);
    add_segment(&c, 0, 1, 8);
    add_segment(&c, 1, 2, 8);
    c.node[2].mouth = TWC_MOUTH_LAKE;
    return c;
}

static void test_refused(void)
{
    twc_river river;
    river_case c = chain();
    CU_ASSERT_EQUAL(levels(&c, &river).code, TWC_OK);

    c = chain();
    add_segment(&c, 2, 1, 8);
    expect(&c, (const char *[]){"river 12", "cycle", "node ", "turn one"}, 4);

    c = chain();
    give(&c, 2, 1900);
    expect(&c, (const char *[]){"node 2", "19.00 m", "18.70 m", "lower it"}, 4);

    c = chain();
    c.node[2].mouth = TWC_MOUTH_NONE;
    expect(&c, (const char *[]){"node 2", "(80.00, 2.00) m", "no mouth", "lake"}, 4);

    c = chain();
    c.node[add_node(&c, 9000, 9000, 1000)].mouth = TWC_MOUTH_BORDER;
    expect(&c, (const char *[]){"node 3", "no segment reaches"}, 2);

    c = chain();
    int32_t spring = add_node(&c, 0, 9000, 2100), end = add_node(&c, 2000, 3000, 1990);
    add_segment(&c, spring, end, 8);
    c.confluence[c.plan.confluence_count++] = (twc_river_confluence){end, 0};
    expect(&c, (const char *[]){"node 4", "segment 0", "too far", "end in the river"}, 4);

    c = chain();
    c.node[1].ground_cm = 1970 + 3001;
    expect(&c, (const char *[]){"node 1", "30.01 m under the ground", "lead the river round"}, 3);
    c.node[1].ground_cm = 1970 + 3000;
    CU_ASSERT_EQUAL(levels(&c, &river).code, TWC_OK);

    c = chain();
    c.segment[1].station_count = 2;
    give(&c, 2, 1000);
    expect(&c, (const char *[]){"segment 1", "drops by", "waterfall"}, 3);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a tributary lower than the river it joins", test_golden},
        {"random rivers: no consecutive pair rises", test_random},
        {"order of nodes and segments", test_order},
        {"waterfalls", test_fall},
        {"refusals name the node", test_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("rivers", tests);
}
