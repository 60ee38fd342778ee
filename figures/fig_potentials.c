/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where water would stand and where snow would lie: two potentials a face. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double margin = 1, title = 13, bar = 46, gap = 10, foot = 14;

/* Which of the values of a patch, and the scale it is shown on. */
typedef struct scale {
    int which;
    twc_axis axis;
} scale;

static twc_rgb paint(const twc_patch *patch, const void *data)
{
    const scale *s = data;
    return twc_viridis((patch->value[s->which] - s->axis.low) / (s->axis.high - s->axis.low));
}

static double side(void)
{
    return (TWC_TEXT_PT - 2 * margin - gap) / 2 - bar;
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_potentials_plan *plan = data;
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Puddles", "Snow, snow line at 40 m"};
    static const char *const labels[] = {"puddle potential", "snow potential"};
    for (int k = 0; k < 2; k++) {
        twc_plan view = twc_plan_fit(margin + k * (side() + bar + gap), title, side(), plan->map.window);
        const scale s = {k, {plan->low[k], plan->high[k], 0, labels[k]}};
        twc_plan_clip(cr, &view);
        twc_draw_patches(cr, &view, &plan->map, paint, &s);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        twc_panel_title(cr, view.x, title / 2 - 1, letters[k], titles[k]);
        twc_colour_bar(cr, view.x + view.width + 6, view.y, 8, view.height, twc_viridis, &s.axis);
        if (k == 0)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 2, 60, view.scale * 100);
    }
}

twc_status twc_write_potentials(const twc_potentials_plan *plan, const char *folder)
{
    double height = title + side() * plan->map.window.nz / plan->map.window.nx + foot;
    const twc_page page = {"potentials", "Puddle and snow potential", TWC_TEXT_PT, height};
    return twc_page_write(folder, &page, draw, plan);
}
