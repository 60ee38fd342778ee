/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Tower world, as far as it is built: the range that rings it by everything there is, its numbers, and what
 * holds of given summits under other seeds.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/girdle.h"
#include "progress.h"
#include "reproduce/inputs.h"
#include "reproduce/measures.h"
#include "twc/fast.h"
#include "write_json.h"

typedef struct tower_study {
    twc_tower_world world;
    twc_girdle girdle;
    double worst_summit_m, worst_above_m; /* over the seeds */
    double *relief, *other;
} tower_study;

static const struct {
    const char *name;
    size_t at;
} numbers[] = {
#define NUMBER(name)                                                                                                   \
    {                                                                                                                  \
#name, offsetof(twc_girdle, name)                                                                              \
    }
    NUMBER(peaks),
    NUMBER(tree),
    NUMBER(spurs),
    NUMBER(median_m),
    NUMBER(high_m),
    NUMBER(cosines),
    NUMBER(along),
    NUMBER(exponent),
    NUMBER(summit_m),
    NUMBER(above_m),
    NUMBER(river_km),
    NUMBER(stations),
    NUMBER(speed_1),
    NUMBER(speed_2),
    NUMBER(wave_m),
    NUMBER(wave_s),
    {"whitecaps_9", offsetof(twc_girdle, whitecaps)},
    {"whitecaps_20", offsetof(twc_girdle, whitecaps) + sizeof(double)},
    {"whitecaps_28", offsetof(twc_girdle, whitecaps) + 2 * sizeof(double)},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static double number_of(const twc_girdle *girdle, int k)
{
    double value;
    memcpy(&value, (const char *)girdle + numbers[k].at, sizeof value);
    return value;
}

/* By which names the world's numbers can be claimed (experiments/tower_claims.json). */
const char *twc_tower_metric(int k)
{
    static const char *const seeds[] = {"worst_summit_m", "worst_above_m"};
    if (k < NUMBERS)
        return numbers[k].name;
    return k < NUMBERS + 2 ? seeds[k - NUMBERS] : NULL;
}

static twc_claim_value claim_value(const void *study, int metric, int column)
{
    const tower_study *s = study;
    twc_claim_value value = {NAN, {0, NAN, NAN, NAN}, NAN};
    (void)column;
    if (metric < NUMBERS)
        value.measured = number_of(&s->girdle, metric);
    else
        value.measured = metric == NUMBERS ? s->worst_summit_m : s->worst_above_m;
    return value;
}

/* The range by one implementation, against the reference's; level -1 is that. */
static twc_status build_by(const twc_section *section, int level, cJSON *list, tower_study *s)
{
    twc_reproduce *context = section->context;
    const int fast = level >= 0;
    const twc_grid_table *grid = fast ? twc_fast_grid((twc_level)level) : twc_reference_grid();
    const twc_tower_table *tower = fast ? twc_fast_tower((twc_level)level) : twc_reference_tower();
    const char *name = fast ? twc_level_name((twc_level)level) : "reference";
    char arguments[96];
    twc_progress(name, 0);
    const twc_status status = twc_girdle_measure(grid, tower, &s->world, &s->girdle, fast ? s->other : s->relief);
    if (status.code)
        return status;
    const int equal = !fast || memcmp(s->other, s->relief, TWC_GIRDLE_CELLS * sizeof *s->relief) == 0;
    cJSON *build = twc_json_add_object(list, NULL);
    twc_json_add_text(build, "builder", name);
    if (!fast) {
        fprintf(context->text, "  %s\n", name);
        return twc_ok();
    }
    snprintf(arguments, sizeof arguments, "%s --level %s", section->repeat, name);
    fprintf(context->text, "  fast %-5s %s\n", name, equal ? "equal in every bit" : "DIFFERS");
    twc_reproduce_check(context, equal, arguments, "the range by fast %s differs from the reference's", name);
    twc_json_add_flag(build, "equal", equal);
    return twc_ok();
}

static twc_status compare_levels(const twc_section *section, tower_study *s)
{
    const twc_reproduce *context = section->context;
    cJSON *list = twc_json_add_array(section->results, "builds");
    fprintf(context->text, "%s\n", section->claims.title);
    twc_status status = build_by(section, -1, list, s);
    for (int level = 0; level < TWC_LEVEL_COUNT && !status.code; level++)
        if (twc_fast_tower((twc_level)level) && (!context->level_given || (int)context->level == level))
            status = build_by(section, level, list, s);
    twc_progress("", -1);
    return status;
}

/* Given summits keep their height in any world. A world takes a second: thirty say as much as a hundred. */
enum { SEEDS_AT_MOST = 30 };
static twc_status measure_seeds(const twc_section *section, tower_study *s)
{
    const twc_level level = section->context->level;
    s->worst_summit_m = s->girdle.summit_m;
    s->worst_above_m = s->girdle.above_m;
    for (uint32_t seed = 1; seed <= section->context->seeds && seed <= SEEDS_AT_MOST; seed++) {
        twc_girdle girdle;
        s->world.seed = seed;
        twc_progress("ranges of other seeds", (double)seed / SEEDS_AT_MOST);
        const twc_status status = twc_girdle_measure(twc_fast_grid(level), twc_fast_tower(level), &s->world, &girdle,
                                                     NULL);
        if (status.code)
            return status;
        s->worst_summit_m = fmax(s->worst_summit_m, girdle.summit_m);
        s->worst_above_m = fmax(s->worst_above_m, girdle.above_m);
    }
    twc_progress("", -1);
    return twc_ok();
}

twc_status twc_measure_tower(twc_section *section)
{
    tower_study *s = calloc(1, sizeof *s);
    if (!s)
        return twc_fail(TWC_IO, "not enough memory");
    s->relief = malloc(TWC_GIRDLE_CELLS * sizeof *s->relief);
    s->other = malloc(TWC_GIRDLE_CELLS * sizeof *s->other);
    twc_status status = s->relief && s->other ? twc_ok() : twc_fail(TWC_IO, "not enough memory");
    if (!status.code)
        status = twc_reproduce_tower(section->context, section->inputs, &s->world);
    if (!status.code)
        status = compare_levels(section, s);
    if (!status.code)
        status = measure_seeds(section, s);
    if (!status.code)
        twc_section_fill(section, claim_value, s);
    for (int k = 0; k < NUMBERS && !status.code; k++)
        twc_json_add_number(section->behind, numbers[k].name, number_of(&s->girdle, k));
    free(s->relief);
    free(s->other);
    free(s);
    return status;
}
