/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The event log: every fact before a crash survives, an unfinished one is reported and dropped, and whatever else has
 * become of its bytes is refused, with every fact that can be read still there to be saved.
 */
#define _DEFAULT_SOURCE /* syscall */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "world/edit_worlds.h"
#include "common/scratch.h"
#include "common/suite.h"
#include "twc/log_file.h"
#include "twc/memory_storage.h"

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

/* ---- bytes that no crash leaves ---- */

/* A log in memory, and what is made of it. */
typedef struct spoiled {
    twc_memory memory;
    size_t whole; /* bytes of the good log */
    int facts;
    size_t last; /* where its last record begins */
} spoiled;

static void put_good(const char *path, int facts, spoiled *s)
{
    uint64_t sums[16];
    off_t ends[16];
    *s = (spoiled){.facts = facts};
    unlink(path);
    write_series(path, facts, sums, ends);
    s->memory.bytes = get_file(path, &s->whole);
    s->memory.capacity = s->whole;
    s->last = (size_t)ends[facts - 1];
}

typedef struct numbers {
    uint64_t count, last;
    int disorder;
} numbers;

static twc_status take_number(void *context, const twc_log_piece *piece, const twc_fact *fact)
{
    numbers *n = context;
    (void)piece;
    n->count += fact && fact->sequence > n->last;
    n->disorder |= fact && fact->sequence != n->last + 1;
    n->last = fact ? fact->sequence : n->last;
    return twc_ok();
}

/* `kept`: the facts that reading may not lose; `readable`: those that a survey has to find. */
static void expect_kept(int *bad, const uint8_t *bytes, size_t size, int kept, int readable, const char *what,
                        size_t at)
{
    twc_memory memory = {.bytes = (uint8_t *)(uintptr_t)bytes, .size = size, .capacity = size};
    twc_log_reading reading = reading_all();
    seen s = {0, 0};
    numbers n = {0, 0, 0};
    twc_status header;
    char world[TWC_HASH_HEX];
    twc_status status = twc_event_log_read(twc_memory_storage(&memory, "spoiled.log"), &reading, take, &s);
    SUITE_EXPECT(*bad, status.code == TWC_IO || (!status.code && s.count >= (uint64_t)kept),
                 "%s at byte %zu: %d facts, \"%s\"", what, at, (int)s.count, status.message);
    SUITE_EXPECT(*bad, status.code != TWC_IO || strstr(status.message, "twc log repair") || size < 80,
                 "%s at byte %zu: no way to go on in \"%s\"", what, at, status.message);
    status = twc_event_log_survey(twc_memory_storage(&memory, "spoiled.log"), &header, world, take_number, &n);
    SUITE_EXPECT(*bad, !status.code && n.count >= (uint64_t)readable, "%s at byte %zu: a survey finds %d facts of %d",
                 what, at, (int)n.count, readable);
    SUITE_EXPECT(*bad, (header.code == TWC_OK) == (world[0] != '\0'), "%s at byte %zu", what, at);
}

/* Each byte of a log in turn is missing, or one too many, or part of it stands there twice, or a bit is another. */
static void spoil(int *bad, const spoiled *s)
{
    const uint8_t *good = s->memory.bytes;
    uint8_t *bytes = malloc(2 * s->whole + 1);
    static const uint8_t added[] = {0, 'T', 0xFF};
    static const size_t lengths[] = {1, 8, 13, 32, 48};
    for (size_t at = 0; at <= s->whole; at++) {
        int hit = at >= 80 && at < s->whole; /* a record; what hits the header leaves all facts */
        int readable = s->facts - hit;
        memcpy(bytes, good, at);
        memcpy(bytes + at, good + at + 1, at < s->whole ? s->whole - at - 1 : 0);
        if (at < s->whole) /* a last record that lacks a byte may be one that was not finished */
            expect_kept(bad, bytes, s->whole - 1, at >= s->last ? s->facts - 1 : s->facts, readable, "a byte missing",
                        at);
        for (size_t k = 0; k < sizeof added; k++) {
            memcpy(bytes, good, at);
            bytes[at] = added[k];
            memcpy(bytes + at + 1, good + at, s->whole - at);
            expect_kept(bad, bytes, s->whole + 1, s->facts, s->facts - 1, "a byte inserted", at);
        }
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths && lengths[k] <= at; k++) {
            memcpy(bytes, good, at);
            memcpy(bytes + at, good + at - lengths[k], s->whole - at + lengths[k]);
            expect_kept(bad, bytes, s->whole + lengths[k], s->facts, s->facts - 1, "bytes repeated", at);
        }
        for (int bit = 0; bit < 8 && at < s->whole; bit++) {
            memcpy(bytes, good, s->whole);
            bytes[at] ^= (uint8_t)(1 << bit);
            expect_kept(bad, bytes, s->whole, s->facts + 1, readable, "a bit flipped", at);
        }
    }
    free(bytes);
}

static void nothing_good_is_dropped(void)
{
    int bad = 0;
    for (int facts = 1; facts <= 5; facts++) { /* so that the last record is each kind of record */
        spoiled s;
        put_good(scratch_path("good.log"), facts, &s);
        spoil(&bad, &s);
        free(s.memory.bytes);
    }
    SUITE_NONE(bad);
}

