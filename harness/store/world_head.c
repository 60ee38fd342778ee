/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_head.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read_json.h"
#include "write_json.h"

enum { DIGITS = TWC_HASH_HEX - 1 };

static const char *const state_names[2] = {"world", "first_world"};

/* Bytes of one element of each array of features. */
static const uint64_t element_size[TWC_FEATURE_ARRAYS] = {8, 4, 4, 4, 4};

void twc_world_head_destroy(twc_world_head *head)
{
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < TWC_RASTER_COUNT; r++)
            free(head->state[s].raster[r].page_hash);
    twc_georeference_destroy(&head->georeference);
    memset(head, 0, sizeof *head);
}

/* ---- writing ---- */

/* Offsets and counts are below 2^53, so a JSON number has all their digits. */
static void put_count(cJSON *parent, const char *name, uint64_t value)
{
    twc_json_add_printed(parent, name, "%llu", (unsigned long long)value);
}

static void put_reals(cJSON *parent, const char *name, int n, const double *value)
{
    cJSON *list = twc_json_add_array(parent, name);
    for (int k = 0; k < n; k++)
        twc_json_add_printed(list, NULL, "%.17g", value[k]);
}

static void put_state(cJSON *head, const char *name, const twc_state_parts *state)
{
    cJSON *parts = twc_json_add_object(head, name), *rasters = twc_json_add_array(parts, "rasters");
    for (int r = 0; r < TWC_RASTER_COUNT; r++) {
        cJSON *raster = twc_json_add_object(rasters, NULL);
        put_count(raster, "pages", state->raster[r].pages);
        twc_json_add_text(raster, "sha256", state->raster[r].page_hash);
    }
    cJSON *features = twc_json_add_object(parts, "features");
    put_count(features, "count", state->feature_count);
    put_count(features, "words", state->word_count);
    cJSON *arrays = twc_json_add_array(features, "arrays");
    for (int a = 0; a < TWC_FEATURE_ARRAYS && state->feature_count; a++) {
        cJSON *array = twc_json_add_object(arrays, NULL);
        put_count(array, "offset", state->feature[a].offset);
        twc_json_add_text(array, "sha256", state->feature[a].hash);
    }
}

static void put_text(cJSON *parent, const char *name, const char *text)
{
    if (text)
        twc_json_add_text(parent, name, text);
}

static void put_georeference(cJSON *head, const twc_georeference *g)
{
    cJSON *place = twc_json_add_object(head, "georeference");
    put_text(place, "crs", g->crs);
    put_text(place, "unit", g->unit);
    put_text(place, "height_unit", g->height_unit);
    put_text(place, "vertical_datum", g->vertical_datum);
    put_text(place, "source", g->source);
    put_text(place, "made_by", g->made_by);
    put_reals(place, "metres_per_unit", 1, &g->metres_per_unit);
    put_reals(place, "metres_per_height_unit", 1, &g->metres_per_height_unit);
    put_reals(place, "origin", 2, g->origin);
    put_reals(place, "per_x", 2, g->per_x);
    put_reals(place, "per_z", 2, g->per_z);
    put_reals(place, "cell", 6, g->cell);
    put_reals(place, "size", 2, (double[2]){g->columns, g->rows});
}

twc_status twc_world_head_write(const twc_world_head *head, char **text)
{
    cJSON *json = cJSON_CreateObject();
    const twc_rect e = head->extent;
    twc_json_add_array(json, "needs"); /* what a reader has to know besides this: nothing yet */
    put_reals(json, "extent", 4, (double[4]){e.x, e.z, e.nx, e.nz});
    twc_json_add_number(json, "base_sample", head->base_sample);
    put_reals(json, "datum", 1, &head->datum);
    twc_json_add_text(json, "title", head->name);
    twc_json_add_text(json, "world_sha256", head->world_hash);
    twc_json_add_text(json, "content_sha256", head->content_hash);
    twc_json_add_text(json, "structure_sha256", head->structure_hash);
    put_count(json, "hdf5_size", head->hdf5_size);
    put_georeference(json, &head->georeference);
    put_state(json, state_names[0], &head->state[0]);
    if (head->place.facts > 0) {
        cJSON *log = twc_json_add_object(json, "log");
        twc_json_add_printed(log, "facts", "\"%llu\"", (unsigned long long)head->place.facts);
        twc_json_add_text(log, "first_sha256", head->place.first);
        twc_json_add_text(log, "sha256", head->place.digest);
        put_state(json, state_names[1], &head->state[1]);
    }
    return twc_json_text_of(json, TWC_JSON_PACKED, text);
}

/* ---- reading ---- */

