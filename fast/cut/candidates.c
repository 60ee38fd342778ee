/* SPDX-License-Identifier: MIT */
/*
 * Pairs of things that may meet, out of very many that do not. Spec cut 2.3, 2.4; no twin: the reference asks every
 * pair; test tests/cut/test_cut.c.
 *
 * Eight lines are asked at once, without a branch. What is kept is looked at again, exactly. Lanes past the end of a
 * list hold other lines or none: their answers are dropped, and unsigned arithmetic lets them overflow.
 */
#include "level.h"

#include "cut/work.h"

enum { LANES = 8 };

/* As fast_candidates has them. */
size_t TWC_NAME(candidate_crossings)(const fast_work *w, fast_pair *out, size_t room);
size_t TWC_NAME(candidate_bends)(const fast_work *w, fast_pair *out, size_t room);

TWC_INLINE uint32_t size_of(uint32_t v)
{
    return (int32_t)v < 0 ? 0u - v : v;
}

/*
 * How many lanes to ask when so many lines are left: all of one vector, or, where vectors are narrower, no more than
 * there are.
 */
TWC_INLINE uint32_t lanes_of(uint32_t left)
{
#ifdef __AVX2__
    (void)left;
    return LANES;
#else
    return left < LANES ? left : LANES;
#endif
}

/* Of the lanes, those before `left`. */
TWC_INLINE uint32_t first_lanes(uint32_t left)
{
    return left < LANES ? (1u << left) - 1 : (1u << LANES) - 1;
}

/* By bit: of the `left` lines from `at` on, up to eight, those that fast_is_close. */
TWC_INLINE uint32_t close_lines(const fast_lines *lines, size_t at, uint32_t left, twc_point p)
{
    const uint32_t *x = lines->x + at, *z = lines->z + at, *dx = lines->dx + at, *dz = lines->dz + at;
    const uint32_t lanes = lanes_of(left);
    uint32_t close = 0;
    TWC_KEEP_LOOP
    for (uint32_t i = 0; i < lanes; i++) {
        const uint32_t side = dz[i] * ((uint32_t)p.x - x[i]) - dx[i] * ((uint32_t)p.z - z[i]);
        close |= 2 * size_of(side) <= size_of(dx[i]) + size_of(dz[i]) ? 1u << i : 0;
    }
    return close & first_lanes(left);
}

/*
 * Of two points, by twice the areas they span with a line: on either side of it, or within 1 cm; reach as fast_reach.
 */
TWC_INLINE int either_side(int32_t a, int32_t b, int32_t reach)
{
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    return (low <= reach) & (high >= -reach);
}

/* By bit: of the `left` lines from `at` on, up to eight, those that may cross a segment or have it at an end. */
TWC_INLINE uint32_t crossing_lines(const fast_lines *lines, size_t at, uint32_t left, const fast_line *segment)
{
    const uint32_t *x = lines->x + at, *z = lines->z + at, *dx = lines->dx + at, *dz = lines->dz + at;
    const uint32_t sx = (uint32_t)segment->dx, sz = (uint32_t)segment->dz;
    const int32_t reach = fast_reach(segment);
    const uint32_t lanes = lanes_of(left);
    uint32_t crossing = 0;
    TWC_KEEP_LOOP
    for (uint32_t i = 0; i < lanes; i++) {
        const uint32_t from_x = x[i] - (uint32_t)segment->x, from_z = z[i] - (uint32_t)segment->z;
        const uint32_t a = sz * from_x - sx * from_z, turn = sz * dx[i] - sx * dz[i],
                       c = dx[i] * from_z - dz[i] * from_x;
        const int32_t edge_reach = (int32_t)(size_of(dx[i]) + size_of(dz[i]));
        const int across = either_side((int32_t)a, (int32_t)(a + turn), reach);
        const int beside = either_side((int32_t)c, (int32_t)(c - turn), edge_reach);
        crossing |= across & beside ? 1u << i : 0;
    }
    return crossing & first_lanes(left);
}

size_t TWC_NAME(candidate_crossings)(const fast_work *w, fast_pair *out, size_t room)
{
    size_t n = 0;
    for (uint32_t s = 0; s < w->segment_count; s++) {
        const fast_line *segment = &w->segment_line[s];
        const int32_t x1 = segment->x + segment->dx, z1 = segment->z + segment->dz;
        const twc_box box = {segment->dx < 0 ? x1 : segment->x, segment->dz < 0 ? z1 : segment->z,
                             segment->dx < 0 ? segment->x : x1, segment->dz < 0 ? segment->z : z1};
        for (int32_t z = fast_square_of(box.z0 - TWC_SNAP_CM); z <= fast_square_of(box.z1 + TWC_SNAP_CM); z++)
            for (int32_t x = fast_square_of(box.x0 - TWC_SNAP_CM); x <= fast_square_of(box.x1 + TWC_SNAP_CM); x++) {
                const fast_square *square = twc_fast_square_at(&w->grid, x, z);
                const uint32_t count = square ? square->count[FAST_EDGES] : 0;
                for (uint32_t i = 0; i < count; i += LANES) {
                    const size_t at = (size_t)square->first[FAST_EDGES] + i;
                    if (room - n < LANES)
                        return SIZE_MAX;
                    for (uint32_t left = crossing_lines(&w->listed_edges, at, count - i, segment); left;
                         left &= left - 1)
                        out[n++] = (fast_pair){s, w->grid.list[FAST_EDGES][at + (uint32_t)__builtin_ctz(left)]};
                }
            }
    }
    return n;
}

size_t TWC_NAME(candidate_bends)(const fast_work *w, fast_pair *out, size_t room)
{
    size_t n = 0;
    for (uint32_t h = 0; h < w->hot_count; h++) {
        const twc_point p = w->hot[h].p;
        const fast_square *square = twc_fast_square_at(&w->grid, fast_square_of(p.x), fast_square_of(p.z));
        const uint32_t count = square ? square->count[FAST_EDGES] : 0;
        const fast_segment *segment = &w->segments[w->hot[h].segment];
        if (room - n < (size_t)count + (segment->near_end - segment->near) + LANES)
            return SIZE_MAX;
        for (uint32_t i = 0; i < count; i += LANES) {
            const size_t at = (size_t)square->first[FAST_EDGES] + i;
            for (uint32_t left = close_lines(&w->listed_edges, at, count - i, p); left; left &= left - 1)
                out[n++] = (fast_pair){w->grid.list[FAST_EDGES][at + (uint32_t)__builtin_ctz(left)], h};
        }
        for (uint32_t s = segment->near; s < segment->near_end; s += LANES)
            for (uint32_t left = close_lines(&w->segment_lines, s, segment->near_end - s, p); left; left &= left - 1)
                out[n++] = (fast_pair){w->edge_count + s + (uint32_t)__builtin_ctz(left), h};
    }
    return n;
}
