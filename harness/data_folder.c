/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data_folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Whether a folder holds the sections; it is in `path` then. */
static int holds_sections(char path[TWC_DATA_PATH], const char *before, const char *folder)
{
    char sections[TWC_DATA_PATH + 16];
    int length = snprintf(path, TWC_DATA_PATH, "%s%s", before, folder);
    if (length < 0 || length >= TWC_DATA_PATH)
        return 0;
    snprintf(sections, sizeof sections, "%s/sections.json", path);
    return access(sections, R_OK) == 0;
}

/* The folder this program lies in, with a slash at its end; 0 when the system does not tell. */
static int program_folder(char folder[TWC_DATA_PATH])
{
    ssize_t length = readlink("/proc/self/exe", folder, TWC_DATA_PATH - 1);
    if (length <= 0)
        return 0;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    return slash != NULL;
}

twc_status twc_data_folder(char path[TWC_DATA_PATH])
{
    char folder[TWC_DATA_PATH];
    if (holds_sections(path, "", "experiments") ||
        (program_folder(folder) && holds_sections(path, folder, TWC_DATA_FROM_BIN "/experiments")))
        return twc_ok();
    return twc_fail(TWC_IO,
                    "the folder experiments is neither here nor beside the program (%s); name the file, or the "
                    "folder with --experiments, or install twc again",
                    TWC_DATA_FROM_BIN);
}

twc_status twc_data_file(const char *asked, const char *name, char path[TWC_DATA_PATH])
{
    char folder[TWC_DATA_PATH];
    twc_status status = asked ? twc_ok() : twc_data_folder(folder);
    if (status.code)
        return status;
    int length = asked ? snprintf(path, TWC_DATA_PATH, "%s", asked)
                       : snprintf(path, TWC_DATA_PATH, "%s/%s", folder, name);
    return length < 0 || length >= TWC_DATA_PATH ? twc_fail(TWC_USAGE, "the path %.200s... is longer than %d bytes",
                                                            asked ? asked : folder, TWC_DATA_PATH - 1)
                                                 : twc_ok();
}
