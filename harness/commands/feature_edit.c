/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc feature add, move, remove: facts in a log, all of a command or none. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/feature.h"
#include "commands/values.h"
#include "drawings/route_check.h"
#include "store/open_session.h"
#include "twc/fact_group.h"
#include "write_json.h"

/* A command on its way. */
typedef struct editing {
    const twc_feature_values *v;
    twc_session *session;
    twc_fact_group group;
    uint64_t *ids; /* of the features it was about, in order */
    size_t count, capacity;
    uint64_t next_id;
    twc_rebuilt rebuilt; /* of all facts */
} editing;

static twc_status note(editing *e, uint64_t id, const twc_rebuilt *rebuilt)
{
    if (e->count == e->capacity) {
        const size_t capacity = 2 * e->capacity + 8;
        uint64_t *larger = realloc(e->ids, capacity * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for %zu ids", capacity);
        e->ids = larger;
        e->capacity = capacity;
    }
    e->ids[e->count++] = id;
    e->rebuilt.rebuilt += rebuilt->rebuilt;
    e->rebuilt.changed += rebuilt->changed;
    return twc_ok();
}

/* ---- add ---- */

/* The id of a feature to add: one that nothing has, unless it is to be replaced. */
static twc_status choose_id(editing *e, const twc_drawn *drawing, uint64_t *id)
{
    const twc_features *features = twc_session_features(e->session);
    if (drawing->id < 0) {
        *id = e->next_id = twc_next_free_id(features, e->next_id);
        return twc_ok();
    }
    *id = (uint64_t)drawing->id;
    for (size_t k = 0; k < e->count; k++)
        if (e->ids[k] == *id)
            return twc_fail(TWC_USAGE, "an earlier feature has its id %" PRIu64 " too: leave one of them out", *id);
    if (!e->v->replace && twc_features_find(features, *id))
        return twc_fail(TWC_USAGE,
                        "there is a feature %" PRIu64
                        " already: pass --replace to put this one in its place, or leave its id out "
                        "for the next free one, %" PRIu64,
                        *id, twc_next_free_id(features, 1));
    return twc_ok();
}

/* A refusal of a route, with the node it is about and what would help there; `refusal` where nothing more is known. */
static twc_status explain(const editing *e, const twc_feature_sources *s, const twc_drawn_route *route,
                          twc_status refusal)
{
    const twc_world *world = &twc_session_world(e->session)->world;
    twc_route_report report;
    twc_features features;
    twc_corridor corridor = route->corridor;
    twc_status status = twc_features_copy(twc_session_features(e->session), &features);
    if (status.code)
        return refusal;
    corridor.profile = &route->profile;
    twc_features_remove(&features, corridor.id);
    status = twc_route_check(world, &corridor, s->placing.catalogue, &features, &report);
    const twc_route_fault *f = report.count ? report.faults : NULL;
    if (!status.code && f && f->node) {
        char bend[80] = "";
        if (f->least > 0)
            snprintf(bend, sizeof bend, ", radius %.2f m, \"%.47s\" needs %.2f m", f->radius, corridor.profile->name,
                     f->least);
        refusal = twc_fail(TWC_USAGE, "node %d, %s at (%.2f, %.2f) m%s: %.160s%s", f->node, twc_fault_names[f->kind],
                           f->at.x * 0.01, f->at.z * 0.01, bend, f->help,
                           report.count > 1 ? " (twc feature check says every fault)" : "");
    }
    twc_route_report_destroy(&report);
    twc_features_destroy(&features);
    return refusal;
}

/* Places a route whose nodes are all known; what else was refused before has nothing to be explained by. */
static twc_status place(const editing *e, const twc_feature_sources *s, const twc_drawn_route *route,
                        twc_rebuilt *rebuilt)
{
    const twc_status status = twc_drawn_route_place(e->session, route, rebuilt);
    return status.code == TWC_USAGE && route->nodes ? explain(e, s, route, status) : status;
}

static twc_status add_one(editing *e, const twc_feature_sources *s, int file, const twc_drawn *drawing)
{
    twc_drawn_route route;
    twc_rebuilt rebuilt = {0};
    char said[TWC_DRAWING_SAID];
    uint64_t id = 0;
    memset(&route, 0, sizeof route);
    twc_status status = choose_id(e, drawing, &id);
    if (!status.code)
        status = twc_drawn_route_make(&s->placing, s->name[file], twc_session_world(e->session), &s->drawings[file],
                                      drawing, &route);
    route.corridor.id = id;
    if (!status.code)
        status = place(e, s, &route, &rebuilt);
    twc_drawn_route_destroy(&route);
    if (!status.code)
        return note(e, id, &rebuilt);
    if (e->v->nodes.count)
        return status;
    return twc_fail(status.code, "%.100s, %s: %.280s", s->name[file], twc_drawing_said(drawing, said), status.message);
}

static twc_status add(editing *e, const twc_feature_sources *s)
{
    twc_status status = twc_ok();
    e->next_id = 1;
    for (int f = 0; f < s->count && !status.code; f++) {
        for (int k = 0; k < s->drawings[f].count && !status.code; k++)
            status = add_one(e, s, f, &s->drawings[f].drawing[k]);
        if (!status.code && s->drawings[f].repeated)
            fprintf(stderr, "twc feature: %d points of %s lie where the one before them does, and were left out\n",
                    s->drawings[f].repeated, s->name[f]);
    }
    return status;
}

/* ---- move, remove ---- */

static twc_status need_feature(const editing *e, uint64_t id)
{
    return twc_features_find(twc_session_features(e->session), id)
               ? twc_ok()
               : twc_fail(TWC_USAGE, "there is no feature %" PRIu64 "; twc feature list says those there are", id);
}

/* A feature through other nodes, with what else it is. */
static twc_status reroute(editing *e, const twc_feature_sources *s, uint64_t id, twc_rebuilt *rebuilt)
{
    const twc_feature *there = twc_features_find(twc_session_features(e->session), id);
    twc_drawn_route route;
    twc_status status = twc_drawn_route_make(&s->placing, s->name[0], twc_session_world(e->session), &s->drawings[0],
                                             &s->drawings[0].drawing[0], &route);
    route.corridor.id = id;
    route.corridor.priority = there->priority;
    route.profile = there->profile;
    if (!status.code)
        status = place(e, s, &route, rebuilt);
    twc_drawn_route_destroy(&route);
    return status;
}

static twc_status move(editing *e, const twc_feature_sources *s, const uint64_t *ids)
{
    const twc_feature_values *v = e->v;
    const twc_point by = {v->nodes.count ? 0 : (int32_t)rint(v->by.x * 100),
                          v->nodes.count ? 0 : (int32_t)rint(v->by.z * 100)};
    twc_status status = twc_ok();
    for (int k = 0; k < v->words.count && !status.code; k++) {
        twc_rebuilt rebuilt = {0};
        status = need_feature(e, ids[k]);
        if (!status.code)
            status = v->nodes.count ? reroute(e, s, ids[k], &rebuilt)
                                    : twc_session_move(e->session, ids[k], by, &rebuilt);
        if (!status.code)
            status = note(e, ids[k], &rebuilt);
    }
    return status;
}

static twc_status take_away(editing *e, const uint64_t *ids)
{
    twc_status status = twc_ok();
    for (int k = 0; k < e->v->words.count && !status.code; k++) {
        twc_rebuilt rebuilt = {0};
        status = need_feature(e, ids[k]);
        if (!status.code)
            status = twc_session_remove(e->session, ids[k], &rebuilt);
        if (!status.code)
            status = note(e, ids[k], &rebuilt);
    }
    return status;
}

/* ---- all of them ---- */

static twc_status tell(const twc_cli *cli, const editing *e)
{
    static const char *const done[] = {"added", "", "", "moved", "removed"};
    const uint64_t last = twc_session_next(e->session) - 1;
    char fingerprint[24] = "";
    twc_status status = e->v->fingerprint ? twc_session_need_all(e->session) : twc_ok();
    if (status.code)
        return status;
    if (e->v->fingerprint)
        snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, twc_scene_fingerprint(twc_session_scene(e->session)));
    if (cli->json) {
        cJSON *json = cJSON_CreateObject(), *list = twc_json_add_array(json, "ids");
        for (size_t k = 0; k < e->count; k++)
            twc_json_add_printed(list, NULL, "%" PRIu64, e->ids[k]);
        twc_json_add_printed(json, "fact", "%" PRIu64, last);
        twc_json_add_number(json, "rebuilt", e->rebuilt.rebuilt);
        twc_json_add_number(json, "changed", e->rebuilt.changed);
        if (e->v->fingerprint)
            twc_json_add_text(json, "fingerprint", fingerprint);
        return twc_json_print(json, TWC_JSON_LINE, stdout);
    }
    for (size_t k = 0; k < e->count; k++)
        printf("fact %" PRIu64 ": feature %" PRIu64 " %s\n", last - e->count + 1 + k, e->ids[k], done[e->v->action]);
    printf("%u chunks rebuilt, %u changed%s%s\n", e->rebuilt.rebuilt, e->rebuilt.changed,
           e->v->fingerprint ? "; fingerprint " : "", fingerprint);
    return status;
}

