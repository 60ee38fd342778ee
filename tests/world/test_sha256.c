/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 against nettle's, over every length about block borders, in pieces of every size. */
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <string.h>

#include "common/suite.h"
#include "twc/numbers.h"
#include "twc/sha256.h"

enum { MOST = 600 };

static void equals_nettle(void)
{
    uint8_t bytes[MOST], digest[SHA256_DIGEST_SIZE];
    char expected[TWC_HASH_HEX] = "", found[TWC_HASH_HEX];
    int bad = 0;
    for (int k = 0; k < MOST; k++)
        bytes[k] = (uint8_t)twc_hash(k, 0, 1);
    for (size_t size = 0; size < MOST; size++) {
        struct sha256_ctx nettle;
        sha256_init(&nettle);
        sha256_update(&nettle, size, bytes);
        sha256_digest(&nettle, sizeof digest, digest);
        base16_encode_update(expected, sizeof digest, digest);
        for (size_t piece = 1; piece <= size + 1; piece += 1 + piece / 4) {
            twc_sha256 hash;
            twc_sha256_begin(&hash);
            for (size_t at = 0; at < size; at += piece)
                twc_sha256_add(&hash, bytes + at, size - at < piece ? size - at : piece);
            twc_sha256_end(&hash, found);
            SUITE_EXPECT(bad, strcmp(found, expected) == 0, "%zu bytes in pieces of %zu: %s", size, piece, found);
        }
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"equals nettle's", equals_nettle},
        CU_TEST_INFO_NULL,
    };
    return suite_run("sha256", tests);
}
