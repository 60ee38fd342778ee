/* SPDX-License-Identifier: MIT */
/*
 * Chunks take in their pieces. Spec cut 6; no twin: the reference makes triangles in the order of the mesh; test
 * tests/cut/test_cut.c.
 *
 * A chunk's own triangles keep their order, pieces standing where their triangle stood; pieces of triangles that other
 * chunks own come in between, by their place in the canonical order.
 */
#include "cut/work.h"

/* Where a ground triangle comes in the canonical order: macro cells by row, fine cells by row, halves, fan pieces. */
typedef struct place {
    int64_t key[3];
} place;

/*
 * The number of a fan's piece: four times the side of its facet it lies on, and the quarter of that side it starts at.
 */
static int64_t fan_piece(const twc_facet *facet, const twc_triangle *triangle)
{
    const twc_vertex *v = &triangle->corner[1];
    for (int k = 0; k < 3; k++) {
        const twc_vertex *a = &facet->corner[k], *b = &facet->corner[(k + 1) % 3];
        const int64_t dx = (int64_t)b->x - a->x, dz = (int64_t)b->z - a->z, length2 = dx * dx + dz * dz;
        const int64_t along = ((int64_t)v->x - a->x) * dx + ((int64_t)v->z - a->z) * dz;
        const int64_t aside = twc_vertex_area2(*a, *b, *v), reach = (dx < 0 ? -dx : dx) + (dz < 0 ? -dz : dz);
        if (v->x == a->x && v->z == a->z)
            return 4 * k;
        if (along > 0 && along < length2 && aside <= 2 * reach && aside >= -2 * reach)
            return 4 * k + (8 * along + length2) / (2 * length2);
    }
    return 0;
}

static place place_of(const twc_mesh *mesh, uint32_t number)
{
    const twc_triangle *triangle = &mesh->triangles[number];
    const twc_facet *facet = &mesh->facets[triangle->facet];
    const int32_t x = (int32_t)(facet->id & 0x3FFFFFFF) - (1 << 29),
                  z = (int32_t)(facet->id >> 30 & 0x3FFFFFFF) - (1 << 29);
    const int64_t half = (int64_t)(facet->id >> 61 & 1);
    place p;
    if (facet->id >> 62 == TWC_FACET_FINE) {
        p.key[0] = (int64_t)twc_floor_div(z, TWC_MACRO_CELLS);
        p.key[1] = (int64_t)twc_floor_div(x, TWC_MACRO_CELLS);
        p.key[2] = (int64_t)(twc_floor_mod(z, TWC_MACRO_CELLS) * TWC_MACRO_CELLS + twc_floor_mod(x, TWC_MACRO_CELLS)) *
                       2 +
                   half;
    } else {
        const int fan = triangle->corner[0].x != facet->corner[0].x || triangle->corner[0].z != facet->corner[0].z;
        p.key[0] = z;
        p.key[1] = x;
        p.key[2] = half * 16 + (fan ? fan_piece(facet, triangle) : 0);
    }
    return p;
}

static int comes_before(place a, place b)
{
    for (int k = 0; k < 3; k++)
        if (a.key[k] != b.key[k])
            return a.key[k] < b.key[k];
    return 0;
}

/* A mesh being written: a facet joins with the first of its triangles, and those of one facet come together. */
typedef struct writer {
    twc_mesh *mesh;
    int full;
} writer;

static void write_triangle(writer *out, const twc_vertex corner[3], const twc_facet *facet)
{
    twc_mesh *mesh = out->mesh;
    const int known = mesh->facet_count > 0 && mesh->facets[mesh->facet_count - 1].id == facet->id;
    if (mesh->triangle_count == mesh->triangle_capacity || (!known && mesh->facet_count == mesh->facet_capacity)) {
        out->full = 1;
        return;
    }
    if (!known)
        mesh->facets[mesh->facet_count++] = *facet;
    twc_triangle *triangle = &mesh->triangles[mesh->triangle_count++];
    memcpy(triangle->corner, corner, sizeof triangle->corner);
    triangle->facet = mesh->facet_count - 1;
}

static void write_face(writer *out, const fast_piece *piece)
{
    twc_facet facet;
    memset(&facet, 0, sizeof facet);
    memcpy(facet.corner, piece->v, sizeof facet.corner);
    twc_triangle_normal(piece->v[0], piece->v[1], piece->v[2], facet.normal);
    facet.centroid_x = twc_floor_mean3(piece->v[0].x, piece->v[1].x, piece->v[2].x);
    facet.centroid_z = twc_floor_mean3(piece->v[0].z, piece->v[1].z, piece->v[2].z);
    TWC_ASSERT(piece->source == TWC_NONE);
    facet.id = piece->id;
    write_triangle(out, piece->v, &facet);
}

/* The pieces of one chunk: of its own triangles, of others' (sorted by place), and faces. */
typedef struct share {
    const fast_piece **own, **other, **face;
    place *other_place;
    uint32_t own_count, other_count, face_count;
} share;

static const twc_facet *facet_of(const fast_work *w, const fast_piece *piece)
{
    const fast_triangle *source = &w->triangles[piece->source];
    const twc_mesh *mesh = &source->ground->mesh;
    return &mesh->facets[mesh->triangles[source->number].facet];
}

/*
 * Triangles from .. to - 1 of a mesh, unchanged, with their facets: those of a mesh come in the order of its triangles.
 */
