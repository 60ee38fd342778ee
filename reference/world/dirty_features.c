/* SPDX-License-Identifier: MIT */
/*
 * The chunks that a feature's cells can alter. Spec world 5.2; paper Algorithm 8; no twin: it takes microseconds; test
 * tests/world/test_session.c.
 *
 * A cell cuts or bends only ground triangles that meet its box (the widest cell its stations' limits allow,
 * twc/feature.h), and its faces lie inside. What a cut leaves of a triangle can lie anywhere in it, so here a triangle
 * counts for every chunk its box meets, not for the one that owns it whole.
 */
#include "common/assertion.h"
#include "world/dirty.h"

enum {
    BLOCK = 4, /* macro cells are looked at in blocks of this side */
    LIST = 64, /* cells near one triangle that are looked through */
    SURFACE_REACH_CM = (TWC_FILTER_BASIN_RADIUS + 2) * TWC_SAMPLE_CM /* basin blur, both ends of an interval */
};

/* Cells first..last of a feature, and where they mark. */
typedef struct stretch {
    const twc_feature *feature;
    twc_feature_list others; /* whose cells they can cut or bend; the feature itself may be among them */
    int32_t first, last;
    twc_rect chunks;
    twc_rect extent_chunks;
    uint8_t *dirty;
    uint8_t what;
} stretch;

/* Marks all chunks that a box meets; the extent's border chunks own what lies outside it. */
static void mark_box(const stretch *s, twc_box box)
{
    twc_rect all = s->extent_chunks;
    int32_t x0 = twc_owner_chunk(box.x0, all.x, all.nx) - s->chunks.x,
            x1 = twc_owner_chunk(box.x1, all.x, all.nx) - s->chunks.x;
    int32_t z0 = twc_owner_chunk(box.z0, all.z, all.nz) - s->chunks.z,
            z1 = twc_owner_chunk(box.z1, all.z, all.nz) - s->chunks.z;
    for (int32_t z = z0 < 0 ? 0 : z0; z <= z1 && z < s->chunks.nz; z++)
        for (int32_t x = x0 < 0 ? 0 : x0; x <= x1 && x < s->chunks.nx; x++)
            s->dirty[(ptrdiff_t)z * s->chunks.nx + x] |= s->what;
}

/* Whether a box meets that of one of the stretch's cells; more cells near than fit on the list count as one of them. */
static int meets_stretch(const stretch *s, twc_box box)
{
    int32_t cells[LIST], count = twc_reference_cells_near(s->feature, box, LIST, cells);
    for (int32_t k = 0; k < count && k < LIST; k++)
        if (cells[k] >= s->first && cells[k] <= s->last)
            return 1;
    return count > LIST;
}

static void mark_pieces(const stretch *s, const twc_cell *cell)
{
    for (int k = 0; k < cell->count; k++) {
        twc_box box = twc_triangle_box(cell->piece[k]);
        if (meets_stretch(s, box))
            mark_box(s, box);
    }
}

/* Looks at the ground of one macro cell; of a Broad one under both diagonals. */
static void mark_macro(const stretch *s, const twc_ground_window *ground, int32_t x, int32_t z)
{
    twc_cell cell;
    if (twc_reference_is_broad(ground, x, z)) {
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            twc_reference_broad_pieces(ground, x, z, diagonal, &cell);
            mark_pieces(s, &cell);
        }
        return;
    }
    for (int32_t j = z * TWC_MACRO_CELLS; j < (z + 1) * TWC_MACRO_CELLS; j++) {
        for (int32_t i = x * TWC_MACRO_CELLS; i < (x + 1) * TWC_MACRO_CELLS; i++) {
            twc_reference_fine_cell(ground, i, j, &cell);
            mark_pieces(s, &cell);
        }
    }
}

