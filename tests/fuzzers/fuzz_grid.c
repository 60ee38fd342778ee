/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elevation grids: the first byte chooses the format, the next ones a RAW16's size and order. */
#include "fuzz_target.h"
#include "import/grid.h"

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
