/* SPDX-License-Identifier: MIT */
/*
 * A river's course, profile and falls. Spec tower 5; no twin: some thousand stations, their fit has its own; test
 * tests/tower/test_river.c.
 */
#include <math.h>

#include "tower/stage.h"
#include "twc/tower_river.h"

#define STEP 200.0
#define FALL_STEP 12.0
#define FALL_MOST 150.0

/* ---- course -------------------------------------------------------------------------------------------------- */

/* Controls in the plane unrolled about the first, metres. */
typedef struct unrolled {
    size_t n;
    double x[TWC_TOWER_RIVER_CONTROLS], z[TWC_TOWER_RIVER_CONTROLS];
} unrolled;

static double blend(double a, double b, double c, double d, double t)
{
    return b + 0.5 * (t * ((c - a) + t * ((2.0 * a - 5.0 * b + 4.0 * c - d) + t * (3.0 * b - 3.0 * c + d - a))));
}

/* Point `piece` of the spline, counted from the first control; ends are doubled. */
static twc_spot point_of(const unrolled *controls, size_t piece)
{
    size_t i = piece / TWC_TOWER_RIVER_PIECES, last = controls->n - 1;
    double t = (double)(piece % TWC_TOWER_RIVER_PIECES) / TWC_TOWER_RIVER_PIECES;
    if (i == last) {
        i = last - 1;
        t = 1.0;
    }
    size_t before = i > 0 ? i - 1 : 0, after = i + 2 < last ? i + 2 : last;
    return (twc_spot){blend(controls->x[before], controls->x[i], controls->x[i + 1], controls->x[after], t),
                      blend(controls->z[before], controls->z[i], controls->z[i + 1], controls->z[after], t)};
}

static double length_of(const unrolled *controls)
{
    double length = 0.0;
    twc_spot from = point_of(controls, 0);
    for (size_t piece = 1; piece <= (controls->n - 1) * TWC_TOWER_RIVER_PIECES; piece++) {
        twc_spot to = point_of(controls, piece);
        length += twc_length(to.x - from.x, to.z - from.z);
        from = to;
    }
    return length;
}

/* Stations at whole multiples of the step along the chords; the last one is the last control. */
static void place_stations(const unrolled *controls, twc_tower_river_course *course)
{
    double before = 0.0;
    int32_t k = 0;
    twc_spot from = point_of(controls, 0), to = from;
    for (size_t piece = 1; piece <= (controls->n - 1) * TWC_TOWER_RIVER_PIECES; piece++) {
        to = point_of(controls, piece);
        double chord = twc_length(to.x - from.x, to.z - from.z);
        for (; k + 1 < course->count && course->step * k <= before + chord; k++) {
            double t = chord > 0.0 ? (course->step * k - before) / chord : 0.0;
            course->x[k] = twc_lerp(from.x, to.x, t);
            course->z[k] = twc_lerp(from.z, to.z, t);
        }
        before += chord;
        from = to;
    }
    for (; k < course->count; k++) {
        course->x[k] = to.x;
        course->z[k] = to.z;
    }
}

twc_status twc_tower_river_lay(size_t n, const twc_place_on_floor *controls, twc_tower_river_course *course)
{
    unrolled plane = {.n = n};
    if (n < 2 || n > TWC_TOWER_RIVER_CONTROLS)
        return twc_fail(TWC_USAGE, "a river's course has 2 to %d places, not %zu", TWC_TOWER_RIVER_CONTROLS, n);
    for (size_t k = 0; k < n; k++) {
        if (k > 0 && controls[k].theta == controls[k - 1].theta && controls[k].z == controls[k - 1].z)
            return twc_fail(TWC_USAGE, "places %zu and %zu of a river's course are the same: leave one out", k, k + 1);
        plane.x[k] = k ? plane.x[k - 1] + twc_tower_arc(controls[k - 1].theta, controls[k].theta) : 0.0;
        plane.z[k] = controls[k].z * 0.01;
    }
    course->length = length_of(&plane);
    double steps = twc_max(rint(course->length / STEP), 1.0);
    if (steps >= TWC_TOWER_RIVER_STATIONS)
        return twc_fail(TWC_USAGE, "a river of %.0f km has more than %d stations: give it in parts",
                        course->length / 1000.0, TWC_TOWER_RIVER_STATIONS);
    course->count = (int32_t)steps + 1;
    course->step = course->length / steps;
    place_stations(&plane, course);
    for (int32_t k = 0; k < course->count; k++)
        course->place[k] = (twc_place_on_floor){controls[0].theta +
                                                    (uint32_t)(int64_t)rint(course->x[k] / TWC_TOWER_ARC),
                                                (int32_t)rint(course->z[k] * 100.0)};
    return twc_ok();
}

