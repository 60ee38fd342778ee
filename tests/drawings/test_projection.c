/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Longitude and latitude to transverse Mercator by another route: on the central meridian the arc by integration,
 * elsewhere its continuation as an analytic function, by integration too; and back.
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "drawings/projection.h"

static const double degree = 3.14159265358979323846 / 180;

static const twc_projection utm33 = {
    .axis = 6378137, .flattening = 1 / 298.257223563, .longitude = 15, .scale = 0.9996, .origin = {500000, 0}};

/* The curvature's radius along the meridian and across it. */
static long double along(long double latitude)
{
    const long double f = utm33.flattening, e2 = f * (2 - f), s = sinl(latitude);
    return utm33.axis * (1 - e2) / powl(1 - e2 * s * s, 1.5L);
}

/* The arc from the equator by Simpson's rule. */
static double arc(double latitude)
{
    enum { STEPS = 4000 };
    const long double step = (long double)latitude * degree / STEPS;
    long double sum = along(0) + along(step * STEPS);
    for (int k = 1; k < STEPS; k++)
        sum += (k % 2 ? 4 : 2) * along(step * k);
    return (double)(sum * step / 3);
}

static void central_meridian(void)
{
    int bad = 0;
    for (double latitude = -84; latitude <= 84; latitude += 7) {
        double crs[2];
        twc_projection_forward(&utm33, (const double[2]){15, latitude}, crs);
        SUITE_EXPECT(bad, crs[0] == 500000 && fabs(crs[1] - 0.9996 * arc(latitude)) < 1e-6, "%g: %.9f, %.9f", latitude,
                     crs[0], crs[1]);
    }
    SUITE_NONE(bad);
}

/* Radii for a complex latitude. */
static long double complex across_of(long double complex latitude)
{
    const long double f = utm33.flattening, e2 = f * (2 - f);
    const long double complex s = csinl(latitude);
    return utm33.axis / csqrtl(1 - e2 * s * s);
}

static long double complex along_of(long double complex latitude)
{
    const long double f = utm33.flattening, e2 = f * (2 - f);
    const long double complex s = csinl(latitude);
    return across_of(latitude) * (1 - e2) / (1 - e2 * s * s);
}

/*
 * What the projection is by definition: the conformal map that keeps the arc of the meridian. Continued from there to
 * another longitude, the latitude becomes complex and the arc too: d latitude = i N cos / M, d arc = i N cos, by Runge
 * and Kutta's steps.
 */
static void continued(double longitude, double latitude, double crs[2])
{
    enum { STEPS = 400 };
    const long double h = (longitude - 15) * (long double)degree / STEPS;
    long double complex at = latitude * (long double)degree, plane = arc(latitude);
    for (int k = 0; k < STEPS; k++) {
        long double complex slope[4], step = 0, rise = 0;
        for (int m = 0; m < 4; m++) {
            const long double complex here = m == 0 ? at : at + slope[m - 1] * h / (m == 3 ? 1 : 2),
                                      arc_slope = I * across_of(here) * ccosl(here);
            slope[m] = arc_slope / along_of(here);
            step += slope[m] * (m == 1 || m == 2 ? 2 : 1);
            rise += arc_slope * (m == 1 || m == 2 ? 2 : 1);
        }
        at += step * h / 6;
        plane += rise * h / 6;
    }
    crs[0] = (double)(500000 + 0.9996L * cimagl(plane));
    crs[1] = (double)(0.9996L * creall(plane));
}

static void elsewhere_and_back(void)
{
    int bad = 0;
    for (double longitude = 9; longitude <= 21; longitude += 1.5)
        for (double latitude = -80; latitude <= 80; latitude += 8) {
            double crs[2], back[2], wanted[2];
            continued(longitude, latitude, wanted);
            twc_projection_forward(&utm33, (const double[2]){longitude, latitude}, crs);
            SUITE_EXPECT(bad, fabs(crs[0] - wanted[0]) < 1e-6 && fabs(crs[1] - wanted[1]) < 1e-6,
                         "%g, %g: (%.9f, %.9f), not (%.9f, %.9f)", longitude, latitude, crs[0], crs[1], wanted[0],
                         wanted[1]);
            twc_projection_inverse(&utm33, crs, back);
            SUITE_EXPECT(bad, fabs(back[0] - longitude) < 1e-11 && fabs(back[1] - latitude) < 1e-11,
                         "%g, %g: %.12f, %.12f", longitude, latitude, back[0], back[1]);
        }
    SUITE_NONE(bad);
}

