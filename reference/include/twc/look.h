/* SPDX-License-Identifier: MIT */
/*
 * How the world looks: the one description of the constants of shading (docs/spec/surface.md 5; the paper's Algorithm
 * 7, Tables 2 and 4, section 4.4). The rasteriser reads it, and so does whatever generates shader source. Colours are
 * linear RGB unless they are bytes, which are sRGB.
 */
#ifndef TWC_LOOK_H
#define TWC_LOOK_H

#include "twc/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What never changes with the weather. */
typedef struct twc_look {
    double sun[3];                           /* unit vector to the sun: (-0.55, 0.42, 0.55) normalised */
    double hemisphere[2];                    /* ambient weight = [0] + [1] ny */
    double puddle_cover[TWC_MATERIAL_COUNT]; /* c_m: a face is a puddle where rank > 255 (1 - c_m wetness) */
    double snow_offset[TWC_MATERIAL_COUNT];  /* delta_m: how much less snow a material holds */
    double snow_relief;                      /* metres of height worth 1 of snow potential */
    double snow_limit, snow_gain;            /* snow where potential > limit - gain * amount ... */
    double snow_least_ny;                    /* ... and ny > this */
    uint8_t snow_srgb[3];
    double snow_ambient[3];   /* tints the ambient light on snow */
    double wet_darkening;     /* albedo times 1 - this * wetness */
    double schlick;           /* reflectance of water at normal incidence */
    double puddle_fresnel[2]; /* F = clamp([0] + [1] Schlick) */
    double puddle_keep;       /* of the light from below */
    double water_fresnel[2];  /* the same of standing water, which always reflects */
    double exposure;          /* linear radiance to 0..1 */
    double near;              /* metres: nearer is not drawn */
    double shadow_bias[2];    /* metres: [0] + [1] depth; what is less above casts no shadow */
} twc_look;

extern const twc_look twc_the_look;

/* What the weather changes: uniforms, never a byte of a mesh. */
typedef struct twc_weather {
    double sun, ambient;  /* relative intensities */
    double fog;           /* distance at which 1/e of the light is left, metres */
    double wetness, snow; /* 0..1 */
    double snow_line;     /* metres */
    double sun_colour[3], ambient_colour[3];
    double horizon[3], zenith[3]; /* of the sky; fog has the horizon's colour */
    double glow;                  /* of the sky around the sun */
} twc_weather;

typedef enum twc_preset { TWC_CLEAR, TWC_RAIN, TWC_SNOW, TWC_PRESET_COUNT } twc_preset;

/* Table 2, with the colours it leaves out. */
extern const twc_weather twc_presets[TWC_PRESET_COUNT];
const char *twc_preset_name(twc_preset preset); /* "clear", "rain", "snow" */

/* Algorithm 7's two decisions on the face of a vertex, from its bytes; no puddle shows through snow. */
int twc_vertex_has_snow(const uint8_t *vertex, const twc_weather *weather);
int twc_vertex_is_puddle(const uint8_t *vertex, const twc_weather *weather);

/* ---- the functions that stand in for libm ---------------------------------------------------------------- */

/*
 * The linear value of k / 510 of sRGB's full scale, correctly rounded: byte b decodes to [2 b], and bytes b and b + 1
 * part at [2 b + 1].
 */
extern const double twc_srgb_linear[511];

/* The byte nearest in sRGB to a linear value, saturating: as many as there are [2 b + 1] that are not above it. */
uint8_t twc_srgb_encode(double linear);

/*
 * exp(-x) for x >= 0, relative error below 3e-10 (tests/surface/test_raster.c measures it against MPFR); beyond 700
 * that of 700, which is nothing:
 *   t = x log2(e), k = floor(t), f = (t - k) - 0.5;
 *   Horner from degree 8 of 2^(-1/2) (-ln 2)^i / i! in f; times 2^-k.
 */
double twc_exp_minus(double x);

/* Coefficients of degree 0..8. */
extern const double twc_exp_coefficients[9];

#ifdef __cplusplus
}
#endif
#endif
