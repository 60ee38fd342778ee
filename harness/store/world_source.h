/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tiles of a world.h5 of format 3, read when they are asked for: the pages of the index and the chunks that a tile
 * takes its samples from, each checked by its hash. A source belongs to one thread.
 */
#ifndef TWC_HARNESS_WORLD_SOURCE_H
#define TWC_HARNESS_WORLD_SOURCE_H

#include "world_parts.h"

typedef struct twc_parts_reader twc_parts_reader;

/*
 * A reader of a file of format 3 with this seal. It takes over the file once it succeeds. memory: the most bytes that
 * tiles may take.
 */
twc_status twc_parts_open(twc_world_file *file, const char *seal, uint64_t memory, twc_parts_reader **reader);

/* Gives up one hold on it; each source made from it is one more. */
void twc_parts_reader_release(twc_parts_reader *reader);

const twc_world_file *twc_parts_reader_file(const twc_parts_reader *reader);
const twc_world_head *twc_parts_reader_head(const twc_parts_reader *reader);

/* The source of the tiles of the world (state 0), or of a snapshot's first world (1). */
twc_status twc_parts_source(twc_parts_reader *reader, int state, twc_tile_source *source);

/* Which part of the world chunks first to last of a raster are: what, of which tiles, from where to where in metres. */
enum { TWC_WHERE_SIZE = 320 };
void twc_parts_where(const twc_parts_reader *reader, int state, int raster, int64_t first, int64_t last, char *text);

/* Part k of a raster, by the index. Fails on a damaged page. */
twc_status twc_parts_entry(twc_parts_reader *reader, int state, int raster, int64_t k, twc_part *part);

/* Whether the bytes of chunk k have their hash. */
twc_status twc_parts_check(twc_parts_reader *reader, int state, int raster, int64_t k);

/* The values of chunk k of a raster, valid until the next call. Fails when it is damaged, and says where that is. */
twc_status twc_parts_chunk(twc_parts_reader *reader, int state, int raster, int64_t k, const unsigned char **values);

#endif
