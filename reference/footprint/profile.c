/* SPDX-License-Identifier: MIT */
/*
 * Profiles: the cart road, and what may be placed. Spec footprint 1.1; paper Table 1, Table 4; no twin: constants and
 * checks, shared by both libraries; test tests/footprint/test_profiles.c.
 */
#include "footprint/stage.h"

const twc_profile twc_cart_road = {
    .name = "cart road 9 m",
    .version = 1,
    .row_count = 3,
    .row = {{-450, 0}, {0, 0}, {450, 0}},
    .depth_cm = 80,
    .edge = TWC_EDGE_BANK,
    .bank_ratio = 1.6,
    .bank_min_cm = 240,
    .bank_max_cm = 1000,
    .inner_wobble_cm = 50,
    .outer_wobble_cm = 60,
    .bed_noise_cm = 12,
    .step_cm = TWC_STATION_CM,
};

enum { LEAST_STRIP_CM = 20, LEAST_BANK_CM = 60 };

int32_t twc_section_row_count(const twc_profile *profile)
{
    return profile->row_count + (profile->edge == TWC_EDGE_BANK ? 4 : 0);
}

static twc_status check_value(const twc_profile *profile, const char *what, int64_t value, int64_t low, int64_t high)
{
    if (value >= low && value <= high)
        return twc_ok();
    return twc_fail(TWC_USAGE, "profile \"%.47s\": %s is %lld, it must lie within %lld and %lld", profile->name, what,
                    (long long)value, (long long)low, (long long)high);
}

static twc_status check_rows(const twc_profile *profile)
{
    for (int32_t i = 0; i < profile->row_count; i++) {
        twc_status status = check_value(profile, "a row's offset (cm)", profile->row[i].offset_cm,
                                        -TWC_PROFILE_REACH_CM, TWC_PROFILE_REACH_CM);
        if (!status.code)
            status = check_value(profile, "a row's rise (cm)", profile->row[i].rise_cm, -2000, 2000);
        if (status.code)
            return status;
    }
    for (int32_t i = 1; i < profile->row_count; i++) {
        int outermost = i == 1 || i == profile->row_count - 1;
        int32_t width = profile->row[i].offset_cm - profile->row[i - 1].offset_cm;
        int32_t least = LEAST_STRIP_CM + (outermost ? profile->inner_wobble_cm : 0);
        if (width < least && !(width == 0 && !outermost))
            return twc_fail(
                TWC_USAGE,
                "profile \"%.47s\": rows %d and %d are %d cm apart, they need %d cm (or, inside, 0 for a step)",
                profile->name, i - 1, i, width, least);
    }
    if (profile->row[0].offset_cm >= 0 || profile->row[profile->row_count - 1].offset_cm <= 0)
        return twc_fail(TWC_USAGE, "profile \"%.47s\": its rows must lie on both sides of the centreline",
                        profile->name);
    return twc_ok();
}

static twc_status check_bank(const twc_profile *profile)
{
    if (!(profile->bank_ratio >= 0.1 && profile->bank_ratio <= 20.0))
        return twc_fail(TWC_USAGE, "profile \"%.47s\": the bank's ratio is %g, it must lie within 0.1 and 20",
                        profile->name, profile->bank_ratio);
    twc_status status = check_value(profile, "the bank's greatest width (cm)", profile->bank_max_cm, 1,
                                    TWC_PROFILE_REACH_CM);
    if (!status.code)
        status = check_value(profile, "the bank's least width (cm)", profile->bank_min_cm,
                             LEAST_BANK_CM + (int64_t)profile->outer_wobble_cm, profile->bank_max_cm);
    return status;
}

/* The farthest an edge wants to go, on either side. */
static int64_t reach(const twc_profile *profile)
{
    int64_t left = -(int64_t)profile->row[0].offset_cm, right = profile->row[profile->row_count - 1].offset_cm;
    int64_t bank = profile->edge == TWC_EDGE_BANK ? (int64_t)profile->bank_max_cm + profile->outer_wobble_cm : 0;
    return (left > right ? left : right) + profile->inner_wobble_cm + bank;
}

twc_status twc_profile_check(const twc_profile *profile)
{
    twc_status status = check_value(profile, "the number of rows", profile->row_count, 2, TWC_PROFILE_ROWS);
    if (!status.code)
        status = check_value(profile, "the depth (cm)", profile->depth_cm, -2000, 2000);
    if (!status.code)
        status = check_value(profile, "the inner wobble (cm)", profile->inner_wobble_cm, 0, 500);
    if (!status.code)
        status = check_value(profile, "the outer wobble (cm)", profile->outer_wobble_cm, 0, 500);
    if (!status.code)
        status = check_value(profile, "the bed's noise (cm)", profile->bed_noise_cm, 0, 500);
    if (!status.code)
        status = check_value(profile, "the edge rule", (int64_t)profile->edge, TWC_EDGE_BANK, TWC_EDGE_NONE);
    if (!status.code && profile->step_cm != TWC_STATION_CM && profile->step_cm != TWC_STATION_CM / 2)
        status = twc_fail(TWC_USAGE, "profile \"%.47s\": its step is %d cm, it must be %d or %d", profile->name,
                          profile->step_cm, TWC_STATION_CM / 2, TWC_STATION_CM);
    if (!status.code)
        status = check_rows(profile);
    if (!status.code && profile->edge == TWC_EDGE_BANK)
        status = check_bank(profile);
    if (!status.code)
        status = check_value(profile, "its reach to a side (cm)", reach(profile), 1, TWC_PROFILE_REACH_CM);
    return status;
}
