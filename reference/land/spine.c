/* SPDX-License-Identifier: MIT */
/*
 * Uniform Catmull-Rom splines through control points, their ends doubled, cut into pieces of about a metre. Spec land
 * 4.1, 4.5; no twin: shared by both libraries; test tests/land/test_land.c.
 */
#include "common/assertion.h"
#include "land/stage.h"

static double blend(double a, double b, double c, double d, double t)
{
    return b + 0.5 * (t * ((c - a) + t * ((2.0 * a - 5.0 * b + 4.0 * c - d) + t * (3.0 * b - 3.0 * c + d - a))));
}

static int32_t pieces_after(const twc_land_feature *feature, int32_t control)
{
    twc_spot a = feature->control[control].place, b = feature->control[control + 1].place;
    return (int32_t)floor(twc_length(b.x - a.x, b.z - a.z)) + 1;
}

int32_t twc_spine_count(const twc_land_feature *feature)
{
    int32_t count = 1;
    for (int32_t i = 0; i + 1 < feature->control_count; i++)
        count += pieces_after(feature, i);
    return count;
}

static void lay_point(const twc_land_feature *feature, int32_t i, double t, twc_spine *spine, int32_t k)
{
    int32_t last = feature->control_count - 1;
    twc_spot a = feature->control[i > 0 ? i - 1 : 0].place, b = feature->control[i].place;
    TWC_ASSERT(i >= 0 && i < last && k >= 0 && k < TWC_SPINE_POINTS);
    twc_spot c = feature->control[i + 1].place, d = feature->control[i + 2 < last ? i + 2 : last].place;
    spine->x[k] = blend(a.x, b.x, c.x, d.x, t);
    spine->z[k] = blend(a.z, b.z, c.z, d.z, t);
    spine->at[k] = i + t;
}

void twc_spine_lay(const twc_land_feature *feature, twc_spine *spine)
{
    int32_t last = feature->control_count - 1;
    spine->count = 0;
    for (int32_t i = 0; i < last; i++) {
        int32_t pieces = pieces_after(feature, i);
        for (int32_t k = 0; k < pieces; k++)
            lay_point(feature, i, (double)k / pieces, spine, spine->count++);
    }
    lay_point(feature, last - 1, 1.0, spine, spine->count++);
    TWC_ASSERT(spine->count == twc_spine_count(feature));
    spine->along[0] = 0.0;
    for (int32_t k = 1; k < spine->count; k++)
        spine->along[k] = spine->along[k - 1] +
                          twc_length(spine->x[k] - spine->x[k - 1], spine->z[k] - spine->z[k - 1]);
}

double twc_spine_read(const twc_land_feature *feature, twc_spine_value value, double at)
{
    int32_t i = (int32_t)floor(at);
    i = i > feature->control_count - 2 ? feature->control_count - 2 : i;
    TWC_ASSERT(i >= 0);
    const twc_land_control *a = &feature->control[i], *b = &feature->control[i + 1];
    double t = at - i;
    switch (value) {
    case TWC_SPINE_TABLE:
        return twc_lerp(a->table, b->table, t);
    case TWC_SPINE_DEPTH:
        return twc_lerp(a->depth, b->depth, t);
    case TWC_SPINE_HALF_BED:
        return twc_lerp(a->half_bed, b->half_bed, t);
    case TWC_SPINE_BANK:
        return twc_lerp(a->bank, b->bank, t);
    default:
        return twc_lerp(a->rounding, b->rounding, t);
    }
}
