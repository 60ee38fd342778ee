/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of our own: {"twc_features": 1, "frame": "local", "features": [...]}. */
#include <stdio.h>

#include "drawings/drawing.h"
#include "read_json.h"

static const char *const document[] = {"twc_features", "frame", "comment", "features", NULL};
static const char *const members[] = {"id",     "name",  "kind",     "profile", "version", "priority",
                                      "spline", "nodes", "stations", "comment", NULL};

static void read_nodes(const cJSON *list, twc_drawings *drawings, twc_status *status)
{
    const cJSON *item = NULL;
    int number = 0;
    cJSON_ArrayForEach(item, list)
    {
        const cJSON *x = cJSON_IsArray(item) ? item->child : NULL, *z = x ? x->next : NULL;
        number++;
        if (!cJSON_IsNumber(x) || !cJSON_IsNumber(z) || z->next) {
            *status = twc_fail(TWC_IO, "node %d takes two numbers, [x, z]", number);
            return;
        }
        *status = twc_drawings_node(drawings, x->valuedouble, z->valuedouble);
        if (status->code)
            return;
    }
}

static twc_status read_feature(const cJSON *json, twc_drawings *drawings)
{
    twc_drawn *d;
    char said[TWC_DRAWING_SAID];
    twc_status status = twc_drawings_add(drawings, &d);
    if (status.code)
        return status;
    if (!cJSON_IsObject(json))
        return twc_fail(TWC_IO, "feature %d is no object", d->number);
    twc_drawing_members(json, d, &status);
    twc_json_only(json, members, &status);
    const cJSON *nodes = cJSON_GetObjectItemCaseSensitive(json, "nodes");
    if (!status.code && !nodes == !d->station_count)
        status = twc_fail(TWC_IO, "it takes either \"nodes\", to be placed, or \"stations\", as it was placed");
    if (!status.code && nodes) {
        twc_json_array(json, "nodes", 2, TWC_NODES_AT_MOST, &status);
        if (!status.code)
            read_nodes(nodes, drawings, &status);
    }
    return status.code ? twc_fail(status.code, "%s: %.360s", twc_drawing_said(d, said), status.message) : status;
}

twc_status twc_drawings_from_json(const cJSON *json, twc_drawings *drawings)
{
    twc_status status = twc_ok();
    const cJSON *item = NULL;
    int version = 0, frame = TWC_FRAME_LOCAL;
    twc_json_only(json, document, &status);
    twc_json_integer(json, "twc_features", 1, 1, &version, &status);
    if (cJSON_GetObjectItemCaseSensitive(json, "frame"))
        twc_json_choice(json, "frame", twc_frame_names, &frame, &status);
    const cJSON *list = twc_json_array(json, "features", 1, TWC_DRAWINGS_AT_MOST, &status);
    drawings->frame = (twc_frame)frame;
    cJSON_ArrayForEach(item, list)
    {
        status = read_feature(item, drawings);
        if (status.code)
            return status;
    }
    return status;
}
