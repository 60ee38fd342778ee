/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_flight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measure/detail_holes.h"
#include "twc/fingerprint.h"

/* A built chunk of the frame before, by its square. */
typedef struct slot {
    twc_mesh mesh;
    uint32_t coarser;
    int frame; /* that it was last in, from 1 on; 0: not built */
} slot;

typedef struct flight_work {
    twc_detail_made *made;
    const twc_detail_course *course;
    slot *slot[TWC_DETAIL_LEVELS + 1];
    twc_detail_chunk *now, *before;
    size_t room, now_count, before_count, mesh_bytes;
    double *series[4]; /* triangles, chunks, update, build; by frame */
    twc_holes_picture picture;
    twc_triangle triangles[TWC_DETAIL_TRIANGLES];
    twc_facet facets[TWC_DETAIL_FACETS];
} flight_work;

enum { TRIANGLES, CHUNKS, UPDATE, BUILD, SERIES };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the course ---- */

static twc_rect extent_of(const twc_detail_made *made)
{
    const twc_rect c = made->tree.chunks;
    return (twc_rect){c.x * TWC_CHUNK_CM, c.z * TWC_CHUNK_CM, c.nx * TWC_CHUNK_CM, c.nz * TWC_CHUNK_CM};
}

/* To and fro between 0 and `length`. */
static int64_t fold(int64_t at, int64_t length)
{
    const int64_t over = at % (2 * length);
    return over < length ? over : 2 * length - over;
}

/* Where the eye is in plan; within an eighth of the extent from its borders it never comes. */
static twc_point plan_of(const twc_detail_made *made, const twc_detail_course *course, int frame)
{
    const twc_rect all = extent_of(made);
    const int64_t wide = all.nx / 4 * 3, deep = all.nz / 4 * 3;
    return (twc_point){all.x + all.nx / 8 + (int32_t)fold((int64_t)frame * course->step_cm, wide),
                       all.z + all.nz / 8 + (int32_t)(deep * frame / course->frames)};
}

/* The highest ground in the chunks about a place. */
static int32_t highest(const twc_detail_made *made, twc_point at)
{
    const twc_rect c = made->tree.chunks;
    const int32_t x = twc_floor_div(at.x, TWC_CHUNK_CM), z = twc_floor_div(at.z, TWC_CHUNK_CM);
    int32_t high = INT32_MIN;
    for (int32_t j = twc_clamp(z - 1, c.z, c.z + c.nz - 1); j <= twc_clamp(z + 1, c.z, c.z + c.nz - 1); j++)
        for (int32_t i = twc_clamp(x - 1, c.x, c.x + c.nx - 1); i <= twc_clamp(x + 1, c.x, c.x + c.nx - 1); i++) {
            const int32_t own = twc_detail_node_of(made, (twc_detail_chunk){0, i, j, 0})->high;
            high = own > high ? own : high;
        }
    return high;
}

twc_eye twc_detail_eye(const twc_detail_made *made, const twc_detail_course *course, int frame)
{
    const twc_point at = plan_of(made, course, frame);
    int32_t y = INT32_MIN;
    /* It climbs in good time, half as steeply as it flies: the ground ahead counts by how far away it is. */
    for (int k = 0; k < course->frames; k++) {
        const int64_t own = highest(made, plan_of(made, course, k)) - (int64_t)abs(k - frame) * course->step_cm / 2;
        y = own > y ? (int32_t)own : y;
    }
    return (twc_eye){at.x, y + course->above_cm, at.z, course->pixels, course->tolerance};
}

double twc_detail_shown(const twc_detail_made *made, twc_eye eye, twc_detail_chunk c)
{
    const twc_detail_node *node = twc_detail_node_of(made, c);
    const double side = (double)TWC_CHUNK_CM * (1 << c.level),
                 reach = fmax(TWC_DETAIL_BORDER_JITTER * (double)(1 << c.level), TWC_MACRO_JITTER_CM),
                 x = fmax(fmax(c.x * side - reach - eye.x, eye.x - (c.x + 1) * side - reach), 0),
                 z = fmax(fmax(c.z * side - reach - eye.z, eye.z - (c.z + 1) * side - reach), 0),
                 y = fmax(fmax(node->low - eye.y, eye.y - node->high), 0), d = sqrt(x * x + y * y + z * z);
    return node->error == 0 ? 0 : eye.pixels * (node->error / 10.0) / d;
}

