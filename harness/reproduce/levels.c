/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of detail: two flights, what they show, whether their views are closed, and other meshes beside. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/detail_compare.h"
#include "measure/detail_flight.h"
#include "measure/detail_locate.h"
#include "measure/detail_strokes.h"
#include "plot/figure.h"
#include "measure/trial.h"
#include "progress.h"
#include "read_json.h"
#include "regions/mirrored.h"
#include "reproduce/measures.h"
#include "twc/fingerprint.h"
#include "write_json.h"

enum { REGION, LARGE, COLUMNS, METRICS = 12, TOLERANCES = 5, PIXELS = 935, ABOVE_CM = 4000 };

static const char *const columns[COLUMNS] = {"region", "large"};
static const int32_t step_cm[COLUMNS] = {200, 1600}; /* a frame */
static const int views[COLUMNS] = {10, 4};           /* of the flight, that are checked as one surface */
static const int queries[COLUMNS] = {200, 10};       /* points asked at every level, and in each of those views */
static const uint32_t tolerances[TOLERANCES] = {8, 16, 32, 64, 128};

typedef struct study {
    twc_section *section;
    int times, frames;
    uint32_t tolerance;
    twc_detail_flight flight[COLUMNS];
    twc_detail_closed closed[COLUMNS];
    uint64_t query_differs[COLUMNS];
    double broad[COLUMNS], broad_moved[COLUMNS], pyramid_percent[COLUMNS];
    twc_detail_comparison comparison[TOLERANCES];
    twc_detail_strokes strokes; /* on the region, after everything else */
} study;

static twc_detail_course course_of(const study *s, int column)
{
    return (twc_detail_course){.frames = s->frames,
                               .step_cm = step_cm[column],
                               .above_cm = ABOVE_CM,
                               .pixels = PIXELS,
                               .tolerance = s->tolerance,
                               .pictures = 1,
                               .planted = -1};
}

/* ---- Broad faces ------------------------------------------------------------------------------------------------- */

static int by_id(const void *left, const void *right)
{
    const uint64_t a = ((const twc_facet *)left)->id, b = ((const twc_facet *)right)->id;
    return (a > b) - (a < b);
}

/* The Broad faces of a level everywhere, by id. */
static twc_status broad_of(twc_detail_made *made, int32_t level, twc_facet **faces, size_t *count)
{
    twc_detail_built built = {0};
    size_t most = 1;
    twc_detail_uniform(made, level);
    twc_status status = twc_detail_build_view(made, &built);
    for (size_t k = 0; k < built.count; k++)
        most += built.mesh[k].facet_count;
    *count = 0;
    *faces = malloc(most * sizeof **faces);
    if (!status.code && !*faces)
        status = twc_fail(TWC_IO, "not enough memory for %zu faces", most);
    for (size_t k = 0; k < built.count && !status.code; k++)
        for (uint32_t f = 0; f < built.mesh[k].facet_count; f++)
            if (built.mesh[k].facets[f].id >> 62 == TWC_FACET_BROAD)
                (*faces)[(*count)++] = built.mesh[k].facets[f];
    if (!status.code)
        qsort(*faces, *count, sizeof **faces, by_id);
    twc_detail_built_destroy(&built);
    return status;
}

static int same_face(const twc_facet *a, const twc_facet *b)
{
    return a->id == b->id && memcmp(a->corner, b->corner, sizeof a->corner) == 0;
}

static twc_status compare_broad(study *s, int column, twc_detail_made *made)
{
    twc_facet *faces[2] = {NULL, NULL};
    size_t count[2] = {0, 0}, moved = 0;
    twc_status status = broad_of(made, 0, &faces[0], &count[0]);
    if (!status.code)
        status = broad_of(made, 1, &faces[1], &count[1]);
    for (size_t k = 0; k < count[0] && k < count[1] && !status.code; k++)
        moved += !same_face(&faces[0][k], &faces[1][k]);
    s->broad[column] = (double)count[0];
    s->broad_moved[column] = (double)moved + fabs((double)count[0] - (double)count[1]);
    free(faces[0]);
    free(faces[1]);
    return status;
}

/* ---- builds ------------------------------------------------------------------------------------------------------ */

/* The view of the flight's first frame, built with some kernels. */
static twc_status hash_view(const study *s, twc_detail_made *made, twc_detail_kernels with, uint64_t *hash)
{
    const twc_detail_course course = course_of(s, REGION);
    const twc_detail_kernels own = made->kernels;
    twc_detail_built built = {0};
    twc_fingerprint fingerprint;
    twc_detail_look(made, twc_detail_eye(made, &course, 0));
    made->kernels = with;
    const twc_status status = twc_detail_build_view(made, &built);
    made->kernels = own;
    twc_fingerprint_begin(&fingerprint);
    for (size_t k = 0; k < built.count && !status.code; k++)
        twc_fingerprint_add(&fingerprint, twc_mesh_fingerprint(&built.mesh[k]));
    *hash = twc_fingerprint_end(&fingerprint);
    twc_detail_built_destroy(&built);
    return status;
}

