/* SPDX-License-Identifier: GPL-3.0-or-later */
/* world.h5 files, as they are and sealed again: what loads is a sound world. And the features in them. */
#include "fuzz_target.h"
#include "store/features_h5.h"
#include "store/reseal.h"
#include "store/world_h5.h"
#include "store/world_verify.h"

/*
 * A byte that says how many features, for each its id (low byte) and the words of its record (two bytes), then the
 * words.
 */
static void read_features(const uint8_t *data, size_t size)
{
    enum { MOST = 8 };
    uint64_t id[MOST];
    int32_t length[MOST];
    size_t count = size ? data[0] % (MOST + 1) : 0, head = 1 + 3 * count;
    if (size < head)
        return;
    for (size_t k = 0; k < count; k++) {
        id[k] = data[1 + 3 * k];
        length[k] = (int16_t)(data[2 + 3 * k] | data[3 + 3 * k] << 8);
    }
    size_t total = (size - head) / 4;
    int32_t *words = malloc((total + 1) * sizeof *words);
    twc_features features;
    memcpy(words, data + head, total * 4);
    twc_status status = twc_features_from_words(id, length, count, words, total, (twc_rect){-1, -1, 2, 2}, &features);
    fuzz_expect(status);
    if (features.list.count != (status.code ? 0 : count))
        abort();
    for (size_t k = 0, at = 0; k < features.list.count;
         at += (size_t)length[k++]) { /* what is read writes back the same words */
        int32_t *back = malloc((size_t)length[k] * sizeof *back);
        twc_record_write(&features.feature[k], back);
        if (twc_record_words(&features.feature[k]) != (size_t)length[k] ||
            memcmp(back, words + at, (size_t)length[k] * 4) != 0)
            abort();
        free(back);
    }
    twc_features_destroy(&features);
    free(words);
}

static void pass_over(void *context, const char *what)
{
    (void)context;
    if (!*what)
        abort();
}

static void read_world(const uint8_t *data, size_t size)
{
    twc_world_data world;
    twc_verified found;
    twc_status status = twc_world_decode("fuzz.h5", data, size, &world);
    fuzz_expect(status);
    if (!status.code) {
        if (twc_world_check(&world.world).code || (world.place.facts > 0) != (world.first != NULL))
            abort();
        twc_world_data_destroy(&world);
    }
    fuzz_expect(twc_world_verify_bytes("fuzz.h5", data, size, pass_over, NULL, &found));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *sealed = malloc(size + 1);
    memcpy(sealed, data, size);
    reseal(sealed, size); /* else the seal keeps the fuzzer from all that stands behind it */
    read_world(data, size);
    read_world(sealed, size);
    free(sealed);
    read_features(data, size);
    return 0;
}
