/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results_h5.h"

#include <stdlib.h>
#include <string.h>

#include "build_info.h"
#include "h5.h"

/* Variable-length strings are what netCDF knows as its string type. */
static hid_t put_text_column(twc_h5 *h5, hid_t group, const twc_column *column, twc_h5_shape shape)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    hid_t set = twc_h5_dataset(h5, group, column->name, shape, type, type, column->text);
    H5Tclose(type);
    return set;
}

static void put_column(twc_h5 *h5, hid_t group, const twc_column *column, size_t rows, hid_t scale)
{
    twc_h5_shape shape = {1, {rows}, {0}};
    hid_t set;
    if (column->text)
        set = put_text_column(h5, group, column, shape);
    else if (column->integer)
        set = twc_h5_dataset(h5, group, column->name, shape, H5T_STD_I64LE, H5T_NATIVE_INT64, column->integer);
    else
        set = twc_h5_dataset(h5, group, column->name, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, column->real);
    twc_h5_attach(h5, set, 0, scale);
    if (column->unit[0])
        twc_h5_text(h5, set, "units", column->unit);
    H5Dclose(set);
}

static void put_table(twc_h5 *h5, const twc_table *table)
{
    int64_t *rows = malloc(table->rows * sizeof *rows);
    if (!rows) {
        strcpy(h5->failed, "memory for rows");
        return;
    }
    for (size_t k = 0; k < table->rows; k++)
        rows[k] = (int64_t)k;
    hid_t group = twc_h5_group(h5, h5->file, table->name);
    twc_h5_text(h5, group, "about", table->about);
    hid_t scale = twc_h5_scale(h5, group, "row", table->rows, H5T_STD_I64LE, H5T_NATIVE_INT64, rows);
    for (size_t k = 0; k < table->column_count; k++)
        put_column(h5, group, &table->columns[k], table->rows, scale);
    H5Dclose(scale);
    H5Gclose(group);
    free(rows);
}

static void put_provenance(twc_h5 *h5, const twc_provenance *provenance)
{
    twc_build_info build = twc_build_information();
    twc_h5_text(h5, h5->file, "format", "twc-results");
    twc_h5_integers(h5, h5->file, "format_version", 1, &(int64_t){1});
    twc_h5_text(h5, h5->file, "version", build.version);
    twc_h5_text(h5, h5->file, "commit", build.commit);
    twc_h5_text(h5, h5->file, "compiler", build.compiler);
    twc_h5_text(h5, h5->file, "flags", build.flags);
    twc_h5_text(h5, h5->file, "level", provenance->level);
    twc_h5_text(h5, h5->file, "command", provenance->command);
    twc_h5_integers(h5, h5->file, "seed", 1, &(int64_t){(int64_t)provenance->seed});
}

twc_status twc_results_save(const char *path, const twc_table *tables, size_t table_count,
                            const twc_provenance *provenance)
{
    twc_h5 h5;
    for (size_t k = 0; k < table_count; k++)
        if (tables[k].rows == 0)
            return twc_fail(TWC_USAGE, "table %s has no rows", tables[k].name);
    twc_status status = twc_h5_begin(&h5);
    if (status.code)
        return status;
    put_provenance(&h5, provenance);
    for (size_t k = 0; k < table_count; k++)
        put_table(&h5, &tables[k]);
    return twc_h5_write(&h5, path);
}