/* What may stand behind a good log of one fact: front parts of fact 2, as long as nothing contradicts that. */
static void ends(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        int unfinished;
    } tails[] = {
        {"T", 1, 1},
        {"TWCF\1", 5, 1},
        {"TWCF\1\0\1\0", 8, 1},
        {"TWCF\1\0\4\2\2\0\0\0\0\0\0\0", 16, 1},
        {"\0", 1, 0},
        {"TWCG", 4, 0},
        {"TWCF\2\0", 6, 0},
        {"TWCF\1\0\5", 7, 0},
        {"TWCF\1\0\1\3", 8, 0},
        {"TWCF\1\0\1\0\1\0\0\0\0\0\0\0", 16, 0},
        {"TWCF\1\0\1\0TWCF\1\0\1\0", 16, 0},
        {"TWCF\1\0\1\0\2\0\0\0\0\0\0\0TWCF\1\0\1\0", 24, 0},
    };
    spoiled s;
    int bad = 0;
    const char *path = scratch_path("ends.log");
    put_good(path, 1, &s);
    for (size_t k = 0; k < sizeof tails / sizeof *tails; k++) {
        uint8_t *bytes = malloc(s.whole + tails[k].size);
        twc_log_reading reading = reading_all();
        seen facts = {0, 0};
        memcpy(bytes, s.memory.bytes, s.whole);
        memcpy(bytes + s.whole, tails[k].bytes, tails[k].size);
        put_file(path, bytes, s.whole + tails[k].size);
        twc_status status = twc_log_file_read(path, &reading, take, &facts);
        SUITE_EXPECT(bad,
                     tails[k].unfinished ? !status.code && reading.dropped == tails[k].size : status.code == TWC_IO,
                     "tail %zu: %s", k, status.message);
        free(bytes);
    }
    free(s.memory.bytes);
    SUITE_NONE(bad);
}

/* A survey of a good log is its facts; records that are missing or stand there twice are numbers that say so. */
static void surveys(void)
{
    spoiled s;
    numbers n = {0, 0, 0};
    twc_status header;
    char world[TWC_HASH_HEX];
    const char *path = scratch_path("survey.log");
    put_good(path, 4, &s);
    CU_ASSERT_EQUAL(twc_log_file_survey(path, &header, world, take_number, &n).code, TWC_OK);
    CU_ASSERT_TRUE(n.count == 4 && !n.disorder && !header.code);
    CU_ASSERT_STRING_EQUAL(world, world_hash);
    size_t last = s.whole - s.last;
    uint8_t *twice = malloc(s.whole + last);
    memcpy(twice, s.memory.bytes, s.whole);
    memcpy(twice + s.whole, s.memory.bytes + s.last, last);
    put_file(path, twice, s.whole + last);
    n = (numbers){0, 0, 0};
    CU_ASSERT_EQUAL(twc_log_file_survey(path, &header, world, take_number, &n).code, TWC_OK);
    CU_ASSERT_TRUE(n.count == 4 && n.disorder);
    twc_log_reading reading = reading_all();
    seen facts = {0, 0};
    twc_status status = twc_log_file_read(path, &reading, take, &facts);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "fact 4 stands where fact 5 is due"));
    put_file(path, s.memory.bytes, 40);
    status = twc_log_file_read(path, &reading, take, &facts);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "(40 of 80 bytes)"));
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "remove it, and the next edit makes it anew"));
    put_text(path,
             "a text of more than eighty bytes, which is no event log at all and never was one, not even a little");
    status = twc_log_file_read(path, &reading, take, &facts);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "not an event log"));
    free(twice);
    free(s.memory.bytes);
}

/* ---- the disk ---- */

static int folders_synced;
static ino_t last_synced;

/* Stands in front of the C library's. */
int fsync(int descriptor)
{
    struct stat info;
    int folder = fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode);
    folders_synced += folder;
    last_synced = folder ? info.st_ino : last_synced;
    return (int)syscall(SYS_fsync, descriptor);
}

/* A log's name lasts like its bytes. */
static void the_folder_is_synced(void)
{
    char here[256], *before = getcwd(here, sizeof here);
    twc_log_file log;
    struct stat folder;
    folders_synced = 0;
    stat(scratch_folder, &folder);
    CU_ASSERT_EQUAL_FATAL(twc_log_file_create(scratch_path("synced.log"), world_hash, &log).code, TWC_OK);
    CU_ASSERT_TRUE(folders_synced == 1 && last_synced == folder.st_ino);
    last_synced = 0;
    twc_log_file_close(&log);
    CU_ASSERT_FATAL(before && chdir(scratch_folder) == 0);
    CU_ASSERT_EQUAL_FATAL(twc_log_file_create("here.log", world_hash, &log).code, TWC_OK);
    CU_ASSERT_TRUE(folders_synced == 2 && last_synced == folder.st_ino);
    twc_log_file_close(&log);
    CU_ASSERT_EQUAL(chdir(before), 0);
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

/* A session with a log; a second one that replays it is the same world; an unfinished end costs one fact. */
static void replay_gives_the_same_world(void)
{
    static uint16_t values[EDIT_MAX_VALUES];
    const char *path = scratch_path("replay.log");
    twc_log_file log;
    draws d = {8, 0};
    twc_rect extent = {-1, 0, 2, 1};
    twc_session *one = edit_session(extent, 6, 0, 1), *other = edit_session(extent, 6, 0, 0),
                *cut = edit_session(extent, 6, 0, 1);
    CU_ASSERT_FATAL(one && other && cut);
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
    CU_ASSERT_EQUAL(twc_log_file_read(path, &reading, apply_to_session, cut).code, TWC_OK);
    CU_ASSERT_EQUAL(reading.facts, 11);
    CU_ASSERT(reading.dropped > 0);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(twc_session_scene(cut)), last);
    twc_session_destroy(one);
    twc_session_destroy(other);
    twc_session_destroy(cut);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a log cut at every byte", cut_at_every_byte},
        {"damage before good facts is an error", damage_before_good_facts_is_an_error},
        {"nothing good is dropped", nothing_good_is_dropped},
        {"ends", ends},
        {"surveys", surveys},
        {"the folder is synced", the_folder_is_synced},
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
