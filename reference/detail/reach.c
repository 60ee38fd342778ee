/* SPDX-License-Identifier: MIT */
/*
 * Which chunks of which level an edit can change. Spec detail 8; no twin: a few comparisons of integers, for both
 * libraries; test tests/detail/test_select.c, tests/detail/test_edits.c.
 */
#include "common/assertion.h"
#include "detail/build.h"

static int meets(twc_rect a, twc_rect b)
{
    return a.nx > 0 && a.nz > 0 && a.x < b.x + b.nx && b.x < a.x + a.nx && a.z < b.z + b.nz && b.z < a.z + a.nz;
}

/* `count` samples along chunk (x, z), both ends, and `margin` more on all sides. */
static twc_rect around(int32_t x, int32_t z, int32_t count, int32_t margin)
{
    return (twc_rect){x * count - margin, z * count - margin, count + 1 + 2 * margin, count + 1 + 2 * margin};
}

static int any_broad(const twc_world *world, twc_rect macros)
{
    for (int32_t z = macros.z; z < macros.z + macros.nz; z++)
        for (int32_t x = macros.x; x < macros.x + macros.nx; x++) {
            uint8_t one;
            twc_reference_classes(world, (twc_rect){x, z, 1, 1}, &one);
            if (one == TWC_BROAD)
                return 1;
        }
    return 0;
}

/* Levels 0 and 1: classes, and the broad field where one of them is Broad; level 0: the fine field. */
static int reaches_ground(const twc_world *world, const twc_detail_reach *reach, twc_detail_chunk chunk)
{
    const int32_t side = TWC_CHUNK_MACROS << chunk.level, samples = TWC_DETAIL_SAMPLES << chunk.level;
    const twc_rect macros = {chunk.x * side - TWC_DETAIL_RING, chunk.z * side - TWC_DETAIL_RING,
                             side + 2 * TWC_DETAIL_RING, side + 2 * TWC_DETAIL_RING};
    if (meets(reach->macros, macros))
        return 1;
    if (chunk.level == 0 &&
        meets(reach->samples[0], around(chunk.x, chunk.z, samples, TWC_DETAIL_FINE_MARGIN + TWC_FILTER_FINE_RADIUS)))
        return 1;
    return meets(reach->samples[0], around(chunk.x, chunk.z, samples, TWC_JITTER_SAMPLES + TWC_FILTER_BROAD_RADIUS)) &&
           any_broad(world, macros);
}

static int reaches_anchors(const twc_detail_reach *reach, twc_detail_chunk chunk)
{
    for (int32_t k = 0; k < TWC_DETAIL_ANCHORS; k++) {
        const int32_t half = (1 << chunk.level) / 2, x = chunk.x * (1 << chunk.level) + k % 3 * half,
                      z = chunk.z * (1 << chunk.level) + k / 3 * half, far = TWC_DETAIL_ANCHOR_REACH;
        const twc_rect samples = {x * TWC_DETAIL_SAMPLES - far, z * TWC_DETAIL_SAMPLES - far, 2 * far + 1, 2 * far + 1};
        const twc_rect macros = {x * TWC_CHUNK_MACROS - 1, z * TWC_CHUNK_MACROS - 1, 2, 2};
        if (k != TWC_DETAIL_ANCHORS / 2 && (meets(reach->samples[0], samples) || meets(reach->macros, macros)))
            return 1;
    }
    return 0;
}

int twc_detail_reaches(const twc_world *world, const twc_detail_reach *reach, twc_detail_chunk chunk)
{
    const int32_t margin = TWC_DETAIL_MARGIN + TWC_FILTER_FINE_RADIUS;
    if (chunk.level < 2 && reaches_ground(world, reach, chunk))
        return 1;
    if (chunk.level > 0 && (meets(reach->samples[chunk.level], around(chunk.x, chunk.z, TWC_DETAIL_SAMPLES, margin)) ||
                            reaches_anchors(reach, chunk)))
        return 1;
    return chunk.coarser &&
           meets(reach->samples[chunk.level + 1], around(chunk.x, chunk.z, TWC_DETAIL_SAMPLES / 2, margin));
}

/* Along an axis: the chunks of a level over first..last in centimetres, within the extent's squares. */
static void chunks_over(int64_t first, int64_t last, int32_t level, int32_t all, int32_t count, int32_t *from,
                        int32_t *to)
{
    const int64_t side = (int64_t)TWC_CHUNK_CM << level;
    const int32_t low = twc_floor_div(all, 1 << level), high = twc_floor_div(all + count - 1, 1 << level);
    *from = twc_clamp((int32_t)(first / side - (first % side < 0)), low, high);
    *to = twc_clamp((int32_t)(last / side - (last % side < 0)), low, high);
}

static void widen(twc_rect changed, int32_t spacing, int64_t by, int64_t box[4])
{
    if (changed.nx < 1 || changed.nz < 1)
        return;
    const int64_t own[4] = {-((int64_t)changed.x * spacing - by), -((int64_t)changed.z * spacing - by),
                            ((int64_t)changed.x + changed.nx) * spacing + by,
                            ((int64_t)changed.z + changed.nz) * spacing + by};
    for (int k = 0; k < 4; k++)
        box[k] = own[k] > box[k] ? own[k] : box[k];
}

twc_rect twc_detail_reached(const twc_world *world, const twc_detail_reach *reach, int32_t level)
{
    const twc_rect all = twc_world_chunks(world);
    /* By all that a chunk reads: anchors and the broad field at level 0, fields of the level and of the next. */
    const int64_t of_ground = (int64_t)(TWC_DETAIL_ANCHOR_REACH + 1) * TWC_SAMPLE_CM,
                  margin = TWC_DETAIL_MARGIN + TWC_FILTER_FINE_RADIUS + 1;
    int64_t box[4] = {-INT64_MAX, -INT64_MAX, -INT64_MAX, -INT64_MAX}; /* the first two with their signs turned */
    widen(reach->samples[0], TWC_SAMPLE_CM, of_ground, box);
    widen(reach->macros, TWC_MACRO_CM, TWC_MACRO_CM, box);
    for (int32_t k = level; k <= level + 1; k++)
        widen(reach->samples[k], TWC_SAMPLE_CM << k, margin * (TWC_SAMPLE_CM << k), box);
    if (box[0] == -INT64_MAX)
        return (twc_rect){all.x, all.z, 0, 0};
    int32_t x0, x1, z0, z1;
    chunks_over(-box[0], box[2], level, all.x, all.nx, &x0, &x1);
    chunks_over(-box[1], box[3], level, all.z, all.nz, &z0, &z1);
    return (twc_rect){x0, z0, x1 - x0 + 1, z1 - z0 + 1};
}
