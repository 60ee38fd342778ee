/* SPDX-License-Identifier: MIT */
/*
 * Whether a land is defined: counts within its arrays, sizes that can be divided by, spines that go somewhere. Spec
 * land 1.3; no twin: shared by both libraries; test tests/land/test_land.c.
 */
#include "land/stage.h"

/* No number of a land is larger, so that no sum or product of them is infinite. A part out of reach lies within it. */
#define MOST (4.0 * TWC_LAND_REACH)

static twc_status check_count(const char *what, int32_t count, int32_t least, int32_t most)
{
    if (count < least || count > most)
        return twc_fail(TWC_USAGE, "the land has %d %s, it may have %d to %d", count, what, least, most);
    return twc_ok();
}

/*
 * The last octave's cells are at least 1/64 m, so that cells of positions within TWC_LAND_REACH, stretched as the hill
 * stretches them, are numbered well within 32 bits.
 */
static twc_status check_noise(const char *what, const twc_fbm *noise)
{
    if (noise->octaves < 1 || noise->octaves > 12)
        return twc_fail(TWC_USAGE, "the %s has %d octaves, it may have 1 to 12", what, noise->octaves);
    if (!(noise->size >= (double)(1 << noise->octaves) / 128.0) || !(noise->size <= TWC_LAND_REACH))
        return twc_fail(TWC_USAGE,
                        "the %s has cells of %g m and %d octaves: the last must have cells of 1/64 m at least", what,
                        noise->size, noise->octaves);
    return twc_ok();
}

static twc_status check_ramp(const char *what, twc_ramp ramp)
{
    if (!(ramp.from < ramp.to || ramp.from > ramp.to))
        return twc_fail(TWC_USAGE, "the %s goes from %g to %g: they must differ", what, ramp.from, ramp.to);
    if (fabs(ramp.from) > MOST || fabs(ramp.to) > MOST)
        return twc_fail(TWC_USAGE, "the %s goes from %g to %g: at most %g either way", what, ramp.from, ramp.to, MOST);
    return twc_ok();
}

static twc_status check_positive(const char *what, double value)
{
    if (!(value > 0.0) || !(value <= TWC_LAND_REACH))
        return twc_fail(TWC_USAGE, "%s is %g m, it must be above 0 and at most %g", what, value, TWC_LAND_REACH);
    return twc_ok();
}

typedef struct number {
    const char *what;
    double value, low, high;
} number;

static twc_status check_numbers(const number *numbers, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!(numbers[k].value >= numbers[k].low && numbers[k].value <= numbers[k].high))
            return twc_fail(TWC_USAGE, "%s is %g, it must be from %g to %g", numbers[k].what, numbers[k].value,
                            numbers[k].low, numbers[k].high);
    return twc_ok();
}

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        twc_status tried = call;                                                                                       \
        if (tried.code)                                                                                                \
            return tried;                                                                                              \
    } while (0)

/*
 * The hill's ridges are stretched by at most spread / sqrt(core) near its middle, and by far_scale far from it; both
 * bounds keep their cells numbered within 32 bits. Its highest point is looked for among at most as many points as a
 * grid has.
 */
