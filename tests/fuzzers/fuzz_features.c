/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of features: JSON, GeoJSON and GPX by their content, onto a world in UTM; what was read is also checked. */
#include <math.h>

#include "drawings/placing.h"
#include "drawings/projection.h"
#include "drawings/route_check.h"
#include "fuzz_target.h"

static twc_catalogue catalogue;
static twc_world_data world;

static const char utm[] =
    "PROJCS[\"u\",GEOGCS[\"w\",DATUM[\"WGS_1984\",SPHEROID[\"w\",6378137,298.257223563]],UNIT[\"degree\",0.0174532925199433]],"
    "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"central_meridian\",15],PARAMETER[\"scale_factor\",0.9996],PARAMETER["
    "\"false_easting\",500000],UNIT[\"metre\",1],AUTHORITY[\"EPSG\",\"32633\"]]";

static void begin(void)
{
    if (catalogue.count)
        return;
    twc_status status = twc_catalogue_read(TWC_SOURCE_DIR "/experiments/profiles.json", &catalogue);
    if (!status.code)
        status = twc_world_data_create((twc_rect){-1, -1, 2, 2}, 20000, "fuzz", &world);
    if (!status.code)
        status = twc_georeference_set(&world.georeference.crs, utm);
    if (status.code)
        abort();
    world.georeference.metres_per_unit = 1;
    world.georeference.origin[0] = 500000;
    world.georeference.origin[1] = 5200000;
    world.georeference.per_x[0] = 1;
    world.georeference.per_z[1] = -1;
}

/* A route that is made is checked when it is short: long ones are no other code and take long. */
static void check(const twc_drawings *drawings, const twc_drawn *drawing)
{
    const twc_placing placing = {&catalogue, "cart road 9 m", TWC_SPLINE_CENTRIPETAL, TWC_FRAME_UNSAID};
    twc_drawn_route route;
    twc_route_report report;
    twc_features features;
    twc_status status = twc_drawn_route_make(&placing, "fuzz", &world, drawings, drawing, &route);
    fuzz_expect(status);
    int32_t stations = 0;
    route.corridor.profile = &route.profile;
    if (!status.code && route.corridor.node_count > 0 && route.corridor.node_count <= 64 &&
        (twc_corridor_station_count(&route.corridor, &stations).code || stations < 2000)) {
        memset(&features, 0, sizeof features);
        fuzz_expect(twc_route_check(&world.world, &route.corridor, &catalogue, &features, &report));
        if (report.placeable != (report.count == 0) || (int)features.list.count != report.placeable)
            abort();
        twc_route_report_destroy(&report);
        twc_features_destroy(&features);
    }
    twc_drawn_route_destroy(&route);
}

/* The bytes as the text of a reference system. */
static void project(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    twc_projection projection;
    double crs[2], place[2] = {15.5, 47};
    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    if (twc_projection_read(text, "fuzz", &projection).code == TWC_OK) {
        twc_projection_forward(&projection, place, crs);
        twc_projection_inverse(&projection, crs, place);
    }
    (void)twc_crs_code(text);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    twc_drawings drawings;
    begin();
    project(data, size);
    twc_status status = twc_drawings_read(fuzz_file(data, size), &drawings);
    fuzz_expect(status);
    if (!status.code && drawings.count < 1)
        abort();
    for (int k = 0; k < drawings.count && k < 8; k++) {
        const twc_drawn *d = &drawings.drawing[k];
        if (!d->station_count == !d->node_count && d->station_count == 0)
            abort();
        check(&drawings, d);
    }
    twc_drawings_destroy(&drawings);
    return 0;
}
