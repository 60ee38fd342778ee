/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section of quality: what the ground's meshes lose beside others of as many triangles, on three areas. */
#include <string.h>

#include "data_folder.h"
#include "import/import.h"
#include "measure/quality.h"
#include "measure/trial.h"
#include "progress.h"
#include "reproduce/measures.h"
#include "write_json.h"

/* Of a millimetre step; what a user would write first. */
static const double METRE = 1;

typedef struct area {
    const char *name;
    twc_world_data *data;
    twc_rect samples;
    cJSON *results;
} area;

static void add(cJSON *to, const char *name, twc_quality quality)
{
    cJSON *object = twc_json_add_object(to, name);
    twc_json_add_number(object, "triangles", (double)quality.triangles);
    twc_json_add_number(object, "rms_m", quality.rms);
    twc_json_add_number(object, "most_m", quality.most);
}

/* Other meshes with as many triangles. */
static twc_status add_rivals(const area *a, cJSON *to, size_t triangles)
{
    static const char *const name[TWC_MESH_RIVALS] = {"grid", "greedy", "quadric"};
    twc_status status = twc_ok();
    for (int k = 0; k < TWC_MESH_RIVALS && !status.code; k++) {
        twc_quality quality;
        status = twc_quality_of_rival(&a->data->world, (twc_rival_mesh)k, a->samples, triangles, &quality);
        if (!status.code)
            add(to, name[k], quality);
    }
    return status;
}

/* All Fine, by slope, and by error: first with as many triangles as by slope, then within a metre. */
static twc_status measure_area(const area *a)
{
    twc_quality fine, slope, error, within;
    double metres = 0;
    cJSON *as_fine = twc_json_add_object(a->results, "as_fine"),
          *as_slope = twc_json_add_object(a->results, "as_slope"),
          *as_within = twc_json_add_object(a->results, "as_within");
    twc_progress(a->name, 0);
    twc_status status = twc_quality_of_ground(&a->data->world, 1, a->samples, &fine);
    if (!status.code)
        status = twc_quality_of_ground(&a->data->world, 0, a->samples, &slope);
    if (!status.code)
        status = twc_quality_classes(a->data, a->samples, slope.triangles, &metres, &error);
    if (!status.code)
        status = twc_world_data_classify_error(a->data, twc_trial_builder().ground, METRE);
    if (!status.code)
        status = twc_quality_of_ground(&a->data->world, 0, a->samples, &within);
    if (status.code)
        return status;
    twc_json_add_number(a->results, "samples", (double)a->samples.nx * a->samples.nz);
    twc_json_add_number(a->results, "metres", metres);
    add(as_fine, "ground", fine);
    add(as_slope, "ground", slope);
    add(as_slope, "error", error);
    add(as_within, "ground", within);
    status = add_rivals(a, as_fine, fine.triangles);
    if (!status.code)
        status = add_rivals(a, as_slope, slope.triangles);
    return status.code ? status : add_rivals(a, as_within, within.triangles);
}

/* The region, and the part of it where slopes make no cell Broad: the southern tiles. */
static twc_status measure_region(twc_section *section)
{
    twc_world_data data;
    twc_status status = twc_region_generate(&section->region, &data);
    if (status.code)
        return status;
    const twc_rect all = twc_quality_inside(&data.world);
    const int32_t north = 3 * all.nz / 4;
    const area region = {"region", &data, all, twc_json_add_object(section->results, "region")};
    const area lowland = {"lowland",
                          &data,
                          {all.x, all.z + north, all.nx, all.nz - north},
                          twc_json_add_object(section->results, "lowland")};
    status = measure_area(&region);
    if (!status.code)
        status = twc_world_data_classify_by(&data, twc_trial_builder().ground);
    if (!status.code)
        status = measure_area(&lowland);
    twc_world_data_destroy(&data);
    return status;
}

/* A real elevation grid, resampled to 4 m. */
static twc_status measure_valley(twc_section *section)
{
    const twc_import_options options = {.grid = {.format = TWC_GRID_ASCII, .most_cells = TWC_GRID_CELLS},
                                        .fill = TWC_FILL_NEAREST,
                                        .datum_auto = 1,
                                        .name = "valley",
                                        .ground = twc_trial_builder().ground};
    char path[TWC_DATA_PATH];
    twc_world_data data;
    twc_import_report report;
    twc_status status = twc_data_file(NULL, "data/mountain_valley_10m.asc", path);
    if (!status.code)
        status = twc_import(path, &options, &data, &report);
    if (status.code)
        return status;
    /* Beyond the grid its edge is repeated: what it has heights for, less what a corner strays. */
    twc_rect samples = twc_quality_inside(&data.world);
    const int32_t nx = (int32_t)((report.columns - 1) * report.cell / 4) - 16,
                  nz = (int32_t)((report.rows - 1) * report.cell / 4) - 16;
    samples.nx = nx < samples.nx ? nx : samples.nx;
    samples.nz = nz < samples.nz ? nz : samples.nz;
    status = measure_area(&(area){"valley", &data, samples, twc_json_add_object(section->results, "valley")});
    twc_world_data_destroy(&data);
    return status;
}

twc_status twc_measure_quality(twc_section *section)
{
    twc_status status = measure_region(section);
    if (!status.code)
        status = measure_valley(section);
    twc_progress("", -1);
    return status;
}
