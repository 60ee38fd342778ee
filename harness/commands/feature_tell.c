/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc feature list, show: the features of a world as a table, JSON or GeoJSON. */
#include <inttypes.h>
#include <stdlib.h>

#include "commands/feature.h"
#include "drawings/drawing_write.h"
#include "store/atomic_file.h"
#include "store/open_session.h"
#include "twc/world_data.h"
#include "write_json.h"

static twc_status list(const twc_cli *cli, const twc_feature_list *features)
{
    cJSON *json = cli->json ? cJSON_CreateObject() : NULL, *all = twc_json_add_array(json, "features");
    if (!cli->json && features->count)
        printf("%10s  %-9s %-24s %8s %10s  %s\n", "id", "kind", "profile", "priority", "length m", "from .. to, m");
    for (size_t k = 0; k < features->count; k++) {
        const twc_feature *f = &features->feature[k];
        const twc_station *first = &f->stations[0], *last = &f->stations[f->station_count - 1];
        char profile[TWC_NAME_SIZE + 16];
        snprintf(profile, sizeof profile, "%s (%d)", f->profile.name, f->profile.version);
        if (!cli->json) {
            printf("%10" PRIu64 "  %-9s %-24s %8d %10.1f  (%.2f, %.2f) .. (%.2f, %.2f)\n", f->id,
                   twc_feature_kinds[f->kind].name, profile, f->priority, twc_feature_length(f), first->x * 0.01,
                   first->z * 0.01, last->x * 0.01, last->z * 0.01);
            continue;
        }
        cJSON *one = twc_json_add_object(all, NULL);
        twc_json_add_printed(one, "id", "%" PRIu64, f->id);
        twc_json_add_text(one, "kind", twc_feature_kinds[f->kind].name);
        twc_json_add_text(one, "profile", f->profile.name);
        twc_json_add_number(one, "version", f->profile.version);
        twc_json_add_number(one, "priority", f->priority);
        twc_json_add_number(one, "stations", f->station_count);
        twc_json_add_printed(one, "length_m", "%.2f", twc_feature_length(f));
        twc_json_add_printed(one, "from", "[%.2f,%.2f]", first->x * 0.01, first->z * 0.01);
        twc_json_add_printed(one, "to", "[%.2f,%.2f]", last->x * 0.01, last->z * 0.01);
    }
    if (!cli->json && features->count == 0)
        printf("no features\n");
    return cli->json ? twc_json_print(json, TWC_JSON_ROWS, stdout) : twc_ok();
}

/* Those that were named, or all of them, in the list's order. */
static int is_wanted(const twc_feature *feature, const uint64_t *ids, int count)
{
    int wanted = count == 0;
    for (int k = 0; k < count; k++)
        wanted |= ids[k] == feature->id;
    return wanted;
}

static void print_table(const twc_feature *f, FILE *out)
{
    fprintf(out, "feature %" PRIu64 ": %s, %s (version %d), priority %d, %.1f m, %d stations\n", f->id,
            twc_feature_kinds[f->kind].name, f->profile.name, f->profile.version, f->priority, twc_feature_length(f),
            f->station_count);
    fprintf(out, "%8s %12s %12s %10s %8s %8s\n", "station", "x m", "z m", "bed m", "left m", "right m");
    for (int32_t k = 0; k < f->station_count; k++) {
        const twc_station *s = &f->stations[k];
        fprintf(out, "%8d %12.2f %12.2f %10.2f %8.2f %8.2f\n", k, s->x * 0.01, s->z * 0.01, s->bed_cm * 0.01,
                s->limit_cm[TWC_LEFT] * 0.01, s->limit_cm[TWC_RIGHT] * 0.01);
    }
}

static twc_status show(const twc_cli *cli, const twc_feature_values *v, const twc_world_data *world,
                       const uint64_t *ids, FILE *out)
{
    const twc_feature_list *features = &world->features.list;
    const twc_frame frame = v->frame < 0 ? TWC_FRAME_LOCAL : (twc_frame)v->frame;
    cJSON *json = NULL;
    twc_status status = twc_ok();
    for (int k = 0; k < v->words.count; k++)
        if (!twc_features_find(&world->features, ids[k]))
            return twc_fail(TWC_USAGE, "there is no feature %" PRIu64 "; twc feature list says those there are",
                            ids[k]);
    if (v->geojson)
        status = twc_geojson_begin(frame, v->world, &world->georeference, &json);
    else if (cli->json)
        json = twc_features_json_begin();
    for (size_t k = 0; k < features->count && !status.code; k++) {
        const twc_feature *f = &features->feature[k];
        if (!is_wanted(f, ids, v->words.count))
            continue;
        if (v->geojson)
            status = twc_geojson_add(json, frame, &world->georeference, f);
        else if (cli->json)
            twc_features_json_add(json, f);
        else
            print_table(f, out);
    }
    if (!v->geojson && !cli->json)
        return status;
    if (!status.code)
        return twc_json_print(json, TWC_JSON_ROWS, out);
    cJSON_Delete(json);
    return status;
}

static twc_status show_into(const twc_cli *cli, const twc_feature_values *v, const twc_world_data *world,
                            const uint64_t *ids)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(cli->out ? cli->out : "-", &file);
    if (status.code)
        return status;
    status = show(cli, v, world, ids, file.stream);
    if (!status.code)
        return twc_atomic_commit(&file);
    twc_atomic_discard(&file);
    return status;
}

twc_status twc_feature_tell(const twc_cli *cli, const twc_feature_values *v)
{
    twc_world_data world;
    uint64_t *ids = NULL;
    if (v->action == TWC_FEATURE_LIST && v->words.count)
        return twc_fail(TWC_USAGE, "list takes a world and nothing else; twc feature show takes ids");
    if (v->frame >= 0 && !v->geojson)
        return twc_fail(TWC_USAGE, "--frame is of --geojson");
    twc_status status = twc_feature_ids(&v->words, &ids);
    if (!status.code) {
        status = twc_world_open_named(cli->level, v->world, cli->memory, &world);
        if (!status.code)
            status = v->action == TWC_FEATURE_LIST ? list(cli, &world.features.list) : show_into(cli, v, &world, ids);
        twc_world_data_destroy(&world);
    }
    free(ids);
    return status;
}
