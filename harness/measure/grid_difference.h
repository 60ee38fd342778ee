/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two builds of the same chunks first differ. */
#ifndef TWC_HARNESS_GRID_DIFFERENCE_H
#define TWC_HARNESS_GRID_DIFFERENCE_H

#include "twc/chunk_grid.h"

/*
 * 0 when both hold the same chunks with the same bits, field by field; else 1 and `where` (at least 160 bytes) names
 * the first difference: chunk, triangle or facet, field, both values in hex.
 */
int twc_chunk_grids_differ(const twc_chunk_grid *a, const twc_chunk_grid *b, char *where, size_t size);

/* Whether the surfaces of two hold the same bytes. */
int twc_grid_surfaces_same(const twc_chunk_grid *a, const twc_chunk_grid *b);

#endif
