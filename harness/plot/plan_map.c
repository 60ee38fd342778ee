/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/plan_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twc/salts.h"

static int in_window(const twc_triangle *triangle, twc_rect window)
{
    int32_t west = INT32_MAX, east = INT32_MIN, north = INT32_MAX, south = INT32_MIN;
    for (int k = 0; k < 3; k++) {
        twc_vertex v = triangle->corner[k];
        west = v.x < west ? v.x : west;
        east = v.x > east ? v.x : east;
        north = v.z < north ? v.z : north;
        south = v.z > south ? v.z : south;
    }
    return east >= window.x && west <= (int64_t)window.x + window.nx && south >= window.z &&
           north <= (int64_t)window.z + window.nz;
}

/* The end of the run of triangles that share the facet of triangle `start`. */
static uint32_t facet_run(const twc_mesh *mesh, uint32_t start)
{
    uint32_t end = start + 1;
    while (end < mesh->triangle_count && mesh->triangles[end].facet == mesh->triangles[start].facet)
        end++;
    return end;
}

/* Whether both ends lie on one side of the facet's own triangle, up to the rounding of fan vertices and crossings. */
static int on_outline(const twc_facet *facet, twc_vertex from, twc_vertex to)
{
    const double rounding_cm = 2;
    for (int k = 0; k < 3; k++) {
        twc_vertex a = facet->corner[k], b = facet->corner[(k + 1) % 3];
        double limit = rounding_cm * hypot((double)b.x - a.x, (double)b.z - a.z);
        if (fabs((double)twc_vertex_area2(a, b, from)) <= limit && fabs((double)twc_vertex_area2(a, b, to)) <= limit)
            return 1;
    }
    return 0;
}

static void add_line(twc_plan_lines *lines, twc_vertex from, twc_vertex to)
{
    int32_t *line = lines->line[lines->count++];
    line[0] = from.x, line[1] = from.z, line[2] = to.x, line[3] = to.z;
}

static void add_lines(const twc_mesh *mesh, twc_plan_map *map)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const twc_triangle *triangle = &mesh->triangles[t];
        for (int k = 0; k < 3 && in_window(triangle, map->window); k++) {
            twc_vertex from = triangle->corner[k], to = triangle->corner[(k + 1) % 3];
            int outline = on_outline(&mesh->facets[triangle->facet], from, to);
            add_line(outline ? &map->outline : &map->inner, from, to);
        }
    }
}

static void add_patch(const twc_mesh *mesh, uint32_t start, uint32_t end, twc_plan_map *map)
{
    twc_patch *patch = &map->patch[map->patch_count++];
    *patch = (twc_patch){.first = (uint32_t)map->triangle_count, .count = end - start};
    for (uint32_t t = start; t < end; t++, map->triangle_count++)
        for (int k = 0; k < 3; k++) {
            map->corner[map->triangle_count][k][0] = mesh->triangles[t].corner[k].x;
            map->corner[map->triangle_count][k][1] = mesh->triangles[t].corner[k].z;
        }
}

twc_status twc_plan_map_create(twc_rect window, twc_mesh_list meshes, twc_patch_of *describe, const void *data,
                               twc_plan_map *map)
{
    size_t most = 1;
    for (size_t m = 0; m < meshes.count; m++)
        most += meshes.mesh[m].triangle_count;
    *map = (twc_plan_map){.window = window};
    map->patch = malloc(most * sizeof *map->patch);
    map->corner = malloc(most * sizeof *map->corner);
    map->outline.line = malloc(3 * most * sizeof *map->outline.line);
    map->inner.line = malloc(3 * most * sizeof *map->inner.line);
    if (!map->patch || !map->corner || !map->outline.line || !map->inner.line)
        return twc_fail(TWC_IO, "not enough memory for a plan of %zu triangles", most);
    for (size_t m = 0; m < meshes.count; m++) {
        const twc_mesh *mesh = &meshes.mesh[m];
        for (uint32_t start = 0, end; start < mesh->triangle_count; start = end) {
            int visible = 0;
            uint32_t facet = mesh->triangles[start].facet;
            end = facet_run(mesh, start);
            for (uint32_t t = start; t < end; t++)
                visible |= in_window(&mesh->triangles[t], window);
            if (!visible)
                continue;
            add_patch(mesh, start, end, map);
            describe(&mesh->facets[facet], meshes.surface ? &meshes.surface[m].faces[facet] : NULL, data,
                     &map->patch[map->patch_count - 1]);
        }
        add_lines(mesh, map);
    }
    return twc_ok();
}

void twc_plan_map_destroy(twc_plan_map *map)
{
    free(map->patch);
    free(map->corner);
    free(map->outline.line);
    free(map->inner.line);
    memset(map, 0, sizeof *map);
}

int twc_window_holds(twc_rect w, const twc_facet *facet)
{
    return facet->centroid_x >= w.x && facet->centroid_x - w.x < w.nx && facet->centroid_z >= w.z &&
           facet->centroid_z - w.z < w.nz;
}

double twc_facet_tone(const twc_facet *facet)
{
    return twc_hash(facet->centroid_x, facet->centroid_z, TWC_SALT_FACE) / 4294967296.0;
}
