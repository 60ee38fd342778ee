/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sections.h"

#include <stdio.h>

#include "data_folder.h"
#include "read_json.h"

twc_status twc_experiments_list(const char *name, cJSON **file, const cJSON **list)
{
    char path[TWC_DATA_PATH], file_name[64];
    *file = NULL;
    *list = NULL;
    snprintf(file_name, sizeof file_name, "%s.json", name);
    twc_status status = twc_data_file(NULL, file_name, path);
    if (!status.code)
        status = twc_read_json(path, file);
    if (!status.code)
        *list = twc_json_array(*file, name, 1, 100, &status);
    return status;
}
