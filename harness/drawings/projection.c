/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/projection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/units.h"

enum { ORDER = 6 };

static const double pi = 3.14159265358979323846;

static double radians(double degrees)
{
    return degrees * (pi / 180);
}

static double degrees(double radians)
{
    return radians * (180 / pi);
}

/* ---- the series ---- */

/* Of powers 1 to 6 of the third flattening; a row is a multiple of the angle. Karney 2011, equations 35 and 36. */
static const double to_plane[ORDER][ORDER] = {
    {1.0 / 2, -2.0 / 3, 5.0 / 16, 41.0 / 180, -127.0 / 288, 7891.0 / 37800},
    {0, 13.0 / 48, -3.0 / 5, 557.0 / 1440, 281.0 / 630, -1983433.0 / 1935360},
    {0, 0, 61.0 / 240, -103.0 / 140, 15061.0 / 26880, 167603.0 / 181440},
    {0, 0, 0, 49561.0 / 161280, -179.0 / 168, 6601661.0 / 7257600},
    {0, 0, 0, 0, 34729.0 / 80640, -3418889.0 / 1995840},
    {0, 0, 0, 0, 0, 212378941.0 / 319334400},
};
static const double from_plane[ORDER][ORDER] = {
    {1.0 / 2, -2.0 / 3, 37.0 / 96, -1.0 / 360, -81.0 / 512, 96199.0 / 604800},
    {0, 1.0 / 48, 1.0 / 15, -437.0 / 1440, 46.0 / 105, -1118711.0 / 3870720},
    {0, 0, 17.0 / 480, -37.0 / 840, -209.0 / 4480, 5569.0 / 90720},
    {0, 0, 0, 4397.0 / 161280, -11.0 / 504, -830251.0 / 7257600},
    {0, 0, 0, 0, 4583.0 / 161280, -108847.0 / 3991680},
    {0, 0, 0, 0, 0, 20648693.0 / 638668800},
};

static double third_flattening(const twc_projection *p)
{
    return p->flattening / (2 - p->flattening);
}

static double radius(const twc_projection *p)
{
    const double n = third_flattening(p), square = n * n;
    return p->axis / (1 + n) * (1 + square * (1.0 / 4 + square * (1.0 / 64 + square / 256)));
}

/* Adds `sign` times the series to a point of the plane of unit radius: along the meridian, across it. */
static void add_series(const twc_projection *p, const double table[ORDER][ORDER], double sign, double plane[2])
{
    const double n = third_flattening(p), along = plane[0], across = plane[1];
    for (int j = ORDER; j >= 1; j--) {
        double factor = 0;
        for (int power = ORDER; power >= 1; power--)
            factor = (factor + table[j - 1][power - 1]) * n;
        plane[0] += sign * factor * sin(2 * j * along) * cosh(2 * j * across);
        plane[1] += sign * factor * cos(2 * j * along) * sinh(2 * j * across);
    }
}

static double eccentricity(const twc_projection *p)
{
    return sqrt(p->flattening * (2 - p->flattening));
}

/* The tangent of the conformal latitude from that of the geographic one. */
static double conformal(double e, double tangent)
{
    const double s = sinh(e * atanh(e * tangent / hypot(1, tangent)));
    return tangent * hypot(1, s) - s * hypot(1, tangent);
}

static double geographic(double e, double wanted)
{
    double tangent = wanted / (1 - e * e);
    for (int k = 0; k < 8; k++) { /* Newton's steps; three suffice */
        const double is = conformal(e, tangent);
        tangent += (wanted - is) / hypot(1, is) * (1 + (1 - e * e) * tangent * tangent) /
                   ((1 - e * e) * hypot(1, tangent));
    }
    return tangent;
}

static void to_unit_plane(const twc_projection *p, double longitude, double latitude, double plane[2])
{
    const double tangent = conformal(eccentricity(p), tan(latitude));
    plane[0] = atan2(tangent, cos(longitude));
    plane[1] = asinh(sin(longitude) / hypot(tangent, cos(longitude)));
    add_series(p, to_plane, 1, plane);
}

