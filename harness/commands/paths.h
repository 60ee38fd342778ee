/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a command is about to read and to write, told from what it declares before anything is opened. A file
 * that is both, by whatever name or link, is refused: an output never goes over an input.
 */
#ifndef TWC_HARNESS_PATHS_H
#define TWC_HARNESS_PATHS_H

#include "commands/command.h"

/* Files by device and inode; what is not there yet is none. */
typedef struct twc_paths {
    struct twc_path *path;
    int count, capacity;
    twc_status status; /* the first failure */
} twc_paths;

/* A file that is read, also as WORLD+LOG or as GDAL names parts of files, NETCDF:"file.nc":variable. */
void twc_paths_read(twc_paths *paths, const char *path);

/* A file that is written; folder/name.ending likewise. */
void twc_paths_write(twc_paths *paths, const char *path);
void twc_paths_write_in(twc_paths *paths, const char *folder, const char *name, const char *ending);

/* Every file of a folder with this ending ("": any) is read, or written. */
void twc_paths_folder(twc_paths *paths, const char *folder, const char *ending, int written);

/* TWC_USAGE when a command, with these values, would write over what it reads. */
twc_status twc_paths_check(const twc_command *command, const twc_cli *cli, const void *values);

#endif
