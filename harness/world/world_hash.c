/* SPDX-License-Identifier: MIT */
#include "twc/world_hash.h"

#include <string.h>

#include "little_endian.h"
#include "reference/common/assertion.h"

static void add_head(twc_sha256 *hash, const twc_world *world)
{
    static const char mark[] = "twc-world";
    const twc_rect extent = world->extent;
    uint8_t head[sizeof mark + 18];
    memcpy(head, mark, sizeof mark);
    twc_put32(head + sizeof mark, (uint32_t)extent.x);
    twc_put32(head + sizeof mark + 4, (uint32_t)extent.z);
    twc_put32(head + sizeof mark + 8, (uint32_t)extent.nx);
    twc_put32(head + sizeof mark + 12, (uint32_t)extent.nz);
    twc_put16(head + sizeof mark + 16, world->base_sample);
    twc_sha256_add(hash, head, sizeof head);
}

static void add_tile(twc_sha256 *hash, const twc_tile *tile)
{
    uint8_t present = tile != NULL, row[2 * TWC_TILE_SAMPLES];
    twc_sha256_add(hash, &present, 1);
    if (!tile)
        return;
    for (int z = 0; z < TWC_TILE_SAMPLES; z++) {
        for (int x = 0; x < TWC_TILE_SAMPLES; x++)
            twc_put16(row + 2 * x, tile->sample[z][x]);
        twc_sha256_add(hash, row, sizeof row);
    }
    twc_sha256_add(hash, tile->facet, sizeof tile->facet);
}

static void add_word(twc_sha256 *hash, uint32_t word)
{
    uint8_t bytes[4];
    twc_put32(bytes, word);
    twc_sha256_add(hash, bytes, sizeof bytes);
}

/* The record, some stations at a time, so that hashing needs no memory and cannot fail. */
static void add_feature(twc_sha256 *hash, const twc_feature *feature)
{
    enum { AT_ONCE = 32 };
    const size_t head = twc_record_head_words(feature);
    int32_t words[TWC_RECORD_HEAD_WORDS_2 + AT_ONCE * TWC_RECORD_STATION_WORDS];
    add_word(hash, (uint32_t)twc_record_words(feature));
    for (int32_t first = 0; first < feature->station_count; first += AT_ONCE) {
        twc_feature part = *feature;
        part.stations += first;
        part.station_count = feature->station_count - first < AT_ONCE ? feature->station_count - first : AT_ONCE;
        TWC_ASSERT(twc_record_words(&part) <= sizeof words / sizeof *words);
        twc_record_write(&part, words);
        words[head - 1] = feature->station_count;
        for (size_t k = first ? head : 0; k < twc_record_words(&part); k++)
            add_word(hash, (uint32_t)words[k]);
    }
}

static void add_state(twc_sha256 *hash, const twc_world_data *data)
{
    static const uint8_t features_follow = 2;
    const twc_world *world = &data->world;
    add_head(hash, world);
    for (size_t k = 0; k < (size_t)world->extent.nx * (size_t)world->extent.nz; k++)
        add_tile(hash, world->tiles[k]);
    if (data->features.list.count == 0)
        return;
    twc_sha256_add(hash, &features_follow, 1);
    add_word(hash, (uint32_t)data->features.list.count);
    for (size_t k = 0; k < data->features.list.count; k++)
        add_feature(hash, &data->features.feature[k]);
}

void twc_world_hash(const twc_world_data *data, char hex[TWC_HASH_HEX])
{
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    add_state(&hash, data);
    twc_sha256_end(&hash, hex);
}

void twc_content_hash(const twc_world_data *data, char hex[TWC_HASH_HEX])
{
    static const uint8_t place_follows = 3;
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    add_state(&hash, data);
    if (data->place.facts > 0) {
        twc_sha256_add(&hash, &place_follows, 1);
        add_word(&hash, (uint32_t)data->place.facts);
        add_word(&hash, (uint32_t)(data->place.facts >> 32));
        twc_sha256_add(&hash, data->place.first, TWC_HASH_HEX - 1);
        twc_sha256_add(&hash, data->place.digest, TWC_HASH_HEX - 1);
    }
    twc_sha256_end(&hash, hex);
}
