/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim_report.h"

#include <math.h>
#include <string.h>

#include "result_values.h"
#include "write_json.h"

static int column_decimals(const twc_claim_report *report, int row, int column)
{
    int decimals = report->table->row[row].decimals;
    return strcmp(report->table->column[column], "ratio") == 0 && decimals < 1 ? 1 : decimals;
}

/* The cells of a line, and how wide each is in all of them: at least as wide as those of the paper's tables. */
enum { CELL_TITLE, CELL_COLUMN, CELL_PAPER, CELL_MEASURED, CELL_BAND, CELL_COUNT };

typedef struct claim_line {
    char cell[CELL_COUNT][2 * TWC_CLAIM_TEXT + 4];
} claim_line;

static void claim_line_of(const twc_claim_report *report, int r, int c, claim_line *line)
{
    const twc_claim_row *row = &report->table->row[r];
    const twc_claim *claim = &row->claim[c];
    const int decimals = column_decimals(report, r, c);
    char low[48], high[48];
    twc_print_number(claim->paper, decimals, line->cell[CELL_PAPER]);
    twc_print_number(report->value[r][c].measured, decimals, line->cell[CELL_MEASURED]);
    twc_print_number(claim->low, decimals, low);
    twc_print_number(claim->high, decimals, high);
    snprintf(line->cell[CELL_BAND], sizeof line->cell[0], claim->low == claim->high ? "exactly" : "%s to %s", low,
             high);
    snprintf(line->cell[CELL_TITLE], sizeof line->cell[0], *row->unit ? "%s, %s" : "%s", row->title, row->unit);
    snprintf(line->cell[CELL_COLUMN], sizeof line->cell[0], "%s", report->table->column[c]);
}

static void print_cells(FILE *out, const claim_line *line, const int width[CELL_COUNT], const char *verdict)
{
    fprintf(out, "%-*s %-*s %*s %*s  %-*s %-4s", width[CELL_TITLE], line->cell[CELL_TITLE], width[CELL_COLUMN],
            line->cell[CELL_COLUMN], width[CELL_PAPER], line->cell[CELL_PAPER], width[CELL_MEASURED],
            line->cell[CELL_MEASURED], width[CELL_BAND], line->cell[CELL_BAND], verdict);
}

static void print_claim(FILE *out, const twc_claim_report *report, int r, int c, const int width[CELL_COUNT])
{
    const twc_claim_value *value = &report->value[r][c];
    const int decimals = column_decimals(report, r, c);
    char median[48], low[48], high[48];
    claim_line line;
    claim_line_of(report, r, c, &line);
    print_cells(out, &line, width, twc_claim_holds(&report->table->row[r].claim[c], value->measured) ? "ok" : "OUT");
    if (report->ensemble) {
        char spread[160] = "-";
        twc_print_number(value->spread.median, decimals, median);
        twc_print_number(value->spread.low, decimals, low);
        twc_print_number(value->spread.high, decimals, high);
        if (value->spread.count)
            snprintf(spread, sizeof spread, "%s [%s, %s]", median, low, high);
        fprintf(out, " %-26s", spread);
    }
    if (report->other) {
        twc_print_number(value->other, decimals, median);
        fprintf(out, " %15s", median);
    }
    fputc('\n', out);
}

static void widths_of(const twc_claim_report *report, int width[CELL_COUNT])
{
    for (int r = 0; r < report->table->row_count; r++)
        for (int c = 0; c < report->table->column_count; c++) {
            claim_line line;
            claim_line_of(report, r, c, &line);
            for (int k = 0; k < CELL_COUNT && report->table->row[r].claim[c].made; k++)
                width[k] = (int)strlen(line.cell[k]) > width[k] ? (int)strlen(line.cell[k]) : width[k];
        }
}

void twc_claim_report_print(FILE *out, const twc_claim_report *report)
{
    int width[CELL_COUNT] = {34, 6, 9, 10, 18};
    claim_line head = {{"", "", "", "measured", "band"}};
    snprintf(head.cell[CELL_TITLE], sizeof head.cell[0], "%s", report->table->title);
    snprintf(head.cell[CELL_PAPER], sizeof head.cell[0], "%s", report->table->source);
    widths_of(report, width);
    print_cells(out, &head, width, "");
    if (report->ensemble)
        fprintf(out, " %-26s", report->ensemble);
    if (report->other)
        fprintf(out, " %15s", report->other);
    fputc('\n', out);
    for (int r = 0; r < report->table->row_count; r++)
        for (int c = 0; c < report->table->column_count; c++)
            if (report->table->row[r].claim[c].made)
                print_claim(out, report, r, c, width);
}

void twc_claim_report_check(twc_reproduce *context, const twc_claim_report *report, const char *arguments)
{
    for (int r = 0; r < report->table->row_count; r++) {
        for (int c = 0; c < report->table->column_count; c++) {
            const twc_claim *claim = &report->table->row[r].claim[c];
            double value = report->value[r][c].measured;
            if (claim->made)
                twc_reproduce_check(context, twc_claim_holds(claim, value), arguments,
                                    "%s, %s (%s): %.10g lies outside %.10g to %.10g; the %s has %.10g",
                                    report->table->title, report->table->row[r].title, report->table->column[c], value,
                                    claim->low, claim->high, report->table->source, claim->paper);
        }
    }
}

/* JSON has no NaN: what is not there is null. */
static void add_real(cJSON *object, const char *name, double value)
{
    if (isnan(value))
        twc_json_add_item(object, name, cJSON_CreateNull());
    else
        twc_json_add_number(object, name, value);
}

static cJSON *claim_json(const twc_claim_report *report, int r, int c)
{
    const twc_claim_row *row = &report->table->row[r];
    const twc_claim_value *value = &report->value[r][c];
    cJSON *object = cJSON_CreateObject();
    twc_json_add_text(object, "metric", row->metric);
    twc_json_add_text(object, "title", row->title);
    twc_json_add_text(object, "unit", row->unit);
    twc_json_add_text(object, "column", report->table->column[c]);
    twc_json_add_text(object, "source", report->table->source);
    twc_json_add_number(object, "decimals", column_decimals(report, r, c));
    add_real(object, "paper", row->claim[c].paper);
    add_real(object, "low", row->claim[c].low);
    add_real(object, "high", row->claim[c].high);
    add_real(object, "measured", value->measured);
    twc_json_add_flag(object, "holds", twc_claim_holds(&row->claim[c], value->measured));
    if (report->ensemble) {
        cJSON *spread = twc_json_add_object(object, "ensemble");
        twc_json_add_text(spread, "heading", report->ensemble);
        twc_json_add_number(spread, "count", (double)value->spread.count);
        add_real(spread, "median", value->spread.median);
        add_real(spread, "low_95", value->spread.low);
        add_real(spread, "high_95", value->spread.high);
    }
    if (report->other)
        add_real(object, report->other, value->other);
    return object;
}

cJSON *twc_claim_report_json(const twc_claim_report *report)
{
    cJSON *list = cJSON_CreateArray();
    for (int r = 0; r < report->table->row_count; r++)
        for (int c = 0; c < report->table->column_count; c++)
            if (report->table->row[r].claim[c].made)
                twc_json_add_item(list, NULL, claim_json(report, r, c));
    return list;
}
