/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sections.h"

#include <stdio.h>
#include <unistd.h>

#include "read_json.h"

const char *twc_experiments_folder(void)
{
    return access("experiments/sections.json", R_OK) == 0 ? "experiments" : TWC_SOURCE_DIR "/experiments";
}

twc_status twc_experiments_list(const char *name, cJSON **file, const cJSON **list)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.json", twc_experiments_folder(), name);
    *file = NULL;
    *list = NULL;
    twc_status status = twc_read_json(path, file);
    if (!status.code)
        *list = twc_json_array(*file, name, 1, 100, &status);
    return status;
}