/* ---- profile ------------------------------------------------------------------------------------------------- */

size_t twc_tower_river_bytes(int32_t stations)
{
    size_t n = (size_t)stations;
    return n * (sizeof(twc_weighted) + sizeof(double)) + twc_isotonic_bytes(n) + 128;
}

/* Steps of 12 m and more that follow each other, while they drop no more than 150 m, are one fall. */
static void find_falls(int32_t count, twc_tower_river_profile *profile)
{
    double *level = profile->level;
    profile->falls = 0;
    for (int32_t k = 0; k + 1 < count; k++) {
        int32_t foot = k + 1;
        if (level[k] - level[foot] < FALL_STEP || profile->falls == TWC_TOWER_RIVER_FALLS)
            continue;
        while (foot + 1 < count && level[foot] - level[foot + 1] >= FALL_STEP &&
               level[k] - level[foot + 1] <= FALL_MOST)
            foot++;
        for (int32_t inside = k + 1; inside < foot; inside++)
            level[inside] = level[foot];
        profile->fall[profile->falls++] = (twc_fall){k, foot, level[k] - level[foot]};
        k = foot - 1;
    }
}

twc_status twc_tower_river_fit(const twc_grid_table *table, const twc_tower_river_course *course,
                               const double *elevation, const twc_tower_river_ends *ends, void *scratch,
                               twc_tower_river_profile *profile)
{
    int32_t count = course->count, last = count - 1;
    twc_weighted *value = scratch;
    double *fit = (double *)(value + count), whole = ends->slope * course->length;
    char *left = (char *)(fit + count);
    left += (64 - (uintptr_t)left % 64) % 64;
    if (ends->source < ends->mouth + whole)
        return twc_fail(
            TWC_USAGE,
            "a river of %.1f km from %.1f m to %.1f m does not descend by %g m a kilometre: raise its source or "
            "lower its mouth by %.1f m",
            course->length / 1000.0, ends->source, ends->mouth, ends->slope * 1000.0,
            ends->mouth + whole - ends->source);
    for (int32_t k = 0; k < count; k++)
        value[k] = (twc_weighted){elevation[k] + ends->slope * (course->step * k),
                                  (uint64_t)rint(course->step * 1000.0)};
    table->isotonic((size_t)count, value, 5, left, fit);
    for (int32_t k = 0; k < count; k++) {
        if (ends->source < fit[k] || (k == 0 && ends->source == ends->source))
            fit[k] = ends->source;
        if (ends->mouth + whole > fit[k] || (k == last && ends->mouth == ends->mouth))
            fit[k] = ends->mouth + whole;
        profile->level[k] = fit[k] - ends->slope * (course->step * k);
    }
    find_falls(count, profile);
    return twc_ok();
}

/* ---- what flows ---------------------------------------------------------------------------------------------- */

double twc_tower_river_width(double flow)
{
    return 4.5 * sqrt(flow);
}

double twc_tower_river_depth(double flow)
{
    return 0.3 * twc_reference_power_of(flow, 0.4);
}

double twc_tower_river_speed(double radius, double slope)
{
    double root = twc_reference_cube_root_of(radius);
    return (root * root) * sqrt(slope) / 0.035;
}
