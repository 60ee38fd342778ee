/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/section.h"

twc_status twc_section_fill(twc_section *section, twc_claim_source *source, const void *study)
{
    const twc_claim_table *claims = &section->claims;
    for (int r = 0; r < claims->row_count; r++)
        for (int c = 0; c < claims->column_count; c++)
            if (!source(study, claims->row[r].metric, c, &section->report.value[r][c]))
                return twc_fail(TWC_IO, "%s claims a metric \"%s\" that nothing measures",
                                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(section->about, "inputs")),
                                claims->row[r].metric);
    return twc_ok();
}

void twc_section_head(const twc_section *section)
{
    fprintf(section->context->text, "%s: %s, seed %u\n", section->claims.title, section->region.name,
            section->region.seed);
}
