/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours that everybody can tell apart. */
#ifndef TWC_FIGURES_COLORMAP_H
#define TWC_FIGURES_COLORMAP_H

#include <stdint.h>

typedef struct twc_rgb {
    double r, g, b; /* sRGB, 0..1 */
} twc_rgb;

twc_rgb twc_rgb_hex(uint32_t rrggbb);
twc_rgb twc_rgb_mix(twc_rgb a, twc_rgb b, double t);

/* A colour map takes 0..1 (clamped; NaN gives mid grey). */
typedef twc_rgb twc_colormap(double t);

twc_rgb twc_viridis(double t);   /* sequential, uniform to the eye, prints in grey */
twc_rgb twc_diverging(double t); /* blue, near white at 0.5, orange-brown */

/* The set of Okabe and Ito, safe for all common kinds of colour blindness. */
typedef enum twc_hue {
    TWC_BLACK,
    TWC_ORANGE,
    TWC_SKY,
    TWC_GREEN,
    TWC_YELLOW,
    TWC_BLUE,
    TWC_VERMILION,
    TWC_PURPLE
} twc_hue;
twc_rgb twc_hue_rgb(twc_hue hue);

#endif