/* What can be said before the world is opened, and its log made. */
static twc_status check_words(const twc_feature_values *v)
{
    const char *plus = twc_named_log(v->world);
    const int moves = v->action == TWC_FEATURE_MOVE;
    if (!*plus || !plus[1])
        return twc_fail(TWC_USAGE, "what is done goes into a log: name it behind the world, as in %.200s+edits.log",
                        v->world);
    if (v->action != TWC_FEATURE_ADD && v->words.count == 0)
        return twc_fail(TWC_USAGE, "name the ids of the features; twc feature list says those there are");
    if (moves && isnan(v->by.x) == (v->nodes.count == 0))
        return twc_fail(TWC_USAGE, "move takes either --by DX,DZ or --nodes");
    if (moves && v->nodes.count && v->words.count != 1)
        return twc_fail(TWC_USAGE, "--nodes are of one feature, not of %d", v->words.count);
    return twc_ok();
}

static twc_status open_session(const twc_cli *cli, const twc_feature_values *v, char *world, twc_log_file *log,
                               editing *e)
{
    const char *plus = twc_named_log(v->world);
    twc_log_reading reading;
    world[plus - v->world] = '\0';
    const twc_session_files files = {.world = world, .log = plus + 1, .memory = cli->memory, .lazily = 1};
    twc_status status = twc_session_open_files(cli->level, &files, log, &e->session, &reading);
    if (!status.code && reading.dropped)
        fprintf(stderr, "twc feature: an unfinished record of %" PRIu64 " bytes at the end of the log was dropped\n",
                reading.dropped);
    return status;
}

