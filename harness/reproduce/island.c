/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The island: its three grids built by every implementation there is, what its description claims of it, its golden
 * values, and what holds under other seeds.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/trial.h"
#include "plot/figure.h"
#include "progress.h"
#include "reproduce/inputs.h"
#include "reproduce/land_study.h"
#include "reproduce/measures.h"
#include "twc/fast.h"
#include "write_json.h"

/* The columns of the claims: each step of the ground, then what is measured of the land as a whole. */
static const char *const columns[TWC_LAND_STEPS + 1] = {"base", "pressed", "carved", "measured"};

/* The polynomial of PNG and zip, over little-endian bytes. */
static uint32_t crc32_of(const float *heights, size_t count)
{
    uint32_t table[256], crc = ~0u;
    for (uint32_t byte = 0; byte < 256; byte++) {
        table[byte] = byte;
        for (int bit = 0; bit < 8; bit++)
            table[byte] = table[byte] >> 1 ^ (0xEDB88320u & -(table[byte] & 1));
    }
    for (size_t k = 0; k < count; k++) {
        uint32_t bits;
        memcpy(&bits, &heights[k], sizeof bits);
        for (int byte = 0; byte < 4; byte++)
            crc = crc >> 8 ^ table[(crc ^ bits >> 8 * byte) & 0xFF];
    }
    return ~crc;
}

static size_t point_count(const twc_land *land)
{
    return (size_t)land->grid.points * (size_t)land->grid.points;
}

void twc_land_study_add(twc_land_study *study, const char *name, int column, double value)
{
    int metric = 0;
    while (twc_land_metric(metric) && strcmp(twc_land_metric(metric), name) != 0)
        metric++;
    if (!twc_land_metric(metric) || study->count == TWC_LAND_NUMBERS)
        study->unknown = name;
    else
        study->number[study->count++] = (twc_land_number){metric, column, value};
}

/* ---- builds ------------------------------------------------------------------------------------------------------ */

/* Grounds of the same land: one by the reference, and room for those of the levels. */
typedef struct builds {
    twc_section *section;
    const twc_land *land;
    twc_land_ground reference, fast;
    cJSON *list;
} builds;

static cJSON *add_build(const builds *b, const char *builder, int threads)
{
    cJSON *build = twc_json_add_object(b->list, NULL);
    twc_json_add_text(build, "builder", builder);
    twc_json_add_text(build, "variant", b->land->name);
    twc_json_add_number(build, "threads", threads);
    return build;
}

static int grounds_equal(const twc_land_ground *a, const twc_land_ground *b)
{
    int equal = a->highest == b->highest &&
                memcmp(a->heights, b->heights, point_count(a->land) * sizeof *a->heights) == 0;
    for (int32_t k = 0; k < a->land->feature_count; k++)
        equal &= memcmp(a->spine[k].level, b->spine[k].level, (size_t)a->spine[k].count * sizeof(double)) == 0;
    return equal;
}

static twc_status compare(builds *b, twc_level level, int threads)
{
    twc_reproduce *context = b->section->context;
    char name[32], arguments[128];
    memset(b->fast.heights, 0, point_count(b->land) * sizeof *b->fast.heights);
    twc_status status = twc_fast_land_build(level, b->land, (twc_build_options){0, threads, TWC_DYNAMIC}, &b->fast);
    if (status.code)
        return status;
    const int equal = grounds_equal(&b->reference, &b->fast);
    snprintf(name, sizeof name, "fast %s", twc_level_name(level));
    snprintf(arguments, sizeof arguments, "%s --level %s --threads %d", b->section->repeat, twc_level_name(level),
             threads);
    fprintf(context->text, "  %-10s %3d thread%s  %s\n", name, threads, threads == 1 ? " " : "s",
            equal ? "equal in every bit" : "DIFFERS");
    twc_reproduce_check(context, equal, arguments, "the ground of %s by %s differs from the reference's (%d threads)",
                        b->land->name, name, threads);
    twc_json_add_flag(add_build(b, name, threads), "equal", equal);
    return twc_ok();
}

static twc_status compare_levels(builds *b)
{
    const twc_reproduce *context = b->section->context;
    twc_status status = twc_reference_land_build(b->land, (twc_build_options){0, 1, TWC_STATIC}, &b->reference);
    fprintf(context->text, "%s\n  %-10s %3d thread\n", b->section->claims.title, "reference", 1);
    add_build(b, "reference", 1);
    for (int level = 0; level < TWC_LEVEL_COUNT && !status.code; level++) {
        if (!twc_fast_land((twc_level)level) || (context->level_given && (int)context->level != level))
            continue;
        status = compare(b, (twc_level)level, 1);
        if (!status.code && context->threads > 1)
            status = compare(b, (twc_level)level, context->threads);
    }
    return status;
}

static twc_status run_builds(twc_section *section, const twc_land *land)
{
    builds b = {.section = section, .land = land, .list = twc_json_add_array(section->results, "builds")};
    void *memory[2] = {malloc(twc_land_ground_bytes(land)), malloc(twc_land_ground_bytes(land))};
    twc_status status = memory[0] && memory[1] ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %s", land->name);
    if (!status.code) {
        twc_land_ground_place(land, memory[0], &b.reference);
        twc_land_ground_place(land, memory[1], &b.fast);
        status = compare_levels(&b);
    }
    free(memory[0]);
    free(memory[1]);
    return status;
}

/* ---- the study --------------------------------------------------------------------------------------------------- */

