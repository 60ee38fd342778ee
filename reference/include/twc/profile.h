/* SPDX-License-Identifier: MIT */
/*
 * Profiles (docs/spec/footprint.md 1): the named, frozen cross-sections that corridors follow.
 */
#ifndef TWC_PROFILE_H
#define TWC_PROFILE_H

#include <stdint.h>

#include "twc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum twc_edge_rule {
    TWC_EDGE_BANK,   /* a bank down or up to the ground; a retaining face where its greatest width does not suffice */
    TWC_EDGE_RETAIN, /* vertical retaining faces at the outer rows */
    TWC_EDGE_NONE    /* the outer rows lie on the ground */
} twc_edge_rule;

enum {
    TWC_PROFILE_ROWS = 17,                   /* inner rows of a profile, at most */
    TWC_PROFILE_ROWS_1 = 9,                  /* of one of layout 1 */
    TWC_SECTION_ROWS = TWC_PROFILE_ROWS + 4, /* with the mid and the outer row of both banks */
    TWC_PROFILE_REACH_CM = 2500,             /* no edge is farther from the centreline */
    TWC_NAME_SIZE = 48
};

/* A row of the cross-section: metres to the right of the centreline, and above the bed level, in centimetres. */
typedef struct twc_profile_row {
    int32_t offset_cm, rise_cm;
} twc_profile_row;

/* A frozen entry of the catalogue. */
typedef struct twc_profile {
    char name[TWC_NAME_SIZE];
    int32_t version;
    int32_t row_count;                     /* 2..TWC_PROFILE_ROWS inner rows, left to right */
    twc_profile_row row[TWC_PROFILE_ROWS]; /* two rows at the same offset are a vertical step */
    int32_t depth_cm;                      /* bed level below the smoothed ground; negative: above */
    twc_edge_rule edge;
    double bank_ratio; /* width over height */
    int32_t bank_min_cm, bank_max_cm;
    int32_t inner_wobble_cm, outer_wobble_cm; /* amplitudes; the first and last inner row, the bank's width */
    int32_t bed_noise_cm;                     /* amplitude, of the inner rows that are not first or last */
    int32_t step_cm;                          /* from station to station, about: 500, or 250 for what bends sharply */
} twc_profile;

/* Which layout its frozen hash and its records have: 1, the first, where it says all; else 2. */
static inline int twc_profile_layout(const twc_profile *profile)
{
    return profile->row_count <= TWC_PROFILE_ROWS_1 && profile->step_cm == 500 ? 1 : 2;
}

/* The cart road of the paper (Table 4). */
extern const twc_profile twc_cart_road;

/* Whether a profile can be placed: names the entry, the value at fault and what is allowed. */
twc_status twc_profile_check(const twc_profile *profile);

#ifdef __cplusplus
}
#endif
#endif
