/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever GDAL reads, through its program gdal_translate: no library is linked, and without it a message says so. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grid.h"
#include "store/atomic_file.h"

extern char **environ;

/* Runs a program with its messages in a file. Its exit status; -1 with errno when it cannot be started. */
static int run(char *const *argv, const char *log)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int state, error;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    error = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        errno = error;
        return -1;
    }
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128;
}

/* The program's own words, on one line. */
static void read_words(const char *log, char *words, size_t size)
{
    unsigned char *bytes;
    size_t length;
    words[0] = '\0';
    if (twc_read_file(log, &bytes, &length).code)
        return;
    snprintf(words, size, "%s", (const char *)bytes);
    for (char *c = words; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = c[1] ? ' ' : '\0';
    free(bytes);
}

static twc_status translate(const char *path, const char *grid_path, const char *log)
{
    char words[240];
    /* 17 digits give back every bit of a binary64. */
    char *argv[] = {"gdal_translate",
                    "-q",
                    "-of",
                    "AAIGrid",
                    "-ot",
                    "Float64",
                    "-b",
                    "1",
                    "-co",
                    "SIGNIFICANT_DIGITS=17",
                    (char *)(uintptr_t)path,
                    (char *)(uintptr_t)grid_path,
                    NULL};
    int result = run(argv, log);
    if (result < 0 || result == 127)
        return twc_fail(
            TWC_IO,
            "%s is no ESRI ASCII grid (.asc), 16-bit PNG or RAW16 by its name, and the program gdal_translate, which "
            "reads other formats, is not installed: apt-get install gdal-bin, or name the format with --format",
            path);
    if (result == 0)
        return twc_ok();
    read_words(log, words, sizeof words);
    return twc_fail(TWC_IO, "GDAL cannot read %s: %s", path, words[0] ? words : "gdal_translate failed without a word");
}

twc_status twc_grid_read_gdal(const char *path, const twc_grid_options *options, twc_grid *grid)
{
    static const char *const leftovers[] = {"/grid.asc", "/grid.prj", "/grid.asc.aux.xml", "/log"};
    const char *base = getenv("TMPDIR");
    char folder[200], file[240], log[240];
    unsigned char *bytes;
    size_t size;
    snprintf(folder, sizeof folder, "%.150s/twc-gdal-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder))
        return twc_fail(TWC_IO, "cannot make a temporary folder %s: %s (set TMPDIR to one)", folder, strerror(errno));
    snprintf(file, sizeof file, "%s%s", folder, leftovers[0]);
    snprintf(log, sizeof log, "%s%s", folder, leftovers[3]);
    twc_status status = translate(path, file, log);
    if (!status.code)
        status = twc_read_file(file, &bytes, &size);
    if (!status.code) {
        status = twc_grid_read_ascii(path, bytes, size, options, grid);
        free(bytes);
    }
    for (size_t k = 0; k < sizeof leftovers / sizeof *leftovers; k++) {
        snprintf(file, sizeof file, "%s%s", folder, leftovers[k]);
        unlink(file);
    }
    rmdir(folder);
    return status;
}
