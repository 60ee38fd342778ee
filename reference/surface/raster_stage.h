/* SPDX-License-Identifier: MIT */
/* What the files of the reference's rasteriser say to each other. */
#ifndef TWC_REFERENCE_RASTER_STAGE_H
#define TWC_REFERENCE_RASTER_STAGE_H

#include "twc/raster.h"

/* camera.c: the camera's frame, and its image in samples. */
typedef struct twc_frame {
    double right[3], up[3], forward[3];
    int32_t columns, rows;
    double middle_x, middle_y; /* half of them */
    double focal;              /* samples */
} twc_frame;

twc_frame twc_reference_frame(const twc_camera *camera);

/* (a0 b0 + a1 b1) + a2 b2. */
static inline double twc_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* vertex_read.c: a triangle of a drawing, read back from its bytes. */
typedef struct twc_drawn {
    double position[3][3]; /* relative to the eye, metres */
    double normal[3];
    uint8_t colour[3], material, rank, snow;
    double height; /* of the facet, metres */
} twc_drawn;

/* All but the positions, from any vertex of the face. */
void twc_reference_face_read(const uint8_t *vertex, twc_drawn *drawn);
twc_drawn twc_reference_drawing_read(const uint8_t *vertices, const double eye[3]);
float twc_reference_vertex_y(const uint8_t *vertex);

/*
 * clip.c: a triangle in view coordinates as a convex polygon in front of the camera; returns its corners (0: nothing is
 * left).
 */
enum { TWC_CLIP_MAX = 12 };
int twc_reference_clip(const double triangle[3][3], double near, double guard, double polygon[TWC_CLIP_MAX][3]);

/* project.c: a triangle in the image; corners in 1/256 sample, area positive. */
typedef struct twc_screen_triangle {
    int32_t x[3], y[3];
    double w[3]; /* 1 / Z of the corners */
    int64_t area;
} twc_screen_triangle;

enum { TWC_SCREEN_MAX = TWC_CLIP_MAX - 2 };

/* The image of one triangle of a drawing; returns how many triangles it became. */
int twc_reference_project(const twc_frame *frame, const double position[3][3], twc_screen_triangle out[TWC_SCREEN_MAX]);

/* shadow.c: a triangle moved to the plan along the sun's direction. */
typedef struct twc_caster {
    double u[3], v[3], y[3];
    double low_u, high_u, low_v, high_v;
} twc_caster;

twc_caster twc_reference_caster(const double position[3][3]);
int twc_reference_in_shadow(const twc_caster *casters, size_t n, const double point[3], double bias);

/* shade.c: what a triangle's light is before anything of a sample is known. */
typedef struct twc_shade {
    double ambient[3], sun[3]; /* radiance by the sky, and what the sun adds where it shines */
    double normal[3];
    double fresnel[2];
    uint8_t reflects, sunlit;
} twc_shade;

twc_shade twc_reference_shade_face(const twc_drawn *face, const twc_weather *weather);
void twc_reference_sky(const twc_weather *weather, const double direction[3], double colour[3]);
/* The light of a sample: `view` is the unit vector from the eye to it. */
void twc_reference_shade_sample(const twc_shade *shade, const twc_weather *weather, const double view[3],
                                double distance, int lit, double colour[3]);

#endif
