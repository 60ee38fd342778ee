/* SPDX-License-Identifier: MIT */
/*
 * The chunks that a fact about samples or classes can alter. Spec world 5.1; paper Algorithm 8; no twin: it takes
 * microseconds; test tests/world/test_session.c.
 *
 * From samples to the vertices whose filters read them, to the facets that use those vertices, to the chunks that own
 * pieces of those facets. docs/dirty.md argues that nothing is left out.
 */
#include "common/assertion.h"
#include "world/dirty.h"

/* What is followed: the changed samples, the world's classes about the cells in question, and where results go. */
typedef struct survey {
    twc_ground_window ground; /* classes only: positions, no heights */
    twc_rect changed;         /* samples */
    int everything;           /* classes changed: every facet of the cells counts */
    twc_rect all;             /* the extent, in chunks */
    twc_rect chunks;          /* those of `dirty` */
    uint8_t *dirty;
    twc_box changing; /* about all pieces that change */
} survey;

enum {
    MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM,
    BLOCK = 8 /* macro cells are surveyed in blocks of this side, so that classes fit on the stack */
};

/* Whether bilinear interpolation at (x, z) of a field filtered with `radius` reads a changed sample. */
static int reads_changed(const survey *s, int32_t x, int32_t z, int32_t radius)
{
    int32_t i = twc_floor_div(x, TWC_SAMPLE_CM), j = twc_floor_div(z, TWC_SAMPLE_CM);
    return i - radius < s->changed.x + s->changed.nx && i + 1 + radius >= s->changed.x &&
           j - radius < s->changed.z + s->changed.nz && j + 1 + radius >= s->changed.z;
}

/* Whether the height of lattice vertex (i, j) can change; one on a straight edge changes with its corners. */
static int vertex_changes(const survey *s, int32_t i, int32_t j)
{
    twc_placement placement = twc_reference_placement(&s->ground, i, j);
    if (placement.along) {
        int32_t corner_i = i - placement.along * placement.step_x, corner_j = j - placement.along * placement.step_z;
        return vertex_changes(s, corner_i, corner_j) || vertex_changes(s, corner_i + TWC_MACRO_CELLS * placement.step_x,
                                                                       corner_j + TWC_MACRO_CELLS * placement.step_z);
    }
    twc_vertex vertex = twc_reference_vertex(&s->ground, i, j);
    return reads_changed(s, vertex.x, vertex.z,
                         twc_filter_radius(placement.broad ? TWC_FILTER_BROAD : TWC_FILTER_FINE));
}

/* Marks the chunk that owns a piece. */
static void mark(survey *s, const twc_vertex corner[3], uint8_t what)
{
    int32_t x = twc_owner_chunk(twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x), s->all.x, s->all.nx) -
                s->chunks.x;
    int32_t z = twc_owner_chunk(twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z), s->all.z, s->all.nz) -
                s->chunks.z;
    if (x >= 0 && x < s->chunks.nx && z >= 0 && z < s->chunks.nz)
        s->dirty[(ptrdiff_t)z * s->chunks.nx + x] |= what;
}

/*
 * Marks the owners of a cell's pieces: of all for a change of shape; for the surface alone, of those whose facet's
 * centroid has changed samples within the basin blur, the widest filter a face reads.
 */
static void mark_cell(survey *s, const twc_cell *cell, int shape_changes)
{
    int32_t radius = twc_filter_radius(TWC_FILTER_BASIN);
    for (int k = 0; k < cell->count; k++) {
        const twc_vertex *facet = cell->facet[cell->half[k]];
        int32_t x = twc_floor_mean3(facet[0].x, facet[1].x, facet[2].x);
        int32_t z = twc_floor_mean3(facet[0].z, facet[1].z, facet[2].z);
        if (shape_changes) {
            mark(s, cell->piece[k], TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE);
            s->changing = twc_box_about(s->changing, twc_triangle_box(cell->piece[k]));
        } else if (reads_changed(s, x, z, radius))
            mark(s, cell->piece[k], TWC_DIRTY_SURFACE);
    }
}

