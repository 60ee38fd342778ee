/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "invariants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/random.h"
#include "measure/mesh_check.h"
#include "query.h"

enum { DETAIL = 256 };

/* ---- views ---- */

twc_status twc_view_open(twc_session *session, twc_view *view)
{
    twc_scene *scene = twc_session_scene(session);
    twc_rect chunks = twc_scene_chunks(scene);
    size_t count = (size_t)chunks.nx * (size_t)chunks.nz;
    *view = (twc_view){.session = session,
                       .count = count,
                       .at = malloc(count * sizeof *view->at),
                       .built = malloc(count * sizeof(twc_built *)),
                       .mesh = malloc(count * sizeof *view->mesh)};
    if (!view->at || !view->built || !view->mesh) {
        view->count = 0;
        twc_view_close(view);
        return twc_fail(TWC_IO, "not enough memory to look at %zu chunks", count);
    }
    for (size_t k = 0; k < count; k++)
        view->at[k] = (twc_point){chunks.x + (int32_t)(k % (size_t)chunks.nx),
                                  chunks.z + (int32_t)(k / (size_t)chunks.nx)};
    twc_scene_acquire(scene, count, view->at, view->built);
    for (size_t k = 0; k < count; k++)
        view->mesh[k] = view->built[k]->mesh;
    return twc_ok();
}

void twc_view_close(twc_view *view)
{
    for (size_t k = 0; k < view->count; k++)
        twc_scene_release(twc_session_scene(view->session), view->built[k]);
    free(view->at);
    free(view->built);
    free(view->mesh);
}

/* ---- peers ---- */

int twc_peers_differ(twc_session *a, twc_session *b, char *detail)
{
    twc_tree_difference d;
    twc_status status = twc_scene_compare(twc_session_scene(a), twc_session_scene(b), &d);
    if (status.code) {
        snprintf(detail, DETAIL, "%.250s", status.message);
        return 1;
    }
    if (!d.found)
        return 0;
    snprintf(detail, DETAIL, "chunk (%d, %d), stage %d: the peers' fingerprints are %016" PRIx64 " and %016" PRIx64,
             d.chunk.x, d.chunk.z, d.stage, twc_scene_fingerprint(twc_session_scene(a)),
             twc_scene_fingerprint(twc_session_scene(b)));
    return 1;
}

/* ---- closed ---- */

