/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Event logs, and the records of features in them. The header is supplied, so that the fuzzer can go for what follows.
 */
#include "fuzz_target.h"
#include "twc/event_log.h"
#include "twc/feature_record.h"
#include "twc/memory_storage.h"

static const char world_hash[TWC_HASH_HEX] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* A fact that was handed over is one that can be checked, and its record, if it is a feature's, read. */
static twc_status take(void *context, const twc_fact *fact)
{
    const twc_world *world = context;
    fuzz_expect(twc_fact_check(world, fact->sequence, fact));
    return twc_ok();
}

static twc_status take_piece(void *context, const twc_log_piece *piece, const twc_fact *fact)
{
    uint64_t *end = context;
    if (piece->at != *end || piece->size == 0 || (fact != NULL) != (piece->state == TWC_LOG_FACT))
        abort();
    *end += piece->size;
    return twc_ok();
}

/* The bytes as words of a record: what is read writes back the same words. */
static void read_record(const uint8_t *data, size_t size)
{
    static int32_t near_cells[TWC_RECORD_NEAR];
    int32_t stations;
    size_t n = size / 4;
    int32_t *words = malloc((n + 1) * sizeof *words), *back = malloc((n + 1) * sizeof *back);
    memcpy(words, data, n * 4);
    if (twc_record_stations(words, n, &stations).code == TWC_OK) {
        twc_station *station = malloc((size_t)stations * sizeof *station);
        twc_box *tree = malloc((size_t)twc_corridor_tree_size(stations) * sizeof *tree);
        twc_feature feature;
        twc_status status = twc_record_read(words, n, (twc_rect){-1, -1, 2, 2}, station, tree, near_cells, &feature);
        fuzz_expect(status);
        if (!status.code) {
            twc_record_write(&feature, back);
            if (twc_record_words(&feature) != n || memcmp(words, back, n * 4) != 0)
                abort();
        }
        free(station);
        free(tree);
    }
    free(words);
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static twc_memory memory; /* a log: its header, then the fuzzer's bytes */
    static size_t header;
    twc_world world = {.extent = {-1, -1, 2, 2}};
    twc_log_reading reading = {.last = 0};
    twc_storage storage = twc_memory_storage(&memory, "fuzz.log");
    memcpy(reading.world, world_hash, sizeof reading.world);
    if (!header) {
        twc_event_log log;
        fuzz_expect(twc_event_log_create(storage, world_hash, &log));
        header = memory.size;
    }
    memory.size = header;
    fuzz_expect(storage.append(&memory, data, size < 1 << 16 ? size : 1 << 16));
    fuzz_expect(twc_event_log_read(storage, &reading, take, &world));
    twc_status good;
    char world_of_log[TWC_HASH_HEX];
    uint64_t end = header; /* pieces follow each other, from the header to the last byte */
    fuzz_expect(twc_event_log_survey(storage, &good, world_of_log, take_piece, &end));
    if (end != memory.size)
        abort();
    read_record(data, size);
    return 0;
}
