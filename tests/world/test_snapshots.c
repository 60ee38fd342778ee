/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Snapshots: worlds taken from a log, as files. Replay, undo and editing go on from each as from the start, and no
 * other log fits.
 */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "query_surface.h"
#include "world/story.h"

/* From every snapshot to every later fact: the fingerprint, and the bytes of the snapshot taken there. */
static void replay_from_every_point(void)
{
    enum { FACTS = 9 };
    int bad = 0, with_features = 0;
    uint64_t prints[FACTS + 1];
    for (int32_t seed = 1; seed <= 6; seed++) {
        write_story(seed, FACTS);
        with_features += save_all(FACTS, prints);
        for (int from = 1; from <= FACTS; from++) {
            for (int last = from; last <= FACTS; last++) {
                twc_log_reading reading;
                twc_session *session = open_story(numbered("snap", from),
                                                  (twc_level)(last % 2 ? twc_level_best() : TWC_LEVEL_BASE),
                                                  (uint64_t)last, &reading);
                SUITE_EXPECT(bad, fingerprint(session) == prints[last], "seed %d from %d to %d", seed, from, last);
                SUITE_EXPECT(bad,
                             reading.from.facts == (uint64_t)from && reading.to.facts == (uint64_t)last &&
                                 reading.facts == FACTS,
                             "seed %d from %d to %d", seed, from, last);
                CU_ASSERT_EQUAL(twc_session_save(session, &reading.to, scratch_path("again.h5")).code, TWC_OK);
                SUITE_EXPECT(bad, same_file(scratch_path("again.h5"), numbered("snap", last)), "seed %d from %d to %d",
                             seed, from, last);
                twc_session_destroy(session);
            }
        }
    }
    CU_ASSERT(with_features > FACTS);
    SUITE_NONE(bad);
}

static twc_status apply_to(void *session, const twc_fact *fact)
{
    return twc_session_apply(session, fact, NULL);
}

/* Sessions that build after every fact, with either implementation and any number of threads, save the same bytes. */
static void bytes_do_not_depend_on_who_builds(void)
{
    enum { FACTS = 9 };
    const twc_builder reference = twc_reference_builder(), fast = twc_fast_builder(TWC_LEVEL_BASE);
    const struct {
        twc_builder builder;
        int threads;
    } peer[] = {{reference, 1}, {fast, 1}, {fast, 3}, {reference, 2}};
    uint64_t prints[FACTS + 1];
    write_story(2, FACTS);
    save_all(FACTS, prints);
    for (size_t k = 0; k < sizeof peer / sizeof *peer; k++) {
        twc_world_data data;
        twc_session *session;
        CU_ASSERT_EQUAL_FATAL(twc_world_load(scratch_path("first.h5"), &data).code, TWC_OK);
        twc_log_reading reading = twc_log_reading_for(&data, 0);
        CU_ASSERT_EQUAL_FATAL(twc_world_data_keep_first(&data).code, TWC_OK);
        CU_ASSERT_EQUAL_FATAL(twc_session_create(&data, peer[k].builder,
                                                 (twc_build_options){0, peer[k].threads, TWC_DYNAMIC}, NULL, &session)
                                  .code,
                              TWC_OK);
        CU_ASSERT_EQUAL(twc_log_file_read(scratch_path("story.log"), &reading, apply_to, session).code, TWC_OK);
        CU_ASSERT_EQUAL(fingerprint(session), prints[FACTS]);
        CU_ASSERT_EQUAL(twc_session_save(session, &reading.to, scratch_path("again.h5")).code, TWC_OK);
        CU_ASSERT_TRUE(same_file(scratch_path("again.h5"), numbered("snap", FACTS)));
        twc_session_destroy(session);
    }
}

/* Undoes all that can be undone, or redoes all; the fingerprints on the way, and how many there were. */
static int walk(twc_session *session, int down, uint64_t *prints)
{
    int steps = 0;
    while ((down ? twc_session_undo(session, NULL) : twc_session_redo(session, NULL)).code == TWC_OK)
        prints[steps++] = fingerprint(session);
    return steps;
}

/*
 * Undo down to the first world and redo up to where nothing is left, then down again, whatever the session starts from:
 * the one that wrote the log, the first world, or any snapshot.
 */