static twc_status compare_builds(study *s, twc_detail_made *made)
{
    twc_reproduce *context = s->section->context;
    cJSON *builds = twc_json_add_array(s->section->results, "builds");
    uint64_t expected, hash;
    twc_status status = hash_view(s, made, (twc_detail_kernels){twc_reference_ground(), twc_reference_detail()},
                                  &expected);
    for (int level = 0; level < TWC_LEVEL_COUNT && !status.code; level++) {
        if (!twc_fast_detail((twc_level)level) || (context->level_given && (int)context->level != level))
            continue;
        status = hash_view(s, made, twc_detail_kernels_at((twc_level)level), &hash);
        const char *name = twc_level_name((twc_level)level);
        fprintf(context->text, "  view by fast %-5s %s\n", name, hash == expected ? "equal in every bit" : "DIFFERS");
        twc_reproduce_check(context, hash == expected, s->section->repeat,
                            "the view by the fast library at %s differs from the reference's", name);
        cJSON *build = twc_json_add_object(builds, NULL);
        twc_json_add_text(build, "builder", name);
        twc_json_add_flag(build, "equal", hash == expected);
    }
    return status;
}

/* ---- one world --------------------------------------------------------------------------------------------------- */

static twc_status check_views(study *s, int column, twc_detail_made *made)
{
    const twc_detail_course course = course_of(s, column);
    twc_status status = twc_ok();
    for (int k = 0; k < views[column] && !status.code; k++) {
        twc_detail_look(made, twc_detail_eye(made, &course, k * s->frames / views[column]));
        status = twc_detail_check_closed(made, &s->closed[column]);
        if (!status.code)
            status = twc_detail_check_locate(made, queries[column], &s->query_differs[column]);
    }
    for (int32_t level = 0; level <= made->tree.levels && !status.code; level++) {
        twc_detail_uniform(made, level);
        status = twc_detail_check_locate(made, queries[column], &s->query_differs[column]);
    }
    return status;
}

static twc_status compare_rivals(study *s, twc_detail_made *made)
{
    const twc_detail_course course = course_of(s, REGION);
    twc_eye eye = twc_detail_eye(made, &course, s->frames / 2);
    twc_status status = twc_ok();
    for (int k = 0; k < TOLERANCES && !status.code; k++) {
        eye.tolerance = tolerances[k];
        twc_progress("rivals", (double)k / TOLERANCES);
        status = twc_detail_compare(made, eye, &s->comparison[k]);
    }
    twc_progress("", -1);
    return status;
}

