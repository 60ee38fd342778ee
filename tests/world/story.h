/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random histories: a first world, the log of what happened to it, and a snapshot after every fact. */
#ifndef TWC_TESTS_STORY_H
#define TWC_TESTS_STORY_H

#include "world/edit_worlds.h"
#include "common/scratch.h"
#include "store/world_h5.h"
#include "common/suite.h"
#include "store/open_session.h"

/* Opens, builds all of it; `last` 0: every fact. */
static inline twc_status open_session(twc_level level, const char *world, const char *log, uint64_t last,
                                      twc_log_file *writing, twc_session **session, twc_log_reading *reading)
{
    const twc_session_files files = {.world = world, .log = log, .memory = TWC_WORLD_MEMORY, .last = last};
    return twc_session_open_files(level, &files, writing, session, reading);
}

static inline const char *numbered(const char *name, int k)
{
    char text[64];
    snprintf(text, sizeof text, "%s%d.h5", name, k);
    return scratch_path(text);
}

/*
 * A world in first.h5 and a log of `facts` random facts in story.log: values, strokes, roads, removals, undo and redo.
 */
static inline void write_story(int32_t seed, int facts)
{
    static uint16_t values[EDIT_MAX_VALUES];
    twc_rect extent = {-(seed % 2), seed % 3 - 1, 1 + seed % 2, 1};
    twc_world_data data;
    twc_log_file log;
    twc_log_reading reading;
    twc_session *session;
    draws d = {seed, 0};
    unlink(scratch_path("story.log"));
    CU_ASSERT_EQUAL_FATAL(edit_world(extent, seed, seed % 2, &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_world_save(scratch_path("first.h5"), &data).code, TWC_OK);
    twc_world_data_destroy(&data);
    twc_status status = open_session(twc_level_best(), scratch_path("first.h5"), scratch_path("story.log"), 0, &log,
                                     &session, &reading);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    twc_session_record_log(session, &log.log);
    for (int tries = 0; twc_session_next(session) <= (uint64_t)facts && tries < 10 * facts; tries++) {
        twc_point middle = {(extent.x * 512 + draw_in(&d, 100, 400)) * 100,
                            (extent.z * 512 + draw_in(&d, 100, 400)) * 100};
        twc_point nodes[2] = {middle, {middle.x + draw_in(&d, 1000, 8000), middle.z + draw_in(&d, -4000, 4000)}};
        uint64_t id = (uint64_t)draw_in(&d, 1, 3);
        twc_corridor road = {
            .id = id, .priority = draw_in(&d, 0, 2), .profile = &twc_cart_road, .node_count = 2, .nodes = nodes};
        twc_brush brush = {TWC_BRUSH_RAISE, middle, 3000, 300, 0, 0};
        twc_fact fact = random_fact(&d, &twc_session_world(session)->world, twc_session_next(session), values);
        switch (draw_in(&d, 0, 7)) { /* what is refused leaves nothing */
        case 0:
            (void)twc_session_undo(session, NULL);
            break;
        case 1:
            (void)twc_session_redo(session, NULL);
            break;
        case 2:
        case 3:
            (void)twc_session_place(session, &road, NULL);
            break;
        case 4:
            (void)twc_session_remove(session, id, NULL);
            break;
        case 5:
            (void)twc_session_brush(session, &brush, NULL);
            break;
        default:
            (void)twc_session_apply(session, &fact, NULL);
        }
    }
    CU_ASSERT_EQUAL_FATAL(twc_session_next(session), (uint64_t)facts + 1);
    twc_session_destroy(session);
    twc_log_file_close(&log);
}

/* The session of a world after fact `last` of the story; a test cannot go on without it. */
static inline twc_session *open_story(const char *world, twc_level level, uint64_t last, twc_log_reading *reading)
{
    twc_session *session;
    twc_status status = open_session(level, world, scratch_path("story.log"), last, NULL, &session, reading);
    CU_ASSERT_STRING_EQUAL(status.message, "");
    if (status.code)
        abort();
    return session;
}

static inline uint64_t fingerprint(twc_session *session)
{
    return twc_scene_fingerprint(twc_session_scene(session));
}

/*
 * Saves the world after each fact of the story, from the start; prints[k] is its fingerprint. How many have features.
 */
static inline int save_all(int facts, uint64_t *prints)
{
    int with_features = 0;
    for (int k = 1; k <= facts; k++) {
        twc_log_reading reading;
        twc_session *session = open_story(scratch_path("first.h5"), twc_level_best(), (uint64_t)k, &reading);
        prints[k] = fingerprint(session);
        CU_ASSERT_EQUAL(twc_session_save(session, &reading.to, numbered("snap", k)).code, TWC_OK);
        with_features += twc_session_features(session)->list.count > 0;
        twc_session_destroy(session);
    }
    return with_features;
}

static inline int same_file(const char *a, const char *b)
{
    size_t size, other;
    unsigned char *one = get_file(a, &size), *two = get_file(b, &other);
    int same = size == other && memcmp(one, two, size) == 0;
    free(one);
    free(two);
    return same;
}

#endif
