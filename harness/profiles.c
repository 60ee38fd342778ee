/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_json.h"

enum { MOST_ENTRIES = 1000 };

static const char *const edge_names[] = {"bank", "retain", "none"};

/* ---- hash ---- */

static void add_little_endian(twc_sha256 *hash, uint64_t value, size_t size)
{
    unsigned char bytes[8];
    for (size_t k = 0; k < size; k++)
        bytes[k] = (unsigned char)(value >> 8 * k);
    twc_sha256_add(hash, bytes, size);
}

void twc_profile_hash(const twc_profile *profile, char hex[TWC_HASH_HEX])
{
    twc_sha256 hash;
    uint64_t ratio;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, profile->name, strlen(profile->name) + 1);
    const int32_t head[2] = {profile->version, profile->row_count};
    for (int k = 0; k < 2; k++)
        add_little_endian(&hash, (uint32_t)head[k], 4);
    for (int32_t r = 0; r < profile->row_count; r++) {
        add_little_endian(&hash, (uint32_t)profile->row[r].offset_cm, 4);
        add_little_endian(&hash, (uint32_t)profile->row[r].rise_cm, 4);
    }
    const int32_t rest[7] = {profile->depth_cm,    (int32_t)profile->edge,   profile->bank_max_cm,
                             profile->bank_min_cm, profile->inner_wobble_cm, profile->outer_wobble_cm,
                             profile->bed_noise_cm};
    for (int k = 0; k < 7; k++)
        add_little_endian(&hash, (uint32_t)rest[k], 4);
    memcpy(&ratio, &profile->bank_ratio, sizeof ratio);
    add_little_endian(&hash, ratio, 8);
    if (twc_profile_layout(profile) != 1)
        add_little_endian(&hash, (uint32_t)profile->step_cm, 4);
    twc_sha256_end(&hash, hex);
}

/* ---- reading ---- */

static void parse_edge(const cJSON *json, twc_profile *profile, twc_status *status)
{
    char text[16] = "";
    twc_json_text(json, "edge", text, sizeof text, status);
    for (int k = 0; k < 3 && !status->code; k++)
        if (strcmp(text, edge_names[k]) == 0) {
            profile->edge = (twc_edge_rule)k;
            return;
        }
    if (!status->code)
        *status = twc_fail(TWC_IO, "\"edge\" is \"%s\", it takes \"bank\", \"retain\" or \"none\"", text);
}

static void parse_rows(const cJSON *json, twc_profile *profile, twc_status *status)
{
    const cJSON *item = NULL, *rows = twc_json_array(json, "rows_cm", 2, TWC_PROFILE_ROWS, status);
    cJSON_ArrayForEach(item, rows)
    {
        const cJSON *offset = cJSON_GetArrayItem(item, 0), *rise = cJSON_GetArrayItem(item, 1);
        if (!cJSON_IsNumber(offset) || !cJSON_IsNumber(rise) || offset->valuedouble != offset->valueint ||
            rise->valuedouble != rise->valueint) {
            *status = twc_fail(TWC_IO, "a row takes two whole numbers, [offset, rise] in centimetres");
            return;
        }
        profile->row[profile->row_count++] = (twc_profile_row){offset->valueint, rise->valueint};
    }
}

