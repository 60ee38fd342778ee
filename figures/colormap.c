/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "colormap.h"

#include <stddef.h>

twc_rgb twc_rgb_hex(uint32_t rrggbb)
{
    return (twc_rgb){(double)(rrggbb >> 16 & 255) / 255, (double)(rrggbb >> 8 & 255) / 255,
                     (double)(rrggbb & 255) / 255};
}

twc_rgb twc_rgb_mix(twc_rgb a, twc_rgb b, double t)
{
    return (twc_rgb){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static twc_rgb interpolate(const uint32_t *anchors, size_t count, double t)
{
    if (t != t)
        return twc_rgb_hex(0x808080);
    double place = (t < 0 ? 0 : t > 1 ? 1 : t) * (double)(count - 1);
    size_t k = (size_t)place;
    if (k > count - 2)
        k = count - 2;
    return twc_rgb_mix(twc_rgb_hex(anchors[k]), twc_rgb_hex(anchors[k + 1]), place - (double)k);
}

/*
 * Every fifth of viridis's 256 colours (S. van der Walt and N. Smith, CC0); between them within 1/255 of the original.
 */
static const uint32_t viridis[] = {
    0x440154, 0x46085c, 0x471063, 0x481769, 0x481d6f, 0x482475, 0x472a7a, 0x46307e, 0x453781, 0x433d84, 0x414287,
    0x3f4889, 0x3d4e8a, 0x3a538b, 0x38598c, 0x355e8d, 0x33638d, 0x31688e, 0x2e6d8e, 0x2c718e, 0x2a768e, 0x297b8e,
    0x27808e, 0x25848e, 0x23898e, 0x218e8d, 0x20928c, 0x1f978b, 0x1e9c89, 0x1fa188, 0x21a585, 0x24aa83, 0x28ae80,
    0x2eb37c, 0x35b779, 0x3dbc74, 0x46c06f, 0x50c46a, 0x5ac864, 0x65cb5e, 0x70cf57, 0x7cd250, 0x89d548, 0x95d840,
    0xa2da37, 0xb0dd2f, 0xbddf26, 0xcae11f, 0xd8e219, 0xe5e419, 0xf1e51d, 0xfde725};

static const uint32_t diverging[] = {0x123f7a, 0x2f6db0, 0x79a9d4, 0xc3d9ea, 0xf5f4f0,
                                     0xf0d3ae, 0xdb9b55, 0xb0631c, 0x713708};

twc_rgb twc_viridis(double t)
{
    return interpolate(viridis, sizeof viridis / sizeof *viridis, t);
}

twc_rgb twc_diverging(double t)
{
    return interpolate(diverging, sizeof diverging / sizeof *diverging, t);
}

twc_rgb twc_hue_rgb(twc_hue hue)
{
    static const uint32_t hues[] = {0x000000, 0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7};
    return twc_rgb_hex(hues[hue]);
}