static const char wkt_1[] =
    "PROJCS[\"WGS 84 / UTM zone 33N\",GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,"
    "AUTHORITY[\"EPSG\",\"7030\"]],AUTHORITY[\"EPSG\",\"6326\"]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\","
    "0.0174532925199433],AUTHORITY[\"EPSG\",\"4326\"]],PROJECTION[\"Transverse_Mercator\"],PARAMETER["
    "\"latitude_of_origin\",0],PARAMETER[\"central_meridian\",15],PARAMETER[\"scale_factor\",0.9996],PARAMETER["
    "\"false_easting\",500000],PARAMETER[\"false_northing\",0],UNIT[\"metre\",1],AUTHORITY[\"EPSG\",\"32633\"]]";

static const char wkt_2[] =
    "PROJCRS[\"ETRS89 / UTM zone 33N\",BASEGEOGCRS[\"ETRS89\",ENSEMBLE[\"European Terrestrial Reference System 1989 "
    "ensemble\",MEMBER[\"European Terrestrial Reference Frame 1989\"],ELLIPSOID[\"GRS 1980\",6378137,298.257222101,"
    "LENGTHUNIT[\"metre\",1]]],PRIMEM[\"Greenwich\",0],ID[\"EPSG\",4258]],CONVERSION[\"UTM zone 33N\",METHOD["
    "\"Transverse Mercator\",ID[\"EPSG\",9807]],PARAMETER[\"Latitude of natural origin\",0,ANGLEUNIT[\"degree\","
    "0.0174532925199433]],PARAMETER[\"Longitude of natural origin\",15,ANGLEUNIT[\"degree\",0.0174532925199433]],"
    "PARAMETER[\"Scale factor at natural origin\",0.9996,SCALEUNIT[\"unity\",1]],PARAMETER[\"False easting\",500000,"
    "LENGTHUNIT[\"metre\",1]],PARAMETER[\"False northing\",0,LENGTHUNIT[\"metre\",1]]],CS[Cartesian,2],AXIS[\"(E)\","
    "east],AXIS[\"(N)\",north],LENGTHUNIT[\"metre\",1],ID[\"EPSG\",25833]]";

static void systems(void)
{
    static const struct {
        const char *find, *put, *words;
    } bad[] = {{"WGS_1984", "OSGB_1936", "has another datum"},
               {"Transverse_Mercator", "Lambert_Conformal_Conic_2SP", "is no transverse Mercator"},
               {"UNIT[\"metre\",1]", "UNIT[\"US survey foot\",0.304800609601219]", "is not in metres"},
               {"298.257223563", "0", "states no ellipsoid"},
               {"0.9996", "0", "states no scale"}};
    twc_projection p;
    CU_ASSERT_EQUAL(twc_projection_read(wkt_1, "f", &p).code, TWC_OK);
    CU_ASSERT_TRUE(memcmp(&p, &utm33, sizeof p) == 0);
    CU_ASSERT_EQUAL(twc_crs_code(wkt_1), 32633);
    CU_ASSERT_EQUAL(twc_projection_read(wkt_2, "f", &p).code, TWC_OK);
    CU_ASSERT_TRUE(p.longitude == 15 && p.scale == 0.9996 && p.origin[0] == 500000 &&
                   p.flattening == 1 / 298.257222101);
    CU_ASSERT_EQUAL(twc_crs_code(wkt_2), 25833);
    CU_ASSERT_EQUAL(twc_crs_code("LOCAL_CS[\"here\",UNIT[\"metre\",1]]"), 0);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char text[2000];
        const char *at = strstr(wkt_1, bad[k].find);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - wkt_1), wkt_1, bad[k].put, at + strlen(bad[k].find));
        twc_status status = twc_projection_read(text, "roads.gpx", &p);
        CU_ASSERT_EQUAL(status.code, TWC_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, bad[k].words));
        CU_ASSERT_PTR_NOT_NULL(
            strstr(status.message, "ogr2ogr -f GeoJSON -t_srs EPSG:32633 converted.geojson roads.gpx"));
    }
    for (size_t length = 0; length < strlen(wkt_2); length++) { /* whatever is cut off, nothing but an answer */
        char *text = strndup(wkt_2, length);
        twc_status status = twc_projection_read(text, "f", &p);
        CU_ASSERT_TRUE_FATAL(status.code == TWC_OK || status.code == TWC_USAGE);
        free(text);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"central meridian", central_meridian},
                           {"elsewhere, and back", elsewhere_and_back},
                           {"reference systems", systems},
                           CU_TEST_INFO_NULL};
    return suite_run("projection", tests);
}