static void undo_reaches_below_a_snapshot(void)
{
    enum { FACTS = 12 };
    int bad = 0, shorter = 0;
    for (int32_t seed = 11; seed <= 16; seed++) {
        uint64_t prints[FACTS + 1], expected[2][2 * FACTS], way[2][2 * FACTS];
        int steps[2] = {0, 0};
        write_story(seed, FACTS);
        save_all(FACTS, prints);
        for (int from = 0; from <= FACTS; from++) {
            twc_log_reading reading;
            twc_session *session = open_story(from ? numbered("snap", from) : scratch_path("first.h5"),
                                              twc_level_best(), 0, &reading);
            for (int down = 1; down >= 0; down--) {
                int taken = walk(session, down, from ? way[down] : expected[down]);
                SUITE_EXPECT(bad,
                             from == 0 || (taken == steps[down] &&
                                           memcmp(way[down], expected[down], (size_t)taken * sizeof **way) == 0),
                             "seed %d from %d: %d steps, %d expected", seed, from, taken, steps[down]);
                steps[down] = taken;
            }
            SUITE_EXPECT(bad, steps[0] >= steps[1], "seed %d from %d", seed,
                         from); /* what was undone when it was opened comes back too */
            twc_session_destroy(session);
        }
        twc_log_reading reading;
        twc_session *bare = open_story(scratch_path("first.h5"), twc_level_best(), 1, &reading);
        CU_ASSERT_EQUAL(twc_session_undo(bare, NULL).code, TWC_OK);
        SUITE_EXPECT(bad, steps[1] > 0 && fingerprint(bare) == expected[1][steps[1] - 1],
                     "seed %d does not end at the first world", seed);
        twc_session_destroy(bare);
        shorter += steps[1] < FACTS;
    }
    CU_ASSERT(shorter > 0); /* some of the facts are undos: they cost a step, and are none */
    SUITE_NONE(bad);
}

/*
 * Heights of a loaded snapshot, about its roads and elsewhere, are those of the built scene; the triangle named lies
 * there.
 */
static void queries_see_the_features(void)
{
    enum { FACTS = 9, POINTS = 400 };
    int bad = 0, on_features = 0;
    uint64_t prints[FACTS + 1];
    draws d = {77, 0};
    write_story(4, FACTS);
    save_all(FACTS, prints);
    for (int k = 1; k <= FACTS; k += 2) {
        twc_world_data data;
        twc_log_reading reading;
        twc_point point[POINTS];
        twc_location found[POINTS];
        twc_session *session = open_story(numbered("snap", k), twc_level_best(), (uint64_t)k, &reading);
        CU_ASSERT_EQUAL_FATAL(twc_world_load(numbered("snap", k), &data).code, TWC_OK);
        twc_rect e = data.world.extent;
        for (int p = 0; p < POINTS; p++) {
            point[p] = (twc_point){e.x * TWC_TILE_CM + draw_in(&d, 3000, e.nx * TWC_TILE_CM - 3000),
                                   e.z * TWC_TILE_CM + draw_in(&d, 3000, e.nz * TWC_TILE_CM - 3000)};
            if (p % 2 && data.features.list.count > 0) {
                const twc_feature *road = &data.features.feature[p % (int)data.features.list.count];
                const twc_station *s = &road->stations[draw_in(&d, 0, road->station_count - 1)];
                point[p] = (twc_point){s->x + draw_in(&d, -600, 600), s->z + draw_in(&d, -600, 600)};
            }
        }
        const twc_builder builder = k % 4 == 1 ? twc_fast_builder(TWC_LEVEL_BASE) : twc_reference_builder();
        twc_surface_source source = {&data.world, data.features.list, builder, 0};
        CU_ASSERT_EQUAL_FATAL(twc_query_surface(&source, POINTS, point, found).code, TWC_OK);
        for (int p = 0; p < POINTS; p++) {
            float height;
            int there;
            CU_ASSERT_EQUAL(twc_scene_height(twc_session_scene(session), point[p], &height, &there).code, TWC_OK);
            const twc_vertex *c = found[p].corner;
            float plane = twc_plane_height(c[0], c[1], c[2], point[p].x, point[p].z);
            SUITE_EXPECT(bad, there && memcmp(&height, &found[p].height, sizeof height) == 0, "(%d, %d): %.9g, %.9g",
                         point[p].x, point[p].z, (double)height, (double)found[p].height);
            SUITE_EXPECT(bad,
                         memcmp(&plane, &found[p].height, sizeof plane) == 0 &&
                             found[p].facet_class == found[p].facet >> 62,
                         "(%d, %d)", point[p].x, point[p].z);
            on_features += found[p].facet_class == TWC_FACET_FEATURE;
        }
        twc_world_data_destroy(&data);
        twc_session_destroy(session);
    }
    CU_ASSERT(on_features > POINTS / 4);
    SUITE_NONE(bad);
}

