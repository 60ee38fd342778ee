/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files that read a land share. Each reader leaves what it reads alone once *status is a failure, and puts the
 * entry's name before a failure of its own.
 */
#ifndef TWC_GENERATE_LAND_JSON_PARTS_H
#define TWC_GENERATE_LAND_JSON_PARTS_H

#include "read_json.h"
#include "twc/land_kernels.h" /* TWC_LAND_REACH */

/* The shortest length that anything has: cells of noise are no finer either. */
#define TWC_LAND_SHORTEST (1.0 / 64)

enum { TWC_LAND_SEED = 1000000000 }; /* the largest: octaves and displacements add to it */

typedef struct twc_land_reader {
    const cJSON *noises; /* by their names */
    twc_land *land;
    twc_status status;
} twc_land_reader;

/* Members of an object; `names` of twc_json_only are listed beside their readers. */
void twc_land_length(const cJSON *json, const char *name, double *value, twc_status *status); /* above 0 */
void twc_land_metres(const cJSON *json, const char *name, double *value, twc_status *status); /* of any sign */
void twc_land_ratio(const cJSON *json, const char *name, double high, double *value, twc_status *status);
void twc_land_ramp(const cJSON *json, const char *name, twc_ramp *ramp, twc_status *status);
void twc_land_spot(const cJSON *json, const char *name, twc_spot *spot, twc_status *status);

/* land_json_noises.c: the noise that a member names; `warp`: how it is warped, NULL where it may not be. */
void twc_land_noise(twc_land_reader *reader, const cJSON *json, const char *name, twc_fbm *noise, twc_warp *warp);
/* A displacement {"by", "noise"}. */
void twc_land_warped(twc_land_reader *reader, const cJSON *json, const char *name, twc_warp *warp);
/* That no noise is warped by itself, in however many steps. */
void twc_land_noises_check(twc_land_reader *reader);

/* land_json_ground.c: the coast, then the operators of the ground in their order. */
void twc_land_read_coast(twc_land_reader *reader, const cJSON *json);
void twc_land_read_ground(twc_land_reader *reader, const cJSON *json);

/* land_json_features.c: a path pressed in, a brook carved. */
void twc_land_read_press(twc_land_reader *reader, const cJSON *json);
void twc_land_read_carve(twc_land_reader *reader, const cJSON *json);

/* land_json_cover.c: outlines, and what covers the ground. */
void twc_land_read_outline(twc_land_reader *reader, const cJSON *json, const char *name, twc_land_outline *outline);
void twc_land_read_cover(twc_land_reader *reader, const cJSON *json);

#endif
