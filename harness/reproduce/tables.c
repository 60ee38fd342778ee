/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result_values.h"
#include "store/atomic_file.h"

const char *const twc_table_statistics[TWC_TABLE_STATISTICS][2] = {{"paper", "paper"},
                                                                   {"low", "low"},
                                                                   {"high", "high"},
                                                                   {"measured", "measured"},
                                                                   {"median", "ensemble.median"},
                                                                   {"low_95", "ensemble.low_95"},
                                                                   {"high_95", "ensemble.high_95"}};

const char *twc_table_unit(const char *unit)
{
    return !*unit ? "1" : strcmp(unit, "deg") == 0 ? "degree" : strcmp(unit, "%") == 0 ? "percent" : unit;
}

const char *twc_table_unit_of_name(const char *name)
{
    static const char *const ends[][2] = {{"_per_m", "m-1"}, {"_m", "m"},   {"_cm", "cm"},
                                          {"_mm", "mm"},     {"_m2", "m2"}, {"_cm2", "cm2"},
                                          {"_ms", "ms"},     {"_us", "us"}, {"_percent", "percent"}};
    const size_t length = strlen(name);
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const size_t tail = strlen(ends[k][0]);
        if (length > tail && strcmp(name + length - tail, ends[k][0]) == 0)
            return ends[k][1];
    }
    return "1";
}

/* ---- CSV ---- */

/* RFC 4180: quoted where it has to be. */
static void put_field(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

typedef struct csv_line {
    const char *name, *column, *statistic, *unit, *title;
} csv_line;

/* The shortest decimal that is this number again; nothing for what is not there. */
static void put_line(FILE *out, csv_line line, const cJSON *value)
{
    const char *const fields[3] = {line.name, line.column, line.statistic};
    char number[40] = "";
    if (!cJSON_IsNumber(value) && !cJSON_IsString(value) && !cJSON_IsBool(value))
        return;
    for (int digits = 15; cJSON_IsNumber(value) && digits <= 17; digits++) {
        snprintf(number, sizeof number, "%.*g", digits, value->valuedouble);
        if (strtod(number, NULL) == value->valuedouble)
            break;
    }
    for (int k = 0; k < 3; k++) {
        put_field(out, fields[k]);
        fputc(',', out);
    }
    put_field(out, cJSON_IsString(value) ? value->valuestring
                   : cJSON_IsBool(value) ? cJSON_IsTrue(value) ? "1" : "0"
                                         : number);
    fputc(',', out);
    put_field(out, cJSON_IsNumber(value) ? line.unit : "");
    fputc(',', out);
    put_field(out, line.title);
    fputs("\r\n", out);
}

static void put_claim(FILE *out, const cJSON *claim)
{
    csv_line line = {twc_results_string(claim, "metric"), twc_results_string(claim, "column"), "",
                     twc_table_unit(twc_results_string(claim, "unit")), twc_results_string(claim, "title")};
    for (int k = 0; k < TWC_TABLE_STATISTICS; k++) {
        line.statistic = twc_table_statistics[k][0];
        put_line(out, line, twc_results_member(claim, twc_table_statistics[k][1]));
    }
    line.statistic = "holds";
    put_line(out, line, twc_results_member(claim, "holds"));
}

/* Members of an object, under the names that led to it; of a list, each with its number as a column. */
static void put_members(FILE *out, const char *path, const char *column, const cJSON *object)
{
    const cJSON *member;
    int row = 0;
    cJSON_ArrayForEach(member, object)
    {
        char name[256], number[16];
        snprintf(name, sizeof name, "%.120s%s%.120s", path, *path && member->string ? "." : "",
                 member->string ? member->string : "");
        snprintf(number, sizeof number, "%d", row++);
        if (member->string && (strcmp(member->string, "claims") == 0 || strcmp(member->string, "summary") == 0))
            continue;
        if (cJSON_IsObject(member) || cJSON_IsArray(member))
            put_members(out, name, cJSON_IsArray(object) ? number : column, member);
        else
            put_line(
                out,
                (csv_line){name, cJSON_IsArray(object) ? number : column, "value", twc_table_unit_of_name(name), ""},
                member);
    }
}

static twc_status write_section(const cJSON *section, const char *folder)
{
    char name[128], path[1024];
    twc_atomic_file file;
    const cJSON *claim;
    snprintf(name, sizeof name, "%.100s.csv", section->string);
    twc_status status = twc_path_join(folder, name, path, sizeof path);
    if (!status.code)
        status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    fputs("name,column,statistic,value,unit,title\r\n", file.stream);
    cJSON_ArrayForEach(claim, twc_results_member(section, "claims")) put_claim(file.stream, claim);
    put_members(file.stream, "", "", section);
    return twc_atomic_commit(&file);
}

static twc_status write_csv(const cJSON *results, const char *folder)
{
    char tables[1024];
    const cJSON *section;
    twc_status status = twc_path_join(folder, "tables", tables, sizeof tables);
    if (!status.code)
        status = twc_make_folder(tables);
    cJSON_ArrayForEach(section, twc_results_member(results, "sections"))
    {
        if (!status.code)
            status = write_section(section, tables);
    }
    return status;
}

twc_status twc_tables_write(const cJSON *results, const char *folder)
{
    const twc_status status = twc_tables_write_h5(results, folder);
    return status.code ? status : write_csv(results, folder);
}