/* After a failure these do nothing, like those of read_json.h. */

static uint64_t get_count(const cJSON *object, const char *name, double most, twc_status *status)
{
    double value = 0;
    twc_json_real(object, name, 0, most, &value, status);
    if (!status->code && floor(value) < value)
        *status = twc_fail(TWC_IO, "\"%s\" takes an integer", name);
    return status->code ? 0 : (uint64_t)value;
}

static void get_reals(const cJSON *object, const char *name, int n, double *value, twc_status *status)
{
    const cJSON *list = twc_json_array(object, name, n, n, status), *item = NULL;
    int k = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (!status->code && (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)))
            *status = twc_fail(TWC_IO, "\"%s\" takes finite numbers", name);
        if (!status->code)
            value[k++] = item->valuedouble;
    }
}

static double get_real(const cJSON *object, const char *name, twc_status *status)
{
    double value = 0;
    get_reals(object, name, 1, &value, status);
    return value;
}

static void get_integers(const cJSON *object, const char *name, int n, int32_t *value, twc_status *status)
{
    double real[4] = {0};
    get_reals(object, name, n, real, status);
    for (int k = 0; k < n && !status->code; k++) {
        if (!(fabs(real[k]) <= INT32_MAX) || floor(real[k]) < real[k])
            *status = twc_fail(TWC_IO, "\"%s\" takes integers", name);
        else
            value[k] = (int32_t)real[k];
    }
}

static void get_hash(const cJSON *object, const char *name, char hash[TWC_HASH_HEX], twc_status *status)
{
    twc_json_text(object, name, hash, TWC_HASH_HEX, status);
    if (!status->code && strspn(hash, "0123456789abcdef") != DIGITS)
        *status = twc_fail(TWC_IO, "\"%s\" is not a hash", name);
}

static void get_text(const cJSON *object, const char *name, char **text, twc_status *status)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item || status->code)
        return;
    *status = cJSON_IsString(item) ? twc_georeference_set(text, item->valuestring)
                                   : twc_fail(TWC_IO, "\"%s\" takes a text", name);
}

/* Whether `count` pieces of `size` bytes from `offset` on lie within the file; nothing overflows. */
static int within(uint64_t offset, uint64_t count, uint64_t size, uint64_t file_size)
{
    return offset <= file_size && count <= (file_size - offset) / size;
}

static void get_raster(const cJSON *raster, const twc_raster_shape *shape, uint64_t file_size, twc_paged_raster *out,
                       twc_status *status)
{
    out->page_count = twc_raster_pages(shape);
    out->pages = get_count(raster, "pages", (double)file_size, status);
    if (!status->code && !within(out->pages, twc_raster_chunks(shape), TWC_PAGE_ENTRY, file_size))
        *status = twc_fail(TWC_IO, "the pages of a raster lie outside the file");
    if (status->code)
        return;
    const size_t digits = DIGITS * out->page_count;
    out->page_hash = malloc(digits + 1);
    if (!out->page_hash) {
        *status = twc_fail(TWC_IO, "not enough memory for the index of a world");
        return;
    }
    twc_json_text(raster, "sha256", out->page_hash, digits + 1, status);
    if (!status->code && strspn(out->page_hash, "0123456789abcdef") != digits)
        *status = twc_fail(TWC_IO, "the pages of a raster have no hashes");
}

static void get_features(const cJSON *features, uint64_t file_size, twc_state_parts *out, twc_status *status)
{
    out->feature_count = get_count(features, "count", 1 << 24, status);
    out->word_count = get_count(features, "words", 1 << 28, status);
    const int n = out->feature_count ? TWC_FEATURE_ARRAYS : 0;
    const cJSON *arrays = twc_json_array(features, "arrays", n, n, status), *item = NULL;
    int a = 0;
    cJSON_ArrayForEach(item, arrays)
    {
        const uint64_t elements = a == TWC_FEATURE_WORDS ? out->word_count : out->feature_count;
        out->feature[a].offset = get_count(item, "offset", (double)file_size, status);
        get_hash(item, "sha256", out->feature[a].hash, status);
        if (!status->code && !within(out->feature[a].offset, elements, element_size[a], file_size))
            *status = twc_fail(TWC_IO, "its features lie outside the file");
        a++;
    }
}

static void get_state(const cJSON *json, const char *name, twc_rect extent, uint64_t file_size, twc_state_parts *out,
                      twc_status *status)
{
    const cJSON *parts = twc_json_object(json, name, status), *item = NULL;
    const cJSON *rasters = twc_json_array(parts, "rasters", TWC_RASTER_COUNT, TWC_RASTER_COUNT, status);
    int r = 0;
    cJSON_ArrayForEach(item, rasters)
    {
        const twc_raster_shape shape = twc_raster_shape_of(r, extent);
        if (!status->code)
            get_raster(item, &shape, file_size, &out->raster[r++], status);
    }
    get_features(twc_json_object(parts, "features", status), file_size, out, status);
}

