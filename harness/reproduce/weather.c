/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 6 of the paper: what weather covers, at several seeds, and that it changes no byte. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "regions/built_region.h"
#include "measure/trial.h"
#include "measure/weather.h"
#include "progress.h"
#include "reproduce/measures.h"
#include "store/atomic_file.h"
#include "store/results_h5.h"
#include "twc/raster.h"
#include "write_json.h"

enum { WETNESSES = 11, AMOUNTS = 9, LINES = 5, MOST_SEEDS = 10, COLUMNS = 2, METRICS = 3 };

static const double lines[LINES] = {0, 40, 80, 120, 200};
static const twc_material material_of[COLUMNS] = {TWC_MATERIAL_GROUND, TWC_MATERIAL_BED};
static const char *const metrics[METRICS] = {"cover_eligible", "deviation", "dry_puddles"};

/* What is measured of one seed. */
typedef struct weather_trial {
    double value[METRICS][COLUMNS];
    double of_all[COLUMNS];             /* puddles of all faces at wetness 1, per cent */
    double puddles[WETNESSES][COLUMNS]; /* share of the eligible ones */
    double snow[LINES][AMOUNTS];        /* share of the ground's area */
} weather_trial;

typedef struct study {
    size_t count; /* trial[0]: the region's own seed */
    uint32_t seed[1 + MOST_SEEDS];
    weather_trial trial[1 + MOST_SEEDS];
} study;

static double wetness_of(int k)
{
    return (double)k / (WETNESSES - 1);
}

static double amount_of(int k)
{
    return (double)k / (AMOUNTS - 1);
}