static twc_status run_world(study *s, int column, const twc_world *world)
{
    const twc_detail_course course = course_of(s, column);
    const twc_rect samples = twc_world_samples(world);
    twc_detail_made made;
    twc_progress(columns[column], 0);
    twc_status status = twc_detail_make(world, twc_detail_kernels_at(s->section->context->level), &made);
    s->pyramid_percent[column] = 100.0 * (double)(twc_pyramid_bytes(world) + twc_detail_tree_bytes(world)) /
                                 ((double)samples.nx * samples.nz * sizeof(uint16_t));
    if (!status.code)
        status = compare_broad(s, column, &made);
    twc_progress(columns[column], 0.3);
    if (!status.code)
        status = twc_detail_fly(&made, &course, &s->flight[column]);
    twc_progress("", -1);
    if (!status.code)
        status = check_views(s, column, &made);
    if (!status.code && column == REGION)
        status = compare_builds(s, &made);
    if (!status.code && column == REGION)
        status = compare_rivals(s, &made);
    twc_detail_made_destroy(&made);
    return status;
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

typedef struct named_value {
    const char *name; /* as experiments/levels.json claims it */
    double value;
} named_value;

/* What can be claimed, by number, of a world. */
static named_value metric_at(const study *s, int k, int c)
{
    const named_value known[METRICS] = {{"inner_open", (double)s->closed[c].inner_open},
                                        {"nonmanifold", (double)s->closed[c].nonmanifold},
                                        {"misoriented", (double)s->closed[c].misoriented},
                                        {"inverted", (double)s->closed[c].inverted},
                                        {"t_junctions", (double)s->closed[c].t_junctions},
                                        {"area_difference", (double)s->closed[c].area_difference},
                                        {"query_differs", (double)s->query_differs[c]},
                                        {"holes", (double)s->flight[c].holes},
                                        {"shown_px", s->flight[c].shown},
                                        {"broad_moved", s->broad_moved[c]},
                                        {"pyramid_percent", s->pyramid_percent[c]},
                                        {"beside_mib", (double)s->flight[c].other_bytes / (1 << 20)}};
    return known[k];
}

const char *twc_level_metric(int k)
{
    static const study none;
    return k < METRICS ? metric_at(&none, k, REGION).name : NULL;
}

static twc_claim_value claim_value(const void *data, int metric, int c)
{
    return (twc_claim_value){metric_at(data, metric, c).value, {0, NAN, NAN, NAN}, NAN};
}

static void add_spread(cJSON *to, const char *name, twc_detail_spread spread)
{
    cJSON *object = twc_json_add_object(to, name);
    twc_json_add_number(object, "least", spread.least);
    twc_json_add_number(object, "median", spread.median);
    twc_json_add_number(object, "p99", spread.p99);
    twc_json_add_number(object, "most", spread.most);
}

/* Times end in _ms, so that documents leave them out. */
static void add_times(cJSON *to, const char *name, twc_detail_spread spread)
{
    char member[32];
    snprintf(member, sizeof member, "%s_median_ms", name);
    twc_json_add_number(to, member, spread.median);
    snprintf(member, sizeof member, "%s_p99_ms", name);
    twc_json_add_number(to, member, spread.p99);
    snprintf(member, sizeof member, "%s_most_ms", name);
    twc_json_add_number(to, member, spread.most);
}

static void add_flight(const study *s, int column, cJSON *flights)
{
    const twc_detail_flight *f = &s->flight[column];
    FILE *out = s->section->more;
    char fingerprint[20];
    cJSON *o = twc_json_add_object(flights, columns[column]);
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, f->fingerprint);
    twc_json_add_text(o, "fingerprint", fingerprint);
    add_spread(o, "triangles", f->triangles);
    add_spread(o, "chunks", f->chunks);
    add_times(o, "update", f->update_ms);
    add_times(o, "build", f->build_ms);
    twc_json_add_number(o, "first_ms", f->first_ms);
    twc_json_add_number(o, "built", (double)f->built);
    twc_json_add_number(o, "swaps", (double)f->swaps);
    twc_json_add_number(o, "ground_pixels", (double)f->ground);
    twc_json_add_number(o, "frames_with_holes", (double)f->with_holes);
    twc_json_add_number(o, "mesh_mib", (double)f->mesh_bytes / (1 << 20));
    twc_json_add_number(o, "broad_faces", s->broad[column]);
    fprintf(out, "Flight over the %s, %d frames of %.0f m, choices %s\n", columns[column], s->frames,
            step_cm[column] / 100.0, fingerprint);
    fprintf(out, "  triangles %.0f to %.0f, median %.0f; chunks built %.2f a frame, %.2f of them for other sides\n",
            f->triangles.least, f->triangles.most, f->triangles.median, (double)f->built / s->frames,
            (double)f->swaps / s->frames);
    fprintf(out,
            "  update median %.3f ms, 99 %% %.3f ms; builds median %.2f ms, 99 %% %.2f ms; the first frame %.1f ms\n",
            f->update_ms.median, f->update_ms.p99, f->build_ms.median, f->build_ms.p99, f->first_ms);
    fprintf(out, "  %" PRIu64 " pixels of ground, %" PRIu64 " of holes in %" PRIu64 " frames\n", f->ground, f->holes,
            f->with_holes);
}

static void add_comparison(const study *s, cJSON *list)
{
    static const char *const names[TWC_RIVALS] = {"mixed", "level", "grid", "heights", "pixels", "finest"};
    static const char *const titles[TWC_RIVALS] = {"levels mixed",     "one level",        "square grid",
                                                   "greedy by metres", "greedy by pixels", "finest"};
    FILE *out = s->section->more;
    fprintf(out,
            "\nThe region from one place: pixels off the finest mesh, at every sample\n%-10s %-18s %9s %9s %9s %9s\n",
            "tolerance", "mesh", "triangles", "greatest", "99 %", "rms");
    for (int k = 0; k < TOLERANCES; k++) {
        const twc_detail_comparison *c = &s->comparison[k];
        cJSON *o = twc_json_add_object(list, NULL);
        twc_json_add_number(o, "tolerance_px", tolerances[k] / 16.0);
        twc_json_add_number(o, "one_level", c->level);
        for (int r = 0; r < TWC_RIVALS; r++) {
            cJSON *rival = twc_json_add_object(o, names[r]);
            twc_json_add_number(rival, "triangles", c->rival[r].triangles);
            twc_json_add_number(rival, "most_px", c->rival[r].most);
            twc_json_add_number(rival, "p99_px", c->rival[r].p99);
            twc_json_add_number(rival, "rms_px", c->rival[r].rms);
            fprintf(out, "%-10.4g %-18s %9.0f %9.3f %9.3f %9.3f\n", tolerances[k] / 16.0, titles[r],
                    c->rival[r].triangles, c->rival[r].most, c->rival[r].p99, c->rival[r].rms);
        }
    }
}

