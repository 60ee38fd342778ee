/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/paths.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct twc_path {
    char *name;
    dev_t device;
    ino_t inode;
    int written;
} twc_path;

/* ---- the list ---- */

/* Takes a file in. Devices and pipes hold nothing that can be lost. */
static void add(twc_paths *paths, const char *name, const struct stat *info, int written)
{
    if (!S_ISREG(info->st_mode) || paths->status.code)
        return;
    if (paths->count == paths->capacity) {
        int capacity = 2 * paths->capacity + 16;
        twc_path *larger = realloc(paths->path, (size_t)capacity * sizeof *larger);
        if (larger) {
            paths->path = larger;
            paths->capacity = capacity;
        }
    }
    char *copy = paths->count < paths->capacity ? strdup(name) : NULL;
    if (copy)
        paths->path[paths->count++] = (twc_path){copy, info->st_dev, info->st_ino, written};
    else
        paths->status = twc_fail(TWC_IO, "not enough memory for the command's files");
}

static void add_path(twc_paths *paths, const char *name, int written)
{
    struct stat info;
    if (stat(name, &info) == 0)
        add(paths, name, &info, written);
}

void twc_paths_read(twc_paths *paths, const char *path)
{
    struct stat info;
    const char *plus = strrchr(path, '+');
    char *parts = stat(path, &info) != 0 ? strdup(path) : NULL, *rest = NULL;
    add_path(paths, path, 0);
    if (parts && plus) {
        parts[plus - path] = '\0';
        add_path(paths, parts, 0);
        add_path(paths, plus + 1, 0);
    } else if (parts) {
        for (char *part = strtok_r(parts, ":\"", &rest); part; part = strtok_r(NULL, ":\"", &rest))
            add_path(paths, part, 0);
    }
    free(parts);
}

static void add_in(twc_paths *paths, const char *folder, const char *name, const char *ending, int written)
{
    size_t size = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = malloc(size);
    if (path) {
        snprintf(path, size, "%s/%s%s", folder, name, ending);
        add_path(paths, path, written);
    } else {
        paths->status = twc_fail(TWC_IO, "not enough memory for the command's files");
    }
    free(path);
}

static int ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

void twc_paths_write(twc_paths *paths, const char *path)
{
    add_path(paths, path, 1);
}

void twc_paths_write_in(twc_paths *paths, const char *folder, const char *name, const char *ending)
{
    add_in(paths, folder, name, ending, 1);
}

void twc_paths_folder(twc_paths *paths, const char *folder, const char *ending, int written)
{
    DIR *entries = opendir(folder); /* one that is not there holds nothing to lose */
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (entry->d_name[0] != '.' && ends_with(entry->d_name, ending))
            add_in(paths, folder, entry->d_name, "", written);
    }
    if (entries)
        closedir(entries);
}

/* ---- what a command declares ---- */

/* An option's or an argument's value: a file that is read or, when it says so, written. */
static void add_option(twc_paths *paths, const twc_option *o, const twc_command *command, const void *values)
{
    size_t at = (size_t)((const char *)o->text - (const char *)command->defaults);
    const char *text = o->text ? *(const char *const *)((const char *)values + at) : NULL;
    struct stat info;
    if (text && o->names == TWC_NAMES_FILE && strcmp(text, "-") == 0 && fstat(STDIN_FILENO, &info) == 0)
        add(paths, "standard input", &info, 0);
    else if (text && o->names == TWC_NAMES_FILE)
        twc_paths_read(paths, text);
    if (text && o->names == TWC_NAMES_OUTPUT)
        twc_paths_write(paths, text);
    if (!o->words || o->names != TWC_NAMES_FILE)
        return;
    at = (size_t)((const char *)o->words - (const char *)command->defaults);
    const twc_words *words = (const twc_words *)(const void *)((const char *)values + at);
    for (int k = 0; k < words->count; k++)
        twc_paths_read(paths, words->text[k]);
}

static void add_options(twc_paths *paths, const twc_option *o, const twc_command *command, const void *values)
{
    for (; o && o->name; o++)
        add_option(paths, o, command, values);
}

twc_status twc_paths_check(const twc_command *command, const twc_cli *cli, const void *values)
{
    twc_paths paths = {.status = twc_ok()};
    struct stat info;
    add_options(&paths, command->arguments, command, values);
    add_options(&paths, command->options, command, values);
    if (cli->out && strcmp(cli->out, "-") != 0)
        twc_paths_write(&paths, cli->out);
    if (fstat(STDOUT_FILENO, &info) == 0)
        add(&paths, "standard output", &info, 1);
    if (command->paths)
        command->paths(cli, values, &paths);
    twc_status status = paths.status;
    for (int w = 0; w < paths.count && !status.code; w++) {
        for (int r = 0; r < paths.count && !status.code; r++) {
            const twc_path *out = &paths.path[w], *in = &paths.path[r];
            if (out->written && !in->written && out->device == in->device && out->inode == in->inode)
                status = twc_fail(TWC_USAGE,
                                  "%.200s, which would be written, is the input %.200s: nothing was read or written; "
                                  "name another file%s",
                                  out->name, in->name,
                                  command->shared & (TWC_TAKES_OUT | TWC_TAKES_STREAM_OUT) ? " with --out" : "");
        }
    }
    for (int k = 0; k < paths.count; k++)
        free(paths.path[k].name);
    free(paths.path);
    return status;
}