void twc_projection_forward(const twc_projection *p, const double place[2], double crs[2])
{
    double plane[2], start[2];
    crs[0] = place[0];
    crs[1] = place[1];
    if (p->geographic)
        return;
    to_unit_plane(p, radians(place[0] - p->longitude), radians(place[1]), plane);
    to_unit_plane(p, 0, radians(p->latitude), start);
    crs[0] = p->origin[0] + p->scale * radius(p) * plane[1];
    crs[1] = p->origin[1] + p->scale * radius(p) * (plane[0] - start[0]);
}

void twc_projection_inverse(const twc_projection *p, const double crs[2], double place[2])
{
    double start[2];
    place[0] = crs[0];
    place[1] = crs[1];
    if (p->geographic)
        return;
    to_unit_plane(p, 0, radians(p->latitude), start);
    double plane[2] = {(crs[1] - p->origin[1]) / (p->scale * radius(p)) + start[0],
                       (crs[0] - p->origin[0]) / (p->scale * radius(p))};
    add_series(p, from_plane, -1, plane);
    const double tangent = sin(plane[0]) / hypot(sinh(plane[1]), cos(plane[0]));
    place[0] = p->longitude + degrees(atan2(sinh(plane[1]), cos(plane[0])));
    place[1] = degrees(atan(geographic(eccentricity(p), tangent)));
}

/* ---- reference systems ---- */

/* Behind the bracket of the next element of one of two keywords, outside of quotes; NULL: there is none. */
static const char *next_element(const char *text, const char *one, const char *other)
{
    int quoted = 0;
    for (const char *c = text; *c; c++) {
        quoted ^= *c == '"';
        const int starts = !quoted && (c == text || strchr("[(, \t\r\n", c[-1]) != NULL);
        const char *words[] = {one, other};
        for (int k = 0; k < 2 && starts; k++) {
            const size_t length = strlen(words[k]);
            if (strncasecmp(c, words[k], length) == 0 && (c[length] == '[' || c[length] == '('))
                return c + length + 1;
        }
    }
    return NULL;
}

/* The name that an element starts with, blanks for underscores; returns what is behind it. */
static const char *name_of(const char *element, char *name, size_t size)
{
    size_t length = 0;
    name[0] = '\0';
    if (!element || *element != '"')
        return element ? element : "";
    for (element++; *element && *element != '"'; element++)
        if (length + 1 < size)
            name[length++] = *element == '_' ? ' ' : *element;
    name[length] = '\0';
    return *element ? element + 1 : element;
}

/* Numbers behind a name, each with a comma in front; 0 where there are none. */
static void numbers_of(const char *rest, int count, double *value)
{
    for (int k = 0; k < count; k++) {
        char *end = NULL;
        value[k] = *rest == ',' ? strtod(rest + 1, &end) : 0;
        value[k] = isfinite(value[k]) ? value[k] : 0;
        rest = end ? end + strspn(end, " \t\r\n") : "";
    }
}

