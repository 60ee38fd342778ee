/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of length as files name them, and where a coordinate reference system (its text, WKT 1 or 2) states them. */
#ifndef TWC_HARNESS_UNITS_H
#define TWC_HARNESS_UNITS_H

#include <stddef.h>

enum { TWC_UNIT_SIZE = 64 };

typedef struct twc_unit {
    char name[TWC_UNIT_SIZE]; /* empty: not stated */
    double metres;            /* 0: not a length, or not known */
} twc_unit;

/* The unit of this name: metre, foot, US survey foot and parts of a metre, in the spellings that are about. */
twc_unit twc_unit_of(const char *name);

typedef struct twc_crs_units {
    twc_unit plan;   /* of coordinates; for geographic ones an angle, whose metres are 0 */
    twc_unit height; /* of a vertical system beside it */
    char datum[128]; /* its name: what heights are above; empty: not stated */
    int geographic;  /* coordinates are longitudes and latitudes */
    int down;        /* heights are depths: its axis points down */
} twc_crs_units;

twc_crs_units twc_crs_read(const char *wkt);

/* The part of a compound system that is of the plan: where it starts and its length; all of another system. */
const char *twc_crs_plan(const char *wkt, size_t *length);

/*
 * A compound system with its heights in metres above the same datum (free it); NULL when its text does not say
 * which, or memory is short.
 */
char *twc_crs_in_metres(const char *wkt);

#endif