/* ---- refusals ---- */

/* Opening must fail with this code and these words, and give no session. */
static void expect_refused(const char *world, const char *log, uint64_t last, twc_code code, const char *words)
{
    twc_log_reading reading;
    twc_session *session;
    twc_status status = open_session(twc_level_best(), world, log, last, NULL, &session, &reading);
    CU_ASSERT_EQUAL(status.code, code);
    CU_ASSERT_PTR_NULL(session);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words));
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
}

static void other_logs_are_refused(void)
{
    enum { FACTS = 6 };
    uint64_t prints[FACTS + 1];
    size_t size;
    write_story(5, FACTS);
    save_all(FACTS, prints);
    unsigned char *log = get_file(scratch_path("story.log"), &size);
    const char *story = scratch_path("story.log"), *cut = scratch_path("cut.log"), *snap = numbered("snap", 4);
    expect_refused(snap, story, 3, TWC_USAGE, "taken after fact 4, and fact 3 lies before it");
    expect_refused(snap, story, 7, TWC_USAGE, "holds 6 facts, not 7");
    put_file(cut, log, 80);
    expect_refused(snap, cut, 0, TWC_IO, "taken after fact 4, and the good facts of");
    put_file(cut, log, size);
    /* The same world, one bit of the first fact's values another, its checksum right. */
    size_t length;
    twc_fact fact;
    const char *fault;
    CU_ASSERT_EQUAL_FATAL(twc_fact_decode(log + 80, size - 80, &fact, &length, &fault), TWC_RECORD_WHOLE);
    void *values = malloc(length);
    twc_fact_values(log + 80, &fact, values);
    *(uint8_t *)values ^= 1;
    twc_fact_encode(&fact, log + 80);
    put_file(cut, log, size);
    expect_refused(snap, cut, 0, TWC_IO, "facts 1 to 4 are not those");
    free(values);
    free(log);
    write_story(8, 2);
    expect_refused(snap, story, 0, TWC_IO, "belongs to the world");
}

/* A file that is whole and whose state is not what the log leads to. */
static void a_state_that_disagrees_is_refused(void)
{
    enum { FACTS = 5 };
    uint64_t prints[FACTS + 1];
    twc_world_data data;
    write_story(7, FACTS);
    save_all(FACTS, prints);
    CU_ASSERT_EQUAL_FATAL(twc_world_load(numbered("snap", 3), &data).code, TWC_OK);
    for (int32_t k = 0; k < data.world.extent.nx; k++)
        CU_ASSERT_EQUAL(twc_world_data_add_tile(&data, data.world.extent.x + k, data.world.extent.z).code, TWC_OK);
    data.tiles[0]->sample[64][64] ^= 1;
    CU_ASSERT_EQUAL(twc_world_save(scratch_path("wrong.h5"), &data).code, TWC_OK);
    expect_refused(scratch_path("wrong.h5"), scratch_path("story.log"), 0, TWC_IO, "is not what facts 1 to 3 of");
    twc_world_data_destroy(&data);
}

