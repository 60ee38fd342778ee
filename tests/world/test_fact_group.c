/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts that go to a log together: the bytes of facts appended one by one, and none of them when the storage fails. */
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "twc/fact_group.h"
#include "twc/memory_storage.h"

enum { FACTS = 3 };
static const char hash[TWC_HASH_HEX] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* Facts of three kinds, whose values are gone once they were taken. */
static void take_all(twc_fact_group *group)
{
    for (uint64_t k = 1; k <= FACTS; k++) {
        uint16_t samples[6] = {(uint16_t)k, 2, 3, 4, 5, 6};
        uint8_t classes[6] = {0, 1, 0, 1, 1, (uint8_t)(k & 1)};
        int32_t words[2] = {(int32_t)k, 0};
        twc_fact fact = {.sequence = k, .kind = (twc_fact_kind)k, .rect = {0, 0, 3, 2}};
        if (k == 1)
            fact.samples = samples;
        if (k == 2)
            fact.classes = classes;
        if (k == 3) {
            fact.kind = TWC_FACT_REMOVE;
            fact.words = words;
            fact.word_count = 2;
        }
        CU_ASSERT_EQUAL_FATAL(twc_fact_group_take(group, &fact).code, TWC_OK);
        memset(samples, 0xFF, sizeof samples);
        memset(classes, 0xFF, sizeof classes);
        memset(words, 0xFF, sizeof words);
    }
}

static void same_bytes(void)
{
    twc_memory bytes[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    twc_event_log log[2];
    twc_fact_group group = {.count = 0};
    take_all(&group);
    CU_ASSERT_EQUAL(group.count, FACTS);
    for (int k = 0; k < 2; k++)
        CU_ASSERT_EQUAL_FATAL(twc_event_log_create(twc_memory_storage(&bytes[k], "log"), hash, &log[k]).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_fact_group_append(&group, &log[0]).code, TWC_OK);
    for (size_t k = 0; k < FACTS; k++)
        CU_ASSERT_EQUAL(twc_event_log_append(&log[1], &group.fact[k]).code, TWC_OK);
    CU_ASSERT_EQUAL(log[0].next, FACTS + 1);
    CU_ASSERT_TRUE(bytes[0].size == bytes[1].size && memcmp(bytes[0].bytes, bytes[1].bytes, bytes[0].size) == 0);
    twc_status status = twc_fact_group_append(&group, &log[0]); /* their numbers are not due any more */
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_EQUAL(bytes[0].size, bytes[1].size);
    twc_fact_group_destroy(&group);
    CU_ASSERT_EQUAL(twc_fact_group_append(&group, &log[0]).code, TWC_OK); /* none */
    CU_ASSERT_EQUAL(bytes[0].size, bytes[1].size);
    free(bytes[0].bytes);
    free(bytes[1].bytes);
}

/* A storage that takes half of what it is given, and fails. */
static twc_status half(void *context, const void *bytes, size_t n)
{
    twc_storage whole = twc_memory_storage(context, "log");
    (void)whole.append(context, bytes, n / 2);
    return twc_fail(TWC_IO, "No space left on device");
}

static void none_on_failure(void)
{
    twc_memory bytes = {NULL, 0, 0};
    twc_event_log log;
    twc_fact_group group = {.count = 0};
    take_all(&group);
    CU_ASSERT_EQUAL_FATAL(twc_event_log_create(twc_memory_storage(&bytes, "log"), hash, &log).code, TWC_OK);
    const size_t before = bytes.size;
    log.storage.append = half;
    twc_status status = twc_fact_group_append(&group, &log);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "log: fact 1 could not be written: No space left on device"));
    CU_ASSERT_EQUAL(bytes.size, before);
    CU_ASSERT_EQUAL(log.next, 1);
    twc_fact_group_destroy(&group);
    free(bytes.bytes);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the same bytes", same_bytes}, {"none on failure", none_on_failure}, CU_TEST_INFO_NULL};
    return suite_run("fact group", tests);
}
