/* SPDX-License-Identifier: GPL-3.0-or-later */
/* world.h5 files: what loads is a sound world. */
#include "fuzz_target.h"
#include "store/world_h5.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    twc_world_data world;
    twc_status status = twc_world_load(fuzz_file(data, size), &world);
    fuzz_expect(status);
    if (!status.code) {
        if (twc_world_check(&world.world).code)
            abort();
        twc_world_data_destroy(&world);
    }
    return 0;
}