static void get_georeference(const cJSON *json, twc_georeference *g, twc_status *status)
{
    const cJSON *place = twc_json_object(json, "georeference", status);
    int32_t size[2] = {0, 0};
    get_text(place, "crs", &g->crs, status);
    get_text(place, "unit", &g->unit, status);
    get_text(place, "height_unit", &g->height_unit, status);
    get_text(place, "vertical_datum", &g->vertical_datum, status);
    get_text(place, "source", &g->source, status);
    get_text(place, "made_by", &g->made_by, status);
    g->metres_per_unit = get_real(place, "metres_per_unit", status);
    g->metres_per_height_unit = get_real(place, "metres_per_height_unit", status);
    get_reals(place, "origin", 2, g->origin, status);
    get_reals(place, "per_x", 2, g->per_x, status);
    get_reals(place, "per_z", 2, g->per_z, status);
    get_reals(place, "cell", 6, g->cell, status);
    get_integers(place, "size", 2, size, status);
    g->columns = size[0];
    g->rows = size[1];
}

static void get_place(const cJSON *json, twc_log_place *place, twc_status *status)
{
    char facts[24] = "", *end = facts;
    const cJSON *log = twc_json_object(json, "log", status);
    twc_json_text(log, "facts", facts, sizeof facts, status);
    get_hash(log, "first_sha256", place->first, status);
    get_hash(log, "sha256", place->digest, status);
    place->facts = strtoull(facts, &end, 10);
    if (!status->code && (strspn(facts, "0123456789") != strlen(facts) || place->facts < 1 || place->facts > INT64_MAX))
        *status = twc_fail(TWC_IO, "\"facts\" of the log is not a number of facts");
}

/* The members that a later twc might add are passed over, unless it says that they are needed. */
static void check_needs(const cJSON *json, twc_status *status)
{
    const cJSON *needs = twc_json_array(json, "needs", 0, 1 << 16, status),
                *first = needs ? cJSON_GetArrayItem(needs, 0) : NULL;
    if (first)
        *status = twc_fail(TWC_IO, "it needs \"%.60s\", which this twc does not know: use the one that wrote it",
                           cJSON_IsString(first) ? first->valuestring : "?");
}

static void get_head(const cJSON *json, uint64_t file_size, twc_world_head *head, twc_status *status)
{
    int32_t e[4] = {0};
    int base = 0;
    check_needs(json, status);
    get_integers(json, "extent", 4, e, status);
    head->extent = (twc_rect){e[0], e[1], e[2], e[3]};
    if (!status->code && (e[0] < -TWC_TILE_LIMIT || e[1] < -TWC_TILE_LIMIT || e[2] < 1 || e[3] < 1 ||
                          e[2] > TWC_TILE_LIMIT - e[0] || e[3] > TWC_TILE_LIMIT - e[1]))
        *status = twc_fail(TWC_IO, "its extent is empty or out of range");
    twc_json_integer(json, "base_sample", 0, UINT16_MAX, &base, status);
    head->base_sample = (uint16_t)base;
    head->datum = get_real(json, "datum", status);
    twc_json_text(json, "title", head->name, sizeof head->name, status);
    get_hash(json, "world_sha256", head->world_hash, status);
    get_hash(json, "content_sha256", head->content_hash, status);
    get_hash(json, "structure_sha256", head->structure_hash, status);
    head->hdf5_size = get_count(json, "hdf5_size", (double)file_size, status);
    get_georeference(json, &head->georeference, status);
    if (!status->code)
        get_state(json, state_names[0], head->extent, file_size, &head->state[0], status);
    if (!status->code && cJSON_GetObjectItemCaseSensitive(json, "log")) {
        get_place(json, &head->place, status);
        if (!status->code)
            get_state(json, state_names[1], head->extent, file_size, &head->state[1], status);
    }
}

twc_status twc_world_head_read(const char *text, uint64_t file_size, twc_world_head *head)
{
    twc_status status = twc_ok();
    memset(head, 0, sizeof *head);
    cJSON *json = cJSON_ParseWithOpts(text, NULL, 1);
    if (cJSON_IsObject(json))
        get_head(json, file_size, head, &status);
    else
        status = twc_fail(TWC_IO, "its head is no JSON object");
    cJSON_Delete(json);
    if (status.code)
        twc_world_head_destroy(head);
    return status;
}