static twc_status parse_profile(const cJSON *json, twc_profile *profile)
{
    char frozen[TWC_HASH_HEX] = "", hash[TWC_HASH_HEX];
    const int most = 1000000;
    twc_status status = twc_ok();
    memset(profile, 0, sizeof *profile);
    twc_json_text(json, "name", profile->name, sizeof profile->name, &status);
    twc_json_integer(json, "version", 1, most, &profile->version, &status);
    parse_rows(json, profile, &status);
    twc_json_integer(json, "depth_cm", -most, most, &profile->depth_cm, &status);
    parse_edge(json, profile, &status);
    if (!status.code && profile->edge == TWC_EDGE_BANK) {
        twc_json_real(json, "bank_ratio", -1e6, 1e6, &profile->bank_ratio, &status);
        twc_json_integer(json, "bank_min_cm", -most, most, &profile->bank_min_cm, &status);
        twc_json_integer(json, "bank_max_cm", -most, most, &profile->bank_max_cm, &status);
    }
    twc_json_integer(json, "inner_wobble_cm", -most, most, &profile->inner_wobble_cm, &status);
    twc_json_integer(json, "outer_wobble_cm", -most, most, &profile->outer_wobble_cm, &status);
    twc_json_integer(json, "bed_noise_cm", -most, most, &profile->bed_noise_cm, &status);
    profile->step_cm = TWC_STATION_CM;
    if (cJSON_GetObjectItemCaseSensitive(json, "step_cm"))
        twc_json_integer(json, "step_cm", 1, most, &profile->step_cm, &status);
    twc_json_text(json, "frozen_sha256", frozen, sizeof frozen, &status);
    if (!status.code)
        status = twc_profile_check(profile);
    if (status.code)
        return status;
    twc_profile_hash(profile, hash);
    if (strcmp(hash, frozen) != 0)
        return twc_fail(
            TWC_IO, "the frozen entry \"%.47s\" version %d was altered (its content has %s): add a new version instead",
            profile->name, profile->version, hash);
    return twc_ok();
}

static twc_status parse_catalogue(const cJSON *json, twc_catalogue *catalogue)
{
    twc_status status = twc_ok();
    const cJSON *item = NULL, *list = twc_json_array(json, "profiles", 1, MOST_ENTRIES, &status);
    if (status.code)
        return status;
    catalogue->profile = calloc((size_t)cJSON_GetArraySize(list), sizeof *catalogue->profile);
    if (!catalogue->profile)
        return twc_fail(TWC_IO, "no memory for %d profiles", cJSON_GetArraySize(list));
    cJSON_ArrayForEach(item, list)
    {
        twc_profile *profile = &catalogue->profile[catalogue->count];
        status = parse_profile(item, profile);
        for (size_t k = 0; k < catalogue->count && !status.code; k++)
            if (strcmp(profile->name, catalogue->profile[k].name) == 0 &&
                profile->version == catalogue->profile[k].version)
                status = twc_fail(TWC_IO, "\"%.47s\" version %d is there twice", profile->name, profile->version);
        if (status.code)
            return twc_fail(status.code, "profile %zu: %.400s", catalogue->count + 1, status.message);
        catalogue->count++;
    }
    return status;
}

twc_status twc_catalogue_read(const char *path, twc_catalogue *catalogue)
{
    cJSON *json = NULL;
    *catalogue = (twc_catalogue){NULL, 0};
    twc_status status = twc_read_json(path, &json);
    if (status.code)
        return status;
    status = parse_catalogue(json, catalogue);
    cJSON_Delete(json);
    if (status.code) {
        twc_catalogue_free(catalogue);
        return twc_fail(TWC_IO, "%.100s: %.380s", path, status.message);
    }
    return status;
}

void twc_catalogue_free(twc_catalogue *catalogue)
{
    free(catalogue->profile);
    *catalogue = (twc_catalogue){NULL, 0};
}

twc_status twc_catalogue_find(const twc_catalogue *catalogue, const char *name, int version,
                              const twc_profile **profile)
{
    char names[320] = "";
    size_t length = 0;
    *profile = NULL;
    for (size_t k = 0; k < catalogue->count; k++) {
        const twc_profile *entry = &catalogue->profile[k];
        int wanted = strcmp(entry->name, name) == 0 && (version == 0 || version == entry->version);
        if (wanted && (!*profile || entry->version > (*profile)->version))
            *profile = entry;
        int written = snprintf(names + length, sizeof names - length, "%s\"%s\"", k ? ", " : "", entry->name);
        length = written > 0 && length + (size_t)written < sizeof names ? length + (size_t)written : length;
    }
    if (*profile)
        return twc_ok();
    if (version)
        return twc_fail(TWC_USAGE, "there is no profile \"%.60s\" of version %d; there are %s", name, version, names);
    return twc_fail(TWC_USAGE, "there is no profile \"%.60s\"; there are %s", name, names);
}