static void add_strokes(const study *s, cJSON *to)
{
    const twc_detail_strokes *k = &s->strokes;
    FILE *out = s->section->more;
    double reached = 0, changed = 0;
    for (int32_t level = 0; level <= TWC_DETAIL_LEVELS; level++) {
        reached += k->reached[level];
        changed += k->changed[level];
    }
    twc_json_add_number(to, "strokes", k->count);
    twc_json_add_number(to, "finest_reached", k->reached[0]);
    twc_json_add_number(to, "reached", reached);
    twc_json_add_number(to, "changed", changed);
    twc_json_add_number(to, "finest_ms", k->finest_ms);
    twc_json_add_number(to, "coarser_ms", k->coarser_ms);
    twc_json_add_number(to, "pyramid_ms", k->pyramid_ms);
    twc_json_add_number(to, "errors_ms", k->errors_ms);
    fprintf(
        out,
        "\n%d strokes of 20 m on the region reach %.2f chunks of level 0 each, %.2f of all levels; %.1f %% change\n"
        "  builds of level 0 %.3f ms a stroke, of the others %.3f, pyramid %.3f: %.2f times the finest; errors %.3f\n",
        k->count, k->reached[0] / k->count, reached / k->count, 100 * changed / reached, k->finest_ms / k->count,
        k->coarser_ms / k->count, k->pyramid_ms / k->count,
        (k->finest_ms + k->coarser_ms + k->pyramid_ms) / k->finest_ms, k->errors_ms / k->count);
}

/* Changes the region. */
static twc_status run_strokes(study *s, twc_world_data *region)
{
    enum { STROKES = 400 };
    twc_detail_made made;
    twc_status status = twc_detail_make(&region->world, twc_detail_kernels_at(s->section->context->level), &made);
    if (!status.code)
        status = twc_detail_measure_strokes(region, &made, STROKES, &s->strokes);
    twc_detail_made_destroy(&made);
    return status;
}

/* What shows distances, of the large world. */
static twc_status draw_figures(const twc_section *section, const twc_world *world, const twc_world *large)
{
    twc_study_source source = {
        .world = world, .water = TWC_NO_WATER, .builder = twc_trial_builder(), .threads = section->context->threads};
    twc_status status = twc_ok();
    for (const twc_figure *figure = twc_figures; figure->name && !status.code; figure++)
        if (strncmp(figure->name, "detail_", 7) == 0) {
            source.world = strcmp(figure->name, "detail_distance") == 0 ? large : world;
            status = twc_figure_write(figure, &source, section->context->out);
        }
    return status;
}

static twc_status run(study *s)
{
    twc_section *section = s->section;
    twc_world_data region;
    twc_mirrored large = {.copies = NULL};
    twc_status status = twc_region_generate(&section->region, &region);
    if (status.code)
        return status;
    status = twc_mirrored_create(&region.world, s->times, &large);
    twc_section_head(section);
    if (!status.code)
        status = run_world(s, REGION, &region.world);
    if (!status.code)
        status = run_world(s, LARGE, &large.world);
    if (!status.code)
        status = draw_figures(section, &region.world, &large.world);
    if (!status.code)
        status = run_strokes(s, &region);
    if (!status.code)
        twc_section_fill(section, claim_value, s);
    twc_mirrored_destroy(&large);
    twc_world_data_destroy(&region);
    if (status.code)
        return status;
    cJSON *flights = twc_json_add_object(section->behind, "flights");
    for (int column = 0; column < COLUMNS; column++)
        add_flight(s, column, flights);
    add_comparison(s, twc_json_add_array(section->behind, "rivals"));
    add_strokes(s, twc_json_add_object(section->behind, "edits"));
    return status;
}

twc_status twc_measure_levels(twc_section *section)
{
    twc_status status = twc_ok();
    int tolerance = 0;
    study *s = calloc(1, sizeof *s);
    if (!s)
        return twc_fail(TWC_IO, "not enough memory");
    s->section = section;
    twc_json_integer(section->inputs, "large_times", 1, 16, &s->times, &status);
    twc_json_integer(section->inputs, "frames", 1, 100000, &s->frames, &status);
    twc_json_integer(section->inputs, "tolerance_px", 1, 1000, &tolerance, &status);
    s->tolerance = 16 * (uint32_t)tolerance;
    if (!status.code && section->claims.column_count != COLUMNS)
        status = twc_fail(TWC_IO, "the claims about levels of detail take the columns region, large");
    if (!status.code)
        status = run(s);
    free(s);
    return status;
}
