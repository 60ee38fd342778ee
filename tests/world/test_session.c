/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits: whatever the sequence of facts, the chunks a session rebuilt make the world a full build would. */
#include "world/edit_worlds.h"
#include "common/suite.h"

static const twc_rect extents[] = {{0, 0, 1, 1}, {-2, -1, 2, 2}, {-1, -3, 3, 1}, {20970, -20971, 1, 1}};

static void incremental_equals_full(void)
{
    static uint16_t values[EDIT_MAX_VALUES];
    int bad = 0;
    uint64_t rebuilt = 0, changed = 0, bound = 0;
    for (int32_t world = 0; world < 12; world++) {
        draws d = {world, 0};
        twc_session *session = edit_session(extents[world % 4], world, world % 3 == 0, world % 2);
        CU_ASSERT_PTR_NOT_NULL_FATAL(session);
        for (int step = 0; step < 25; step++) {
            twc_rebuilt cost;
            twc_fact fact = random_fact(&d, &twc_session_world(session)->world, twc_session_next(session), values);
            twc_status status = twc_session_apply(session, &fact, &cost);
            SUITE_EXPECT(bad, status.code == TWC_OK, "world %d step %d: %s", world, step, status.message);
            SUITE_EXPECT(bad, (status = twc_session_check(session)).code == TWC_OK,
                         "world %d step %d kind %d rect %d %d %d %d: %s", world, step, fact.kind, fact.rect.x,
                         fact.rect.z, fact.rect.nx, fact.rect.nz, status.message);
            SUITE_EXPECT(bad, cost.changed <= cost.rebuilt && cost.rebuilt <= cost.bound, "%u %u %u", cost.changed,
                         cost.rebuilt, cost.bound);
            bound += cost.bound;
            rebuilt += cost.rebuilt;
            changed += cost.changed;
        }
        twc_session_destroy(session);
    }
    SUITE_NONE(bad);
    printf("chunks within the bound %llu, rebuilt %llu, changed %llu ", (unsigned long long)bound,
           (unsigned long long)rebuilt, (unsigned long long)changed);
    /* Tight: values drawn at random hardly ever leave a reached chunk as it was. */
    CU_ASSERT(changed * 10 >= rebuilt * 8);
}

/* A short corridor somewhere inside the extent; many are refused for good reasons, and then nothing may change. */
static twc_status place_somewhere(draws *d, twc_session *session, uint64_t id, twc_rebuilt *cost)
{
    enum { CLEARANCE = 6000 };
    twc_rect extent = twc_session_world(session)->world.extent;
    int32_t x0 = extent.x * TWC_TILE_CM + CLEARANCE, x1 = (extent.x + extent.nx) * TWC_TILE_CM - CLEARANCE;
    int32_t z0 = extent.z * TWC_TILE_CM + CLEARANCE, z1 = (extent.z + extent.nz) * TWC_TILE_CM - CLEARANCE;
    twc_point node[4];
    node[0] = (twc_point){draw_in(d, x0, x1), draw_in(d, z0, z1)};
    for (int k = 1; k < 4; k++)
        node[k] = (twc_point){twc_clamp(node[k - 1].x + draw_in(d, -6000, 12000), x0, x1),
                              twc_clamp(node[k - 1].z + draw_in(d, -6000, 6000), z0, z1)};
    twc_corridor corridor = {.id = id,
                             .priority = draw_in(d, 0, 3),
                             .profile = &twc_cart_road,
                             .node_count = draw_in(d, 2, 4),
                             .nodes = node};
    return twc_session_place(session, &corridor, cost);
}