static twc_status check_sizes(const twc_land *land)
{
    const twc_land_hill *hill = &land->hill;
    const twc_land_shelf *shelf = &land->shelf;
    const twc_land_roll *roll = &land->roll;
    const double least_every = (land->grid.points - 1) * land->grid.cell / (TWC_LAND_SIDE - 1);
    const number numbers[] = {
        {"the height outside the grid", land->grid.outside, -MOST, MOST},
        {"how deep a walker wades", land->edge.wade, 0.0, MOST},
        {"the roughness of the coast", land->coast.rough, -MOST, MOST},
        {"the warp of the coast", land->coast.warp.by, -TWC_LAND_REACH, TWC_LAND_REACH},
        {"the shelf at the shore", shelf->shore, -MOST, MOST},
        {"how the sea floor falls", shelf->linear, -MOST, MOST},
        {"how the sea floor falls ever faster", shelf->square, -MOST, MOST},
        {"the depth of the sea floor", shelf->floor, -MOST, MOST},
        {"the height of the lowland", shelf->lowland, -MOST, MOST},
        {"the height of the beach", shelf->beach_height, -MOST, MOST},
        {"the middle of the hill in x", hill->middle.x, -MOST, MOST},
        {"the middle of the hill in z", hill->middle.z, -MOST, MOST},
        {"the warp of the hill", hill->warp.by, -TWC_LAND_REACH, TWC_LAND_REACH},
        {"the spread of the hill's ridges", hill->spread, 0.0, TWC_LAND_REACH},
        {"the far scale of the hill's ridges", hill->far_scale, 0.0, 16.0},
        {"the crease of the hill's hollows", hill->crease, 0.0, MOST},
        {"the softness of the hill's hollows", hill->soft, -MOST, MOST},
        {"the steepness of the hill's hollows", hill->steepness, -MOST, MOST},
        {"the lattice of the hill's highest point, in metres", hill->every, least_every, TWC_LAND_REACH},
        {"the depth of the gullies", land->gullies.depth, -MOST, MOST},
        {"the height above which gullies are cut", land->gullies.above, -MOST, MOST},
        {"what the summit takes from the gullies", land->gullies.summit_cut, -MOST, MOST},
        {"the weight of the broad roll", roll->broad_weight, -MOST, MOST},
        {"the weight of the narrow roll", roll->narrow_weight, -MOST, MOST},
        {"the roll near the pad", roll->near, -MOST, MOST},
        {"the roll far from the pad", roll->far, -MOST, MOST},
        {"the middle of the pad in x", land->pad.middle.x, -MOST, MOST},
        {"the middle of the pad in z", land->pad.middle.z, -MOST, MOST},
        {"the height of the pad", land->pad.height, -MOST, MOST},
    };
    return check_numbers(numbers, sizeof numbers / sizeof *numbers);
}

static twc_status check_shape(const twc_shape *shape)
{
    const number numbers[] = {
        {"the radius of a shape of the coast", shape->radius, 0.0, TWC_LAND_REACH},
        {"the place of a shape of the coast in x", shape->from.x, -MOST, MOST},
        {"the place of a shape of the coast in z", shape->from.z, -MOST, MOST},
        {"the end of a shape of the coast in x", shape->to.x, -MOST, MOST},
        {"the end of a shape of the coast in z", shape->to.z, -MOST, MOST},
    };
    return check_numbers(numbers, sizeof numbers / sizeof *numbers);
}

static twc_status check_height(const twc_land *land)
{
    const twc_land_coast *coast = &land->coast;
    const twc_land_hill *hill = &land->hill;
    TRY(check_count("shapes", coast->shape_count, 1, TWC_LAND_SHAPES));
    TRY(check_sizes(land));
    for (int32_t k = 0; k < coast->shape_count; k++) {
        const twc_shape *shape = &coast->shape[k];
        TRY(check_shape(shape));
        if (k > 0)
            TRY(check_positive("the width over which a shape of the coast is blended", shape->width));
        if (shape->kind == TWC_SHAPE_CAPSULE && shape->from.x == shape->to.x && shape->from.z == shape->to.z)
            return twc_fail(TWC_USAGE, "shape %d of the coast is a capsule of no length: make it a circle", k);
    }
    TRY(check_ramp("calm of the coast", coast->calm));
    TRY(check_noise("coast's warp", &coast->warp.noise));
    TRY(check_noise("coast's noise", &coast->noise));
    TRY(check_ramp("rise of the shelf", land->shelf.rise));
    TRY(check_ramp("beach", land->shelf.beach));
    TRY(check_noise("hill's warp", &hill->warp.noise));
    TRY(check_noise("hill's ridges", &hill->ridges));
    TRY(check_positive("the hill's foot", hill->foot));
    TRY(check_positive("the hill's top", hill->top));
    TRY(check_positive("the core of the hill's ridges", hill->core));
    TRY(check_positive("the lattice of the hill's highest point", hill->every));
    TRY(check_positive("the step of the hill's gradient", hill->step));
    TRY(check_ramp("flank of the hill", hill->flank));
    if (!(hill->cut >= 0.0 && hill->cut <= 1.0))
        return twc_fail(TWC_USAGE, "a hollow takes a share of %g of the hill, it may take 0 to 1", hill->cut);
    return twc_ok();
}

