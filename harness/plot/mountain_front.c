/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/mountain_front.h"

#include <math.h>
#include <stdlib.h>

double twc_grid_height(const twc_study_area *area, const twc_chunk_grid *grid, double x, double z)
{
    int32_t x_cm = (int32_t)floor(100 * x), z_cm = (int32_t)floor(100 * z);
    double best = -INFINITY;
    for (size_t m = 0; m < grid->count; m++)
        for (uint32_t t = 0; t < grid->mesh[m].triangle_count; t++) {
            const twc_vertex *c = grid->mesh[m].triangles[t].corner;
            if (twc_vertex_area2(c[0], c[1], c[2]) > 0 && twc_area2(c[0].x, c[0].z, c[1].x, c[1].z, x_cm, z_cm) >= 0 &&
                twc_area2(c[1].x, c[1].z, c[2].x, c[2].z, x_cm, z_cm) >= 0 &&
                twc_area2(c[2].x, c[2].z, c[0].x, c[0].z, x_cm, z_cm) >= 0)
                best = fmax(best, twc_plane_height(c[0], c[1], c[2], x_cm, z_cm));
        }
    if (isfinite(best))
        return best;
    uint16_t sample;
    twc_reference_ground()->samples(
        area->world, (twc_rect){twc_floor_div(x_cm, TWC_SAMPLE_CM), twc_floor_div(z_cm, TWC_SAMPLE_CM), 1, 1}, &sample);
    return twc_sample_height(sample);
}

/* Whether the middle of a macro cell is above the water. */
static int is_dry(const twc_study_area *area, int32_t macro_x, int32_t macro_z)
{
    const int32_t samples = TWC_MACRO_CM / TWC_SAMPLE_CM;
    uint16_t sample;
    twc_reference_ground()->samples(
        area->world, (twc_rect){macro_x * samples + samples / 2, macro_z * samples + samples / 2, 1, 1}, &sample);
    return twc_sample_height(sample) > area->water + 2;
}

twc_status twc_mountain_front_of(const twc_study_area *area, twc_mountain_front *front)
{
    const double macro = TWC_MACRO_CM / 100.0;
    twc_rect macros = twc_world_macros(area->world);
    uint8_t *classes = twc_world_classes(area->world, macros);
    double sum[2][3] = {{0, 0, 0}, {0, 0, 0}};
    if (!classes)
        return twc_fail(TWC_IO, "not enough memory for the classes of the world");
    for (int32_t z = 0; z < macros.nz; z++)
        for (int32_t x = 0; x < macros.nx; x++) {
            int broad = classes[(size_t)z * (size_t)macros.nx + (size_t)x] == TWC_BROAD;
            if (!broad && !is_dry(area, macros.x + x, macros.z + z))
                continue;
            sum[broad][0] += (macros.x + x + 0.5) * macro;
            sum[broad][1] += (macros.z + z + 0.5) * macro;
            sum[broad][2]++;
        }
    twc_status status = sum[0][2] > 0 && sum[1][2] > 0
                            ? twc_ok()
                            : twc_fail(TWC_USAGE, "the world has no %s: choose another world",
                                       sum[1][2] > 0 ? "lowlands" : "mountains");
    for (int k = 0; k < 2 && !status.code; k++) {
        front->lowlands[k] = sum[0][k] / sum[0][2];
        front->mountains[k] = sum[1][k] / sum[1][2];
    }
    double dx = front->mountains[0] - front->lowlands[0], dz = front->mountains[1] - front->lowlands[1];
    double length = fmax(1, hypot(dx, dz));
    front->towards[0] = dx / length;
    front->towards[1] = dz / length;
    for (double along = 0; along <= length && !status.code; along += 8) {
        double x = front->lowlands[0] + front->towards[0] * along, z = front->lowlands[1] + front->towards[1] * along;
        int32_t column = (int32_t)floor(x / macro) - macros.x, row = (int32_t)floor(z / macro) - macros.z;
        front->edge[0] = x;
        front->edge[1] = z;
        if (classes[(size_t)row * (size_t)macros.nx + (size_t)column] == TWC_BROAD)
            break;
    }
    free(classes);
    return status;
}