/* Roads come, ground changes under them, roads go: after each step everything equals a full rebuild. */
static void features_come_and_go(void)
{
    static uint16_t values[EDIT_MAX_VALUES];
    int bad = 0, placed = 0, refused = 0, removed = 0;
    uint64_t rebuilt = 0, changed = 0;
    for (int32_t world = 0; world < 6; world++) {
        draws d = {100 + world, 0};
        twc_session *session = edit_session((twc_rect){-1, world % 2, 1 + world % 2, 1}, world, 0, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(session);
        uint64_t bare = twc_scene_fingerprint(twc_session_scene(session));
        for (int step = 0; step < 16; step++) {
            twc_rebuilt cost = {0};
            uint64_t before = twc_scene_fingerprint(twc_session_scene(session)), next = twc_session_next(session),
                     id = (uint64_t)draw_in(&d, 1, 4);
            twc_status status;
            int way = draw_in(&d, 0, 5);
            if (way < 3) {
                status = place_somewhere(&d, session, id, &cost);
                placed += !status.code;
                refused += status.code != 0;
            } else if (way == 3) {
                status = twc_session_remove(session, id, &cost);
                removed += !status.code;
            } else {
                twc_fact fact = random_fact(&d, &twc_session_world(session)->world, next, values);
                status = twc_session_apply(session, &fact, &cost);
                SUITE_EXPECT(bad, status.code == TWC_OK, "world %d step %d: %s", world, step, status.message);
            }
            SUITE_EXPECT(bad,
                         status.code == TWC_OK || (twc_scene_fingerprint(twc_session_scene(session)) == before &&
                                                   twc_session_next(session) == next),
                         "world %d step %d: a refused fact changed something (%s)", world, step, status.message);
            SUITE_EXPECT(bad, (status = twc_session_check(session)).code == TWC_OK, "world %d step %d way %d: %s",
                         world, step, way, status.message);
            rebuilt += cost.rebuilt;
            changed += cost.changed;
        }
        while (twc_session_undo(session, NULL).code == TWC_OK)
            ;
        SUITE_EXPECT(bad, twc_scene_fingerprint(twc_session_scene(session)) == bare, "world %d: undoing everything",
                     world);
        twc_session_destroy(session);
    }
    SUITE_NONE(bad);
    printf("%d placed, %d refused, %d removed, chunks rebuilt %llu, changed %llu ", placed, refused, removed,
           (unsigned long long)rebuilt, (unsigned long long)changed);
    CU_ASSERT(placed >= 15 && removed >= 3 && changed * 10 >= rebuilt * 5);
}

/*
 * Tiles of a 3 x 2 world, added in many orders between writes of all samples: repeated samples always repeat their
 * owner's.
 */
static void tiles_come_in_any_order(void)
{
    static uint16_t values[(3 * TWC_TILE_CELLS + 1) * (2 * TWC_TILE_CELLS + 1)];
    int bad = 0;
    for (int32_t seed = 0; seed < 60; seed++) {
        draws d = {seed, 0};
        twc_world_data data;
        twc_rect extent = {-1, -1, 3, 2};
        CU_ASSERT_EQUAL_FATAL(twc_world_data_create(extent, 777, "order", &data).code, TWC_OK);
        for (int step = 0; step < 12; step++) {
            if (draw_in(&d, 0, 2) < 2)
                CU_ASSERT_EQUAL(twc_world_data_add_tile(&data, draw_in(&d, -1, 1), draw_in(&d, -1, 0)).code, TWC_OK);
            for (size_t k = 0; k < sizeof values / sizeof *values; k++)
                values[k] = (uint16_t)draw(&d);
            twc_world_data_set_samples(&data, twc_world_samples(&data.world), values);
            twc_status status = twc_world_check(&data.world);
            SUITE_EXPECT(bad, status.code == TWC_OK, "seed %d step %d: %s", seed, step, status.message);
            CU_ASSERT_EQUAL(twc_world_data_add_tile(&data, draw_in(&d, -1, 1), draw_in(&d, -1, 0)).code, TWC_OK);
            status = twc_world_check(&data.world);
            SUITE_EXPECT(bad, status.code == TWC_OK, "seed %d step %d, a tile later: %s", seed, step, status.message);
        }
        twc_world_data_destroy(&data);
    }
    SUITE_NONE(bad);
}

/* A record is the same whichever kernels found the ground under it, and survives being written and read. */
static void records_are_frozen_bits(void)
{
    twc_session *session = edit_session((twc_rect){0, 0, 1, 1}, 21, 0, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(session);
    const twc_world *world = &twc_session_world(session)->world;
    const twc_point node[4] = {{8000, 20000}, {20600, 26000}, {30000, 21000}, {43000, 24000}};
    twc_corridor corridor = {
        .id = 0x123456789ABCDEFU, .priority = 200, .profile = &twc_cart_road, .node_count = 4, .nodes = node};
    int32_t words[2][2000];
    twc_features none = {.memory = NULL};
    for (int level = -1; level < TWC_LEVEL_COUNT; level++) {
        const twc_ground_table *kernels = level < 0 ? twc_reference_ground() : twc_fast_ground((twc_level)level);
        twc_feature feature, back;
        void *memory, *memory_back;
        if (!kernels)
            continue; /* a level this machine lacks; the check reports those that the build lacks */
        CU_ASSERT_EQUAL_FATAL(twc_features_make(kernels, world, 0, &corridor, &feature, &memory).code, TWC_OK);
        size_t n = twc_record_words(&feature);
        CU_ASSERT_FATAL(n <= 2000);
        twc_record_write(&feature, words[level >= 0]);
        CU_ASSERT_EQUAL(memcmp(words[0], words[level >= 0], n * sizeof(int32_t)), 0);
        CU_ASSERT_EQUAL_FATAL(twc_features_read(words[0], n, world->extent, &none, &back, &memory_back).code, TWC_OK);
        CU_ASSERT_EQUAL(memcmp(back.stations, feature.stations, (size_t)feature.station_count * sizeof *back.stations),
                        0);
        CU_ASSERT_EQUAL(memcmp(back.tree, feature.tree, 2 * (size_t)feature.leaves * sizeof *back.tree), 0);
        CU_ASSERT_EQUAL(back.id, corridor.id);
        /* Any word changed far enough is refused or makes another record: never a crash, never a silent repair. */
        for (size_t k = 0; k < n; k++) {
            twc_feature other;
            void *memory_other;
            int32_t kept = words[0][k];
            words[0][k] ^= 0x40000000;
            if (twc_features_read(words[0], n, world->extent, &none, &other, &memory_other).code == TWC_OK) {
                twc_record_write(&other, words[1]);
                CU_ASSERT_EQUAL(words[1][k], words[0][k]);
                free(memory_other);
            }
            words[0][k] = kept;
        }
        free(memory);
        free(memory_back);
    }
    twc_session_destroy(session);
}

/* A record whole in every other way, its checksum too, is refused for its version, and named so. */
static void other_versions_are_refused(void)
{
    static const uint16_t sample[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const twc_fact fact = {.kind = TWC_FACT_SAMPLES, .sequence = 1, .rect = {0, 0, 4, 2}, .samples = sample};
    uint8_t record[256];
    const size_t size = twc_fact_size(&fact);
    CU_ASSERT_FATAL(size <= sizeof record);
    for (int version = 0; version <= TWC_FACT_VERSION + 1; version++) {
        twc_fact back;
        size_t length;
        const char *fault;
        twc_fingerprint fingerprint;
        twc_fact_encode(&fact, record);
        record[4] = (uint8_t)version;
        twc_fingerprint_begin(&fingerprint);
        for (size_t k = 0; k < size - 8; k += 8) {
            uint64_t word = 0;
            for (int byte = 7; byte >= 0; byte--)
                word = word << 8 | record[k + (size_t)byte];
            twc_fingerprint_add(&fingerprint, word);
        }
        const uint64_t sum = twc_fingerprint_end(&fingerprint);
        for (int byte = 0; byte < 8; byte++)
            record[size - 8 + (size_t)byte] = (uint8_t)(sum >> 8 * byte);
        const twc_record_state state = twc_fact_decode(record, size, &back, &length, &fault);
        CU_ASSERT_EQUAL(state, version == TWC_FACT_VERSION ? TWC_RECORD_WHOLE : TWC_RECORD_CORRUPT);
        CU_ASSERT_TRUE(version == TWC_FACT_VERSION || strstr(fault, "version") != NULL);
    }
}

/* A world that had a road and lost it is the world that never had it. */
static void removal_restores_the_ground(void)
{
    twc_session *session = edit_session((twc_rect){0, 0, 1, 1}, 12, 0, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(session);
    uint64_t bare = twc_scene_fingerprint(twc_session_scene(session));
    const twc_point node[3] = {{8000, 20000}, {25600, 26000}, {43000, 24000}};
    twc_corridor corridor = {.id = 7, .priority = 1, .profile = &twc_cart_road, .node_count = 3, .nodes = node};
    twc_rebuilt cost;
    twc_status status = twc_session_place(session, &corridor, &cost);
    CU_ASSERT_EQUAL(status.code, TWC_OK);
    CU_ASSERT(cost.changed >= 2);
    CU_ASSERT_NOT_EQUAL(twc_scene_fingerprint(twc_session_scene(session)), bare);
    CU_ASSERT_EQUAL(twc_session_remove(session, 8, NULL).code, TWC_IO);
    CU_ASSERT_EQUAL(twc_session_remove(session, 7, &cost).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(session)), bare);
    /* A brush over a road leaves the samples under it alone. */
    CU_ASSERT_EQUAL(twc_session_place(session, &corridor, NULL).code, TWC_OK);
    twc_brush brush = {TWC_BRUSH_RAISE, {25600, 26000}, 1500, 2000, 0, 0};
    uint16_t before, after;
    twc_rect middle = {64, 65, 1, 1};
    twc_reference_ground()->samples(&twc_session_world(session)->world, middle, &before);
    CU_ASSERT_EQUAL(twc_session_brush(session, &brush, NULL).code, TWC_OK);
    twc_reference_ground()->samples(&twc_session_world(session)->world, middle, &after);
    CU_ASSERT_EQUAL(before, after);
    CU_ASSERT_EQUAL(twc_session_undo(session, NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_session_remove(session, 7, NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_session_brush(session, &brush, NULL).code, TWC_OK);
    twc_reference_ground()->samples(&twc_session_world(session)->world, middle, &after);
    CU_ASSERT_NOT_EQUAL(before, after);
    twc_session_destroy(session);
}

static void undo_restores_and_redo_returns(void)
{
    static uint16_t values[EDIT_MAX_VALUES];
    enum { STEPS = 20 };
    uint64_t seen[STEPS + 1];
    int bad = 0;
    draws d = {77, 0};
    twc_session *session = edit_session((twc_rect){-1, -1, 2, 2}, 5, 1, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(session);
    twc_scene *scene = twc_session_scene(session);
    seen[0] = twc_scene_fingerprint(scene);
    for (int step = 0; step < STEPS; step++) {
        twc_fact fact = random_fact(&d, &twc_session_world(session)->world, twc_session_next(session), values);
        CU_ASSERT_EQUAL(twc_session_apply(session, &fact, NULL).code, TWC_OK);
        seen[step + 1] = twc_scene_fingerprint(scene);
    }
    for (int round = 0; round < 2; round++) {
        for (int step = STEPS - 1; step >= 0; step--) {
            CU_ASSERT_EQUAL(twc_session_undo(session, NULL).code, TWC_OK);
            SUITE_EXPECT(bad, twc_scene_fingerprint(scene) == seen[step], "undo to step %d", step);
        }
        CU_ASSERT_EQUAL(twc_session_undo(session, NULL).code, TWC_USAGE);
        for (int step = 1; step <= STEPS; step++) {
            CU_ASSERT_EQUAL(twc_session_redo(session, NULL).code, TWC_OK);
            SUITE_EXPECT(bad, twc_scene_fingerprint(scene) == seen[step], "redo to step %d", step);
        }
        CU_ASSERT_EQUAL(twc_session_redo(session, NULL).code, TWC_USAGE);
    }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(twc_session_next(session), 1 + STEPS * 5);
    twc_session_destroy(session);
}

/*
 * Two peers with different builders: equal after the same facts; a third that took one fact less is told apart, and
 * where.
 */
static void peers_agree(void)
{
    static uint16_t values[EDIT_MAX_VALUES];
    draws d = {3, 0};
    twc_rect extent = {-2, -1, 2, 2};
    twc_session *one = edit_session(extent, 9, 1, 0), *other = edit_session(extent, 9, 1, 1),
                *late = edit_session(extent, 9, 1, 1);
    twc_tree_difference where;
    CU_ASSERT_FATAL(one && other && late);
    for (int step = 0; step < 30; step++) {
        twc_fact fact = random_fact(&d, &twc_session_world(one)->world, twc_session_next(one), values);
        CU_ASSERT_EQUAL(twc_session_apply(one, &fact, NULL).code, TWC_OK);
        CU_ASSERT_EQUAL(twc_session_apply(other, &fact, NULL).code, TWC_OK);
        CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(one)), twc_scene_fingerprint(twc_session_scene(other)));
        if (step < 29)
            CU_ASSERT_EQUAL(twc_session_apply(late, &fact, NULL).code, TWC_OK);
    }
    CU_ASSERT_EQUAL(twc_scene_compare(twc_session_scene(one), twc_session_scene(other), &where).code, TWC_OK);
    CU_ASSERT_FALSE(where.found);
    uint16_t sample = 1;
    twc_fact last = {
        .sequence = twc_session_next(one), .kind = TWC_FACT_SAMPLES, .rect = {-160, 32, 1, 1}, .samples = &sample};
    uint16_t before;
    twc_reference_ground()->samples(&twc_session_world(one)->world, last.rect, &before);
    sample = (uint16_t)(before ^ 0x4000);
    CU_ASSERT_EQUAL(twc_session_apply(one, &last, NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_scene_compare(twc_session_scene(one), twc_session_scene(other), &where).code, TWC_OK);
    CU_ASSERT_FATAL(where.found);
    CU_ASSERT_EQUAL(where.stage, TWC_STAGE_GROUND);
    CU_ASSERT_EQUAL(where.chunk.x, -3); /* sample -160 lies 640 m left of the origin, in the middle of chunk -3 */
    CU_ASSERT_EQUAL(where.chunk.z, 0);
    twc_session_destroy(one);
    twc_session_destroy(other);
    twc_session_destroy(late);
}

static void edits_far_apart_commute(void)
{
    twc_rect extent = {0, 0, 2, 2};
    twc_session *one = edit_session(extent, 4, 0, 1), *other = edit_session(extent, 4, 0, 1);
    twc_brush brush[2] = {{TWC_BRUSH_RAISE, {12000, 9000}, 3000, 700, 0, 0},
                          {TWC_BRUSH_NOISE, {80000, 77000}, 4000, 300, 0, 5}};
    CU_ASSERT_FATAL(one && other);
    CU_ASSERT_EQUAL(twc_session_brush(one, &brush[0], NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_session_brush(one, &brush[1], NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_session_brush(other, &brush[1], NULL).code, TWC_OK);
    CU_ASSERT_NOT_EQUAL(twc_scene_fingerprint(twc_session_scene(one)), twc_scene_fingerprint(twc_session_scene(other)));
    CU_ASSERT_EQUAL(twc_session_brush(other, &brush[0], NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(one)), twc_scene_fingerprint(twc_session_scene(other)));
    twc_session_destroy(one);
    twc_session_destroy(other);
}

static void refused_facts_change_nothing(void)
{
    twc_session *session = edit_session((twc_rect){0, 0, 1, 1}, 2, 0, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(session);
    uint64_t before = twc_scene_fingerprint(twc_session_scene(session));
    uint16_t sample = 7;
    uint8_t facet_class = 3;
    twc_fact bad[] = {
        {.sequence = 2, .kind = TWC_FACT_SAMPLES, .rect = {0, 0, 1, 1}, .samples = &sample},
        {.sequence = 0, .kind = TWC_FACT_SAMPLES, .rect = {0, 0, 1, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .rect = {129, 0, 1, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .rect = {-1, 0, 1, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .rect = {0, 0, 0, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .rect = {0, 0, INT32_MAX, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_CLASSES, .rect = {0, 0, 1, 1}, .classes = &facet_class},
        {.sequence = 1, .kind = (twc_fact_kind)9, .rect = {0, 0, 1, 1}},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .role = (twc_fact_role)3, .rect = {0, 0, 1, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .role = TWC_FACT_UNDOES, .rect = {0, 0, 1, 1}, .samples = &sample},
        {.sequence = 1, .kind = TWC_FACT_SAMPLES, .role = TWC_FACT_REDOES, .rect = {0, 0, 1, 1}, .samples = &sample},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        twc_status status = twc_session_apply(session, &bad[k], NULL);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "fact "));
    }
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(session)), before);
    CU_ASSERT_EQUAL(twc_session_next(session), 1);
    /* An undo that restores something else than what was there. */
    twc_fact good = {.sequence = 1, .kind = TWC_FACT_SAMPLES, .rect = {9, 9, 1, 1}, .samples = &sample};
    twc_fact wrong = {
        .sequence = 2, .kind = TWC_FACT_SAMPLES, .role = TWC_FACT_UNDOES, .rect = {9, 9, 1, 1}, .samples = &sample};
    CU_ASSERT_EQUAL(twc_session_apply(session, &good, NULL).code, TWC_OK);
    twc_status status = twc_session_apply(session, &wrong, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "fact 2 is not what the last fact not undone has replaced"));
    CU_ASSERT_EQUAL(twc_session_next(session), 2);
    CU_ASSERT_EQUAL(twc_session_undo(session, NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(session)), before);
    twc_session_destroy(session);
}

/*
 * The reach of a sample, seen: in an all-Broad tile, samples more than 74 m (the paper's dilation: bank 10 m, macro
 * cell 64 m) left of the border between two chunks change the right one where a corner on the border is jittered far to
 * the left. Each tile has its own jitters, so many are tried.
 */
static void reach_exceeds_the_papers_dilation(void)
{
    enum { TILES = 60, LAST = 64 - 19 }; /* the edited samples end 76 m before the border */
    static uint16_t values[3 * TWC_TILE_SAMPLES];
    uint8_t broad[64];
    int far = 0;
    memset(broad, TWC_BROAD, sizeof broad);
    for (int32_t tile = 0; tile < TILES; tile++) {
        draws d = {tile, 0};
        twc_session *session = edit_session((twc_rect){tile, 0, 1, 1}, tile, 0, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(session);
        twc_fact fact = {.sequence = 1, .kind = TWC_FACT_CLASSES, .rect = {8 * tile, 0, 8, 8}, .classes = broad};
        CU_ASSERT_EQUAL(twc_session_apply(session, &fact, NULL).code, TWC_OK);
        for (int k = 0; k < 3 * TWC_TILE_SAMPLES; k++)
            values[k] = (uint16_t)draw_in(&d, 0, 65535);
        twc_rect rect = {tile * TWC_TILE_CELLS + LAST - 2, 0, 3, TWC_TILE_SAMPLES};
        fact = (twc_fact){.sequence = 2, .kind = TWC_FACT_SAMPLES, .rect = rect, .samples = values};
        twc_point at[2] = {{2 * tile + 1, 0}, {2 * tile + 1, 1}};
        twc_built *before[2], *after[2];
        twc_scene_acquire(twc_session_scene(session), 2, at, before);
        CU_ASSERT_EQUAL(twc_session_apply(session, &fact, NULL).code, TWC_OK);
        twc_scene_acquire(twc_session_scene(session), 2, at, after);
        for (int k = 0; k < 2; k++) {
            far += before[k]->stage[TWC_STAGE_GROUND] != after[k]->stage[TWC_STAGE_GROUND];
            twc_scene_release(twc_session_scene(session), before[k]);
            twc_scene_release(twc_session_scene(session), after[k]);
        }
        twc_session_destroy(session);
    }
    printf("%d of %d chunks changed by edits more than 74 m away ", far, 2 * TILES);
    CU_ASSERT(far > 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"incremental equals full, and rebuilds little more than what changes", incremental_equals_full},
        {"features come and go", features_come_and_go},
        {"tiles come in any order", tiles_come_in_any_order},
        {"records are frozen bits", records_are_frozen_bits},
        {"records of other versions are refused", other_versions_are_refused},
        {"removal restores the ground, brushes spare footprints", removal_restores_the_ground},
        {"undo restores the fingerprint, redo returns it", undo_restores_and_redo_returns},
        {"peers agree, and differences are located", peers_agree},
        {"edits far apart commute", edits_far_apart_commute},
        {"refused facts change nothing", refused_facts_change_nothing},
        {"the reach of a sample exceeds the paper's dilation", reach_exceeds_the_papers_dilation},
        CU_TEST_INFO_NULL,
    };
    return suite_run("session", tests);
}
