/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/section.h"

#include <string.h>

#include "result_values.h"

int twc_measure_metric(const twc_measure *measure, const char *name)
{
    for (int k = 0; measure->metric && measure->metric(k); k++)
        if (strcmp(measure->metric(k), name) == 0)
            return k;
    return -1;
}

twc_status twc_section_check(const twc_section *section)
{
    const twc_claim_table *claims = &section->claims;
    for (int r = 0; r < claims->row_count; r++)
        if (twc_measure_metric(section->measure, claims->row[r].metric) < 0)
            return twc_fail(TWC_IO, "%s claims a metric \"%s\" that the measure \"%s\" does not have",
                            twc_results_string(section->about, "inputs"), claims->row[r].metric,
                            section->measure->name);
    return twc_ok();
}

void twc_section_fill(twc_section *section, twc_claim_source *source, const void *study)
{
    const twc_claim_table *claims = &section->claims;
    for (int r = 0; r < claims->row_count; r++)
        for (int c = 0; c < claims->column_count; c++)
            section->report.value[r][c] = source(study, twc_measure_metric(section->measure, claims->row[r].metric), c);
}

void twc_section_head(const twc_section *section)
{
    fprintf(section->context->text, "%s: %s, seed %u\n", section->claims.title, section->region.name,
            section->region.seed);
}
