/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the suites of readers and writers of grids share: files of theirs, and refusals. */
#ifndef TWC_TESTS_GRID_FILES_H
#define TWC_TESTS_GRID_FILES_H

#include "common/scratch.h"
#include "common/suite.h"
#include "import/import.h"

static const twc_import_options plain = {.grid = {.scale = 0.01, .offset = -200}, .name = "test"};

/* Importing must fail with this code, name the file, say these words, and leave nothing. */
static inline void expect_refusal(const char *path, const twc_import_options *options, twc_code code, const char *words)
{
    twc_world_data data;
    twc_import_report report;
    twc_status status = twc_import(path, options, &data, &report);
    CU_ASSERT_EQUAL(status.code, code);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words));
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    CU_ASSERT_PTR_NULL(data.tiles);
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
}

/* A header, and columns * rows heights of 10 m, of which the one at `odd` is `text`. */
static inline void put_grid(const char *path, int columns, int rows, const char *header, int odd, const char *text)
{
    FILE *out = fopen(path, "w");
    if (!out)
        abort();
    fprintf(out, "%s\n", header);
    for (int k = 0; k < columns * rows; k++)
        fprintf(out, "%s%c", k == odd ? text : "10", k % columns == columns - 1 ? '\n' : ' ');
    fclose(out);
}

/* A program played by a script. */
static inline void put_script(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    put_text(path, text);
    if (chmod(path, 0755))
        abort();
}

#endif
