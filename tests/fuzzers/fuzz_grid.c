/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elevation grids: the first byte chooses the format, the next ones a RAW16's size and order. */
#include "fuzz_target.h"
#include "import/gdal_info.h"
#include "import/grid.h"

/* The bytes as the text of a reference system, and as what gdalinfo says. */
static void describe(const char *text)
{
    twc_gdal_info info;
    size_t length;
    const twc_crs_units units = twc_crs_read(text);
    const char *plan = twc_crs_plan(text, &length);
    if (!(units.plan.metres >= 0 && units.height.metres >= 0) || plan < text || plan + length > text + strlen(text))
        abort();
    twc_status status = twc_gdal_info_read("fuzz", text, &info);
    fuzz_expect(status);
    if (!status.code)
        fuzz_expect(twc_gdal_info_check("fuzz", &(twc_grid_options){.cell = 0}, &info));
    free(info.crs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEAD = 4 };
    if (size < HEAD)
        return 0;
    twc_grid_options options = {.scale = 0.01,
                                .offset = -200,
                                .columns = data[1],
                                .rows = data[2],
                                .big_endian = data[3] & 1,
                                .cell = data[3] & 2 ? 4 : 0,
                                .has_no_data = data[3] >> 2 & 1,
                                .no_data = data[3] >> 3};
    unsigned char *bytes = malloc(size - HEAD + 1);
    twc_grid grid = {.height = NULL};
    memcpy(bytes, data + HEAD, size - HEAD);
    bytes[size - HEAD] = 0;
    static const twc_grid_format formats[] = {TWC_GRID_ASCII, TWC_GRID_PNG, TWC_GRID_RAW};
    twc_status status = twc_grid_read_bytes("fuzz", formats[data[0] % 3], bytes, size - HEAD, NULL, &options, &grid);
    fuzz_expect(status);
    describe((const char *)bytes);
    if (!status.code) {
        if (grid.columns < 1 || grid.rows < 1 || !(grid.cell > 0))
            abort();
        if (twc_grid_fill_nearest(&grid).code == TWC_OK) {
            double out[9];
            twc_grid_resample(&grid, 3, 3, out);
        }
    }
    twc_grid_destroy(&grid);
    free(bytes);
    return 0;
}