/* ---- frames ---- */

static slot *slot_of(const flight_work *w, twc_detail_chunk c)
{
    const twc_rect rect = w->made->tree.rect[c.level];
    return &w->slot[c.level][(ptrdiff_t)(c.z - rect.z) * rect.nx + (c.x - rect.x)];
}

static void drop(flight_work *w, slot *s)
{
    w->mesh_bytes -= s->mesh.triangle_capacity * sizeof(twc_triangle);
    free(s->mesh.triangles);
    *s = (slot){.frame = 0};
}

static twc_status build(flight_work *w, twc_detail_chunk c, slot *s)
{
    twc_mesh mesh = {w->triangles, w->facets, 0, TWC_DETAIL_TRIANGLES, 0, TWC_DETAIL_FACETS};
    const twc_status status = twc_detail_build(&w->made->kernels, w->made->world, &w->made->pyramid, c,
                                               w->made->workspace, &mesh);
    const size_t bytes = mesh.triangle_count * sizeof(twc_triangle);
    if (status.code)
        return status;
    s->mesh = (twc_mesh){
        .triangles = malloc(bytes), .triangle_count = mesh.triangle_count, .triangle_capacity = mesh.triangle_count};
    if (!s->mesh.triangles)
        return twc_fail(TWC_IO, "not enough memory for a chunk");
    memcpy(s->mesh.triangles, mesh.triangles, bytes);
    w->mesh_bytes += bytes;
    s->coarser = c.coarser;
    return twc_ok();
}

/* Chooses, marks what stays and what has to be built, and drops the rest. */
static twc_status choose(flight_work *w, twc_eye eye, int frame, uint64_t *swaps)
{
    twc_detail_look(w->made, eye);
    w->now_count = twc_detail_view_chunks(&w->made->view, w->room, w->now);
    if (w->now_count > w->room)
        return twc_fail(TWC_IO, "a view has %zu chunks, more than there is room for", w->now_count);
    for (size_t k = 0; k < w->now_count; k++) {
        slot *s = slot_of(w, w->now[k]);
        if (s->frame > 0 && s->coarser != w->now[k].coarser) {
            drop(w, s);
            ++*swaps;
        }
        s->frame = s->frame ? frame + 1 : -(frame + 1); /* below 0: to be built */
    }
    for (size_t k = 0; k < w->before_count; k++) {
        slot *s = slot_of(w, w->before[k]);
        if (s->frame > 0 && s->frame != frame + 1)
            drop(w, s);
    }
    return twc_ok();
}

static twc_status build_new(flight_work *w, uint64_t *built)
{
    twc_status status = twc_ok();
    for (size_t k = 0; k < w->now_count && !status.code; k++) {
        slot *s = slot_of(w, w->now[k]);
        if (s->frame > 0)
            continue;
        const int frame = -s->frame;
        status = build(w, w->now[k], s);
        s->frame = frame;
        ++*built;
    }
    return status;
}

static void search(flight_work *w, twc_eye eye, int frame, twc_detail_flight *flight)
{
    const twc_point next = plan_of(w->made, w->course, frame + 1);
    const double x = next.x - eye.x, z = next.z - eye.z, length = fmax(sqrt(x * x + z * z), 1);
    const twc_holes_camera camera = {{eye.x * 0.01, eye.y * 0.01, eye.z * 0.01},
                                     {length > 1 ? x / length : 1, length > 1 ? z / length : 0},
                                     (double)eye.pixels * TWC_HOLES_HEIGHT / 1080};
    size_t ground;
    twc_holes_begin(camera, &w->picture);
    for (size_t k = 0; k < w->now_count; k++)
        if (!(w->course->planted >= 0 && frame >= w->course->planted && w->now[k].level == 0))
            twc_holes_draw(&slot_of(w, w->now[k])->mesh, &w->picture);
    const size_t holes = twc_holes_count(&w->picture, &ground);
    flight->ground += ground;
    flight->holes += holes;
    flight->with_holes += holes > 0;
}