static int same_words(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

/* WGS 84 and what is less than a metre from it. */
static int is_global(const char *datum)
{
    static const char *const names[] = {"WGS 1984",
                                        "D WGS 1984",
                                        "WGS 84",
                                        "World Geodetic System 1984",
                                        "World Geodetic System 1984 ensemble",
                                        "European Terrestrial Reference System 1989",
                                        "European Terrestrial Reference System 1989 ensemble",
                                        "D ETRS 1989",
                                        "ETRS89",
                                        "ETRS 1989"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (same_words(datum, names[k]))
            return 1;
    return 0;
}

static void read_parameters(const char *plan, twc_projection *p)
{
    char name[96];
    const struct {
        const char *one, *two;
        double *value;
    } known[] = {{"latitude of origin", "Latitude of natural origin", &p->latitude},
                 {"central meridian", "Longitude of natural origin", &p->longitude},
                 {"scale factor", "Scale factor at natural origin", &p->scale},
                 {"false easting", "False easting", &p->origin[0]},
                 {"false northing", "False northing", &p->origin[1]}};
    for (const char *at = plan; (at = next_element(at, "PARAMETER", "PARAMETER")) != NULL;) {
        const char *rest = name_of(at, name, sizeof name);
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (same_words(name, known[k].one) || same_words(name, known[k].two))
                numbers_of(rest, 1, known[k].value);
    }
}

/* A copy of the part that is about the plan; free it. */
static char *plan_of(const char *wkt)
{
    size_t length;
    const char *plan = twc_crs_plan(wkt, &length);
    return strndup(plan, length);
}

int twc_crs_code(const char *wkt)
{
    char *plan = plan_of(wkt ? wkt : "");
    int code = 0, depth = 0, quoted = 0;
    for (const char *c = plan; c && *c; c++) {
        quoted ^= *c == '"';
        depth += quoted ? 0 : (*c == '[') - (*c == ']');
        /* Its own is a member of the outermost element; those further in are of its parts. */
        const int own = !quoted && depth == 2 && *c == '[';
        if (own && strncasecmp(c + 1, "\"EPSG\",", 7) == 0)
            code = atoi(c + 8 + (c[8] == '"'));
    }
    free(plan);
    return code;
}

static twc_status refuse(const char *wkt, const char *what, const char *file)
{
    char name[96], system[24] = "EPSG:CODE";
    const int code = twc_crs_code(wkt);
    const char *quote = strchr(wkt, '"');
    name_of(quote ? quote : "", name, sizeof name);
    if (code)
        snprintf(system, sizeof system, "EPSG:%d", code);
    return twc_fail(
        TWC_USAGE,
        "longitudes and latitudes can't be converted here to the world's reference system, \"%s\", which %s; "
        "convert the file: ogr2ogr -f GeoJSON -t_srs %s converted.geojson %.100s",
        name, what, system, file);
}

static twc_status read_plan(const char *wkt, const char *plan, const char *file, twc_projection *p)
{
    char datum[96], method[96];
    double ellipsoid[2];
    const twc_crs_units units = twc_crs_read(plan);
    const char *element = next_element(plan, "DATUM", "ENSEMBLE");
    if (!element)
        element = next_element(plan, "GEODETICDATUM", "TRF");
    name_of(element, datum, sizeof datum);
    numbers_of(name_of(next_element(plan, "SPHEROID", "ELLIPSOID"), method, sizeof method), 2, ellipsoid);
    if (!is_global(datum))
        return refuse(wkt, "has another datum than WGS 84 or ETRS89", file);
    if (!(ellipsoid[0] > 6e6 && ellipsoid[0] < 7e6 && ellipsoid[1] > 200))
        return refuse(wkt, "states no ellipsoid in metres", file);
    p->axis = ellipsoid[0];
    p->flattening = 1 / ellipsoid[1];
    p->geographic = units.geographic;
    if (units.geographic)
        return strcasecmp(units.plan.name, "degree") == 0 ? twc_ok() : refuse(wkt, "is not in degrees", file);
    if (units.plan.metres != 1)
        return refuse(wkt, "is not in metres", file);
    name_of(next_element(plan, "METHOD", "PROJECTION"), method, sizeof method);
    if (!same_words(method, "Transverse Mercator"))
        return refuse(wkt, "is no transverse Mercator projection such as UTM", file);
    p->scale = 1;
    read_parameters(plan, p);
    return p->scale > 0.5 && p->scale < 2 ? twc_ok() : refuse(wkt, "states no scale", file);
}

twc_status twc_projection_read(const char *wkt, const char *file, twc_projection *p)
{
    char *plan = plan_of(wkt ? wkt : "");
    *p = (twc_projection){.geographic = 0};
    twc_status status = plan ? read_plan(wkt ? wkt : "", plan, file, p)
                             : twc_fail(TWC_IO, "not enough memory for a reference system");
    free(plan);
    return status;
}
