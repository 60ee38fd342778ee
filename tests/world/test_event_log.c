/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event log: every fact before a crash survives, a torn one is reported and dropped, damage is told apart. */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "world/edit_worlds.h"
#include "common/scratch.h"
#include "common/suite.h"
#include "twc/log_file.h"

static const char world_hash[TWC_HASH_HEX] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* Reading for the world of that hash. */
static twc_log_reading reading_all(void)
{
    twc_log_reading reading = {.last = 0};
    memcpy(reading.world, world_hash, sizeof reading.world);
    return reading;
}

typedef struct seen {
    uint64_t count;
    uint64_t sum; /* over all values, so that a fact with other content is noticed */
} seen;

static twc_status take(void *context, const twc_fact *fact)
{
    seen *s = context;
    s->count++;
    for (int32_t k = 0; k < fact->rect.nx * fact->rect.nz; k++)
        s->sum = s->sum * 31 + (fact->samples ? fact->samples[k] : fact->classes[k]);
    return twc_ok();
}

/* Facts 1..n of a fixed series, appended; sums[k] is the sum after k facts, ends[k] the size of the file. */
static void write_series(const char *path, int n, uint64_t *sums, off_t *ends)
{
    static uint16_t values[EDIT_MAX_VALUES];
    twc_log_file log;
    twc_world world = {.extent = {-1, -1, 2, 2}};
    draws d = {1, 0};
    struct stat info;
    seen s = {0, 0};
    CU_ASSERT_EQUAL_FATAL(twc_log_file_create(path, world_hash, &log).code, TWC_OK);
    for (int k = 0; k <= n; k++) {
        stat(path, &info);
        ends[k] = info.st_size;
        sums[k] = s.sum;
        if (k == n)
            break;
        twc_fact fact = random_fact(&d, &world, log.log.next, values);
        take(&s, &fact);
        CU_ASSERT_EQUAL(twc_event_log_append(&log.log, &fact).code, TWC_OK);
    }
    twc_log_file_close(&log);
}

static void cut_at_every_byte(void)
{
    enum { FACTS = 8 };
    uint64_t sums[FACTS + 1];
    off_t ends[FACTS + 1];
    int bad = 0;
    const char *whole = scratch_path("whole.log"), *cut = scratch_path("cut.log");
    write_series(whole, FACTS, sums, ends);
    FILE *file = fopen(whole, "rb");
    uint8_t *bytes = malloc((size_t)ends[FACTS]);
    CU_ASSERT_EQUAL_FATAL(fread(bytes, 1, (size_t)ends[FACTS], file), (size_t)ends[FACTS]);
    fclose(file);
    for (off_t size = 0; size <= ends[FACTS]; size += ends[FACTS] > 20000 && size > ends[0] + 64 ? 7 : 1) {
        int facts = 0;
        seen s = {0, 0};
        twc_log_file log;
        twc_log_reading reading = reading_all();
        file = fopen(cut, "wb");
        fwrite(bytes, 1, (size_t)size, file);
        fclose(file);
        while (facts < FACTS && ends[facts + 1] <= size)
            facts++;
        twc_status status = twc_log_file_open(cut, &reading, take, &s, &log);
        if (size < ends[0]) {
            SUITE_EXPECT(bad, status.code == TWC_IO, "cut at %ld", (long)size);
            continue;
        }
        SUITE_EXPECT(bad, status.code == TWC_OK, "cut at %ld: %s", (long)size, status.message);
        SUITE_EXPECT(bad, s.count == (uint64_t)facts && s.sum == sums[facts], "cut at %ld: %d facts", (long)size,
                     (int)s.count);
        SUITE_EXPECT(bad, reading.dropped == (uint64_t)(size - ends[facts]) && log.log.next == (uint64_t)facts + 1,
                     "cut at %ld", (long)size);
        /* What was dropped is gone: the next fact follows the last whole one. */
        uint16_t sample = 5;
        twc_fact fact = {.sequence = log.log.next, .kind = TWC_FACT_SAMPLES, .rect = {0, 0, 1, 1}, .samples = &sample};
        SUITE_EXPECT(bad, twc_event_log_append(&log.log, &fact).code == TWC_OK, "cut at %ld", (long)size);
        twc_log_file_close(&log);
        reading = reading_all();
        seen again = {0, 0};
        status = twc_log_file_read(cut, &reading, take, &again);
        SUITE_EXPECT(bad, status.code == TWC_OK && reading.facts == (uint64_t)facts + 1 && reading.dropped == 0,
                     "cut at %ld: %s", (long)size, status.message);
    }
    free(bytes);
    SUITE_NONE(bad);
}

static void damage_before_good_facts_is_an_error(void)
{
    enum { FACTS = 5 };
    uint64_t sums[FACTS + 1];
    off_t ends[FACTS + 1];
    int bad = 0;
    const char *path = scratch_path("damaged.log");
    write_series(path, FACTS, sums, ends);
    int file = open(path, O_RDWR);
    for (off_t at = 0; at < ends[FACTS - 1]; at += 1 + at / 50) {
        uint8_t byte, flipped;
        twc_log_reading reading = reading_all();
        seen s = {0, 0};
        CU_ASSERT_EQUAL_FATAL(pread(file, &byte, 1, at), 1);
        flipped = byte ^ 0x10;
        CU_ASSERT_EQUAL_FATAL(pwrite(file, &flipped, 1, at), 1);
        twc_status status = twc_log_file_read(path, &reading, take, &s);
        SUITE_EXPECT(bad, status.code == TWC_IO && status.message[0], "a flipped bit in byte %ld passed", (long)at);
        CU_ASSERT_EQUAL_FATAL(pwrite(file, &byte, 1, at), 1);
    }
    close(file);
    SUITE_NONE(bad);
}

