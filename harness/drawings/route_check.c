/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/route_check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawings/route_help.h"
#include "drawings/route_plan.h"

const char *const twc_fault_names[] = {"nodes", "bend", "return", "sections", "overlap", "extent", "other"};

void twc_route_report_destroy(twc_route_report *report)
{
    free(report->stations);
    free(report->faults);
    memset(report, 0, sizeof *report);
}

/* ---- faults, as they are found ---- */

/* Stations of the same stretch, as it is told. */
enum { SAME_STRETCH = 3 };

static int add_fault(void *context, const twc_route_fault *fault)
{
    twc_route_report *r = context;
    if ((r->count & (r->count - 1)) == 0) { /* room for the next power of two */
        twc_route_fault *larger = realloc(r->faults, 2 * (r->count + 1) * sizeof *larger);
        if (!larger)
            return 0;
        r->faults = larger;
    }
    r->faults[r->count++] = *fault;
    return 1;
}

static int is_worse(const twc_route_fault *a, const twc_route_fault *b)
{
    return a->least > 0 && a->radius / a->least < b->radius / b->least;
}

/* Puts a station's fault to the stretch that it goes on, if it does. */
static int take_fault(void *context, const twc_route_fault *fault)
{
    twc_route_report *r = context;
    for (size_t k = r->count; k-- > 0;) {
        twc_route_fault *f = &r->faults[k];
        /* Of a place where it comes back, or meets itself, both sides would tell the same. */
        const int told = (fault->kind == TWC_FAULT_RETURN || fault->kind == TWC_FAULT_OVERLAP) &&
                         f->kind == fault->kind && fault->other >= f->first - SAME_STRETCH &&
                         fault->other <= f->last + SAME_STRETCH && fault->first > f->last + SAME_STRETCH;
        if (told)
            return 1;
        if (f->kind != fault->kind || fault->first > f->last + SAME_STRETCH)
            continue;
        const int32_t first = f->first, last = f->last > fault->last ? f->last : fault->last;
        if (is_worse(fault, f))
            *f = *fault;
        f->first = first;
        f->last = last;
        return 1;
    }
    return add_fault(r, fault);
}

/* Drops what follows from a bend or a return: its sections and cells meet too. */
static void drop_consequences(twc_route_report *r)
{
    size_t kept = 0;
    for (size_t k = 0; k < r->count; k++) {
        const twc_route_fault f = r->faults[k];
        int follows = 0;
        for (size_t j = 0; j < r->count && (f.kind == TWC_FAULT_SECTIONS || f.kind == TWC_FAULT_OVERLAP); j++) {
            const twc_route_fault *g = &r->faults[j];
            follows |= (g->kind == TWC_FAULT_BEND || g->kind == TWC_FAULT_RETURN ||
                        (g->kind == TWC_FAULT_SECTIONS && f.kind == TWC_FAULT_OVERLAP)) &&
                       f.first <= g->last + 2 * SAME_STRETCH && f.last >= g->first - 2 * SAME_STRETCH;
        }
        if (!follows)
            r->faults[kept++] = f;
    }
    r->count = kept;
}

static int compare_faults(const void *a, const void *b)
{
    const twc_route_fault *p = a, *q = b;
    return p->first != q->first ? (p->first > q->first) - (p->first < q->first)
                                : ((int)p->kind > (int)q->kind) - ((int)p->kind < (int)q->kind);
}

/* ---- nodes ---- */

/* Nodes without those that lie where the one before them does, which are faults; `number` is each one's own. */
static int clean_nodes(const twc_corridor *corridor, twc_point *node, int32_t *number, twc_route_report *r)
{
    int count = 0;
    for (int32_t k = 0; k < corridor->node_count; k++) {
        if (count > 0 && node[count - 1].x == corridor->nodes[k].x && node[count - 1].z == corridor->nodes[k].z) {
            twc_route_fault fault = {.kind = TWC_FAULT_NODES, .node = k + 1, .at = corridor->nodes[k]};
            snprintf(fault.help, sizeof fault.help, "nodes %d and %d are at one place: leave one out", k, k + 1);
            if (!add_fault(r, &fault))
                return -1;
            continue;
        }
        number[count] = k + 1;
        node[count++] = corridor->nodes[k];
    }
    return count;
}

static double distance(const twc_station *s, twc_point p)
{
    return hypot((double)s->x - p.x, (double)s->z - p.z);
}

