/* SPDX-License-Identifier: MIT */
/*
 * Facts (docs/spec/world.md): the only way authoritative state changes. A fact is a record with a sequence number;
 * peers that have taken the same facts have the same world, whatever they rebuilt, when, and with how many threads.
 */
#ifndef TWC_FACTS_H
#define TWC_FACTS_H

#include <stddef.h>

#include "twc/feature.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum twc_fact_kind {
    TWC_FACT_SAMPLES = 1, /* new values of a rectangle of samples */
    TWC_FACT_CLASSES = 2, /* new facet classes of a rectangle of macro cells */
    TWC_FACT_FEATURE = 3, /* a placed feature: new, or in place of the one with its id */
    TWC_FACT_REMOVE = 4   /* of the feature with an id */
} twc_fact_kind;

/* How a fact came about: what can be undone and redone after it follows from the facts alone. */
typedef enum twc_fact_role {
    TWC_FACT_NEW = 0,    /* by itself; nothing can be redone any more */
    TWC_FACT_UNDOES = 1, /* it restores what the last fact not undone replaced */
    TWC_FACT_REDOES = 2  /* it restores what the last undo replaced */
} twc_fact_role;

typedef struct twc_fact {
    uint64_t sequence; /* 1 for the first fact of a world, then without gaps */
    twc_fact_kind kind;
    twc_fact_role role;
    /* Of TWC_FACT_SAMPLES and TWC_FACT_CLASSES: */
    twc_rect rect;           /* global sample indices or macro cells */
    const uint16_t *samples; /* rect.nz * rect.nx values */
    const uint8_t *classes;  /* likewise */
    /* Of TWC_FACT_FEATURE its record (twc/feature_record.h), of TWC_FACT_REMOVE the id, low word first: */
    const int32_t *words;
    int32_t word_count;
} twc_fact;

/* Bytes of one value of a kind of fact: 2, 1 or 4; 0 for an unknown kind. */
size_t twc_fact_value_size(twc_fact_kind kind);

/* How many values a fact has, and all of them: samples, classes or words. */
size_t twc_fact_value_count(const twc_fact *fact);
const void *twc_fact_value_data(const twc_fact *fact);

/*
 * Whether a fact may be applied to a world whose next sequence number is `next`: its number, its rectangle (not empty,
 * within the extent), its values (classes 0 or 1; of a feature only the length of its record, the rest is
 * twc_record_read's). A message names the fact by its number.
 */
twc_status twc_fact_check(const twc_world *world, uint64_t next, const twc_fact *fact);

/* ---- records ---- */

/*
 * A fact as bytes, all little-endian: "TWCF", uint16 version (1), uint8 kind, uint8 role, uint64 sequence, int32 x, z,
 * nx, nz (of words 0, 0, their number, 1), then the values (uint16, uint8 or int32 each) padded with zeros to a
 * multiple of 8, then a uint64 checksum: the fingerprint of the record before it as 64-bit words.
 */
enum { TWC_FACT_HEADER = 32, TWC_FACT_VERSION = 1 };

/* Bytes of a fact's record. */
size_t twc_fact_size(const twc_fact *fact);
void twc_fact_encode(const twc_fact *fact, uint8_t *record);

typedef enum twc_record_state {
    TWC_RECORD_WHOLE,
    TWC_RECORD_TORN,   /* the bytes end before the record does: what a crash leaves */
    TWC_RECORD_CORRUPT /* not a record, of another version, or with a wrong checksum */
} twc_record_state;

/*
 * Looks at the record at the front of `size` bytes. When whole: `record_size` is its length, and `fact` is filled but
 * for its values, which twc_fact_values reads into memory for twc_fact_value_count of them (aligned for int32) and
 * points the fact to. `fault` says what is wrong otherwise.
 */
twc_record_state twc_fact_decode(const uint8_t *bytes, size_t size, twc_fact *fact, size_t *record_size,
                                 const char **fault);
void twc_fact_values(const uint8_t *record, twc_fact *fact, void *values);

/* ---- brushes ---- */

typedef enum twc_brush_kind {
    TWC_BRUSH_RAISE,
    TWC_BRUSH_LOWER,
    TWC_BRUSH_SMOOTH,
    TWC_BRUSH_FLATTEN,
    TWC_BRUSH_NOISE
} twc_brush_kind;

typedef struct twc_brush {
    twc_brush_kind kind;
    twc_point centre;
    int32_t radius_cm; /* 1..100000 */
    int32_t strength;  /* raise, lower, noise: 0..65535 samples (cm) at the centre; smooth, flatten: 0..256 of the way
                          there */
    uint16_t target;   /* flatten: the sample to approach */
    int32_t salt;      /* noise */
} twc_brush;

/*
 * The samples under a brush (twc/world_kernels.h says what it does to them) that lie in the extent: nx or nz is 0 when
 * there are none.
 */
twc_rect twc_brush_rect(const twc_world *world, const twc_brush *brush);

/* ---- what a fact reaches ---- */

/*
 * A rectangle of chunks, within the extent, that holds every chunk a change of these samples (or classes) can alter, by
 * the largest reach of any rule: docs/dirty.md derives it.
 */
twc_rect twc_dirty_bound(const twc_world *world, twc_feature_list features, twc_fact_kind kind, twc_rect rect);

/* What of a chunk a fact can alter. */
enum { TWC_DIRTY_GROUND = 1, TWC_DIRTY_SURFACE = 2 };

/*
 * Adds to dirty[chunks.nz * chunks.nx] (by or) what a fact can alter in each of `chunks`: every rule's reach, followed
 * from the samples to the vertices that read them, to the facets that use those, to the chunks that own pieces of them;
 * and where facets that change meet the widest cell a feature's limits allow, to everything that this cell and its
 * neighbours can cut or fill. Plan positions depend on classes only, so this needs no heights; where a Broad diagonal
 * may flip, both outcomes count. For TWC_FACT_CLASSES call it before and after the change: pieces that vanish count as
 * much as pieces that appear.
 */
void twc_dirty_chunks(const twc_world *world, twc_feature_list features, twc_fact_kind kind, twc_rect rect,
                      twc_rect chunks, uint8_t *dirty);

/*
 * The same for a feature that comes or goes: the chunks its faces can lie in, and those of the ground and of the other
 * features' cells that its cells can cut or bend. Call it for the old record and for the new one.
 */
twc_rect twc_dirty_feature_bound(const twc_world *world, const twc_feature *feature);
void twc_dirty_feature(const twc_world *world, twc_feature_list others, const twc_feature *feature, twc_rect chunks,
                       uint8_t *dirty);

#ifdef __cplusplus
}
#endif
#endif
