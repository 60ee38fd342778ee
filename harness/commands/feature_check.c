/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc feature check: every fault of routes that are to be added, as a table, JSON, a figure. Nothing is changed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands/feature.h"
#include "drawings/route_check.h"
#include "figures.h"
#include "store/open_session.h"
#include "write_json.h"

/* One route that was looked at. */
typedef struct checked_route {
    const char *file;
    const twc_drawn *drawing;
    twc_drawn_route route;
    twc_route_report report;
    twc_status unmade; /* why it is no route at all */
} checked_route;

typedef struct checking {
    size_t count;
    checked_route *route;
    size_t faults;
} checking;

/* A frozen record is read as a fact would be. */
static twc_status check_frozen(const twc_world *world, const twc_drawn_route *route, twc_features *features,
                               twc_route_report *report)
{
    const twc_feature frozen = {.id = route->corridor.id,
                                .priority = route->corridor.priority,
                                .kind = TWC_FOOTPRINT_CORRIDOR,
                                .profile = route->profile,
                                .station_count = route->station_count,
                                .stations = route->stations};
    const size_t n = twc_record_words(&frozen);
    int32_t *words = malloc(n * sizeof *words);
    twc_feature feature;
    void *memory = NULL;
    if (!words)
        return twc_fail(TWC_IO, "not enough memory for a record of %zu words", n);
    twc_record_write(&frozen, words);
    report->refusal = twc_features_read(words, n, world->extent, features, &feature, &memory);
    free(words);
    report->placeable = !report->refusal.code;
    twc_status status = report->placeable ? twc_features_reserve(features) : twc_ok();
    if (report->placeable && !status.code)
        twc_features_put(features, &feature, memory);
    else
        free(memory);
    return status;
}

static twc_status check_one(const twc_feature_sources *s, int file, const twc_world_data *world, twc_features *features,
                            checked_route *c)
{
    c->file = s->name[file];
    c->unmade = twc_drawn_route_make(&s->placing, c->file, world, &s->drawings[file], c->drawing, &c->route);
    if (c->unmade.code)
        return c->unmade.code == TWC_IO ? c->unmade : twc_ok();
    if (c->drawing->id < 0)
        c->route.corridor.id = twc_next_free_id(features, 1);
    else
        twc_features_remove(features, (uint64_t)c->drawing->id); /* it may be meant to replace that one */
    c->route.corridor.profile = &c->route.profile;
    return c->route.station_count
               ? check_frozen(&world->world, &c->route, features, &c->report)
               : twc_route_check(&world->world, &c->route.corridor, s->placing.catalogue, features, &c->report);
}

static twc_status check_all(const twc_feature_sources *s, const twc_world_data *world, twc_features *features,
                            checking *all)
{
    size_t count = 0;
    twc_status status = twc_ok();
    for (int f = 0; f < s->count; f++)
        count += (size_t)s->drawings[f].count;
    all->route = calloc(count, sizeof *all->route);
    if (!all->route)
        return twc_fail(TWC_IO, "not enough memory for %zu routes", count);
    for (int f = 0; f < s->count; f++)
        for (int k = 0; k < s->drawings[f].count && !status.code; k++) {
            checked_route *c = &all->route[all->count++];
            c->drawing = &s->drawings[f].drawing[k];
            status = check_one(s, f, world, features, c);
            all->faults += c->report.count + (c->unmade.code || (c->report.refusal.code && !c->report.count));
        }
    return status;
}

/* ---- what is told ---- */

static void print_fault(const twc_route_fault *f, size_t number)
{
    char radius[24] = "", least[24] = "", node[16] = "";
    if (f->least > 0) {
        snprintf(radius, sizeof radius, "%.2f", f->radius);
        snprintf(least, sizeof least, "%.2f", f->least);
    }
    if (f->node)
        snprintf(node, sizeof node, "%d", f->node);
    if (f->kind == TWC_FAULT_OTHER)
        printf("%4zu  %-8s %s\n", number, twc_fault_names[f->kind], f->help);
    else
        printf("%4zu  %-8s %5s %11.2f %11.2f %8s %8s  %s\n", number, twc_fault_names[f->kind], node, f->at.x * 0.01,
               f->at.z * 0.01, radius, least, f->help);
}

static void print_table(const checking *all)
{
    size_t number = 0;
    for (size_t k = 0; k < all->count; k++) {
        const checked_route *c = &all->route[k];
        char said[TWC_DRAWING_SAID];
        printf("%s, %s: ", c->file, twc_drawing_said(c->drawing, said));
        if (c->unmade.code) {
            printf("%s\n", c->unmade.message);
        } else if (c->report.placeable) {
            printf("%s, %.1f m, can be placed\n", c->route.profile.name, c->report.length);
        } else if (c->report.count == 0) {
            printf("%s\n", c->report.refusal.message);
        } else {
            printf("%s, %.1f m, %zu fault%s\n", c->route.profile.name, c->report.length, c->report.count,
                   c->report.count == 1 ? "" : "s");
            printf("%4s  %-8s %5s %11s %11s %8s %8s  %s\n", "", "fault", "node", "x m", "z m", "radius m", "least m",
                   "what would help");
        }
        for (size_t f = 0; f < c->report.count; f++)
            print_fault(&c->report.faults[f], ++number);
    }
}

