/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables as HDF5: what xarray opens with its coordinates, units and flags. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result_values.h"
#include "store/atomic_file.h"
#include "store/h5.h"
#include "tables.h"

enum { NAME_SIZE = 96, MOST_COLUMNS = 16 };

/* A name that HDF5, netCDF and programs take: letters, digits, underscores. */
static void make_name(const char *from, char name[NAME_SIZE])
{
    size_t n = 0;
    for (; *from && n + 1 < NAME_SIZE; from++)
        name[n++] = strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *from) ? *from : '_';
    name[n] = '\0';
}

/* The same, and none that is taken: a metric and a group may be called alike. */
static void make_free_name(hid_t parent, const char *from, char name[NAME_SIZE])
{
    make_name(from, name);
    for (size_t n = strlen(name); n + 1 < NAME_SIZE && H5Lexists(parent, name, H5P_DEFAULT) > 0; n++)
        memcpy(name + n, "_", 2);
}

static hid_t text_type(void)
{
    hid_t type = H5Tcopy(H5T_C_S1); /* of variable length: netCDF's string */
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static hid_t put_names(twc_h5 *h5, hid_t group, const char *name, size_t n, const char *const *names)
{
    hid_t type = text_type(), scale = twc_h5_scale(h5, group, name, n, type, type, names);
    H5Tclose(type);
    return scale;
}

static hid_t put_reals(twc_h5 *h5, hid_t group, const char *name, twc_h5_shape shape, const char *unit,
                       const double *values)
{
    hid_t set = twc_h5_dataset(h5, group, name, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values);
    twc_h5_text(h5, set, "units", unit);
    return set;
}

/* ---- claims: a variable a metric, over its columns and what is known of each ---- */

/* The columns that claims name, each once, in order. */
static int find_columns(const cJSON *claims, const char *column[MOST_COLUMNS])
{
    int count = 0;
    const cJSON *claim;
    cJSON_ArrayForEach(claim, claims)
    {
        int k = 0;
        const char *name = twc_results_string(claim, "column");
        while (k < count && strcmp(column[k], name) != 0)
            k++;
        if (k == count && count < MOST_COLUMNS)
            column[count++] = name;
    }
    return count;
}

/* Whether an earlier claim is of the same metric. */
static int is_again(const cJSON *claims, const cJSON *first)
{
    const cJSON *claim = claims->child;
    while (claim != first && strcmp(twc_results_string(claim, "metric"), twc_results_string(first, "metric")) != 0)
        claim = claim->next;
    return claim != first;
}

/* Values and verdicts of all claims of a metric. */
static void gather(const cJSON *claims, const cJSON *first, const char *const *column, int columns, double *values,
                   int8_t *verdict)
{
    const cJSON *claim;
    const char *metric = twc_results_string(first, "metric");
    for (int k = 0; k < columns * TWC_TABLE_STATISTICS; k++)
        values[k] = NAN;
    memset(verdict, -1, (size_t)columns);
    cJSON_ArrayForEach(claim, claims)
    {
        if (strcmp(twc_results_string(claim, "metric"), metric) != 0)
            continue;
        for (int c = 0; c < columns; c++) {
            if (strcmp(twc_results_string(claim, "column"), column[c]) != 0)
                continue;
            for (int k = 0; k < TWC_TABLE_STATISTICS; k++)
                values[c * TWC_TABLE_STATISTICS + k] = twc_results_number(claim, twc_table_statistics[k][1]);
            verdict[c] = (int8_t)cJSON_IsTrue(twc_results_member(claim, "holds"));
        }
    }
}

static void put_verdict(twc_h5 *h5, hid_t group, const char *name, hsize_t n, const int8_t *verdict, hid_t columns)
{
    static const int8_t flags[3] = {-1, 0, 1};
    hid_t set = twc_h5_dataset(h5, group, name, (twc_h5_shape){1, {n}, {0}}, H5T_STD_I8LE, H5T_NATIVE_INT8, verdict);
    twc_h5_attach(h5, set, 0, columns);
    twc_h5_bytes(h5, set, "flag_values", 3, flags);
    twc_h5_text(h5, set, "flag_meanings", "nothing_claimed outside_its_band in_its_band");
    H5Dclose(set);
}

static void put_metric(twc_h5 *h5, hid_t group, const cJSON *claim, const double *values, hsize_t columns,
                       const hid_t scale[2])
{
    char name[NAME_SIZE];
    make_name(twc_results_string(claim, "metric"), name);
    hid_t set = put_reals(h5, group, name, (twc_h5_shape){2, {columns, TWC_TABLE_STATISTICS}, {0}},
                          twc_table_unit(twc_results_string(claim, "unit")), values);
    twc_h5_text(h5, set, "long_name", twc_results_string(claim, "title"));
    twc_h5_text(h5, set, "claimed_by", twc_results_string(claim, "source"));
    for (unsigned k = 0; k < 2; k++)
        twc_h5_attach(h5, set, k, scale[k]);
    H5Dclose(set);
}

static void put_claims(twc_h5 *h5, hid_t group, const cJSON *claims)
{
    const char *column[MOST_COLUMNS], *statistic[TWC_TABLE_STATISTICS];
    double values[MOST_COLUMNS * TWC_TABLE_STATISTICS];
    int8_t verdict[MOST_COLUMNS];
    const cJSON *claim;
    const int columns = find_columns(claims, column);
    if (columns == 0)
        return;
    for (int k = 0; k < TWC_TABLE_STATISTICS; k++)
        statistic[k] = twc_table_statistics[k][0];
    const hid_t scale[2] = {put_names(h5, group, "column", (size_t)columns, column),
                            put_names(h5, group, "statistic", TWC_TABLE_STATISTICS, statistic)};
    cJSON_ArrayForEach(claim, claims)
    {
        char name[NAME_SIZE + 8], metric[NAME_SIZE];
        if (is_again(claims, claim))
            continue;
        gather(claims, claim, column, columns, values, verdict);
        put_metric(h5, group, claim, values, (hsize_t)columns, scale);
        make_name(twc_results_string(claim, "metric"), metric);
        snprintf(name, sizeof name, "%s_holds", metric);
        put_verdict(h5, group, name, (hsize_t)columns, verdict, scale[0]);
    }
    H5Dclose(scale[0]);
    H5Dclose(scale[1]);
}

/* ---- the rest: numbers as they are, lists of objects as tables ---- */

/* A column of a list; nothing where its values are neither numbers nor texts. */
static void put_column(twc_h5 *h5, hid_t group, const cJSON *list, const cJSON *member, hid_t rows)
{
    const hsize_t n = (hsize_t)cJSON_GetArraySize(list);
    const twc_h5_shape shape = {1, {n}, {0}};
    char name[NAME_SIZE];
    const cJSON *item;
    double *real = calloc(n, sizeof *real);
    const char **text = calloc(n, sizeof *text);
    hid_t set = -1;
    size_t k = 0;
    make_name(member->string, name);
    if (!real || !text)
        strcpy(h5->failed, "memory for a column");
    cJSON_ArrayForEach(item, list)
    {
        if (h5->failed[0])
            break;
        real[k] = twc_results_number(item, member->string);
        text[k++] = twc_results_string(item, member->string);
    }
    if (cJSON_IsNumber(member)) {
        set = put_reals(h5, group, name, shape, twc_table_unit_of_name(member->string), real);
    } else if (cJSON_IsString(member)) {
        hid_t type = text_type();
        set = twc_h5_dataset(h5, group, name, shape, type, type, text);
        H5Tclose(type);
    }
    if (cJSON_IsNumber(member) || cJSON_IsString(member)) {
        twc_h5_attach(h5, set, 0, rows);
        H5Dclose(set);
    }
    free(real);
    free(text);
}

static void put_list(twc_h5 *h5, hid_t parent, const cJSON *list)
{
    const int n = cJSON_GetArraySize(list);
    const cJSON *first = list->child, *member;
    char name[NAME_SIZE];
    if (!cJSON_IsObject(first))
        return;
    int64_t *row = calloc((size_t)n, sizeof *row);
    if (!row) {
        strcpy(h5->failed, "memory for rows");
        return;
    }
    for (int k = 0; k < n; k++)
        row[k] = k;
    make_free_name(parent, list->string, name);
    hid_t group = twc_h5_group(h5, parent, name),
          rows = twc_h5_scale(h5, group, "row", (hsize_t)n, H5T_STD_I64LE, H5T_NATIVE_INT64, row);
    cJSON_ArrayForEach(member, first) put_column(h5, group, list, member, rows);
    H5Dclose(rows);
    H5Gclose(group);
    free(row);
}

static void put_members(twc_h5 *h5, hid_t parent, const cJSON *object)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        char name[NAME_SIZE];
        make_free_name(parent, member->string, name);
        if (strcmp(name, "claims") == 0) {
            put_claims(h5, parent, member);
        } else if (cJSON_IsNumber(member)) {
            hid_t set = put_reals(h5, parent, name, (twc_h5_shape){0, {0}, {0}}, twc_table_unit_of_name(name),
                                  &member->valuedouble);
            H5Dclose(set);
        } else if (cJSON_IsString(member)) {
            twc_h5_text(h5, parent, strcmp(name, "summary") == 0 ? "title" : name, member->valuestring);
        } else if (cJSON_IsArray(member)) {
            put_list(h5, parent, member);
        } else if (cJSON_IsObject(member)) {
            hid_t group = twc_h5_group(h5, parent, name);
            put_members(h5, group, member);
            H5Gclose(group);
        }
    }
}

twc_status twc_tables_write_h5(const cJSON *results, const char *folder)
{
    twc_h5 h5;
    char path[1024];
    const cJSON *member;
    twc_status status = twc_path_join(folder, "tables.h5", path, sizeof path);
    if (!status.code)
        status = twc_h5_begin(&h5);
    if (status.code)
        return status;
    twc_h5_text(&h5, h5.file, "Conventions", "CF-1.10");
    twc_h5_text(&h5, h5.file, "title", "twc reproduce: the paper's tables, measured beside printed");
    cJSON_ArrayForEach(member, twc_results_member(results, "provenance"))
    {
        if (cJSON_IsString(member))
            twc_h5_text(&h5, h5.file, member->string, member->valuestring);
        else if (cJSON_IsNumber(member))
            twc_h5_integers(&h5, h5.file, member->string, 1, &(int64_t){(int64_t)member->valuedouble});
    }
    put_members(&h5, h5.file, twc_results_member(results, "sections"));
    return twc_h5_write(&h5, path);
}
