/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/strips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_SIZE = 160, FORMAT_SIZE = 8 };
enum { SPREAD_SALT = 1 }; /* of this figure's own draws: nothing of a world depends on it */

/* Copies a title for print: "km2" becomes km with a superscript. Cut at the size. */
static void typeset(const char *title, char *out, size_t size)
{
    size_t used = 0;
    while (*title && used + 4 < size) {
        int squared = strncmp(title, "km2", 3) == 0;
        used += (size_t)snprintf(out + used, size - used, squared ? "km\u00b2" : "%c", *title);
        title += squared ? 3 : 1;
    }
    out[used] = '\0';
}

static void label(const twc_claim_row *row, const char *column, char out[LABEL_SIZE])
{
    char title[LABEL_SIZE / 2];
    const char *unit = strcmp(row->unit, "deg") == 0 ? "\u00b0" : row->unit;
    int ratio = strcmp(column, "ratio") == 0;
    typeset(row->title, title, sizeof title);
    snprintf(out, LABEL_SIZE, *unit && !ratio ? "%s, %s (%.20s)" : "%s, %s", title, column, unit);
}

/* Where the memory of one strip is, and room to sort its values in. */
typedef struct strip_memory {
    double *values, *scratch;
    char *text;
} strip_memory;

/* The fields of one claim. */
static int make_strip(const twc_claim_table *table, int r, int c, const twc_ensemble *ensemble,
                      const twc_trial *calibrated, strip_memory memory, twc_strip *strip)
{
    const twc_claim_row *row = &table->row[r];
    int metric = twc_metric_find(row->metric);
    if (metric < 0)
        return 1;
    char *text = memory.text;
    label(row, table->column[c], text);
    /* A ratio has no unit and its own precision. */
    snprintf(text + LABEL_SIZE, FORMAT_SIZE, "%%.%df", strcmp(table->column[c], "ratio") == 0 ? 1 : row->decimals % 10);
    twc_ensemble_values(ensemble, table->column[c], metric, memory.values);
    *strip = (twc_strip){text,
                         row->claim[c].paper,
                         row->claim[c].low,
                         row->claim[c].high,
                         calibrated ? twc_trial_value(calibrated, table->column[c], metric) : NAN,
                         memory.values,
                         ensemble->count,
                         text + LABEL_SIZE,
                         twc_spread_of(memory.values, ensemble->count, memory.scratch)};
    return 0;
}

twc_status twc_strips_create(const twc_claim_table *table, const twc_ensemble *ensemble, const twc_trial *calibrated,
                             twc_strips *strips)
{
    size_t most = (size_t)table->row_count * (size_t)table->column_count, worlds = ensemble->count;
    memset(strips, 0, sizeof *strips);
    strips->strip = calloc(most + 1, sizeof *strips->strip);
    /* Values and texts of every strip, a shift a world, and room to sort. */
    strips->memory = calloc(most + 2, worlds * sizeof(double) + LABEL_SIZE + FORMAT_SIZE);
    if (!strips->strip || !strips->memory) {
        twc_strips_destroy(strips);
        return twc_fail(TWC_IO, "not enough memory for an ensemble of %zu seeds", worlds);
    }
    double *values = strips->memory, *shift = values + most * worlds;
    char *text = (char *)(shift + 2 * worlds);
    for (size_t k = 0; k < worlds; k++)
        shift[k] = twc_jitter(twc_hash((int32_t)k, 0, SPREAD_SALT), 1000) / 1000.0;
    for (int r = 0; r < table->row_count; r++)
        for (int c = 0; c < table->column_count; c++) {
            if (!table->row[r].claim[c].made || !(table->row[r].claim[c].paper > 0))
                continue;
            size_t k = strips->shown.count++;
            strip_memory memory = {values + k * worlds, shift + worlds, text + k * (LABEL_SIZE + FORMAT_SIZE)};
            if (!make_strip(table, r, c, ensemble, calibrated, memory, &strips->strip[k]))
                continue;
            twc_strips_destroy(strips);
            return twc_fail(TWC_USAGE, "%s claims \"%s\", which is not measured", table->title, table->row[r].metric);
        }
    strips->shown.strip = strips->strip;
    strips->shown.shift = shift;
    return twc_ok();
}

void twc_strips_destroy(twc_strips *strips)
{
    free(strips->strip);
    free(strips->memory);
    memset(strips, 0, sizeof *strips);
}