static twc_status fly_frame(flight_work *w, int frame, twc_fingerprint *fingerprint, twc_detail_flight *flight)
{
    const twc_eye eye = twc_detail_eye(w->made, w->course, frame);
    uint64_t swaps = 0, built = 0;
    double triangles = 0;
    const double start = seconds();
    twc_status status = choose(w, eye, frame, &swaps);
    const double chosen = seconds();
    if (!status.code)
        status = build_new(w, &built);
    const double done = seconds();
    if (status.code)
        return status;
    for (size_t k = 0; k < w->now_count; k++) {
        triangles += slot_of(w, w->now[k])->mesh.triangle_count;
        flight->shown = fmax(flight->shown, twc_detail_shown(w->made, eye, w->now[k]));
    }
    w->series[TRIANGLES][frame] = triangles;
    w->series[CHUNKS][frame] = (double)w->now_count;
    w->series[UPDATE][frame] = 1e3 * (chosen - start);
    w->series[BUILD][frame] = 1e3 * (done - chosen);
    flight->built += frame ? built : 0;
    flight->swaps += frame ? swaps : 0;
    flight->mesh_bytes = w->mesh_bytes > flight->mesh_bytes ? w->mesh_bytes : flight->mesh_bytes;
    twc_fingerprint_add(fingerprint, twc_detail_view_fingerprint(w->now_count, w->now));
    if (w->course->pictures)
        search(w, eye, frame, flight);
    twc_detail_chunk *const listed = w->now;
    w->now = w->before;
    w->before = listed;
    w->before_count = w->now_count;
    return status;
}

/* ---- the whole ---- */

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static twc_detail_spread spread_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return (twc_detail_spread){values[0], values[count / 2], values[count - 1 - count / 100], values[count - 1]};
}

static twc_status prepare(flight_work *w, twc_detail_flight *flight)
{
    const twc_detail_tree *tree = &w->made->tree;
    int enough = 1;
    for (int32_t level = 0; level <= tree->levels; level++) {
        const size_t squares = (size_t)tree->rect[level].nx * (size_t)tree->rect[level].nz;
        w->slot[level] = calloc(squares, sizeof(slot));
        enough = enough && w->slot[level];
        flight->other_bytes += squares * (sizeof(slot) + (level > 0)); /* with the view's */
    }
    twc_detail_uniform(w->made, 0);
    w->room = twc_detail_view_chunks(&w->made->view, 0, NULL);
    w->now = malloc(w->room * sizeof *w->now);
    w->before = malloc(w->room * sizeof *w->before);
    for (int k = 0; k < SERIES; k++) {
        w->series[k] = malloc((size_t)w->course->frames * sizeof(double));
        enough = enough && w->series[k];
    }
    flight->other_bytes += 2 * w->room * sizeof *w->now + twc_detail_workspace() + sizeof w->triangles +
                           sizeof w->facets;
    return enough && w->now && w->before ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a flight");
}

static void release(flight_work *w)
{
    const twc_detail_tree *tree = &w->made->tree;
    for (int32_t level = 0; level <= tree->levels; level++) {
        for (int32_t k = 0; w->slot[level] && k < tree->rect[level].nx * tree->rect[level].nz; k++)
            free(w->slot[level][k].mesh.triangles);
        free(w->slot[level]);
    }
    for (int k = 0; k < SERIES; k++)
        free(w->series[k]);
    free(w->now);
    free(w->before);
    free(w);
}

twc_status twc_detail_fly(twc_detail_made *made, const twc_detail_course *course, twc_detail_flight *flight)
{
    flight_work *w = calloc(1, sizeof *w);
    twc_fingerprint fingerprint;
    *flight = (twc_detail_flight){.shown = 0};
    if (!w)
        return twc_fail(TWC_IO, "not enough memory for a flight");
    w->made = made;
    w->course = course;
    twc_fingerprint_begin(&fingerprint);
    twc_status status = prepare(w, flight);
    for (int frame = 0; frame < course->frames && !status.code; frame++)
        status = fly_frame(w, frame, &fingerprint, flight);
    if (!status.code) {
        const size_t frames = (size_t)course->frames;
        flight->first_ms = w->series[BUILD][0];
        w->series[BUILD][0] = 0;
        flight->triangles = spread_of(w->series[TRIANGLES], frames);
        flight->chunks = spread_of(w->series[CHUNKS], frames);
        flight->update_ms = spread_of(w->series[UPDATE], frames);
        flight->build_ms = spread_of(w->series[BUILD], frames);
        flight->fingerprint = twc_fingerprint_end(&fingerprint);
    }
    release(w);
    return status;
}
