/* SPDX-License-Identifier: MIT */
/*
 * A world that owns its tiles and features: what importers and generators make, what files hold, what builds read as a
 * twc_world.
 */
#ifndef TWC_WORLD_DATA_H
#define TWC_WORLD_DATA_H

#include "twc/sha256.h"
#include "twc/feature_list.h"
#include "twc/georeference.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TWC_WORLD_NAME_SIZE = 64 };

/* Where in the history that a log tells a world stands. */
typedef struct twc_log_place {
    uint64_t facts;            /* of the log, that the world has taken; 0: it comes from no log */
    char first[TWC_HASH_HEX];  /* twc_world_hash of the world that the log starts from */
    char digest[TWC_HASH_HEX]; /* SHA-256 of the log up to the end of that fact's record */
} twc_log_place;

/*
 * Where the tiles of a world come from that is not all in memory. The library opens nothing itself: whoever makes the
 * world passes the source in, and the world owns it.
 */
typedef struct twc_tile_source {
    void *context;
    /* Makes the tile at global tile coordinates, within the extent; *tile is NULL when the world has none there. */
    twc_status (*load)(void *context, int32_t tile_x, int32_t tile_z, twc_tile **tile);
    void (*close)(void *context);
} twc_tile_source;

typedef struct twc_world_data {
    twc_world world;                /* the view; its tile pointers are `tiles` */
    twc_tile **tiles;               /* owned; NULL = missing, or not loaded yet */
    twc_tile_source source;         /* owned; load is NULL when all tiles are loaded */
    uint8_t *loaded;                /* owned, 1 a tile that is; NULL without a source */
    twc_features features;          /* owned */
    twc_log_place place;            /* facts > 0: the world is a snapshot */
    struct twc_world_data *first;   /* of a snapshot, the world that its log starts from, owned; otherwise NULL */
    char name[TWC_WORLD_NAME_SIZE]; /* for tables and figures */
    double datum;                   /* metres added to a height to give the source's elevation */
    twc_georeference georeference;  /* owned; where the world lies, as far as that is known */
} twc_world_data;

/*
 * A world of the given extent in tiles, every tile missing, without features. The name is cut to fit, and underscores
 * replace control characters and what is not UTF-8. Fails when the extent is empty or out of range, or on memory.
 */
twc_status twc_world_data_create(twc_rect extent, uint16_t base_sample, const char *name, twc_world_data *data);

/* Of a world whose tiles are all loaded, as are all functions here that take a constant one. */
twc_status twc_world_data_copy(const twc_world_data *from, twc_world_data *to);
void twc_world_data_destroy(twc_world_data *data);

/*
 * Gives a world without tiles a source of them, which it owns from now on, also on failure. What reads or changes
 * samples or classes is right only where the tiles are loaded, so twc_world_data_need comes before it.
 */
twc_status twc_world_data_set_source(twc_world_data *data, twc_tile_source source);

/*
 * Loads the tiles of a rectangle (in tiles; parts outside the extent are passed over) that are not loaded yet. On
 * failure those before the one that failed are.
 */
twc_status twc_world_data_need(twc_world_data *data, twc_rect tiles);

/* The same for the tiles that building chunks of a rectangle reads: those they lie in, and those about them. */
twc_status twc_world_data_need_chunks(twc_world_data *data, twc_rect chunks);

/* The same for all tiles there are; then the source is closed, and the world is one like any other. */
twc_status twc_world_data_need_all(twc_world_data *data);

/* The tiles that hold a copy of a sample of a rectangle, or one at most `margin` samples beyond it. */
twc_rect twc_tiles_about(twc_rect samples, int32_t margin);

/* Makes what a world is now, its place in a log apart, its first world, in place of the one it has. */
twc_status twc_world_data_keep_first(twc_world_data *data);

/* Makes the tile at global tile coordinates present (flat at the base sample, Fine). Within the extent. */
twc_status twc_world_data_add_tile(twc_world_data *data, int32_t tile_x, int32_t tile_z);

/*
 * Writes samples on a rectangle of global sample indices, both copies of a sample where tiles repeat it. Parts in
 * missing tiles or outside the extent are ignored.
 */
void twc_world_data_set_samples(twc_world_data *data, twc_rect samples, const uint16_t *values);

/* Writes facet classes on a rectangle of global macro cells; likewise. */
void twc_world_data_set_classes(twc_world_data *data, twc_rect macros, const uint8_t *classes);

/* Sets the classes of all present tiles from relief (`initial_classes`, docs/spec/ground.md 2.4). */
twc_status twc_world_data_classify(twc_world_data *data);
/* The same by the kernels of a level, with the same bits. */
twc_status twc_world_data_classify_by(twc_world_data *data, const twc_ground_table *ground);
/* Broad where a Broad cell is at most so many metres off the samples (`broad_errors`, docs/spec/ground.md 2.5). */
twc_status twc_world_data_classify_error(twc_world_data *data, const twc_ground_table *ground, double most);

#ifdef __cplusplus
}
#endif
#endif
