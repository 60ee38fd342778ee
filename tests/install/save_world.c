/* SPDX-License-Identifier: GPL-3.0-or-later */
/* save_world PATH: the world that docs/examples/session.c starts from, as a file. */
#include <stdio.h>

#include "store/world_h5.h"

int main(int argc, char **argv)
{
    twc_world_data data;
    if (argc != 2)
        return TWC_USAGE;
    twc_status status = twc_world_data_create((twc_rect){-1, -1, 2, 2}, 20000, "example", &data);
    if (!status.code) {
        status = twc_world_save(argv[1], &data);
        twc_world_data_destroy(&data);
    }
    if (status.code)
        fprintf(stderr, "save_world: %s\n", status.message);
    return (int)status.code;
}