static double share(int64_t part, int64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

static void measure(const twc_chunk_grid *grid, weather_trial *trial)
{
    twc_weather weather = twc_presets[TWC_RAIN];
    for (int k = 0; k < WETNESSES; k++) {
        weather.wetness = wetness_of(k);
        twc_cover cover = twc_weather_cover(grid, &weather);
        for (int c = 0; c < COLUMNS; c++) {
            twc_material m = material_of[c];
            trial->puddles[k][c] = share(cover.puddles[m], cover.eligible[m]);
            trial->of_all[c] = 100 * share(cover.puddles[m], cover.faces[m]);
            if (k == 0)
                trial->value[2][c] = (double)cover.puddles[m];
        }
    }
    for (int c = 0; c < COLUMNS; c++) {
        trial->value[0][c] = 100 * trial->puddles[WETNESSES - 1][c];
        trial->value[1][c] = 100 * twc_weather_nonlinearity(grid, material_of[c], 20);
    }
    weather = twc_presets[TWC_SNOW];
    for (int line = 0; line < LINES; line++) {
        for (int k = 0; k < AMOUNTS; k++) {
            weather.snow = amount_of(k);
            weather.snow_line = lines[line];
            twc_cover cover = twc_weather_cover(grid, &weather);
            trial->snow[line][k] = cover.snowy_area / cover.area;
        }
    }
}

/*
 * Draws the region in every weather and holds the vertices against a copy: pictures differ, not one byte of the
 * buffers.
 */
static twc_status check_bytes(const twc_section *s, const twc_chunk_grid *grid)
{
    size_t bytes = grid->triangle_count * 3 * TWC_VERTEX_BYTES, picture_bytes = 96 * 54 * 3;
    twc_camera camera = {{0, 200, 900}, {0, 40, 0}, 0.5, 96, 54, 1};
    twc_drawing drawing = {grid->vertices, (uint32_t)grid->triangle_count};
    twc_level level = twc_level_best();
    uint8_t *before = malloc(bytes), *picture = malloc(TWC_PRESET_COUNT * picture_bytes);
    void *workspace = twc_aligned_alloc(twc_fast_render_workspace(&camera, drawing.triangle_count, 1));
    twc_status status = before && picture && workspace ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a picture");
    if (!status.code)
        memcpy(before, drawing.vertices, bytes);
    for (int preset = 0; preset < TWC_PRESET_COUNT && !status.code; preset++)
        status = twc_fast_render(level, &camera, &twc_presets[preset], drawing, 1, workspace,
                                 picture + (size_t)preset * picture_bytes);
    if (!status.code) {
        twc_reproduce_check(s->context, memcmp(before, drawing.vertices, bytes) == 0, s->repeat,
                            "a change of weather changed bytes of the vertices");
        for (int preset = 1; preset < TWC_PRESET_COUNT; preset++)
            twc_reproduce_check(s->context,
                                memcmp(picture, picture + (size_t)preset * picture_bytes, picture_bytes) != 0,
                                s->repeat, "%s looks like clear weather", twc_preset_name((twc_preset)preset));
    }
    free(before);
    free(picture);
    free(workspace);
    return status;
}

static twc_status run_seeds(const twc_section *section, study *s)
{
    const twc_reproduce *context = section->context;
    twc_status status = twc_ok();
    s->count = 1 + (context->seeds < MOST_SEEDS ? context->seeds : MOST_SEEDS);
    for (size_t k = 0; k < s->count && !status.code; k++) {
        twc_region region = section->region;
        const twc_built_region_options options = {1, twc_trial_builder(), {0, context->threads, TWC_DYNAMIC}};
        twc_built_region built;
        region.seed = s->seed[k] = k ? (uint32_t)k : region.seed;
        twc_progress("weather", (double)k / (double)s->count);
        status = twc_built_region_create(&region, &options, &built);
        if (status.code)
            break;
        measure(&built.grid, &s->trial[k]);
        if (k == 0)
            status = check_bytes(section, &built.grid);
        twc_built_region_destroy(&built);
    }
    twc_progress("", -1);
    return status;
}

/* ---- reports ---- */

const char *twc_weather_metric(int k)
{
    return k < METRICS ? metrics[k] : NULL;
}

static twc_claim_value claim_value(const void *data, int metric, int column)
{
    const study *s = data;
    double values[MOST_SEEDS], scratch[MOST_SEEDS];
    if (column >= COLUMNS)
        return (twc_claim_value){NAN, {.count = 0}, NAN};
    for (size_t k = 1; k < s->count; k++)
        values[k - 1] = s->trial[k].value[metric][column];
    return (twc_claim_value){s->trial[0].value[metric][column], twc_spread_of(values, s->count - 1, scratch), NAN};
}

static void add_cover(const study *s, cJSON *results)
{
    cJSON *cover = twc_json_add_object(results, "cover");
    twc_json_add_number(cover, "eligible_ground_percent", s->trial[0].value[0][0]);
    twc_json_add_number(cover, "all_ground_percent", s->trial[0].of_all[0]);
    twc_json_add_number(cover, "eligible_bed_percent", s->trial[0].value[0][1]);
    twc_json_add_number(cover, "all_bed_percent", s->trial[0].of_all[1]);
}

static void print_snow(FILE *out, const study *s)
{
    fprintf(out, "Ground under snow, %% of its area, by amount of snow and snow line:\n%8s", "");
    for (int k = 0; k < AMOUNTS; k++)
        fprintf(out, " %6.3f", amount_of(k));
    for (int line = 0; line < LINES; line++) {
        fprintf(out, "\n%6g m", lines[line]);
        for (int k = 0; k < AMOUNTS; k++)
            fprintf(out, " %6.1f", 100 * s->trial[0].snow[line][k]);
    }
    fputc('\n', out);
}

/* One row a seed and wetness, and one a seed, line and amount. */
static twc_status write_tables(const twc_section *section, const study *s)
{
    enum { P = (1 + MOST_SEEDS) * WETNESSES, S = (1 + MOST_SEEDS) * LINES * AMOUNTS };
    int64_t p_seed[P], s_seed[S];
    double wetness[P], ground[P], bed[P], line_of[S], amount[S], covered[S];
    size_t p = 0, q = 0;
    for (size_t k = 0; k < s->count; k++) {
        for (int w = 0; w < WETNESSES; w++, p++) {
            p_seed[p] = s->seed[k], wetness[p] = wetness_of(w);
            ground[p] = s->trial[k].puddles[w][0], bed[p] = s->trial[k].puddles[w][1];
        }
        for (int j = 0; j < LINES * AMOUNTS; j++, q++) {
            s_seed[q] = s->seed[k], line_of[q] = lines[j / AMOUNTS], amount[q] = amount_of(j % AMOUNTS);
            covered[q] = s->trial[k].snow[j / AMOUNTS][j % AMOUNTS];
        }
    }
    const twc_column puddle_columns[] = {{"seed", "", NULL, p_seed, NULL},
                                         {"wetness", "", wetness, NULL, NULL},
                                         {"ground", "", ground, NULL, NULL},
                                         {"bed", "", bed, NULL, NULL}};
    const twc_column snow_columns[] = {{"seed", "", NULL, s_seed, NULL},
                                       {"snow_line", "m", line_of, NULL, NULL},
                                       {"amount", "", amount, NULL, NULL},
                                       {"cover", "", covered, NULL, NULL}};
    const twc_table tables[] = {
        {"puddles", "Puddles among the eligible faces, by wetness.", p, 4, puddle_columns},
        {"snow", "Share of the ground's area under snow, by amount and line.", q, 4, snow_columns}};
    char path[1024];
    twc_status status = twc_path_join(section->context->out, "weather.h5", path, sizeof path);
    twc_provenance provenance = {twc_level_name(twc_level_best()), "twc reproduce --section weather",
                                 section->region.seed};
    return status.code ? status : twc_results_save(path, tables, 2, &provenance);
}

twc_status twc_measure_weather(twc_section *section)
{
    study *s = calloc(1, sizeof *s);
    if (!s)
        return twc_fail(TWC_IO, "not enough memory");
    twc_status status = run_seeds(section, s);
    if (!status.code && s->count > 1)
        snprintf(section->ensemble, sizeof section->ensemble, "%zu seeds: median [95 %%]", s->count - 1);
    if (!status.code)
        twc_section_fill(section, claim_value, s);
    if (!status.code) {
        add_cover(s, section->behind);
        print_snow(section->more, s);
        status = write_tables(section, s);
    }
    free(s);
    return status;
}