static void write_run(writer *out, const twc_mesh *from_mesh, uint32_t from, uint32_t to)
{
    twc_mesh *mesh = out->mesh;
    if (from == to)
        return;
    uint32_t facet = from_mesh->triangles[from].facet, last = from_mesh->triangles[to - 1].facet;
    const int known = mesh->facet_count > 0 && mesh->facets[mesh->facet_count - 1].id == from_mesh->facets[facet].id;
    const uint32_t shift = mesh->facet_count - (uint32_t)known - facet; /* modulo 2^32 */
    const uint32_t first = facet + (uint32_t)known, facets = last + 1 - first;
    if (to - from > mesh->triangle_capacity - mesh->triangle_count ||
        facets > mesh->facet_capacity - mesh->facet_count) {
        out->full = 1;
        return;
    }
    memcpy(mesh->facets + mesh->facet_count, from_mesh->facets + first, facets * sizeof *mesh->facets);
    memcpy(mesh->triangles + mesh->triangle_count, from_mesh->triangles + from, (to - from) * sizeof *mesh->triangles);
    for (uint32_t t = mesh->triangle_count; t < mesh->triangle_count + (to - from); t++)
        mesh->triangles[t].facet += shift;
    mesh->facet_count += facets;
    mesh->triangle_count += to - from;
}

static void write_chunk(const fast_work *w, const fast_ground *ground, const share *s, writer *out)
{
    const twc_mesh *mesh = &ground->mesh;
    uint32_t own = 0, other = 0, run = 0; /* triangles run .. t - 1 are still to be written */
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const int foreign = other < s->other_count && comes_before(s->other_place[other], place_of(mesh, t));
        if (!foreign && !ground->changed[t])
            continue;
        write_run(out, mesh, run, t);
        run = t + ground->changed[t];
        for (; other < s->other_count && comes_before(s->other_place[other], place_of(mesh, t)); other++)
            write_triangle(out, s->other[other]->v, facet_of(w, s->other[other]));
        for (; own < s->own_count && w->triangles[s->own[own]->source].number == t; own++)
            write_triangle(out, s->own[own]->v, facet_of(w, s->own[own]));
    }
    write_run(out, mesh, run, mesh->triangle_count);
    for (; other < s->other_count; other++)
        write_triangle(out, s->other[other]->v, facet_of(w, s->other[other]));
    for (uint32_t i = 0; i < s->face_count; i++)
        write_face(out, s->face[i]);
}

/* Insertion by place keeps the pieces of one triangle in their order. */
static void add_to_share(const fast_work *w, const fast_ground *ground, const fast_piece *piece, share *s)
{
    if (piece->source == TWC_NONE) {
        s->face[s->face_count++] = piece;
        return;
    }
    const fast_triangle *source = &w->triangles[piece->source];
    if (source->ground == ground) {
        s->own[s->own_count++] = piece;
        return;
    }
    const place p = place_of(&source->ground->mesh, source->number);
    uint32_t at = s->other_count++;
    for (; at > 0 && comes_before(p, s->other_place[at - 1]); at--) {
        s->other[at] = s->other[at - 1];
        s->other_place[at] = s->other_place[at - 1];
    }
    s->other[at] = piece;
    s->other_place[at] = p;
}

static int make_share(twc_arena *arena, uint32_t pieces, share *s)
{
    *s = (share){0};
    s->own = twc_arena_take(arena, pieces, sizeof *s->own);
    s->other = twc_arena_take(arena, pieces, sizeof *s->other);
    s->face = twc_arena_take(arena, pieces, sizeof *s->face);
    s->other_place = twc_arena_take(arena, pieces, sizeof *s->other_place);
    return !arena->full;
}

/* Pieces sorted by chunk, in their order: those of chunk c are sorted[first[c]] .. sorted[first[c + 1] - 1]. */
static int sort_pieces(fast_work *w, const fast_pieces *pieces, const fast_piece ***sorted, uint32_t **first)
{
    const size_t chunks = (size_t)pieces->asked.nx * (size_t)pieces->asked.nz;
    uint32_t *at = twc_arena_take(&w->arena, chunks + 2, sizeof *at);
    *sorted = twc_arena_take(&w->arena, pieces->count, sizeof **sorted);
    if (w->arena.full)
        return 0;
    memset(at, 0, (chunks + 2) * sizeof *at);
    for (uint32_t i = 0; i < pieces->count; i++)
        at[pieces->piece[i].chunk + 2]++;
    for (size_t c = 2; c < chunks + 2; c++)
        at[c] += at[c - 1];
    for (uint32_t i = 0; i < pieces->count; i++)
        (*sorted)[at[pieces->piece[i].chunk + 1]++] = &pieces->piece[i];
    *first = at;
    return 1;
}

int twc_fast_assemble(fast_work *w, const fast_ground *grounds, uint32_t ground_count, const fast_pieces *pieces,
                      twc_mesh *meshes)
{
    const fast_piece **sorted;
    uint32_t *first;
    if (!sort_pieces(w, pieces, &sorted, &first))
        return 0;
    for (uint32_t g = 0; g < ground_count; g++) {
        const fast_ground *ground = &grounds[g];
        const uint32_t chunk = ground->chunk, begin = chunk == TWC_NONE ? 0 : first[chunk],
                       end = chunk == TWC_NONE ? 0 : first[chunk + 1];
        if (chunk == TWC_NONE)
            continue;
        twc_arena arena = w->arena;
        share s;
        if (!make_share(&arena, end - begin, &s))
            return 0;
        for (uint32_t i = begin; i < end; i++)
            add_to_share(w, ground, sorted[i], &s);
        TWC_ASSERT(s.own_count + s.other_count + s.face_count == end - begin);
        writer out = {&meshes[chunk], 0};
        out.mesh->triangle_count = out.mesh->facet_count = 0;
        write_chunk(w, ground, &s, &out);
        if (out.full)
            return 0;
    }
    return 1;
}
