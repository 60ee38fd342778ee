/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of lands. What is taken passes the engine's own check; a small one is made, asked and walked on as well, so
 * that numbers that pass and lead out of a range are found.
 */
#include <math.h>

#include "fuzz_target.h"
#include "generate/land_json.h"
#include "measure/land.h"

enum { SMALL = 9 };

static void ask(const twc_land_ground *ground)
{
    const twc_land_table *table = twc_reference_land();
    const double x[3] = {0.0, 1.5, -1e4}, z[3] = {0.0, -0.25, 1e4};
    double weight[3 * (TWC_LAND_LAYERS + 1)], brown[3], grove[3];
    twc_walk walk = {0.0, 0.0, 3.0, -2.0, 0, 0};
    table->land_look(ground, (twc_spots){3, x, z}, (twc_land_look){weight, brown});
    table->grove(ground, (twc_spots){3, x, z}, grove);
    if (ground->land->edge.stride >= 1.0 / 16)
        table->walk(ground, 1, &walk);
    for (int k = 0; k < 3; k++)
        if (!isfinite(brown[k]) || !isfinite(grove[k]) || !isfinite(weight[k]))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static twc_land land;
    twc_land_made made;
    twc_status status = twc_land_read(fuzz_file(data, size), &land);
    fuzz_expect(status);
    if (status.code || land.grid.points > SMALL)
        return 0;
    if (land.hill.every < (land.grid.points - 1) * land.grid.cell / SMALL)
        return 0;
    status = twc_land_make(twc_reference_land(), &land, land.feature_count, &made);
    fuzz_expect(status);
    if (!status.code) {
        ask(&made.ground);
        twc_land_unmake(&made);
    }
    return 0;
}
