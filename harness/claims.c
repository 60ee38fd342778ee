/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims.h"

#include <math.h>
#include <string.h>

#include "read_json.h"

static void parse_claim(const cJSON *json, twc_claim *claim, twc_status *status)
{
    double within = 0;
    int relative = cJSON_HasObjectItem(json, "within_percent");
    twc_json_real(json, "paper", -1e12, 1e12, &claim->paper, status);
    claim->made = 1;
    if (cJSON_HasObjectItem(json, "low")) {
        twc_json_real(json, "low", -1e12, 1e12, &claim->low, status);
        twc_json_real(json, "high", claim->low, 1e12, &claim->high, status);
        return;
    }
    twc_json_real(json, relative ? "within_percent" : "within", 0, 1e12, &within, status);
    if (relative)
        within = fabs(claim->paper) * within / 100;
    claim->low = claim->paper - within;
    claim->high = claim->paper + within;
}

static void parse_row(const cJSON *json, twc_claim_table *table, twc_status *status)
{
    twc_claim_row *row = &table->row[table->row_count++];
    twc_json_text(json, "metric", row->metric, sizeof row->metric, status);
    twc_json_text(json, "title", row->title, sizeof row->title, status);
    twc_json_text(json, "unit", row->unit, sizeof row->unit, status);
    twc_json_integer(json, "decimals", 0, 9, &row->decimals, status);
    for (int c = 0; c < table->column_count && !status->code; c++) {
        const cJSON *claim = cJSON_GetObjectItemCaseSensitive(json, table->column[c]);
        if (claim)
            parse_claim(claim, &row->claim[c], status);
    }
}

static twc_status parse_table(const cJSON *json, twc_claim_table *table)
{
    twc_status status = twc_ok();
    memset(table, 0, sizeof *table);
    twc_json_text(json, "title", table->title, sizeof table->title, &status);
    strcpy(table->source, "paper");
    if (cJSON_HasObjectItem(json, "source"))
        twc_json_text(json, "source", table->source, sizeof table->source, &status);
    const cJSON *item = NULL, *columns = twc_json_array(json, "columns", 1, TWC_CLAIM_COLUMNS, &status);
    cJSON_ArrayForEach(item, columns)
    {
        if (!cJSON_IsString(item) || strlen(item->valuestring) >= TWC_CLAIM_TEXT)
            return twc_fail(TWC_IO, "\"columns\" takes short names");
        strcpy(table->column[table->column_count++], item->valuestring);
    }
    const cJSON *rows = twc_json_array(json, "rows", 1, TWC_CLAIM_ROWS, &status);
    cJSON_ArrayForEach(item, rows) parse_row(item, table, &status);
    return status;
}

twc_status twc_claims_read(const char *path, twc_claim_table *table, cJSON **json)
{
    cJSON *file;
    twc_status status = twc_read_json(path, &file);
    if (status.code)
        return status;
    twc_status parsed = parse_table(file, table);
    if (parsed.code)
        status = twc_fail(TWC_IO, "%s: %.400s", path, parsed.message);
    if (json && !status.code)
        *json = file;
    else
        cJSON_Delete(file);
    return status;
}

int twc_claim_holds(const twc_claim *claim, double value)
{
    return value >= claim->low && value <= claim->high;
}