/* All the plan a macro cell's triangles can cover. */
static twc_box macro_box(int32_t x, int32_t z)
{
    return twc_box_grown((twc_box){x * TWC_MACRO_CM, z * TWC_MACRO_CM, (x + 1) * TWC_MACRO_CM, (z + 1) * TWC_MACRO_CM},
                         TWC_MACRO_JITTER_CM);
}

static void mark_block(const stretch *s, const twc_world *world, twc_rect block)
{
    uint8_t classes[(BLOCK + 2 * TWC_CLASS_RING) * (BLOCK + 2 * TWC_CLASS_RING)];
    TWC_ASSERT(block.nx <= BLOCK && block.nz <= BLOCK);
    twc_ground_window ground = {.macros = twc_rect_grown(block, TWC_CLASS_RING), .classes = classes};
    twc_box box = twc_box_about(macro_box(block.x, block.z), macro_box(block.x + block.nx - 1, block.z + block.nz - 1));
    if (!meets_stretch(s, box))
        return;
    twc_reference_classes(world, ground.macros, classes);
    for (int32_t z = block.z; z < block.z + block.nz; z++)
        for (int32_t x = block.x; x < block.x + block.nx; x++)
            if (meets_stretch(s, macro_box(x, z)))
                mark_macro(s, &ground, x, z);
}

/* A box about the stretch's cells. */
static twc_box stretch_box(const twc_feature *feature, int32_t first, int32_t last)
{
    twc_box box = twc_no_box;
    for (int32_t k = first; k <= last; k++)
        box = twc_box_about(box, feature->tree[feature->leaves + k]);
    return box;
}

static twc_rect macros_about(const twc_world *world, twc_box box)
{
    twc_box wide = twc_box_grown(box, TWC_MACRO_JITTER_CM);
    int32_t x = twc_floor_div(wide.x0, TWC_MACRO_CM), z = twc_floor_div(wide.z0, TWC_MACRO_CM);
    twc_rect macros = {x, z, twc_floor_div(wide.x1, TWC_MACRO_CM) - x + 1,
                       twc_floor_div(wide.z1, TWC_MACRO_CM) - z + 1};
    return twc_rect_meet(macros, twc_world_macros(world));
}

/* Marks the cells of another feature below node n of its tree that meet the stretch. */
static void mark_other(const stretch *s, const twc_feature *other, int32_t n, twc_box about)
{
    const twc_box box = twc_box_grown(other->tree[n], TWC_SNAP_CM);
    if (!twc_boxes_meet(box, about))
        return;
    if (n < other->leaves) {
        mark_other(s, other, 2 * n, about);
        mark_other(s, other, 2 * n + 1, about);
    } else if (meets_stretch(s, box)) {
        mark_box(s, box);
    }
}

static void mark_stretch(const twc_world *world, stretch s)
{
    const twc_feature *feature = s.feature;
    const twc_box about = stretch_box(feature, s.first, s.last);
    twc_rect macros = macros_about(world, about);
    s.extent_chunks = twc_world_chunks(world);
    for (int32_t k = s.first; k <= s.last; k++)
        mark_box(&s, feature->tree[feature->leaves + k]);
    for (size_t f = 0; f < s.others.count; f++)
        if (s.others.feature[f].id != feature->id)
            mark_other(&s, &s.others.feature[f], 1, about);
    for (int32_t z = macros.z; z < macros.z + macros.nz; z += BLOCK)
        for (int32_t x = macros.x; x < macros.x + macros.nx; x += BLOCK)
            mark_block(&s, world, twc_rect_meet((twc_rect){x, z, BLOCK, BLOCK}, macros));
}

/* ---- a feature that comes or goes ---- */