static twc_status make_edits(editing *e, const twc_feature_sources *s, const uint64_t *ids)
{
    twc_session_set_recorder(e->session, twc_fact_group_take, &e->group);
    switch (e->v->action) {
    case TWC_FEATURE_ADD:
        return add(e, s);
    case TWC_FEATURE_MOVE:
        return move(e, s, ids);
    default:
        return take_away(e, ids);
    }
}

twc_status twc_feature_edit(const twc_cli *cli, const twc_feature_values *v)
{
    editing e = {.v = v};
    twc_feature_sources sources;
    twc_log_file log = {.file = -1};
    uint64_t *ids = NULL;
    memset(&sources, 0, sizeof sources);
    twc_status status = check_words(v);
    if (status.code)
        return status;
    twc_feature_values drawn = *v;
    drawn.words.count = v->action == TWC_FEATURE_ADD ? v->words.count : 0;
    if (v->action == TWC_FEATURE_ADD || v->nodes.count)
        status = twc_feature_sources_read(&drawn, &sources);
    if (!status.code && v->action != TWC_FEATURE_ADD)
        status = twc_feature_ids(&v->words, &ids);
    char *world = status.code ? NULL : strdup(v->world);
    if (!status.code)
        status = world ? open_session(cli, v, world, &log, &e) : twc_fail(TWC_IO, "not enough memory for a name");
    if (!status.code)
        status = make_edits(&e, &sources, ids);
    if (!status.code)
        status = twc_fact_group_append(&e.group, &log.log);
    if (!status.code)
        status = tell(cli, &e);
    twc_session_destroy(e.session);
    twc_log_file_close(&log);
    twc_fact_group_destroy(&e.group);
    twc_feature_sources_destroy(&sources);
    free(e.ids);
    free(ids);
    free(world);
    return status;
}
