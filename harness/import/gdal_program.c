/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gdal_program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/atomic_file.h"

extern char **environ;

/* Also what GDAL writes beside the values. */
static const char *const files[] = {"/info",     "/words",      "/values",        "/grid.vrt",
                                    "/grid.tif", "/values.hdr", "/values.aux.xml"};

twc_status twc_gdal_begin(twc_gdal_workplace *w)
{
    const char *base = getenv("TMPDIR");
    char *const path[] = {w->info, w->words, w->values, w->vrt, w->tiff};
    snprintf(w->folder, sizeof w->folder, "%.150s/twc-gdal-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(w->folder))
        return twc_fail(TWC_IO, "cannot make a temporary folder %s: %s (set TMPDIR to one)", w->folder,
                        strerror(errno));
    for (size_t k = 0; k < sizeof path / sizeof *path; k++)
        snprintf(path[k], sizeof w->info, "%s%s", w->folder, files[k]);
    return twc_ok();
}

void twc_gdal_end(const twc_gdal_workplace *w)
{
    char file[240];
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        snprintf(file, sizeof file, "%s%s", w->folder, files[k]);
        unlink(file);
    }
    rmdir(w->folder);
}

/* Its exit status; -1 with errno when it cannot be started. */
static int run(const char *const *argv, const char *out, const char *words)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int state, error;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, words, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    error = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ);
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
static void read_words(const char *file, char *words, size_t size)
{
    enum { MOST = 1 << 20 };
    unsigned char *bytes;
    size_t length;
    words[0] = '\0';
    if (twc_read_file_of(file, MOST, &bytes, &length).code)
        return;
    snprintf(words, size, "%s", (const char *)bytes);
    for (char *c = words; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = c[1] ? ' ' : '\0';
    free(bytes);
}

twc_status twc_gdal_run(const char *const *argv, const char *about, const char *out, const char *words)
{
    char text[240];
    int result = run(argv, out, words);
    if (result < 0 || result == 127)
        return twc_fail(
            TWC_IO,
            "%s is no ESRI ASCII grid (.asc), 16-bit PNG or RAW16 by its name, and the program %s, which reads and writes "
            "other formats, is not installed: apt-get install gdal-bin, or name the format with --format",
            about, argv[0]);
    if (result == 0)
        return twc_ok();
    read_words(words, text, sizeof text);
    return twc_fail(TWC_IO, "GDAL has trouble with %s: %s", about, text[0] ? text : "it failed without a word");
}
