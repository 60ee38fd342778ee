/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the sections: each measured, printed, checked and added to the results, as experiments/sections.json says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result_values.h"
#include "read_json.h"
#include "reproduce/inputs.h"
#include "reproduce/measures.h"
#include "reproduce/tables.h"
#include "sections.h"
#include "store/atomic_file.h"
#include "write_json.h"

/* The inputs, the region they name or are (a section without one says so: ""), and the claims they make. */
static twc_status read_inputs(twc_section *s)
{
    char path[1024];
    twc_reproduce own = *s->context;
    twc_status status = twc_path_join(s->context->experiments, twc_results_string(s->about, "inputs"), path,
                                      sizeof path);
    if (!status.code)
        status = twc_read_json(path, &s->inputs);
    const int named = cJSON_HasObjectItem(s->inputs, "region");
    const char *region = named ? twc_results_string(s->inputs, "region") : twc_results_string(s->about, "inputs");
    own.seed_given = own.seed_given && !(named && cJSON_HasObjectItem(s->inputs, "seed")); /* then --seed is not its */
    if (!status.code && *region)
        status = twc_reproduce_region(&own, region, &s->region);
    if (!status.code && cJSON_HasObjectItem(s->inputs, "rows"))
        status = twc_claims_read(path, &s->claims, NULL);
    return status;
}

static void report_claims(twc_section *s)
{
    s->report.table = &s->claims;
    s->report.ensemble = *s->ensemble ? s->ensemble : NULL;
    s->report.other = *s->other ? s->other : NULL;
    twc_claim_report_print(s->context->text, &s->report);
    fputc('\n', s->context->text);
    twc_claim_report_check(s->context, &s->report, s->repeat);
    twc_json_add_item(s->results, "claims", twc_claim_report_json(&s->report));
}

static void check_results(twc_section *s)
{
    const cJSON *check;
    cJSON_ArrayForEach(check, twc_results_member(s->about, "checks"))
    {
        char *says = NULL;
        size_t size;
        double value = twc_results_value(s->results, twc_results_string(check, "value"));
        double low = twc_results_number(check, "low"), high = twc_results_number(check, "high");
        double above = twc_results_number(check, "above"), below = twc_results_number(check, "below");
        int holds = (isnan(low) || value >= low) && (isnan(high) || value <= high) && (isnan(above) || value > above) &&
                    (isnan(below) || value < below);
        FILE *text = open_memstream(&says, &size);
        if (text) {
            twc_print_line(text, twc_results_string(check, "says"), s->results);
            fclose(text);
        }
        twc_reproduce_check(s->context, holds, s->repeat, "%s", says ? says : "a check failed");
        free(says);
    }
}

/* Prints and checks what the measure found. */
static void report(twc_section *s, const char *more)
{
    const cJSON *line, *lines = twc_results_member(s->about, "lines");
    FILE *out = s->context->text;
    if (s->claims.row_count)
        report_claims(s);
    if (cJSON_IsInvalid(s->behind)) /* something could not be added: nor can it be here */
        twc_json_add_item(s->results, "behind", NULL);
    while (s->behind->child) {
        cJSON *member = cJSON_DetachItemViaPointer(s->behind, s->behind->child);
        twc_json_add_item(s->results, member->string, member);
    }
    cJSON_ArrayForEach(line, lines)
    {
        twc_print_line(out, cJSON_GetStringValue(line), s->results);
        fputc('\n', out);
    }
    fputs(more, out);
    if (lines || *more)
        fputc('\n', out);
    check_results(s);
}

static const twc_measure *find_measure(const char *name)
{
    const twc_measure *measure = twc_measures;
    while (measure->name && strcmp(measure->name, name) != 0)
        measure++;
    return measure;
}

static twc_status run_section(twc_section *s)
{
    char *more = NULL;
    size_t size;
    s->measure = find_measure(twc_results_string(s->about, "measure"));
    if (!s->measure->name)
        return twc_fail(TWC_IO, "sections.json names a measure \"%s\" that there is not",
                        twc_results_string(s->about, "measure"));
    twc_status status = read_inputs(s);
    if (!status.code)
        status = twc_section_check(s);
    s->more = open_memstream(&more, &size);
    s->behind = cJSON_CreateObject();
    if (!status.code && (!s->more || !s->behind))
        status = twc_fail(TWC_IO, "not enough memory");
    if (!status.code)
        status = s->measure->run(s);
    if (s->more)
        fclose(s->more);
    if (!status.code)
        report(s, more);
    free(more);
    cJSON_Delete(s->behind);
    cJSON_Delete(s->inputs);
    return status;
}

static twc_status run_named(twc_reproduce *context, const cJSON *about, cJSON *results)
{
    const char *name = twc_results_string(about, "name");
    twc_section *section = calloc(1, sizeof *section);
    if (!section)
        return twc_fail(TWC_IO, "not enough memory");
    section->context = context;
    section->about = about;
    section->results = twc_json_add_object(results, name);
    snprintf(section->repeat, sizeof section->repeat, "--section %.40s%s", name,
             cJSON_HasObjectItem(about, "ensemble") ? " --seeds 0" : "");
    twc_json_add_text(section->results, "summary", twc_results_string(about, "summary"));
    twc_status status = run_section(section);
    free(section);
    return status;
}

static twc_status no_section(const char *name, const cJSON *list)
{
    char names[512] = "";
    const cJSON *about;
    cJSON_ArrayForEach(about, list)
    {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", twc_results_string(about, "name"));
    }
    return twc_fail(TWC_USAGE, "there is no section \"%s\"; there are %s", name, names);
}

twc_status twc_reproduce_run(twc_reproduce *context, cJSON *results)
{
    cJSON *file, *object = twc_json_add_object(results, "sections");
    const cJSON *list, *about;
    int ran = 0;
    twc_status status = twc_experiments_list("sections", &file, &list);
    cJSON_ArrayForEach(about, list)
    {
        if (status.code || (context->only && strcmp(context->only, twc_results_string(about, "name")) != 0))
            continue;
        status = run_named(context, about, object);
        ran++;
    }
    if (!status.code && !ran)
        status = no_section(context->only, list);
    cJSON_Delete(file);
    return status.code ? status : twc_tables_write(results, context->out);
}
