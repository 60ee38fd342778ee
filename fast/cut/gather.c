/* SPDX-License-Identifier: MIT */
/*
 * The ground triangles near the footprints, their edges, and heights on them. Spec cut 2.2, 3.1; twin
 * reference/cut/gather.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

static int32_t least3(int32_t a, int32_t b, int32_t c)
{
    int32_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int32_t most3(int32_t a, int32_t b, int32_t c)
{
    int32_t ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/*
 * A map of the squares about a chunk: 1 where the square or one at most two away is in the grid. A fine triangle
 * extends less than two squares from any of its corners, so where the map is 0 it meets no cell.
 */
enum { MAP_RING = 6, MAP_SIDE = TWC_CHUNK_CELLS + 2 * MAP_RING };

typedef struct near_map {
    int32_t x, z;
    uint8_t near[MAP_SIDE][MAP_SIDE];
} near_map;

static void make_map(const fast_work *w, int32_t x, int32_t z, near_map *map)
{
    memset(map->near, 0, sizeof map->near);
    map->x = x;
    map->z = z;
    for (int32_t j = 2; j < MAP_SIDE - 2; j++)
        for (int32_t i = 2; i < MAP_SIDE - 2; i++)
            if (twc_fast_square_at(&w->grid, x + i, z + j))
                for (int32_t r = j - 2; r <= j + 2; r++)
                    memset(&map->near[r][i - 2], 1, 5);
}

/* Broad triangles, and those outside the map, are looked at all the same. */
static int maybe_near(const near_map *map, const twc_mesh *mesh, const twc_triangle *triangle)
{
    const int32_t i = fast_square_of(triangle->corner[0].x) - map->x,
                  j = fast_square_of(triangle->corner[0].z) - map->z;
    if (mesh->facets[triangle->facet].id >> 62 != TWC_FACET_FINE || i < 4 || i >= MAP_SIDE - 4 || j < 4 ||
        j >= MAP_SIDE - 4)
        return 1;
    return map->near[j][i];
}

int twc_fast_keep_triangles(fast_work *w, const fast_ground *ground)
{
    const twc_mesh *mesh = &ground->mesh;
    near_map map;
    make_map(w, ground->x * TWC_CHUNK_CELLS - MAP_RING, ground->z * TWC_CHUNK_CELLS - MAP_RING, &map);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (!maybe_near(&map, mesh, &mesh->triangles[t]))
            continue;
        const twc_vertex *v = mesh->triangles[t].corner;
        twc_box box = {least3(v[0].x, v[1].x, v[2].x), least3(v[0].z, v[1].z, v[2].z), most3(v[0].x, v[1].x, v[2].x),
                       most3(v[0].z, v[1].z, v[2].z)};
        if (!twc_fast_meets_cell(w, twc_box_grown(box, TWC_SNAP_CM)))
            continue;
        if (w->triangle_count == w->triangle_room)
            return 0;
        fast_triangle *kept = &w->triangles[w->triangle_count++];
        memcpy(kept->v, v, sizeof kept->v);
        kept->box = box;
        kept->ground = ground;
        kept->number = t;
    }
    return 1;
}

int twc_fast_make_edges(fast_work *w)
{
    uint32_t slots = 64;
    while (slots < 6 * w->triangle_count)
        slots *= 2;
    w->edges = twc_arena_take(&w->arena, (size_t)w->triangle_count * 3, sizeof *w->edges);
    w->edge_line = twc_arena_take(&w->arena, (size_t)w->triangle_count * 3, sizeof *w->edge_line);
    twc_arena scratch = w->arena;
    uint32_t *slot = twc_arena_take(&scratch, slots, sizeof *slot);
    if (!w->edges || !w->edge_line || !slot)
        return 0;
    memset(slot, 0xFF, slots * sizeof *slot);
    for (uint32_t t = 0; t < w->triangle_count; t++) {
        w->triangles[t].near = (uint32_t)twc_fast_meets_cell(w, twc_box_grown(w->triangles[t].box, TWC_SNAP_CM));
        for (int k = 0; k < 3 && w->triangles[t].near; k++) {
            twc_vertex a = w->triangles[t].v[k], b = w->triangles[t].v[(k + 1) % 3];
            if (b.x < a.x || (b.x == a.x && b.z < a.z)) {
                twc_vertex c = a;
                a = b;
                b = c;
            }
            uint32_t h = (uint32_t)a.x * 0x9E3779B1u ^ (uint32_t)a.z * 0x85EBCA77u ^ (uint32_t)b.x * 0xC2B2AE3Du ^
                         (uint32_t)b.z * 0x27D4EB2Fu;
            h ^= h >> 15;
            uint32_t e;
            while ((e = slot[h & (slots - 1)]) != TWC_NONE &&
                   !(same_plan(w->edges[e].a, a) && same_plan(w->edges[e].b, b)))
                h++;
            if (e == TWC_NONE) {
                e = slot[h & (slots - 1)] = w->edge_count++;
                w->edge_line[e] = (fast_line){a.x, a.z, b.x - a.x, b.z - a.z};
                w->edges[e] = (fast_edge){.a = a, .b = b, .side = {TWC_NONE, TWC_NONE}};
            }
            w->edges[e].side[w->edges[e].side[0] != TWC_NONE] = t;
            TWC_ASSERT(e < w->edge_count && w->edge_count <= 3 * w->triangle_count);
            w->triangles[t].edge[k] = e;
        }
    }
    return 1;
}

typedef enum within { OUTSIDE, ON_BORDER, INSIDE } within;

/* Where p lies with respect to a triangle; its height on the plane unless that is outside. */
static inline within locate(const fast_triangle *t, twc_point p, float *y)
{
    if (p.x < t->box.x0 || p.x > t->box.x1 || p.z < t->box.z0 || p.z > t->box.z1)
        return OUTSIDE;
    const twc_point a = {t->v[0].x, t->v[0].z}, b = {t->v[1].x, t->v[1].z}, c = {t->v[2].x, t->v[2].z};
    const int32_t ab = fast_area2(a, b, p), bc = fast_area2(b, c, p), ca = fast_area2(c, a, p);
    if ((ab | bc | ca) < 0)
        return OUTSIDE;
    /* twc_plane_height: the weight of b is the area opposite to it. */
    double rise = ((double)ca * ((double)t->v[1].y - (double)t->v[0].y) +
                   (double)ab * ((double)t->v[2].y - (double)t->v[0].y)) /
                  (double)(ab + bc + ca);
    *y = (float)((double)t->v[0].y + rise);
    return ab > 0 && bc > 0 && ca > 0 ? INSIDE : ON_BORDER;
}

float twc_fast_ground_height(const fast_work *w, twc_point p, uint32_t *last)
{
    float best = 0.0f, y;
    int found = 0;
    if (*last < w->triangle_count && locate(&w->triangles[*last], p, &y) == INSIDE)
        return y; /* no other triangle holds it */
    const fast_square *square = twc_fast_square_at(&w->grid, fast_square_of(p.x), fast_square_of(p.z));
    for (uint32_t i = 0; square && i < square->count[FAST_TRIANGLES]; i++) {
        const uint32_t number = w->grid.list[FAST_TRIANGLES][square->first[FAST_TRIANGLES] + i];
        const within where = locate(&w->triangles[number], p, &y);
        if (where == OUTSIDE)
            continue;
        if (!found || y > best)
            best = y;
        found = 1;
        *last = number;
        if (where == INSIDE)
            return y;
    }
    return best;
}
