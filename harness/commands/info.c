/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc info: what a world is, and what came of it by its log. */
#include <inttypes.h>
#include <string.h>

#include "commands/command.h"
#include "store/open_session.h"
#include "store/world_h5.h"
#include "store/world_verify.h"
#include "write_json.h"

typedef struct info_values {
    twc_words files;
    int check, build;
} info_values;

static const info_values defaults = {.check = 0};

static const twc_option arguments[] = {
    {.name = "WORLD.h5 [LOG]",
     .words = &defaults.files,
     .least = 1,
     .most = 2,
     .names = TWC_NAMES_FILE,
     .help = "the world, and what happened to it"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "check",
     .flag = &defaults.check,
     .help = "read the whole file, and list the parts that are damaged (exit code 1 when there are some)"},
    {.name = "fingerprint",
     .flag = &defaults.build,
     .help = "build the whole world: its fingerprint, triangles, lowest and highest sample"},
    {.name = NULL},
};

/* What is printed, besides what the world says itself. */
typedef struct findings {
    int version;
    char hash[TWC_HASH_HEX]; /* of the world in the file */
    twc_verified verified;   /* with --check */
    uint64_t log_facts;      /* with a log */
    uint64_t fingerprint, triangles;
    double low, high; /* with --fingerprint: elevations */
} findings;

/* ---- text ---- */

static void put_line(const char *name, const char *text)
{
    if (text)
        printf("  %-14s %s\n", name, text);
}

static void put_place(const twc_georeference *g)
{
    put_line("crs", g->crs);
    if (twc_georeference_placed(g))
        printf("  %-14s (%.17g, %.17g)%s%s at x 0, z 0; a metre of x adds (%g, %g), one of z (%g, %g)\n", "origin",
               g->origin[0], g->origin[1], g->unit ? " " : "", g->unit ? g->unit : "", g->per_x[0], g->per_x[1],
               g->per_z[0], g->per_z[1]);
    else
        put_line("place", "not known");
    if (g->columns > 0)
        printf("  %-14s %d x %d cells, geotransform %.17g %.17g %.17g %.17g %.17g %.17g\n", "source grid", g->columns,
               g->rows, g->cell[0], g->cell[1], g->cell[2], g->cell[3], g->cell[4], g->cell[5]);
    put_line("heights", g->height_unit);
    put_line("vertical", g->vertical_datum);
    put_line("source", g->source);
    put_line("made by", g->made_by);
}

static void put_features(const twc_features *features)
{
    enum { SHOWN = 8 };
    printf("  %-14s %zu", "features", features->list.count);
    for (size_t k = 0; k < features->list.count && k < SHOWN; k++)
        printf("%s%" PRIu64, k ? ", " : ": corridors with ids ", features->feature[k].id);
    puts(features->list.count > SHOWN ? ", ..." : "");
}

static const char *log_of(const info_values *v)
{
    return v->files.count > 1 ? v->files.text[1] : NULL;
}

static void print_text(const info_values *v, const findings *f, const twc_world_data *data)
{
    const twc_rect e = data->world.extent;
    printf("%s: a world of format %d%s%s\n", v->files.text[0], f->version, log_of(v) ? ", after " : "",
           log_of(v) ? log_of(v) : "");
    put_line("title", data->name);
    printf("  %-14s %d x %d tiles of 512 m: x %d to %d m, z %d to %d m\n", "extent", e.nx, e.nz, 512 * e.x,
           512 * (e.x + e.nx), 512 * e.z, 512 * (e.z + e.nz));
    printf("  %-14s %.10g m, where there is no tile\n", "flat ground",
           (double)twc_sample_height(data->world.base_sample) + data->datum);
    printf("  %-14s %.17g m is added to a height for the source's elevation\n", "datum", data->datum);
    put_place(&data->georeference);
    put_features(&data->features);
    if (data->place.facts > 0)
        printf("  %-14s after %" PRIu64 " facts of the log that starts from world %.16s...\n", "snapshot",
               data->place.facts, data->place.first);
    if (log_of(v))
        printf("  %-14s %" PRIu64 " facts\n", "log", f->log_facts);
    put_line("sha256", f->hash);
    if (v->build)
        printf("  %-14s %016" PRIx64 ": %" PRIu64 " triangles, samples from %.10g to %.10g m\n", "fingerprint",
               f->fingerprint, f->triangles, f->low, f->high);
    if (v->check)
        printf("  %-14s %" PRIu64 " parts are what was written, %" PRIu64 " are not\n", "checked", f->verified.parts,
               f->verified.damaged);
}

/* ---- JSON ---- */

static void add_reals(cJSON *parent, const char *name, int n, const double *value)
{
    cJSON *list = twc_json_add_array(parent, name);
    for (int k = 0; k < n; k++)
        twc_json_add_printed(list, NULL, "%.17g", value[k]);
}

static void add_text(cJSON *parent, const char *name, const char *text)
{
    if (text)
        twc_json_add_text(parent, name, text);
}

static void add_place(cJSON *json, const twc_georeference *g)
{
    cJSON *place = twc_json_add_object(json, "place");
    twc_json_add_flag(place, "known", twc_georeference_placed(g));
    add_text(place, "crs", g->crs);
    add_text(place, "unit", g->unit);
    add_reals(place, "origin", 2, g->origin);
    add_reals(place, "per_x", 2, g->per_x);
    add_reals(place, "per_z", 2, g->per_z);
    add_reals(place, "cell", 6, g->cell);
    add_reals(place, "size", 2, (double[2]){g->columns, g->rows});
    add_text(place, "height_unit", g->height_unit);
    add_text(place, "vertical_datum", g->vertical_datum);
    add_text(place, "source", g->source);
    add_text(place, "made_by", g->made_by);
}

