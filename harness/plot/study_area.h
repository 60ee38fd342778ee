/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What figures are computed from: a world, the part of it they show, its chunks. */
#ifndef TWC_HARNESS_STUDY_AREA_H
#define TWC_HARNESS_STUDY_AREA_H

#include "twc/chunk_grid.h"
#include "results/studies.h"
#include "twc/land.h"
#include "twc/look.h"

/* A picture that somebody asks for. */
typedef struct twc_shot {
    int placed; /* eye and target are given, metres, y above the datum */
    double eye[3], target[3];
    double datum;          /* for messages: added to a height it is what the user knows it by */
    double degrees;        /* vertical angle of view */
    int32_t width, height; /* pixels */
    twc_preset weather;
} twc_shot;

/* What a study area is made from. */
typedef struct twc_study_source {
    const twc_world *world;
    double water;   /* level of standing water, metres; TWC_NO_WATER: none */
    double lake[3]; /* x, z and radius of a circle that holds the water, metres; radius 0: it stands everywhere */
    twc_feature_list features;
    twc_rect window; /* centimetres: what a windowed figure shows; nx = 0: the figure chooses */
    twc_builder builder;
    int threads;
    const twc_shot *shot;              /* of the figure "view"; NULL: its own */
    const twc_cost_table *costs;       /* of the figure "cost" */
    const twc_ensemble_strips *strips; /* of the figure "ensemble" */
    const twc_land *land;              /* of the figures of a land; NULL: the island */
    int samples;                       /* of the rasteriser along a pixel; 0: two */
} twc_study_source;

#define TWC_NO_WATER (-1000.0)

/* The meshes of a grid, and the faces they have. */
typedef struct twc_mesh_list {
    const twc_mesh *mesh;
    const twc_chunk_surface *surface; /* one a mesh, or NULL */
    size_t count;
} twc_mesh_list;

typedef enum twc_study_part {
    TWC_STUDY_WINDOW = 1,   /* the chunks that meet the window, and one more around */
    TWC_STUDY_WORLD = 2,    /* all chunks */
    TWC_STUDY_STRIPS = 4,   /* the strips, which the caller brings */
    TWC_STUDY_FACES = 8,    /* with faces, for colours and surface bytes */
    TWC_STUDY_ROADS = 16,   /* with the features cut into the ground */
    TWC_STUDY_NATURAL = 32, /* and the ground without them beside */
    TWC_STUDY_COSTS = 64,   /* the costs, which the caller brings */
    TWC_STUDY_LAND = 128    /* nothing of a world: a land */
} twc_study_part;

typedef struct twc_study_area {
    const twc_study_source *source;
    const twc_world *world; /* the source's */
    double water;
    twc_rect window;        /* centimetres */
    twc_rect chunks;        /* that the grids cover, row-major */
    twc_chunk_grid ground;  /* as the classes say, with roads when asked */
    twc_chunk_grid fine;    /* every macro cell Fine */
    twc_chunk_grid natural; /* as the classes say, without roads; when asked */
} twc_study_area;

/* Picks the window of a figure that needs one. */
typedef twc_status twc_choose(const twc_study_source *source, twc_rect *window);

/*
 * Builds the parts named in `parts`. Fails when the window is empty or does not touch the world. On failure there is
 * nothing to destroy.
 */
twc_status twc_study_area_create(const twc_study_source *source, unsigned parts, twc_choose *choose,
                                 twc_study_area *area);
void twc_study_area_destroy(twc_study_area *area);

/* The chunks a window needs, within the world; whether it is on the world at all. */
twc_rect twc_window_chunks(const twc_world *world, twc_rect window);
twc_status twc_window_check(const twc_world *world, twc_rect window);

/* Heights of a rectangle of samples; NULL when memory ran out. The caller frees. */
float *twc_study_heights(const twc_study_area *area, twc_rect samples);
/* Classes of a rectangle of macro cells; likewise. */
uint8_t *twc_world_classes(const twc_world *world, twc_rect macros);
twc_mesh_list twc_grid_list(const twc_chunk_grid *grid);
/* Whether water stands at a plan position in centimetres, were the ground low enough. */
int twc_study_wet(const twc_study_area *area, double x_cm, double z_cm);
/* The world's extent in centimetres; a world too large for a map fails. */
twc_status twc_study_extent(const twc_study_area *area, twc_rect *window);

#endif
