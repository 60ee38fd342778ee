/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hill with 0 to 4 octaves of gullies, and what they take from it. */
#include <stdio.h>

#include "figures.h"
#include "land_draw.h"

enum { COLUMNS = 3 };

static const double left = 4, top = 16, gap = 10, right = 40, between = 20, foot = 12;

static double side(void)
{
    return (TWC_TEXT_PT - left - right - (COLUMNS - 1) * gap) / COLUMNS;
}

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f"};
    static const char *const titles[] = {"No gullies",          "One octave, 140 m apart", "Two, down to 70 m",
                                         "Three, down to 35 m", "Four, down to 17.5 m",    "What four take (m)"};
    const twc_land_gullies_shown *shown = data;
    for (int k = 0; k <= TWC_GULLY_PANELS; k++) {
        const double x = left + k % COLUMNS * (side() + gap), y = top + k / COLUMNS * (side() + between);
        const twc_land_frame frame = shown->cut.frame;
        const twc_land_view view = twc_land_fit(x, y, side(), frame);
        if (k < TWC_GULLY_PANELS)
            twc_draw_land_image(cr, &view, &shown->octaves[k]);
        else
            twc_draw_land_field(cr, &view, &shown->cut, twc_viridis, 0, shown->most);
        twc_land_axes(cr, &view, 0);
        twc_panel_title(cr, x, y - 7, letters[k], titles[k]);
        if (k == TWC_GULLY_PANELS - 1)
            twc_scale_bar_fit(cr, x + side() - 4, y + side() - 5, side() / 2, side() / (frame.east - frame.west));
    }
    const twc_axis axis = {0, shown->most, 0, "cut (m)"};
    twc_colour_bar(cr, left + COLUMNS * side() + 2 * gap + 6, top + side() + between, 8, side(), twc_viridis, &axis);
}

twc_status twc_write_land_gullies(const twc_land_gullies_shown *shown, const char *folder)
{
    const twc_page page = {"land_gullies", "Gullies by octaves", TWC_TEXT_PT, top + 2 * side() + between + foot};
    return twc_page_write(folder, &page, draw, shown);
}
