/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Features as files hold them (docs/features.md): what somebody drew, or the frozen record of what was placed. Read
 * from JSON of our own, GeoJSON and GPX; written as the first two. Readers know nothing of a world: places are as the
 * file has them, and become points of the world in drawings/placing.h.
 */
#ifndef TWC_HARNESS_DRAWING_H
#define TWC_HARNESS_DRAWING_H

#include <cjson/cJSON.h>

#include "twc/footprint.h"

/* What the places of a file are. */
typedef enum twc_frame {
    TWC_FRAME_LOCAL,  /* x, z of the world, metres */
    TWC_FRAME_CRS,    /* easting, northing in the world's reference system */
    TWC_FRAME_LONLAT, /* longitude, latitude, WGS 84, degrees */
    TWC_FRAME_UNSAID
} twc_frame;

/* In the order of twc_frame; ends with NULL. */
extern const char *const twc_frame_names[];

/* In the order of twc_spline; ends with NULL. */
extern const char *const twc_spline_names[];

/* The kinds of features there are or will be. One that can be placed has no `missing`. */
typedef struct twc_feature_kind {
    const char *name;     /* as JSON has it */
    const char *geometry; /* of GeoJSON, that stands for it; NULL: none does */
    const char *missing;  /* why it can't be placed */
} twc_feature_kind;

/* Ends with a name of NULL. */
extern const twc_feature_kind twc_feature_kinds[];

enum {
    TWC_DRAWINGS_AT_MOST = 1 << 14, /* in a file */
    TWC_NODES_AT_MOST = 1 << 18,    /* of a feature, and of all in a file together four times as many */
    TWC_DRAWING_NAME = 64
};

typedef struct twc_drawn_node {
    double place[2];
} twc_drawn_node;

/* A feature as a file or a command line has it. */
typedef struct twc_drawn {
    int number;                    /* in its file, from 1 */
    char name[TWC_DRAWING_NAME];   /* as the file calls it; empty: not at all */
    int64_t id;                    /* -1: none is given */
    char profile[TWC_NAME_SIZE];   /* empty: none is given */
    int version, priority, spline; /* version 0: the newest; spline -1: none is given */
    int node_count;
    twc_drawn_node *nodes;
    int station_count; /* of a frozen record; 0: the feature is drawn through its nodes */
    twc_station *stations;
} twc_drawn;

typedef struct twc_drawings {
    twc_frame frame; /* as the file says */
    int code;        /* EPSG, of TWC_FRAME_CRS; 0: not said */
    int count, capacity;
    twc_drawn *drawing;
    int node_count; /* of all */
    int repeated;   /* nodes of tracks that were where the one before them was, and were left out */
} twc_drawings;

/*
 * All features of a file, JSON, GeoJSON or GPX by its content. Nothing of it is kept on failure, whose message names
 * the file, the feature, the node and what to do. A file has at most 16 MiB.
 */
twc_status twc_drawings_read(const char *path, twc_drawings *drawings);
void twc_drawings_destroy(twc_drawings *drawings);

/* ---- for readers ---- */

/* One more, empty, in *drawing; valid until the next. */
twc_status twc_drawings_add(twc_drawings *drawings, twc_drawn **drawing);

/* A node more for the last drawing. */
twc_status twc_drawings_node(twc_drawings *drawings, double x, double z);

/* Fails unless features of this kind can be placed, or of this GeoJSON geometry. */
twc_status twc_kind_check(const char *name);
twc_status twc_geometry_check(const char *geometry);

/* "feature 3 (Mill Lane)", into `text`, for messages. */
enum { TWC_DRAWING_SAID = 120 };
const char *twc_drawing_said(const twc_drawn *drawing, char text[TWC_DRAWING_SAID]);

/* Each fills drawings that are empty. Messages begin with the feature; the file is added by twc_drawings_read. */
twc_status twc_drawings_from_json(const cJSON *json, twc_drawings *drawings);
twc_status twc_drawings_from_geojson(const cJSON *json, twc_drawings *drawings);
twc_status twc_drawings_from_gpx(const char *bytes, size_t size, twc_drawings *drawings);

/* Members that JSON features and properties of GeoJSON share, into a drawing: id to stations. */
void twc_drawing_members(const cJSON *json, twc_drawn *drawing, twc_status *status);

#endif
