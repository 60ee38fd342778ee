/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands do with a land: make its ground from a file, ask it. */
#ifndef TWC_HARNESS_QUERY_LAND_H
#define TWC_HARNESS_QUERY_LAND_H

#include "commands/command.h"
#include "measure/land.h"

/* The ground of a land's file, made at the command's level; twc_land_unmake it. */
twc_status twc_land_open(const twc_cli *cli, const char *path, twc_land_made *made);

typedef struct twc_land_query {
    const char *land;
    twc_words places;
    const char *points; /* a file of places; NULL: none */
    double over;        /* of the curvature */
} twc_land_query;
twc_status twc_query_land(const twc_cli *cli, twc_land_query query);

#endif
