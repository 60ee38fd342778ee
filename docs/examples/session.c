/* SPDX-License-Identifier: MIT */
/*
 * A world, facts that change it, an undo; then a second peer that has only the log, and comes to the same fingerprint.
 *
 *   cc session.c $(pkg-config --cflags --libs twc) -o session
 *   ./session [LOG]
 *
 * The last line is what `twc replay WORLD LOG` prints for the log that is written to LOG.
 */
#include <stdio.h>

#include "twc/memory_storage.h"
#include "twc/session.h"

/* 2 x 2 tiles about the origin, flat at 200 m: no tile is present until a fact writes into it. */
static twc_status make_session(twc_session **session)
{
    twc_world_data data;
    twc_status status = twc_world_data_create((twc_rect){-1, -1, 2, 2}, 20000, "example", &data);
    if (status.code)
        return status;
    const twc_builder builder = twc_fast_builder(twc_level_best());
    const twc_build_options options = {.threads = 1};
    return twc_session_create(&data, builder, options, NULL, session); /* the session owns the data now */
}

/* A hill, a road over its foot, and another hill, which is undone. */
static twc_status edit(twc_session *session)
{
    const twc_brush hill = {.kind = TWC_BRUSH_RAISE, .centre = {5000, -3000}, .radius_cm = 6000, .strength = 1500};
    const twc_brush other = {.kind = TWC_BRUSH_NOISE, .centre = {-20000, 8000}, .radius_cm = 3000, .strength = 400};
    const twc_point nodes[3] = {{-8000, 1000}, {3000, 2500}, {16000, -1500}};
    const twc_corridor road = {.id = 7, .priority = 1, .profile = &twc_cart_road, .node_count = 3, .nodes = nodes};
    twc_rebuilt cost;
    twc_status status = twc_session_brush(session, &hill, &cost);
    if (!status.code) {
        printf("the hill: %u chunks rebuilt, %u changed\n", cost.rebuilt, cost.changed);
        status = twc_session_place(session, &road, &cost);
    }
    if (!status.code) {
        printf("the road: %u chunks rebuilt, %u changed\n", cost.rebuilt, cost.changed);
        status = twc_session_brush(session, &other, NULL);
    }
    return status.code ? status : twc_session_undo(session, NULL);
}

static twc_status apply(void *session, const twc_fact *fact)
{
    return twc_session_apply(session, fact, NULL);
}

/* One peer edits and writes the log, the other reads it: where they differ would be named. */
static twc_status run(twc_memory *memory, twc_session **one, twc_session **other)
{
    const twc_storage storage = twc_memory_storage(memory, "the log");
    twc_event_log log;
    twc_tree_difference difference;
    twc_status status = make_session(one);
    if (!status.code)
        status = make_session(other);
    if (status.code)
        return status;
    twc_log_reading reading = twc_log_reading_for(twc_session_world(*one), 0);
    status = twc_event_log_create(storage, reading.world, &log);
    if (status.code)
        return status;
    twc_session_record_log(*one, &log);
    status = edit(*one);
    if (!status.code)
        status = twc_event_log_read(storage, &reading, apply, *other);
    if (!status.code)
        status = twc_scene_compare(twc_session_scene(*one), twc_session_scene(*other), &difference);
    if (!status.code && difference.found)
        status = twc_fail(TWC_CHECK_FAILED, "the peers differ in chunk (%d, %d), stage %d", difference.chunk.x,
                          difference.chunk.z, difference.stage);
    if (!status.code)
        printf("%llu facts, fingerprint %016llx\n", (unsigned long long)reading.facts,
               (unsigned long long)twc_scene_fingerprint(twc_session_scene(*other)));
    return status;
}

static twc_status write_log(const char *path, const twc_memory *memory)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return twc_fail(TWC_IO, "%s can't be written", path);
    const size_t written = fwrite(memory->bytes, 1, memory->size, file);
    return fclose(file) == 0 && written == memory->size ? twc_ok() : twc_fail(TWC_IO, "%s can't be written", path);
}

int main(int argc, char **argv)
{
    twc_memory memory = {.size = 0};
    twc_session *one = NULL, *other = NULL;
    twc_status status = run(&memory, &one, &other);
    if (!status.code && argc > 1)
        status = write_log(argv[1], &memory);
    if (status.code)
        fprintf(stderr, "session: %s\n", status.message);
    twc_session_destroy(one);
    twc_session_destroy(other);
    twc_memory_destroy(&memory);
    return (int)status.code;
}
