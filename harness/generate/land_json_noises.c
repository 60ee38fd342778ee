/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noises by name: what an entry uses it names, and a noise may be warped by another. */
#include "generate/land_json_parts.h"

enum { MOST_NOISES = 64 };

static const cJSON *find_noise(twc_land_reader *reader, const char *name)
{
    const cJSON *entry = cJSON_GetObjectItemCaseSensitive(reader->noises, name);
    if (!entry)
        reader->status = twc_fail(TWC_IO,
                                  "there is no noise \"%.60s\": add it to \"noises\", or name one that is there", name);
    return entry;
}

/* An entry's own members. */
static void read_fbm(const cJSON *entry, twc_fbm *noise, twc_status *status)
{
    static const char *const names[] = {"size", "octaves", "seed", "warped", NULL};
    if (!status->code && !cJSON_IsObject(entry)) {
        char said[TWC_JSON_SAID];
        *status = twc_fail(TWC_IO, "it takes an object, not %s", twc_json_said(entry, said));
    }
    twc_json_only(entry, names, status);
    twc_land_length(entry, "size", &noise->size, status);
    twc_json_integer(entry, "octaves", 1, 12, &noise->octaves, status);
    twc_json_integer(entry, "seed", 0, TWC_LAND_SEED, &noise->seed, status);
    if (!status->code && noise->size < (double)(1 << noise->octaves) / 128.0)
        *status = twc_fail(TWC_IO,
                           "cells of %g m halved over %d octaves end below 1/64 m: take a larger \"size\" or fewer "
                           "\"octaves\"",
                           noise->size, noise->octaves);
}

/* A noise's displacement: it is not itself displaced. */
static void read_warp(twc_land_reader *reader, const cJSON *json, twc_warp *warp)
{
    static const char *const names[] = {"by", "noise", NULL};
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_metres(json, "by", &warp->by, status);
    twc_land_noise(reader, json, "noise", &warp->noise, NULL);
}

void twc_land_noise(twc_land_reader *reader, const cJSON *json, const char *name, twc_fbm *noise, twc_warp *warp)
{
    char called[64] = "";
    twc_json_text(json, name, called, sizeof called, &reader->status);
    const cJSON *entry = reader->status.code ? NULL : find_noise(reader, called);
    if (!entry)
        return;
    const cJSON *warped = cJSON_GetObjectItemCaseSensitive(entry, "warped");
    read_fbm(entry, noise, &reader->status);
    if (!reader->status.code && warped && !warp)
        reader->status = twc_fail(TWC_IO, "it is \"warped\", and \"%s\" takes a noise that is not: name another", name);
    if (!reader->status.code && warped)
        read_warp(reader, twc_json_object(entry, "warped", &reader->status), warp);
    else if (!reader->status.code && warp)
        *warp = (twc_warp){0.0, *noise};
    twc_json_entry(&reader->status, "noise \"%.60s\"", called);
}

void twc_land_warped(twc_land_reader *reader, const cJSON *json, const char *name, twc_warp *warp)
{
    const cJSON *entry = twc_json_object(json, name, &reader->status);
    if (reader->status.code)
        return;
    read_warp(reader, entry, warp);
    twc_json_entry(&reader->status, "%s", name);
}

/* The noise by whose name an entry is warped; NULL where it is not. */
static const cJSON *warped_by(twc_land_reader *reader, const cJSON *entry)
{
    const cJSON *warped = cJSON_GetObjectItemCaseSensitive(entry, "warped");
    const cJSON *noise = cJSON_GetObjectItemCaseSensitive(warped, "noise");
    return cJSON_IsString(noise) ? find_noise(reader, noise->valuestring) : NULL;
}

/* Each noise leads to at most one other, so a path longer than there are noises goes round. */
void twc_land_noises_check(twc_land_reader *reader)
{
    const cJSON *entry = NULL;
    const int count = cJSON_GetArraySize(reader->noises);
    if (!reader->status.code && count > MOST_NOISES)
        reader->status = twc_fail(TWC_IO, "\"noises\" has %d, and a land at most %d: leave some out", count,
                                  MOST_NOISES);
    if (reader->status.code)
        return;
    cJSON_ArrayForEach(entry, reader->noises)
    {
        const cJSON *next = entry;
        for (int k = 0; k <= count && next && !reader->status.code; k++) {
            next = warped_by(reader, next);
            if (next == entry)
                reader->status = twc_fail(TWC_IO,
                                          "it is warped by itself, %d noises round: leave \"warped\" out of one of "
                                          "them, or name another noise there",
                                          k + 1);
        }
        twc_json_entry(&reader->status, "noise \"%.60s\"", entry->string);
        if (!reader->status.code && cJSON_GetObjectItemCaseSensitive(reader->noises, entry->string) != entry)
            reader->status = twc_fail(TWC_IO, "noise \"%.60s\" is there twice: leave one out", entry->string);
        if (reader->status.code)
            return;
    }
}