twc_rect twc_dirty_feature_bound(const twc_world *world, const twc_feature *feature)
{
    /* A triangle that meets a box reaches at most the width of a broad triangle, 112.64 m, beyond it. */
    twc_box box = twc_box_grown(feature->tree[1], TWC_FEATURE_REACH_CM);
    int32_t x = twc_floor_div(box.x0, TWC_CHUNK_CM), z = twc_floor_div(box.z0, TWC_CHUNK_CM);
    twc_rect chunks = {x, z, twc_floor_div(box.x1, TWC_CHUNK_CM) - x + 1, twc_floor_div(box.z1, TWC_CHUNK_CM) - z + 1};
    return twc_rect_meet(chunks, twc_world_chunks(world));
}

void twc_dirty_feature(const twc_world *world, twc_feature_list others, const twc_feature *feature, twc_rect chunks,
                       uint8_t *dirty)
{
    mark_stretch(world, (stretch){.feature = feature,
                                  .others = others,
                                  .last = feature->station_count - 2,
                                  .chunks = chunks,
                                  .dirty = dirty,
                                  .what = TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE});
}

/* ---- ground that changes under features ---- */

/*
 * A section reads the ground inside its widest cell, so a cell changes when ground that meets its box does; its
 * neighbours share its sections. Runs of such cells are marked together.
 */
static void mark_cells_near(const twc_world *world, twc_box box, stretch s)
{
    int32_t cells[LIST], last = s.feature->station_count - 2, first_marked = -1, last_marked = -2;
    int32_t count = twc_reference_cells_near(s.feature, box, LIST, cells);
    if (count > LIST) {
        s.first = 0;
        s.last = last;
        mark_stretch(world, s);
        return;
    }
    for (int32_t k = 0; k <= count; k++) {
        TWC_ASSERT(k == 0 || k == count || cells[k] > cells[k - 1]);
        int32_t from = k < count ? twc_clamp(cells[k] - 1, 0, last) : last + 2;
        if (from > last_marked + 1) {
            s.first = first_marked;
            s.last = last_marked;
            if (first_marked >= 0)
                mark_stretch(world, s);
            first_marked = from;
        }
        last_marked = k < count ? twc_clamp(cells[k] + 1, 0, last) : last_marked;
    }
}

/* The plan within the basin blur of changed samples. */
static twc_box surface_box(twc_fact_kind kind, twc_rect rect)
{
    if (kind != TWC_FACT_SAMPLES)
        return twc_no_box;
    return twc_box_grown((twc_box){rect.x * TWC_SAMPLE_CM, rect.z * TWC_SAMPLE_CM,
                                   (rect.x + rect.nx - 1) * TWC_SAMPLE_CM, (rect.z + rect.nz - 1) * TWC_SAMPLE_CM},
                         SURFACE_REACH_CM);
}

twc_rect twc_dirty_bound(const twc_world *world, twc_feature_list features, twc_fact_kind kind, twc_rect rect)
{
    twc_rect bound = twc_dirty_ground_bound(world, kind, rect);
    if (features.count == 0)
        return bound;
    /* Beyond the last piece that changes: a cell it meets, that cell's neighbours, and the triangles these meet. */
    int32_t chunks = (3 * TWC_CELL_BOX_CM + TWC_FEATURE_REACH_CM) / TWC_CHUNK_CM + 1;
    return twc_rect_meet(twc_rect_grown(bound, chunks), twc_world_chunks(world));
}

void twc_dirty_chunks(const twc_world *world, twc_feature_list features, twc_fact_kind kind, twc_rect rect,
                      twc_rect chunks, uint8_t *dirty)
{
    twc_box changing = twc_dirty_ground(world, kind, rect, chunks, dirty), surface = surface_box(kind, rect);
    for (size_t f = 0; f < features.count; f++) {
        stretch s = {.feature = &features.feature[f], .others = features, .chunks = chunks, .dirty = dirty};
        s.what = TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE;
        if (twc_boxes_meet(changing, s.feature->tree[1]))
            mark_cells_near(world, changing, s);
        s.what = TWC_DIRTY_SURFACE;
        if (twc_boxes_meet(surface, s.feature->tree[1]))
            mark_cells_near(world, surface, s);
    }
}