static void add_fault(cJSON *list, const twc_route_fault *f)
{
    cJSON *one = twc_json_add_object(list, NULL);
    twc_json_add_text(one, "fault", twc_fault_names[f->kind]);
    if (f->node)
        twc_json_add_number(one, "node", f->node);
    if (f->kind != TWC_FAULT_OTHER)
        twc_json_add_printed(one, "at", "[%.2f,%.2f]", f->at.x * 0.01, f->at.z * 0.01);
    if (f->least > 0) {
        twc_json_add_printed(one, "radius_m", "%.2f", f->radius);
        twc_json_add_printed(one, "least_m", "%.2f", f->least);
    }
    if (f->moved)
        twc_json_add_number(one, "move_node", f->mover);
    if (f->moved)
        twc_json_add_printed(one, "move_to", "[%.2f,%.2f]", f->to.x * 0.01, f->to.z * 0.01);
    if (f->narrower)
        twc_json_add_text(one, "narrower", f->narrower->name);
    twc_json_add_text(one, "help", f->help);
}

static twc_status print_json(const checking *all)
{
    cJSON *json = cJSON_CreateObject();
    twc_json_add_number(json, "faults", (double)all->faults);
    cJSON *list = twc_json_add_array(json, "routes");
    for (size_t k = 0; k < all->count; k++) {
        const checked_route *c = &all->route[k];
        cJSON *one = twc_json_add_object(list, NULL);
        twc_json_add_text(one, "file", c->file);
        twc_json_add_number(one, "feature", c->drawing->number);
        if (c->drawing->name[0])
            twc_json_add_text(one, "name", c->drawing->name);
        if (!c->unmade.code) {
            twc_json_add_text(one, "profile", c->route.profile.name);
            twc_json_add_printed(one, "length_m", "%.2f", c->report.length);
        }
        twc_json_add_flag(one, "placeable", c->report.placeable);
        if (!c->report.placeable)
            twc_json_add_text(one, "refusal", c->unmade.code ? c->unmade.message : c->report.refusal.message);
        cJSON *faults = twc_json_add_array(one, "faults");
        for (size_t f = 0; f < c->report.count; f++)
            add_fault(faults, &c->report.faults[f]);
    }
    return twc_json_print(json, TWC_JSON_INDENTED, stdout);
}

/* ---- the figure ---- */

static double half_width(const twc_profile *p)
{
    return (p->row[p->row_count - 1].offset_cm - p->row[0].offset_cm) / 200.0;
}

static void fill_marks(const checking *all, twc_routes_mark *mark)
{
    int number = 0;
    for (size_t k = 0; k < all->count; k++) {
        const twc_corridor *corridor = &all->route[k].route.corridor;
        for (size_t f = 0; f < all->route[k].report.count; f++) {
            const twc_route_fault *fault = &all->route[k].report.faults[f];
            const int node = fault->mover - 1;
            twc_routes_mark *m = &mark[number++];
            *m = (twc_routes_mark){.number = number,
                                   .kind = (int)fault->kind,
                                   .x = fault->at.x * 0.01,
                                   .z = fault->at.z * 0.01,
                                   .radius = fault->radius,
                                   .least = fault->least,
                                   .moved = fault->moved && node >= 0 && node < corridor->node_count,
                                   .to = {fault->to.x * 0.01, fault->to.z * 0.01}};
            if (m->moved) {
                m->from[0] = corridor->nodes[node].x * 0.01;
                m->from[1] = corridor->nodes[node].z * 0.01;
            }
        }
    }
}

static twc_status draw(const checking *all, const twc_features *there, const char *folder)
{
    const size_t others = there->list.count;
    twc_routes_line *line = calloc(all->count + others + 1, sizeof *line), *other = line + all->count;
    twc_routes_mark *mark = calloc(all->faults + 1, sizeof *mark);
    twc_status status = twc_fail(TWC_IO, "not enough memory for a figure of %zu routes", all->count);
    size_t marks = 0;
    if (line && mark) {
        for (size_t k = 0; k < all->count; k++) {
            const checked_route *c = &all->route[k];
            line[k] = (twc_routes_line){c->route.station_count ? c->route.station_count : c->report.station_count,
                                        c->route.corridor.node_count,
                                        c->route.station_count ? c->route.stations : c->report.stations, c->route.nodes,
                                        half_width(&c->route.profile)};
            marks += c->report.count;
        }
        for (size_t k = 0; k < others; k++)
            other[k] = (twc_routes_line){there->feature[k].station_count, 0, there->feature[k].stations, NULL,
                                         half_width(&there->feature[k].profile)};
        fill_marks(all, mark);
        const twc_routes_plan plan = {all->count, marks, others,          line,
                                      other,      mark,  twc_fault_names, TWC_FAULT_OTHER + 1};
        status = twc_write_route(&plan, folder);
    }
    free(line);
    free(mark);
    return status;
}

twc_status twc_feature_check(const twc_cli *cli, const twc_feature_values *v)
{
    twc_feature_sources sources;
    twc_world_data world;
    twc_features features;
    checking all = {.count = 0};
    memset(&world, 0, sizeof world);
    memset(&features, 0, sizeof features);
    twc_status status = twc_feature_sources_read(v, &sources);
    if (!status.code)
        status = twc_world_open_named(cli->level, v->world, cli->memory, &world);
    if (!status.code)
        status = twc_features_copy(&world.features, &features);
    if (!status.code)
        status = check_all(&sources, &world, &features, &all);
    if (!status.code && v->figure)
        status = draw(&all, &world.features, v->figure);
    if (!status.code && cli->json)
        status = print_json(&all);
    else if (!status.code)
        print_table(&all);
    if (!status.code && all.faults)
        status = twc_told(TWC_CHECK_FAILED);
    for (size_t k = 0; k < all.count; k++) {
        twc_drawn_route_destroy(&all.route[k].route);
        twc_route_report_destroy(&all.route[k].report);
    }
    free(all.route);
    twc_features_destroy(&features);
    twc_world_data_destroy(&world);
    twc_feature_sources_destroy(&sources);
    return status;
}