static void add_findings(cJSON *json, const info_values *v, const findings *f)
{
    twc_json_add_text(json, "sha256", f->hash);
    if (log_of(v))
        twc_json_add_printed(json, "log_facts", "%" PRIu64, f->log_facts);
    if (v->build) {
        twc_json_add_printed(json, "fingerprint", "\"%016" PRIx64 "\"", f->fingerprint);
        twc_json_add_printed(json, "triangles", "%" PRIu64, f->triangles);
        twc_json_add_printed(json, "lowest", "%.9g", f->low);
        twc_json_add_printed(json, "highest", "%.9g", f->high);
    }
    if (v->check) {
        twc_json_add_printed(json, "good_parts", "%" PRIu64, f->verified.parts);
        twc_json_add_printed(json, "damaged_parts", "%" PRIu64, f->verified.damaged);
    }
}

static twc_status print_json(const info_values *v, const findings *f, const twc_world_data *data)
{
    const twc_rect e = data->world.extent;
    cJSON *json = cJSON_CreateObject();
    twc_json_add_number(json, "format", f->version);
    twc_json_add_text(json, "title", data->name);
    twc_json_add_printed(json, "extent_in_tiles", "[%d, %d, %d, %d]", e.x, e.z, e.nx, e.nz);
    twc_json_add_number(json, "base_sample", data->world.base_sample);
    twc_json_add_printed(json, "datum", "%.17g", data->datum);
    add_place(json, &data->georeference);
    cJSON *ids = twc_json_add_array(json, "features");
    for (size_t k = 0; k < data->features.list.count; k++)
        twc_json_add_printed(ids, NULL, "%" PRIu64, data->features.feature[k].id);
    twc_json_add_printed(json, "snapshot_facts", "%" PRIu64, data->place.facts);
    add_findings(json, v, f);
    return twc_json_print(json, TWC_JSON_INDENTED, stdout);
}

/* ---- what is found ---- */

static void count_built(twc_session *session, findings *f)
{
    twc_scene *scene = twc_session_scene(session);
    const twc_rect chunks = twc_scene_chunks(scene);
    f->fingerprint = twc_scene_fingerprint(scene);
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++) {
        const twc_point at = {chunks.x + k % chunks.nx, chunks.z + k / chunks.nx};
        twc_built *built;
        twc_scene_acquire(scene, 1, &at, &built);
        f->triangles += built->mesh.triangle_count;
        twc_scene_release(scene, built);
    }
}

static void find_samples(const twc_world_data *data, findings *f)
{
    const twc_world *world = &data->world;
    uint16_t low = UINT16_MAX, high = 0;
    for (int32_t k = 0; k < world->extent.nx * world->extent.nz; k++) {
        const twc_tile *tile = world->tiles[k];
        for (int s = 0; s < TWC_TILE_SAMPLES * TWC_TILE_SAMPLES; s++) {
            const uint16_t sample = tile ? tile->sample[s / TWC_TILE_SAMPLES][s % TWC_TILE_SAMPLES]
                                         : world->base_sample;
            low = sample < low ? sample : low;
            high = sample > high ? sample : high;
        }
    }
    f->low = (double)twc_sample_height(low) + data->datum;
    f->high = (double)twc_sample_height(high) + data->datum;
}

static void tell_damage(void *context, const char *what)
{
    fprintf(stderr, "twc info: %s is damaged: %s\n", (const char *)context, what);
}

static twc_status describe(const twc_cli *cli, const info_values *v, findings *f)
{
    const twc_session_files files = {
        .world = v->files.text[0], .log = log_of(v), .memory = cli->memory, .lazily = !v->build};
    twc_session *session = NULL;
    twc_log_reading reading;
    twc_status status = twc_world_format(v->files.text[0], &f->version);
    if (!status.code)
        status = twc_session_open_files(cli->level, &files, NULL, &session, &reading);
    if (status.code)
        return status;
    memcpy(f->hash, reading.world, sizeof f->hash);
    f->log_facts = reading.to.facts;
    const twc_world_data *data = twc_session_world(session);
    if (v->build) {
        count_built(session, f);
        find_samples(data, f);
    }
    if (cli->json)
        status = print_json(v, f, data);
    else
        print_text(v, f, data);
    twc_session_destroy(session);
    return status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const info_values *v = values;
    findings f = {.version = 0};
    twc_status status = v->check ? twc_world_verify(v->files.text[0], tell_damage, v->files.text[0], &f.verified)
                                 : twc_ok();
    if (!status.code)
        status = describe(cli, v, &f);
    return !status.code && f.verified.damaged > 0 ? twc_told(TWC_CHECK_FAILED) : status;
}

const twc_command twc_command_info = {
    .name = "info",
    .summary = "what a world is: extent, datum, place, features, hashes",
    .examples = "  twc info valley.h5\n"
                "  twc info valley.h5 valley.log                  the world after its log\n"
                "  twc info valley.h5 --check                     every byte of the file against its hash\n"
                "  twc info valley.h5 --fingerprint --json\n",
    .wanted = "name a world: twc info WORLD.h5",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_MEMORY,
    .run = run,
};