static twc_status check_relief(const twc_land *land)
{
    const twc_land_gullies *gullies = &land->gullies;
    const twc_fbm cells = {gullies->size, gullies->octaves < 1 ? 1 : gullies->octaves, gullies->seed};
    TRY(check_noise("gullies", &cells));
    TRY(check_positive("the slope at which gullies are deepest", gullies->full));
    if (!(gullies->level > 0.0))
        return twc_fail(TWC_USAGE, "gullies need a slope above 0 to follow, not %g", gullies->level);
    TRY(check_ramp("foot of the gullies", gullies->foot));
    TRY(check_ramp("summit of the gullies", gullies->summit));
    TRY(check_ramp("shore of the gullies", gullies->shore));
    TRY(check_noise("broad roll", &land->roll.broad));
    TRY(check_noise("narrow roll", &land->roll.narrow));
    TRY(check_ramp("reach of the roll", land->roll.reach));
    TRY(check_ramp("shore of the roll", land->roll.shore));
    TRY(check_ramp("edge of the pad", land->pad.edge));
    return twc_ok();
}

static twc_status check_spine(const twc_land_feature *feature)
{
    const char *name = feature->name;
    TRY(check_count("control points on one spine", feature->control_count, 2, TWC_LAND_CONTROLS));
    for (int32_t k = 0; k < feature->control_count; k++) {
        twc_spot p = feature->control[k].place, last = feature->control[k > 0 ? k - 1 : 0].place;
        if (!(fabs(p.x) <= TWC_LAND_REACH) || !(fabs(p.z) <= TWC_LAND_REACH))
            return twc_fail(TWC_USAGE, "%s: point %d at (%g, %g) m is out of reach", name, k, p.x, p.z);
        if (k > 0 && p.x == last.x && p.z == last.z)
            return twc_fail(TWC_USAGE, "%s: points %d and %d are both at (%g, %g) m: leave one out", name, k - 1, k,
                            p.x, p.z);
        if (feature->how == TWC_LAND_CARVE && !(feature->control[k].rounding > 0.0 && feature->control[k].bank > 0.0))
            return twc_fail(TWC_USAGE, "%s: point %d needs a bank and a rounding above 0", name, k);
    }
    if (twc_spine_count(feature) > TWC_SPINE_POINTS)
        return twc_fail(TWC_USAGE, "%s is longer than a spine of %d m: split it", name, TWC_SPINE_POINTS - 1);
    return twc_ok();
}

static twc_status check_values(const twc_land_feature *feature)
{
    const twc_land_press *press = &feature->press;
    const twc_land_carve *carve = &feature->carve;
    const number numbers[] = {
        {"the depth of a path", press->depth, -MOST, MOST},
        {"the height of a path's end", press->end_height, -MOST, MOST},
        {"how far a brook lies below the ground", carve->below, -MOST, MOST},
        {"how much a brook falls per metre", carve->fall, -MOST, MOST},
        {"the speed of still water", carve->still, -MOST, MOST},
        {"how falling quickens water", carve->quick, -MOST, MOST},
        {"the speed of the fastest water", carve->fastest, -MOST, MOST},
    };
    TRY(check_numbers(numbers, sizeof numbers / sizeof *numbers));
    for (int32_t k = 0; k < feature->control_count; k++) {
        const twc_land_control *control = &feature->control[k];
        const number values[] = {{"a brook's table", control->table, -MOST, MOST},
                                 {"a brook's depth", control->depth, -MOST, MOST},
                                 {"half a brook's bed", control->half_bed, 0.0, MOST},
                                 {"a brook's bank", control->bank, 0.0, MOST},
                                 {"the rounding of a brook", control->rounding, 0.0, MOST}};
        TRY(check_numbers(values, sizeof values / sizeof *values));
    }
    return twc_ok();
}

