/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc import of a land (docs/lands.md): its world, and how that differs from the land. */
#include "commands/import_land.h"

#include "commands/query_land.h"
#include "data_folder.h"
#include "generate/land_world.h"
#include "measure/land_drawn.h"
#include "profiles.h"
#include "store/world_h5.h"
#include "write_json.h"

/* What is told of the world that was made. */
typedef struct import_report {
    twc_land_placed placed[TWC_LAND_FEATURES];
    twc_land_difference difference, fine; /* as classes say, and with every macro cell Fine */
    twc_mesh_report mesh;
    char hash[TWC_HASH_HEX];
} import_report;

/* The land's own bed, and that of the profile in its place. */
static void add_brook(cJSON *json, const twc_land_placed *p)
{
    twc_json_add_printed(json, "depth_m", "[%.3f,%.3f]", p->depth[0], p->depth[1]);
    twc_json_add_printed(json, "half_bed_m", "[%.3f,%.3f]", p->half[0], p->half[1]);
    twc_json_add_printed(json, "profile_depth_m", "%.3f", p->profile_depth);
    twc_json_add_printed(json, "profile_half_bed_m", "%.3f", p->profile_half);
}

static twc_status print_json(const char *out, const twc_land *land, const import_report *r)
{
    cJSON *json = cJSON_CreateObject();
    twc_json_add_text(json, "world", out);
    cJSON *features = twc_json_add_object(json, "features");
    for (int32_t f = 0; f < land->feature_count; f++) {
        cJSON *feature = twc_json_add_object(features, land->feature[f].name);
        twc_json_add_number(feature, "id", f + 1);
        if (land->feature[f].how == TWC_LAND_CARVE)
            add_brook(feature, &r->placed[f]);
    }
    twc_json_add_printed(json, "points", "%lld", (long long)r->difference.points);
    twc_json_add_printed(json, "rms_m", "%.6f", r->difference.rms);
    twc_json_add_printed(json, "rms_near_features_m", "%.6f", r->difference.rms_near);
    twc_json_add_printed(json, "rms_elsewhere_m", "%.6f", r->difference.rms_far);
    twc_json_add_printed(json, "rms_fine_m", "%.6f", r->fine.rms);
    twc_json_add_printed(json, "greatest_m", "%.6f", r->difference.greatest);
    twc_json_add_number(json, "triangles", (double)r->mesh.triangles);
    twc_json_add_number(json, "open_edges", (double)r->mesh.open_edges);
    twc_json_add_text(json, "sha256", r->hash);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status tell(const twc_cli *cli, const char *out, const twc_land *land, const twc_world_data *data,
                       const import_report *r)
{
    if (cli->json)
        return print_json(out, land, r);
    printf("%s: %d x %d tiles, %llu triangles, %llu open edges, sha256 %s\n", out, data->world.extent.nx,
           data->world.extent.nz, (unsigned long long)r->mesh.triangles, (unsigned long long)r->mesh.open_edges,
           r->hash);
    for (int32_t f = 0; f < land->feature_count; f++) {
        const twc_land_placed *p = &r->placed[f];
        printf("%s: corridor %d", land->feature[f].name, f + 1);
        if (land->feature[f].how == TWC_LAND_CARVE)
            printf(
                "; its bed is %.2f to %.2f m deep and %.2f to %.2f m wide to either side, the profile's %.2f and %.2f",
                p->depth[0], p->depth[1], p->half[0], p->half[1], p->profile_depth, p->profile_half);
        putchar('\n');
    }
    printf("drawn less asked at %lld points on land: %.3f m (root mean square), %.3f m near features and %.3f m "
           "elsewhere, at most %.2f m; with every cell Fine %.3f m, at most %.2f m\n",
           (long long)r->difference.points, r->difference.rms, r->difference.rms_near, r->difference.rms_far,
           r->difference.greatest, r->fine.rms, r->fine.greatest);
    return twc_ok();
}

static twc_status read_profiles(twc_catalogue *catalogue, twc_land_source *source)
{
    char path[TWC_DATA_PATH];
    twc_status status = twc_data_file(NULL, "profiles.json", path);
    if (!status.code)
        status = twc_catalogue_read(path, catalogue);
    if (!status.code)
        status = twc_catalogue_find(catalogue, "walkway", 1, &source->path);
    if (!status.code)
        status = twc_catalogue_find(catalogue, "stream 3 m", 1, &source->brook);
    return status;
}

/* The world, and all that is told of it. */
static twc_status make_world(const twc_cli *cli, const twc_land_ground *base, const twc_land_ground *ground,
                             twc_world_data *data, import_report *report)
{
    twc_catalogue catalogue = {NULL, 0};
    twc_land_source source = {base, ground, NULL, NULL};
    twc_status status = read_profiles(&catalogue, &source);
    if (!status.code)
        status = twc_land_world(&source, data, report->placed);
    twc_catalogue_free(&catalogue);
    if (status.code)
        return status;
    const twc_builder builder = twc_fast_builder(cli->level);
    status = twc_world_closed(data, builder, &report->mesh);
    if (!status.code)
        status = twc_land_drawn(twc_fast_land(cli->level), ground, data, builder, 0, &report->difference);
    if (!status.code)
        status = twc_land_drawn(twc_fast_land(cli->level), ground, data, builder, 1, &report->fine);
    if (!status.code && !twc_mesh_report_clean(&report->mesh))
        status = twc_fail(TWC_CHECK_FAILED, "the world is not closed: %llu open edges",
                          (unsigned long long)report->mesh.open_edges);
    twc_world_hash(data, report->hash);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

twc_status twc_import_land(const twc_cli *cli, const char *path, const char *out)
{
    twc_land_made ground = {.memory = NULL}, base = {.memory = NULL};
    twc_world_data data;
    import_report report = {.difference = {0}};
    twc_status status = twc_cli_takes_only(cli, "out json", "is of elevation grids and regions; a land takes none");
    if (!status.code)
        status = twc_land_open(cli, path, &ground);
    if (!status.code)
        status = twc_land_make(twc_fast_land(cli->level), &ground.land, 0, &base);
    if (!status.code)
        status = make_world(cli, &base.ground, &ground.ground, &data, &report);
    if (!status.code) {
        status = twc_world_save(out, &data);
        if (!status.code)
            status = tell(cli, out, &ground.land, &data, &report);
        twc_world_data_destroy(&data);
    }
    twc_land_unmake(&ground);
    twc_land_unmake(&base);
    return status;
}
