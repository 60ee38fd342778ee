/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A world in a file, and files that must not be taken for one. */
#ifndef TWC_TESTS_SAVED_WORLD_H
#define TWC_TESTS_SAVED_WORLD_H

#include "common/scratch.h"
#include "common/suite.h"
#include "store/world_h5.h"

/* Loading must fail, name the file, say these words, and leave nothing behind. */
static inline void expect_refusal(const char *path, const char *words)
{
    twc_world_data data;
    twc_status status = twc_world_load(path, &data);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words));
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
    CU_ASSERT_PTR_NULL(data.tiles);
}

static inline unsigned char *saved_world(size_t *size)
{
    twc_world_data data = random_world((twc_rect){-1, -1, 2, 2}, 99);
    if (twc_world_save(scratch_path("good.h5"), &data).code)
        abort();
    twc_world_data_destroy(&data);
    return get_file(scratch_path("good.h5"), size);
}

#endif