static twc_status check_feature(const twc_land_feature *feature)
{
    TRY(check_spine(feature));
    TRY(check_values(feature));
    TRY(check_positive("how far a feature's distance is asked", feature->within));
    TRY(check_ramp("clearing about a feature", feature->clearing));
    if (feature->how == TWC_LAND_CARVE)
        return check_positive("a brook's reach", feature->carve.reach);
    TRY(check_ramp("ease of a path", feature->press.ease));
    TRY(check_positive("the distance at which a path's ease is gone", feature->press.ease.to));
    TRY(check_ramp("end of a path", feature->press.end));
    TRY(check_count("points in a path's window", feature->press.window, 1, TWC_SPINE_POINTS));
    return twc_ok();
}

static twc_status check_cover(const twc_land *land)
{
    const twc_land_forest *forest = &land->forest;
    const twc_land_grove *grove = &land->grove;
    const twc_ramp ramps[] = {forest->density, forest->shore, forest->slope, forest->pad,  grove->density,
                              grove->pad,      grove->low,    grove->high,   grove->slope, land->brown};
    for (size_t k = 0; k < sizeof ramps / sizeof *ramps; k++)
        TRY(check_ramp("forest, a grove or browning grass", ramps[k]));
    TRY(check_noise("forest", &forest->noise));
    TRY(check_noise("groves", &grove->noise));
    TRY(check_count("layers", land->layer_count, 0, TWC_LAND_LAYERS));
    for (int32_t k = 0; k < land->layer_count; k++) {
        const twc_land_layer *layer = &land->layer[k];
        if (layer->by != TWC_COVER_FOREST)
            TRY(check_ramp(layer->name, layer->ramp));
        if (layer->by == TWC_COVER_FEATURE && (layer->feature < 0 || layer->feature >= land->feature_count))
            return twc_fail(TWC_USAGE, "layer %s reads feature %d of %d", layer->name, layer->feature,
                            land->feature_count);
        if (layer->uneven > 0.0 && !(layer->size >= 1.0 / 64))
            return twc_fail(TWC_USAGE, "layer %s is uneven over cells of %g m: at least 1/64 m", layer->name,
                            layer->size);
    }
    return twc_ok();
}

twc_status twc_land_check(const twc_land *land)
{
    const twc_land_grid *grid = &land->grid;
    TRY(check_count("grid points a side", grid->points, 2, TWC_LAND_SIDE));
    TRY(check_positive("the grid's cell", grid->cell));
    if (!(grid->cell >= 1.0 / 64) || !((grid->points - 1) * grid->cell <= TWC_LAND_REACH))
        return twc_fail(TWC_USAGE, "a grid of %d points %g m apart: cells have at least 1/64 m, and all at most %g m",
                        grid->points, grid->cell, TWC_LAND_REACH);
    TRY(check_positive("the stride of walks", land->edge.stride));
    TRY(check_count("corners of the dressed area", land->dressed.count, 0, TWC_LAND_CORNERS));
    TRY(check_count("corners of the finely drawn area", land->fine_over.count, 0, TWC_LAND_CORNERS));
    TRY(check_count("features", land->feature_count, 0, TWC_LAND_FEATURES));
    TRY(check_height(land));
    TRY(check_relief(land));
    for (int32_t k = 0; k < land->feature_count; k++)
        TRY(check_feature(&land->feature[k]));
    return check_cover(land);
}