/* The station nearest to each node, ascending: sought about where the chords between nodes say. */
static void find_nodes(const twc_corridor *corridor, const twc_route_stations *s, int32_t *station)
{
    double length = 0, walked = 0;
    for (int32_t k = 1; k < corridor->node_count; k++)
        length += hypot((double)corridor->nodes[k].x - corridor->nodes[k - 1].x,
                        (double)corridor->nodes[k].z - corridor->nodes[k - 1].z);
    for (int32_t k = 0; k < corridor->node_count; k++) {
        const double step = k ? hypot((double)corridor->nodes[k].x - corridor->nodes[k - 1].x,
                                      (double)corridor->nodes[k].z - corridor->nodes[k - 1].z)
                              : 0;
        walked += step;
        const int32_t guess = (int32_t)((s->count - 1) * (length > 0 ? walked / length : 0) + 0.5);
        const int32_t window = 10 + s->count / 50;
        int32_t from = k ? station[k - 1] : 0;
        from = guess - window > from ? guess - window : from;
        station[k] = from < s->count ? from : s->count - 1;
        for (int32_t j = station[k]; j < s->count && j <= guess + window; j++)
            if (distance(&s->station[j], corridor->nodes[k]) < distance(&s->station[station[k]], corridor->nodes[k]))
                station[k] = j;
    }
}

static int32_t nearest_node(const twc_corridor *corridor, const int32_t *station, const twc_route_fault *f)
{
    const int32_t worst = (f->first + f->last) / 2;
    int32_t best = 0;
    for (int32_t k = 1; k < corridor->node_count; k++)
        best = abs(station[k] - worst) < abs(station[best] - worst) ? k : best;
    return best;
}

/* ---- all of it ---- */

static twc_status find_faults(const twc_world *world, const twc_corridor *clean, twc_route_stations *s,
                              twc_route_report *r)
{
    const twc_status status = twc_route_plan_faults(world, clean->profile, s, take_fault, r);
    drop_consequences(r);
    qsort(r->faults, r->count, sizeof *r->faults, compare_faults);
    return status;
}

static void keep_stations(twc_route_stations *s, twc_route_report *r)
{
    r->station_count = s->count;
    r->stations = s->station;
    s->station = NULL;
    for (int32_t k = 1; k < r->station_count; k++)
        r->length += hypot((double)r->stations[k].x - r->stations[k - 1].x,
                           (double)r->stations[k].z - r->stations[k - 1].z) *
                     0.01;
}

static twc_status look(const twc_world *world, const twc_corridor *clean, const int32_t *number,
                       const twc_catalogue *catalogue, twc_route_report *r)
{
    twc_route_stations s;
    twc_status status = twc_route_stations_make(world, clean, &s);
    if (status.code) {
        r->refusal = status.code == TWC_IO ? r->refusal : status;
        twc_route_stations_destroy(&s);
        return status.code == TWC_IO ? status : twc_ok();
    }
    int32_t *station = malloc((size_t)clean->node_count * sizeof *station);
    const size_t before = r->count;
    if (!station)
        status = twc_fail(TWC_IO, "not enough memory for %d nodes", clean->node_count);
    else if (!r->placeable)
        status = find_faults(world, clean, &s, r);
    if (!status.code)
        find_nodes(clean, &s, station);
    for (size_t k = 0; k < r->count && !status.code && r->count > before; k++) {
        twc_route_fault *f = &r->faults[k];
        if (f->kind == TWC_FAULT_NODES)
            continue;
        const int32_t n = nearest_node(clean, station, f);
        f->node = number[n];
        status = twc_route_help(world, clean, catalogue, n, number, f);
    }
    keep_stations(&s, r);
    twc_route_stations_destroy(&s);
    free(station);
    return status;
}

twc_status twc_route_check(const twc_world *world, const twc_corridor *corridor, const twc_catalogue *catalogue,
                           twc_features *features, twc_route_report *r)
{
    memset(r, 0, sizeof *r);
    r->refusal = twc_features_place(world, 0, corridor, features);
    r->placeable = r->refusal.code == TWC_OK;
    if (r->refusal.code == TWC_IO)
        return r->refusal;
    const size_t nodes = (size_t)(corridor->node_count > 0 ? corridor->node_count : 1);
    twc_point *node = malloc(nodes * sizeof *node);
    int32_t *number = malloc(nodes * sizeof *number);
    twc_corridor clean = *corridor;
    twc_status status = twc_fail(TWC_IO, "not enough memory for %d nodes", corridor->node_count);
    clean.nodes = node;
    clean.node_count = node && number ? clean_nodes(corridor, node, number, r) : -1;
    if (clean.node_count >= 0)
        status = look(world, &clean, number, catalogue, r);
    if (!status.code && !r->placeable && r->count == 0) {
        twc_route_fault fault = {.kind = TWC_FAULT_OTHER};
        snprintf(fault.help, sizeof fault.help, "%.230s", r->refusal.message);
        status = add_fault(r, &fault) ? twc_ok() : twc_fail(TWC_IO, "not enough memory for the faults of a route");
    }
    free(node);
    free(number);
    return status;
}