/* A snapshot begins a log of its own; that one fits it, also where its state is that of the first world again. */
static void a_snapshot_is_a_first_world_too(void)
{
    twc_log_file log;
    twc_log_reading reading;
    twc_session *session;
    uint16_t sample = 9;
    twc_world_data data = random_world((twc_rect){0, 0, 1, 1}, 4);
    twc_fact fact = {.sequence = 1, .kind = TWC_FACT_SAMPLES, .rect = {5, 5, 1, 1}, .samples = &sample};
    CU_ASSERT_EQUAL_FATAL(twc_world_save(scratch_path("first.h5"), &data).code, TWC_OK);
    twc_world_data_destroy(&data);
    unlink(scratch_path("story.log"));
    CU_ASSERT_EQUAL_FATAL(
        open_session(twc_level_best(), scratch_path("first.h5"), scratch_path("story.log"), 0, &log, &session, &reading)
            .code,
        TWC_OK);
    twc_session_record_log(session, &log.log);
    CU_ASSERT_EQUAL(twc_session_apply(session, &fact, NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_session_undo(session, NULL).code, TWC_OK);
    twc_session_destroy(session);
    twc_log_file_close(&log);
    session = open_story(scratch_path("first.h5"), twc_level_best(), 0, &reading);
    CU_ASSERT_EQUAL(twc_session_save(session, &reading.to, scratch_path("back.h5")).code, TWC_OK);
    twc_session_destroy(session);
    for (int round = 0; round < 2; round++) {
        CU_ASSERT_EQUAL_FATAL(open_session(twc_level_best(), scratch_path("back.h5"), scratch_path("new.log"), 0, &log,
                                           &session, &reading)
                                  .code,
                              TWC_OK);
        CU_ASSERT_EQUAL(twc_session_next(session), (uint64_t)round + 1);
        CU_ASSERT_EQUAL(twc_session_world(session)->place.facts, 0);
        fact.sequence = twc_session_next(session);
        twc_session_record_log(session, &log.log);
        CU_ASSERT_EQUAL(twc_session_apply(session, &fact, NULL).code, TWC_OK);
        twc_session_destroy(session);
        twc_log_file_close(&log);
    }
    session = open_story(scratch_path("back.h5"), twc_level_best(), 0, &reading); /* and its own log still does */
    CU_ASSERT_EQUAL(reading.from.facts, 2);
    twc_session_destroy(session);
}

/* ---- crashes ---- */

/*
 * A child saves two snapshots over one another and is killed: what is there is one of them, whole, or nothing before
 * the first.
 */
static void killed_while_saving(void)
{
    enum { FACTS = 4, ROUNDS = 25 };
    uint64_t prints[FACTS + 1];
    int bad = 0;
    write_story(3, FACTS);
    save_all(FACTS, prints);
    const char *path = scratch_path("killed.h5");
    for (int round = 0; round < ROUNDS; round++) {
        int ends[2];
        char byte;
        unlink(path);
        CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            twc_world_data data[2];
            if (twc_world_load(numbered("snap", 2), &data[0]).code ||
                twc_world_load(numbered("snap", 4), &data[1]).code)
                _exit(1);
            for (int k = 0;; k++)
                if (write(ends[1], "x", 1) != 1 || twc_world_save(path, &data[k % 2]).code)
                    _exit(1);
        }
        close(ends[1]);
        for (int k = 0; k <= round % 6; k++)
            SUITE_EXPECT(bad, read(ends[0], &byte, 1) == 1, "round %d", round);
        nanosleep(&(struct timespec){0, round * 137000 % 3000000}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(ends[0]);
        if (access(path, F_OK) != 0)
            continue;
        SUITE_EXPECT(bad, same_file(path, numbered("snap", 2)) || same_file(path, numbered("snap", 4)), "round %d",
                     round);
    }
    SUITE_NONE(bad);
}

/* A session of a file, or the same lazily, with room for hardly any chunk. */
static twc_session *open_lazily(const char *world, int lazily)
{
    twc_world_data data;
    twc_session *session;
    twc_status status = lazily ? twc_world_open(world, TWC_WORLD_MEMORY, &data, NULL) : twc_world_load(world, &data);
    if (!status.code)
        status = twc_session_begin(&data, twc_fast_builder(twc_level_best()), (twc_build_options){0, 1, TWC_STATIC},
                                   NULL, &session);
    if (!status.code)
        status = lazily ? twc_session_build_lazily(session, 3 * TWC_GROUND_MAX_TRIANGLES * sizeof(twc_triangle))
                        : twc_session_build(session);
    if (status.code)
        abort();
    return session;
}

/* One random edit of both sessions; whether they say the same of it. */
static int edit_both(draws *d, twc_session *session[2])
{
    static uint16_t values[EDIT_MAX_VALUES];
    const twc_world *world = &twc_session_world(session[0])->world;
    const twc_rect e = world->extent;
    const twc_point middle = {(e.x * 512 + draw_in(d, 50, 512 * e.nx - 50)) * 100,
                              (e.z * 512 + draw_in(d, 50, 512 * e.nz - 50)) * 100};
    twc_point nodes[2] = {middle, {middle.x + draw_in(d, 1000, 30000), middle.z + draw_in(d, -20000, 20000)}};
    const twc_corridor road = {
        .id = (uint64_t)draw_in(d, 1, 4), .profile = &twc_cart_road, .node_count = 2, .nodes = nodes};
    const twc_brush brush = {(twc_brush_kind)draw_in(d, 0, 4), middle, draw_in(d, 500, 9000), 200, 30000, 5};
    const twc_fact fact = random_fact(d, world, twc_session_next(session[0]), values);
    const int kind = draw_in(d, 0, 6);
    twc_rebuilt rebuilt[2];
    twc_status status[2];
    for (int k = 0; k < 2; k++) {
        memset(&rebuilt[k], 0, sizeof rebuilt[k]);
        status[k] = kind == 0   ? twc_session_undo(session[k], &rebuilt[k])
                    : kind == 1 ? twc_session_redo(session[k], &rebuilt[k])
                    : kind == 2 ? twc_session_place(session[k], &road, &rebuilt[k])
                    : kind == 3 ? twc_session_remove(session[k], road.id, &rebuilt[k])
                    : kind == 4 ? twc_session_apply(session[k], &fact, &rebuilt[k])
                                : twc_session_brush(session[k], &brush, &rebuilt[k]);
    }
    return status[0].code == status[1].code && strcmp(status[0].message, status[1].message) == 0 &&
           memcmp(&rebuilt[0], &rebuilt[1], sizeof rebuilt[0]) == 0;
}

static int count_loaded(const twc_world_data *data)
{
    int loaded = 0;
    for (int32_t k = 0; k < data->world.extent.nx * data->world.extent.nz; k++)
        loaded += data->source.load ? data->loaded[k] : 1;
    return loaded;
}

/* What is read and built as it is needed is what is read and built as a whole, and less of it is read. */
static void lazily_the_same(void)
{
    enum { EDITS = 12 };
    int bad = 0;
    for (int32_t seed = 1; seed <= 8; seed++) {
        const twc_rect extent = {-3 + seed % 3, -4, 7, 8};
        draws d = {seed, 100};
        twc_world_data data;
        CU_ASSERT_EQUAL_FATAL(edit_world(extent, seed, seed % 2, &data).code, TWC_OK);
        CU_ASSERT_EQUAL_FATAL(twc_world_save(scratch_path("lazy.h5"), &data).code, TWC_OK);
        twc_world_data_destroy(&data);
        twc_session *session[2] = {open_lazily(scratch_path("lazy.h5"), 0), open_lazily(scratch_path("lazy.h5"), 1)};
        for (int k = 0; k < EDITS; k++) {
            SUITE_EXPECT(bad, edit_both(&d, session), "seed %d, edit %d", seed, k);
            if (k == 0)
                SUITE_EXPECT(bad, count_loaded(twc_session_world(session[1])) < extent.nx * extent.nz / 2,
                             "seed %d: %d tiles are read", seed, count_loaded(twc_session_world(session[1])));
        }
        CU_ASSERT_EQUAL(twc_session_need_all(session[1]).code, TWC_OK);
        SUITE_EXPECT(bad, fingerprint(session[0]) == fingerprint(session[1]), "seed %d: the fingerprints differ", seed);
        twc_status status = twc_session_check(session[1]);
        SUITE_EXPECT(bad, !status.code, "seed %d: %s", seed, status.message);
        twc_session_destroy(session[0]);
        twc_session_destroy(session[1]);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"lazily the same", lazily_the_same},
        {"replay from every point", replay_from_every_point},
        {"bytes do not depend on who builds", bytes_do_not_depend_on_who_builds},
        {"undo reaches below a snapshot", undo_reaches_below_a_snapshot},
        {"queries see the features", queries_see_the_features},
        {"other logs are refused", other_logs_are_refused},
        {"a state that disagrees is refused", a_state_that_disagrees_is_refused},
        {"a snapshot is a first world too", a_snapshot_is_a_first_world_too},
        {"killed while saving", killed_while_saving},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("snapshots", tests);
    scratch_remove();
    return failed;
}