static void survey_fine_macro(survey *s, int32_t x, int32_t z)
{
    for (int32_t j = z * TWC_MACRO_CELLS; j < (z + 1) * TWC_MACRO_CELLS; j++) {
        for (int32_t i = x * TWC_MACRO_CELLS; i < (x + 1) * TWC_MACRO_CELLS; i++) {
            twc_cell cell;
            int changes = s->everything || vertex_changes(s, i, j) || vertex_changes(s, i + 1, j) ||
                          vertex_changes(s, i, j + 1) || vertex_changes(s, i + 1, j + 1);
            twc_reference_fine_cell(&s->ground, i, j, &cell);
            mark_cell(s, &cell, changes);
        }
    }
}

/* Whether the middle of a Broad cell's diagonal, where it is compared with the broad field, can change. */
static int diagonal_changes(const survey *s, twc_vertex p, twc_vertex q)
{
    return reads_changed(s, p.x + twc_floor_div(q.x - p.x, 2), p.z + twc_floor_div(q.z - p.z, 2),
                         twc_filter_radius(TWC_FILTER_BROAD));
}

static void survey_broad_macro(survey *s, int32_t x, int32_t z)
{
    twc_vertex corner[4];
    int changes = s->everything;
    for (int k = 0; k < 4; k++) {
        int32_t i = (x + (k & 1)) * TWC_MACRO_CELLS, j = (z + (k >> 1)) * TWC_MACRO_CELLS;
        corner[k] = twc_reference_vertex(&s->ground, i, j);
        changes = changes || vertex_changes(s, i, j);
    }
    changes = changes || diagonal_changes(s, corner[0], corner[3]) || diagonal_changes(s, corner[1], corner[2]);
    int valid = twc_reference_valid_diagonals(corner);
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        twc_cell cell;
        if (!(valid >> diagonal & 1))
            continue;
        twc_reference_broad_pieces(&s->ground, x, z, diagonal, &cell);
        mark_cell(s, &cell, changes);
    }
}

/*
 * The macro cells whose facets a change can touch. Samples: twc/reach.h. Classes: a class places the vertices of its
 * own corners and edges, which the eight cells around share.
 */
static twc_rect touched_macros(const twc_world *world, twc_fact_kind kind, twc_rect rect)
{
    twc_rect macros = kind == TWC_FACT_CLASSES ? twc_rect_grown(rect, 1)
                                               : twc_rect_cover(twc_rect_grown(rect, TWC_DIRTY_SAMPLES), MACRO_SAMPLES);
    return twc_rect_meet(macros, twc_world_macros(world));
}

/* A piece's centroid lies less than a macro cell outside its own. */
twc_rect twc_dirty_ground_bound(const twc_world *world, twc_fact_kind kind, twc_rect rect)
{
    twc_rect macros = twc_rect_grown(touched_macros(world, kind, rect), 1);
    return twc_rect_meet(twc_rect_cover(macros, TWC_CHUNK_MACROS), twc_world_chunks(world));
}

/* Surveys the macro cells of one block, at most BLOCK on a side. */
static void survey_block(survey *s, const twc_world *world, twc_rect block)
{
    uint8_t classes[(BLOCK + 2 * TWC_CLASS_RING) * (BLOCK + 2 * TWC_CLASS_RING)];
    TWC_ASSERT(block.nx <= BLOCK && block.nz <= BLOCK);
    s->ground.macros = twc_rect_grown(block, TWC_CLASS_RING);
    s->ground.classes = classes;
    twc_reference_classes(world, s->ground.macros, classes);
    for (int32_t z = block.z; z < block.z + block.nz; z++) {
        for (int32_t x = block.x; x < block.x + block.nx; x++) {
            if (twc_reference_is_broad(&s->ground, x, z))
                survey_broad_macro(s, x, z);
            else
                survey_fine_macro(s, x, z);
        }
    }
}

twc_box twc_dirty_ground(const twc_world *world, twc_fact_kind kind, twc_rect rect, twc_rect chunks, uint8_t *dirty)
{
    survey s = {.changed = rect,
                .everything = kind == TWC_FACT_CLASSES,
                .all = twc_world_chunks(world),
                .chunks = chunks,
                .dirty = dirty,
                .changing = twc_no_box};
    twc_rect macros = touched_macros(world, kind, rect);
    for (int32_t z = macros.z; z < macros.z + macros.nz; z += BLOCK) {
        for (int32_t x = macros.x; x < macros.x + macros.nx; x += BLOCK)
            survey_block(&s, world, twc_rect_meet((twc_rect){x, z, BLOCK, BLOCK}, macros));
    }
    return s.changing;
}