/* A child appends as fast as it can and is killed; what it had reported as appended must be there. */
static void killed_writers_lose_nothing(void)
{
    int bad = 0;
    for (int round = 0; round < 25; round++) {
        char name[32];
        int pipe_ends[2];
        snprintf(name, sizeof name, "killed%d.log", round % 8);
        const char *path = scratch_path(name);
        unlink(path);
        CU_ASSERT_EQUAL_FATAL(pipe(pipe_ends), 0);
        pid_t child = fork();
        if (child == 0) {
            static uint16_t values[EDIT_MAX_VALUES];
            twc_world world = {.extent = {0, 0, 2, 1}};
            twc_log_file log;
            draws d = {round, 0};
            if (twc_log_file_create(path, world_hash, &log).code)
                _exit(1);
            for (;;) {
                twc_fact fact = random_fact(&d, &world, log.log.next, values);
                if (twc_event_log_append(&log.log, &fact).code ||
                    write(pipe_ends[1], &log.log.next, sizeof log.log.next) < 0)
                    _exit(1);
            }
        }
        close(pipe_ends[1]);
        uint64_t next = 0, told = 0;
        int wanted = 1 + round % 12;
        for (int k = 0; k < wanted && read(pipe_ends[0], &next, sizeof next) == sizeof next; k++)
            told = next - 1;
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(pipe_ends[0], &next, sizeof next) == sizeof next)
            told = next - 1;
        close(pipe_ends[0]);
        seen s = {0, 0};
        twc_log_file log;
        twc_log_reading reading = reading_all();
        twc_status status = twc_log_file_open(path, &reading, take, &s, &log);
        SUITE_EXPECT(bad, status.code == TWC_OK && s.count >= told && told > 0, "round %d: %d facts of %d, %s", round,
                     (int)s.count, (int)told, status.message);
        if (!status.code)
            twc_log_file_close(&log);
    }
    SUITE_NONE(bad);
}

static void a_second_writer_is_refused(void)
{
    const char *path = scratch_path("locked.log");
    twc_log_file log, second;
    seen s = {0, 0};
    twc_log_reading reading = reading_all();
    CU_ASSERT_EQUAL_FATAL(twc_log_file_create(path, world_hash, &log).code, TWC_OK);
    twc_status status = twc_log_file_open(path, &reading, take, &s, &second);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "another process is writing"));
    CU_ASSERT_EQUAL(twc_log_file_create(path, world_hash, &second).code, TWC_IO);
    twc_log_file_close(&log);
    CU_ASSERT_EQUAL_FATAL(twc_log_file_open(path, &reading, take, &s, &log).code, TWC_OK);
    twc_log_file_close(&log);
    memset(reading.world, 'f', sizeof reading.world - 1);
    status = twc_log_file_open(path, &reading, take, &s, &log);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "belongs to the world"));
}

static twc_status apply_to_session(void *context, const twc_fact *fact)
{
    return twc_session_apply(context, fact, NULL);
}

/* A session with a log; a second one that replays it is the same world; a torn end costs only the torn fact. */
static void replay_gives_the_same_world(void)
{
    static uint16_t values[EDIT_MAX_VALUES];
    const char *path = scratch_path("replay.log");
    twc_log_file log;
    draws d = {8, 0};
    twc_rect extent = {-1, 0, 2, 1};
    twc_session *one = edit_session(extent, 6, 0, 1), *other = edit_session(extent, 6, 0, 0),
                *torn = edit_session(extent, 6, 0, 1);
    CU_ASSERT_FATAL(one && other && torn);
    CU_ASSERT_EQUAL_FATAL(twc_log_file_create(path, world_hash, &log).code, TWC_OK);
    twc_session_record_log(one, &log.log);
    uint64_t last = 0;
    for (int k = 0; k < 12; k++) {
        last = twc_scene_fingerprint(twc_session_scene(one));
        twc_fact fact = random_fact(&d, &twc_session_world(one)->world, twc_session_next(one), values);
        CU_ASSERT_EQUAL((k % 4 == 3 ? twc_session_undo(one, NULL) : twc_session_apply(one, &fact, NULL)).code, TWC_OK);
    }
    twc_log_file_close(&log);
    twc_log_reading reading = reading_all();
    CU_ASSERT_EQUAL(twc_log_file_read(path, &reading, apply_to_session, other).code, TWC_OK);
    CU_ASSERT_EQUAL(reading.facts, 12);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(one)), twc_scene_fingerprint(twc_session_scene(other)));
    struct stat info;
    stat(path, &info);
    CU_ASSERT_EQUAL(truncate(path, info.st_size - 3), 0);
    CU_ASSERT_EQUAL(twc_log_file_read(path, &reading, apply_to_session, torn).code, TWC_OK);
    CU_ASSERT_EQUAL(reading.facts, 11);
    CU_ASSERT(reading.dropped > 0);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(torn)), last);
    twc_session_destroy(one);
    twc_session_destroy(other);
    twc_session_destroy(torn);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a log cut at every byte", cut_at_every_byte},
        {"damage before good facts is an error", damage_before_good_facts_is_an_error},
        {"killed writers lose nothing they reported", killed_writers_lose_nothing},
        {"a second writer is refused", a_second_writer_is_refused},
        {"replay gives the same world", replay_gives_the_same_world},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("event log", tests);
    scratch_remove();
    return failed;
}