static twc_status measure(twc_land_study *s)
{
    twc_status status = twc_ok();
    for (int step = 0; step < TWC_LAND_STEPS && !status.code; step++) {
        status = twc_land_make(s->table, s->land, step, &s->step[step]);
        if (!status.code)
            s->crc[step] = crc32_of(s->step[step].ground.heights, point_count(s->land));
    }
    if (!status.code)
        status = twc_land_study_claims(s);
    s->claimed = s->count;
    if (!status.code)
        status = twc_land_study_golden(s);
    return status.code || !s->unknown
               ? status
               : twc_fail(TWC_IO, "the island measures a metric \"%s\" that the registry does not list", s->unknown);
}

static twc_status measure_seeds(const twc_section *section, twc_land_study *s)
{
    const size_t count = section->context->seeds;
    double *values = malloc((TWC_STEADY_COUNT + 1) * count * sizeof *values + 1); /* and room to sort one measure in */
    if (!values)
        return twc_fail(TWC_IO, "not enough memory for %zu seeds", count);
    twc_status status = twc_land_measure_seeds(s->table, s->land, (twc_spot){0, -40}, count, section->context->threads,
                                               values);
    for (size_t m = 0; m < TWC_STEADY_COUNT && !status.code; m++)
        s->steady[m] = twc_spread_of(values + m * count, count, values + TWC_STEADY_COUNT * count);
    free(values);
    return status;
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

/* Of a step, or in the last column of the land as a whole. */
static twc_claim_value claim_value(const void *data, int metric, int column)
{
    static const char *const steady[TWC_STEADY_COUNT] = {"coast_m", "lowland_m", "foot_m", "crests"};
    const twc_land_study *s = data;
    twc_claim_value value = {NAN, {0, NAN, NAN, NAN}, NAN};
    for (int k = 0; k < s->count; k++)
        if (s->number[k].metric == metric && s->number[k].column == column)
            value.measured = s->number[k].value;
    for (int m = 0; m < TWC_STEADY_COUNT; m++)
        if (strcmp(steady[m], twc_land_metric(metric)) == 0)
            value.spread = s->steady[m];
    return value;
}

static twc_status check_columns(const twc_claim_table *claims)
{
    int same = claims->column_count == TWC_LAND_STEPS + 1;
    for (int c = 0; c <= TWC_LAND_STEPS && same; c++)
        same = strcmp(claims->column[c], columns[c]) == 0;
    return same ? twc_ok()
                : twc_fail(TWC_IO, "the claims about the island take the columns %s, %s, %s, %s", columns[0],
                           columns[1], columns[2], columns[3]);
}

/* The ensemble is held to the bands as well: by its median, since single lands may lie outside. */
static void check_seeds(twc_section *section)
{
    const twc_claim_table *claims = &section->claims;
    for (int r = 0; r < claims->row_count; r++) {
        const twc_spread *spread = &section->report.value[r][TWC_LAND_WHOLE].spread;
        if (spread->count)
            twc_reproduce_check(section->context,
                                twc_claim_holds(&claims->row[r].claim[TWC_LAND_WHOLE], spread->median),
                                "--section island", "%s: the median over %zu seeds, %.10g, lies outside its band",
                                claims->row[r].title, spread->count, spread->median);
    }
}

static void add_results(const twc_land_study *s, twc_section *section)
{
    cJSON *crc = twc_json_add_object(section->behind, "crc32"), *numbers = twc_json_add_object(section->behind, "land");
    for (int step = 0; step < TWC_LAND_STEPS; step++) {
        char text[16];
        snprintf(text, sizeof text, "%08" PRIx32, s->crc[step]);
        twc_json_add_text(crc, columns[step], text);
        fprintf(section->more, "CRC-32 of the %s grid: %s\n", columns[step], text);
    }
    for (int k = 0; k < s->claimed; k++)
        twc_json_add_number(numbers, twc_land_metric(s->number[k].metric), s->number[k].value);
}

static twc_status draw_figures(const twc_section *section, const twc_land_study *s)
{
    const twc_study_source source = {
        .land = s->land, .builder = twc_trial_builder(), .threads = section->context->threads};
    twc_status status = twc_ok();
    for (const twc_figure *figure = twc_figures; figure->name && !status.code; figure++)
        if (figure->parts & TWC_STUDY_LAND) {
            twc_progress(figure->name, 0);
            status = twc_figure_write(figure, &source, section->context->out);
        }
    twc_progress("", -1);
    return status;
}

static twc_status run(twc_section *section, twc_land_study *s)
{
    twc_status status = check_columns(&section->claims);
    if (!status.code)
        status = run_builds(section, s->land);
    if (!status.code)
        status = measure(s);
    if (!status.code && section->context->seeds) {
        status = measure_seeds(section, s);
        snprintf(section->ensemble, sizeof section->ensemble, "%zu seeds: median [95 %%]", section->context->seeds);
    }
    if (!status.code)
        twc_section_fill(section, claim_value, s);
    if (status.code)
        return status;
    check_seeds(section);
    add_results(s, section);
    return draw_figures(section, s);
}

twc_status twc_measure_island(twc_section *section)
{
    twc_land_study *study = calloc(1, sizeof *study);
    twc_land *land = malloc(sizeof *land);
    twc_status status = study && land ? twc_reproduce_land(section->context, section->inputs, land)
                                      : twc_fail(TWC_IO, "not enough memory for a land");
    if (!status.code) {
        study->land = land;
        study->table = twc_fast_land(section->context->level);
        status = run(section, study);
        for (int step = 0; step < TWC_LAND_STEPS; step++)
            twc_land_unmake(&study->step[step]);
    }
    free(land);
    free(study);
    return status;
}