static float off_by_a_bit(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits ^= 1;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

twc_status twc_view_open_somewhere(const twc_view *view, int plant, int *broken, char *detail)
{
    twc_outline outline;
    twc_mesh_report report;
    twc_status status = twc_extent_outline(&twc_session_world(view->session)->world, 0, &outline);
    if (status.code)
        return status;
    twc_triangle planted = {0}, *first = view->mesh[0].triangles;
    if (plant) { /* for the length of the check: nobody else reads this scene */
        planted = *first;
        first->corner[1].y = off_by_a_bit(first->corner[1].y);
    }
    status = twc_mesh_check(view->mesh, view->count, &outline, NULL, 0, &report);
    if (plant)
        *first = planted;
    twc_outline_free(&outline);
    *broken = !status.code && !twc_mesh_report_clean(&report);
    if (*broken)
        snprintf(detail, DETAIL,
                 "%" PRIu64 " open, %" PRIu64 " overused, %" PRIu64 " misdirected edges, %" PRIu64
                 " T-junctions, %" PRIu64 " inverted and %" PRIu64 " degenerate triangles, area off by %" PRId64
                 "; first edge (%d, %d) to (%d, %d)",
                 report.open_edges, report.nonmanifold, report.misoriented, report.t_junctions, report.inverted,
                 report.degenerate, report.area2 - report.outline_area2, report.first.a.x, report.first.a.z,
                 report.first.b.x, report.first.b.z);
    return status;
}

/* ---- queries ---- */

static int contains(const twc_triangle *triangle, twc_point p)
{
    for (int k = 0; k < 3; k++) {
        twc_vertex a = triangle->corner[k], b = triangle->corner[(k + 1) % 3];
        if (twc_area2(a.x, a.z, b.x, b.z, p.x, p.z) < 0)
            return 0;
    }
    return twc_vertex_area2(triangle->corner[0], triangle->corner[1], triangle->corner[2]) >
           0; /* walls have no height */
}

/* The highest triangle over a point, of all there are; 0 when none contains it. */
static int brute_height(const twc_view *view, twc_point p, float *height)
{
    int found = 0;
    for (size_t k = 0; k < view->count; k++) {
        for (uint32_t t = 0; t < view->mesh[k].triangle_count; t++) {
            const twc_triangle *triangle = &view->mesh[k].triangles[t];
            if (!contains(triangle, p))
                continue;
            float y = twc_plane_height(triangle->corner[0], triangle->corner[1], triangle->corner[2], p.x, p.z);
            *height = !found || y > *height ? y : *height;
            found = 1;
        }
    }
    return found;
}

/* A point well inside the extent: anywhere, at a corner of a triangle, or in the middle of an edge. */
static twc_point draw_point(const twc_view *view, twc_random *random)
{
    enum { CLEARANCE = 3000 }; /* the outline is jittered, and the lattice goes on beyond it */
    twc_rect extent = twc_session_world(view->session)->world.extent;
    const twc_mesh *mesh = &view->mesh[twc_random_between(random, 0, (int64_t)view->count - 1)];
    twc_point p = {(int32_t)twc_random_between(random, 0, TWC_TILE_CM) + extent.x * TWC_TILE_CM,
                   (int32_t)twc_random_between(random, 0, TWC_TILE_CM) + extent.z * TWC_TILE_CM};
    int way = (int)twc_random_between(random, 0, 2);
    if (way > 0 && mesh->triangle_count > 0) {
        const twc_triangle *triangle = &mesh->triangles[twc_random_between(random, 0, mesh->triangle_count - 1)];
        twc_vertex a = triangle->corner[0], b = triangle->corner[way == 1 ? 0 : 1];
        p = (twc_point){a.x + (b.x - a.x) / 2, a.z + (b.z - a.z) / 2};
    }
    p.x = twc_clamp(p.x, extent.x * TWC_TILE_CM + CLEARANCE, (extent.x + extent.nx) * TWC_TILE_CM - CLEARANCE);
    p.z = twc_clamp(p.z, extent.z * TWC_TILE_CM + CLEARANCE, (extent.z + extent.nz) * TWC_TILE_CM - CLEARANCE);
    return p;
}

/* Compares one answer with the mesh. */
static int answer_differs(const twc_view *view, const char *who, twc_point p, float answer, char *detail)
{
    float height = 0;
    int found = brute_height(view, p, &height);
    if (found && memcmp(&height, &answer, sizeof height) == 0)
        return 0;
    snprintf(detail, DETAIL, "at (%.2f, %.2f) m %s says %.9g m, the mesh %.9g m%s", p.x * 0.01, p.z * 0.01, who,
             (double)answer, (double)height, found ? "" : " (no triangle there)");
    return 1;
}

twc_status twc_view_query_differs(const twc_view *view, const twc_ground_table *table, uint64_t seed, int plant,
                                  int *broken, char *detail)
{
    enum { POINTS = 3 };
    twc_random random = twc_random_of_case(seed, "fuzz query", 0);
    twc_point points[POINTS];
    twc_location located[POINTS];
    int bare = twc_session_features(view->session)->list.count == 0; /* then the lattice answers as well */
    twc_status status = twc_ok();
    *broken = 0;
    for (int k = 0; k < POINTS; k++)
        points[k] = draw_point(view, &random);
    if (bare)
        status = twc_query_points(&twc_session_world(view->session)->world, table, 0, POINTS, points, located);
    for (int k = 0; !status.code && !*broken && k < POINTS; k++) {
        float height = 0;
        int found;
        if (bare)
            *broken = answer_differs(view, "the lattice", points[k], located[k].height, detail);
        status = twc_scene_height(twc_session_scene(view->session), points[k], &height, &found);
        if (!status.code && !*broken)
            *broken = answer_differs(view, "the bucket grid", points[k], plant ? off_by_a_bit(height) : height, detail);
    }
    return status;
}
