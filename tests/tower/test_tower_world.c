/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/tower.md 2: the test world as a file, every member spoiled and refused by feature and field, and the plan's
 * predicates by parameters along edges, on small lattices, across theta 0 too.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "generate/tower_world.h"
#include "twc/numbers.h"

static twc_tower_world world;

static void the_test_world(void)
{
    const twc_status status = twc_tower_read(TWC_SOURCE_DIR "/experiments/tower.json", &world);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(world.count, 32);
    const twc_tower_feature *girdle = &world.feature[twc_tower_find(&world, "the-girdle")];
    CU_ASSERT_TRUE(girdle->seed == 1001 && girdle->z_from == 3000000 && girdle->z_to == 11500000);
    CU_ASSERT_EQUAL(twc_tower_number(girdle, "spineZ"), 7200000.0);
    CU_ASSERT_EQUAL(twc_tower_number(girdle, "heightM"), 2900.0); /* the default */
    CU_ASSERT_TRUE(isnan(twc_tower_number(girdle, "depthM")));
    const twc_tower_feature *crown = &world.feature[twc_tower_find(&world, "snowcrown")];
    CU_ASSERT_EQUAL(crown->point[0].theta, 477218588U); /* 2^32 / 9 = 477,218,588.4 */
    CU_ASSERT_TRUE(crown->radius == 2700000 && crown->summits == 1 && crown->summit[0].elevation == 4300.0);
    const twc_tower_feature *river = &world.feature[twc_tower_find(&world, "the-long-water")];
    CU_ASSERT_EQUAL(river->point[1].theta, 548801377U); /* 46 degrees are 548801376.71 */
    CU_ASSERT_TRUE(fabs(river->length - 189510.0) < 5.0);
    CU_ASSERT_EQUAL(river->ends_in, twc_tower_find(&world, "the-deep"));
    CU_ASSERT_EQUAL(world.feature[twc_tower_find(&world, "grey-river")].ends_in,
                    twc_tower_find(&world, "the-long-water"));
    const twc_tower_feature *desert = &world.feature[twc_tower_find(&world, "the-dry-reach")];
    CU_ASSERT_TRUE(twc_tower_number(desert, "dunes.coverage") == 0.37 && twc_tower_number(desert, "washes") == 1.0);
    CU_ASSERT_TRUE(isnan(twc_tower_number(&world.feature[twc_tower_find(&world, "near-sea")], "ice.edgeZ")));
    CU_ASSERT_EQUAL(twc_tower_number(&world.feature[twc_tower_find(&world, "far-sea")], "ice.range.fromZ"), 53300000.0);
}

/* ---- refusals ------------------------------------------------------------------------------------------------ */

#define AT(z) "\"geometry\":{\"type\":\"point\",\"points\":[[10," z "]],\"radiusKm\":2}"
#define LAKE "{\"id\":\"a\",\"seed\":1,\"kind\":\"lake\"," AT("50")
#define SEA "{\"id\":\"s\",\"seed\":1,\"kind\":\"sea\",\"geometry\":{\"type\":\"band\",\"zFrom\":0,\"zTo\":20}}"
#define POLYGON(points)                                                                                                \
    "{\"id\":\"a\",\"seed\":1,\"kind\":\"region\",\"geometry\":{\"type\":\"polygon\",\"points\":[" points "]}}"
#define RIVER(id, points, more)                                                                                        \
    "{\"id\":\"" id "\",\"seed\":1,\"kind\":\"river\",\"geometry\":{\"type\":\"polyline\",\"points\":[" points         \
    "]}" more "}"
#define MOUNTAINS(peak) "{\"id\":\"m\",\"seed\":1,\"kind\":\"mountains\"," AT("50") ",\"peaks\":[{" peak "}]}"

/* What a list of features is refused with; NULL: it passes. */
static const struct {
    const char *features, *words;
} cases[] = {
    {LAKE "}", NULL},
    {LAKE ",\"levelM\":\"auto\",\"notes\":\"n\",\"blurb\":\"\",\"public\":false}", NULL},
    {LAKE ",\"depthM\":\"30\"}",
     "feature \"a\": \"depthM\": it takes a number from 0.1 to 5000, not the text \"30\": write"},
    {LAKE ",\"depthM\":0}", "\"depthM\": it takes a number from"},
    {LAKE ",\"depthM\":null}", "\"depthM\": it takes a number from"},
    {LAKE ",\"dephtM\":30}",
     "feature \"a\": nothing reads \"dephtM\" of a feature of kind \"lake\"; did you mean \"depthM\"?"},
    {LAKE ",\"dunes\":{}}", "nothing reads \"dunes\""},
    {LAKE ",\"peaks\":[]}", "nothing reads \"peaks\""},
    {LAKE ",\"depthM\":3,\"depthM\":4}", "\"depthM\" is there twice"},
    {LAKE ",\"wind\":7}", "\"wind\" takes an object"},
    {LAKE ",\"wind\":{\"speedMS\":99}}", "\"wind.speedMS\": it takes a number from 0 to 60, not 99"},
    {LAKE ",\"wind\":{\"sped\":9}}", "nothing reads \"wind.sped\""},
    {LAKE "}," LAKE "}", "feature 2: another feature has the id \"a\""},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"laek\"," AT("50") "}", "feature \"x\": \"kind\" is \"laek\""},
    {"{\"id\":\"x\",\"seed\":-1,\"kind\":\"lake\"," AT("50") "}", "\"seed\" takes a number"},
    {"{\"id\":\"x\",\"seed\":1.5,\"kind\":\"lake\"," AT("50") "}", "\"seed\" takes a whole number"},
    {"{\"id\":\"\",\"seed\":1,\"kind\":\"lake\"," AT("50") "}", "feature 1: \"id\" is \"\""},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"lake\"}", "\"geometry\": it is missing"},
    {"7", "feature 1: it takes an object"},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"lake\"," AT("539") "}",
     "\"radiusKm\": round z 539 km it reaches 1 km out of"},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"lake\"," AT("541") "}",
     "point 1: kilometres along the axis lie within the world from"},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"lake\"," AT("50.000001") "}", "have at most 5 decimals, not 50.000001"},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"lake\"," AT("50.00001") "}", NULL},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"river\"," AT("50") "}",
     "a feature of kind \"river\" is a polyline, not a point"},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"road\"}", "\"from\" is \"\", and no feature has that id"},
    {"{\"id\":\"x\",\"seed\":1,\"kind\":\"sea\",\"geometry\":{\"type\":\"band\",\"zFrom\":20,\"zTo\":20}}",
     "exchange them"},
    {POLYGON("[0,1],[1,1],[1,2],[0,2]"), NULL},
    {POLYGON("[359,1],[1,1],[1,2],[359,2]"), NULL},
    {POLYGON("[0,1],[1,2],[1,1],[0,2]"), "its polygon crosses itself: the sides behind points 1 and 3 meet"},
    {POLYGON("[0,1],[1,1],[1,1],[0,2]"), "points 2 and 3 of its polygon are one"},
    {POLYGON("[0,1],[2,1],[1,1]"), "runs back on itself"},
    {POLYGON("[0,1],[120,1],[240,1]"), "goes round the world"},
    {POLYGON("[0,1],[1,1]"), "\"points\" takes a list of 3 to 64 entries"},
    {LAKE "},{\"id\":\"b\",\"seed\":1,\"kind\":\"lake\"," AT("53.9") "}",
     "feature \"b\": \"geometry\": it overlaps \"a\""},
    {LAKE "},{\"id\":\"b\",\"seed\":1,\"kind\":\"lake\"," AT("54.1") "}", NULL},
    {SEA ",{\"id\":\"b\",\"seed\":1,\"kind\":\"lake\"," AT("21.9") "}", "it overlaps \"s\""},
    {SEA ",{\"id\":\"b\",\"seed\":1,\"kind\":\"lake\"," AT("22") "}", NULL},
    {LAKE "}," RIVER("r", "[10,70],[10,51]", ""), NULL},
    {LAKE "}," RIVER("r", "[10,70],[10,53]", ""), "feature \"r\": \"outlet\": its last point lies in no lake"},
    {LAKE "}," RIVER("r", "[10,70],[10,51]", ",\"outlet\":\"b\""), "\"outlet\" is \"b\", and no feature has that id"},
    {LAKE "}," RIVER("r", "[10,70],[10,51]", ",\"outlet\":\"r\""), "which is no lake, sea or other river"},
    {LAKE "}," RIVER("r", "[10,70],[10,53]", ",\"outlet\":\"a\""), "the last point does not lie there"},
    {LAKE "}," RIVER("r", "[10,51],[12,60],[10,49]", ""), "it begins and ends in \"a\""},
    {LAKE ",\"levelM\":30}," SEA "," RIVER("r", "[10,49],[10,20]", ""),
     "feature \"r\": it can't descend: from \"a\", 30 m"},
    {LAKE ",\"levelM\":60}," SEA "," RIVER("r", "[10,49],[10,20]", ""), NULL},
    {SEA "," RIVER("r", "[10,60],[10,20]", "") "," RIVER("t", "[20,60],[10,40]", ""), NULL},
    {RIVER("r", "[10,60],[20,40]", "") "," RIVER("t", "[20,40],[10,60]", ""), "downstream it comes back to itself"},
    {RIVER("r", "[10,60],[10,60]", ""), "feature \"r\""},
    {SEA "," RIVER("r", "[10,60],[10,0],[60,0],[60,10]", ""), "its curve leaves the world"},
    {MOUNTAINS("\"at\":[10,50],\"elevationM\":2000"), NULL},
    {MOUNTAINS("\"at\":[10,50],\"elevationM\":50000"), "feature \"m\": \"peaks\" 1: \"elevationM\" is 50000: the axis"},
    {MOUNTAINS("\"at\":[10,50],\"elevationM\":\"2000\""), "\"elevationM\" takes a number"},
    {MOUNTAINS("\"at\":[10,52.1],\"elevationM\":2000"), "\"peaks\" 1 lies outside its mountains"},
    {MOUNTAINS("\"at\":[10],\"elevationM\":2000"), "a place is [degrees, kilometres], not a list of 1"},
    {MOUNTAINS("\"at\":[361,50],\"elevationM\":2000"), "degrees round the axis lie within the world from 0 to 360"},
};

static void refusals(void)
{
    int bad = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[2048];
        snprintf(text, sizeof text, "{\"version\":2,\"seed\":13,\"features\":[%s]}", cases[k].features);
        cJSON *json = cJSON_Parse(text);
        const twc_status status = json ? twc_tower_parse(json, &world) : twc_fail(TWC_USAGE, "no JSON");
        SUITE_EXPECT(bad,
                     cases[k].words ? status.code == TWC_IO && strstr(status.message, cases[k].words) : !status.code,
                     "case %zu: \"%s\", not \"%s\"", k, status.message, cases[k].words ? cases[k].words : "");
        cJSON_Delete(json);
    }
    SUITE_NONE(bad);
}

/* ---- plan, by another route ---------------------------------------------------------------------------------- */

typedef struct drawn {
    int n, x[6], z[6];
} drawn;

static twc_tower_feature feature_of(const drawn *d, int64_t middle)
{
    twc_tower_feature feature = {.shape = d->n == 1 ? TWC_TOWER_POINT : TWC_TOWER_POLYGON, .points = d->n};
    for (int k = 0; k < d->n; k++) {
        const uint64_t x = (uint64_t)((middle + d->x[k] + TWC_TOWER_TURN_CM) % TWC_TOWER_TURN_CM);
        const uint64_t turn = ((x << 32) + TWC_TOWER_TURN_CM - 1) / TWC_TOWER_TURN_CM; /* the first that is in x */
        feature.point[k] = (twc_place_on_floor){(uint32_t)turn, 1000 + d->z[k]};
    }
    return feature;
}

/* p + t d and q + u e: t and u as fractions of a common denominator, or collinear ones by their spans. */
static int share(const drawn *a, int i, const drawn *b, int k)
{
    const int j = (i + 1) % a->n, l = (k + 1) % b->n;
    const int dx = a->x[j] - a->x[i], dz = a->z[j] - a->z[i], ex = b->x[l] - b->x[k], ez = b->z[l] - b->z[k];
    const int fx = b->x[k] - a->x[i], fz = b->z[k] - a->z[i], whole = dx * ez - dz * ex;
    if (whole) {
        const int sign = whole > 0 ? 1 : -1, t = sign * (fx * ez - fz * ex), u = sign * (fx * dz - fz * dx);
        return t >= 0 && t <= sign * whole && u >= 0 && u <= sign * whole;
    }
    if (fx * dz - fz * dx)
        return 0;
    const int from = fx * dx + fz * dz, to = from + ex * dx + ez * dz, length = dx * dx + dz * dz;
    return (from < to ? from : to) <= length && (from < to ? to : from) >= 0;
}

/* Only for edges of some length: then a polygon's neighbours share their corner alone when they don't fold back. */
static int crosses(const drawn *d)
{
    for (int i = 0; i < d->n; i++) {
        const int j = (i + 1) % d->n, l = (i + 2) % d->n;
        const int dx = d->x[j] - d->x[i], dz = d->z[j] - d->z[i], ex = d->x[l] - d->x[j], ez = d->z[l] - d->z[j];
        if ((!dx && !dz) || (dx * ez == dz * ex && dx * ex + dz * ez <= 0))
            return 1;
        for (int k = 0; k < d->n; k++)
            if (k != i && (k + 1) % d->n != i && k != j && share(d, i, d, k))
                return 1;
    }
    return 0;
}

/* By a ray along z a little beside the place. */
static int holds(const drawn *d, int x, int z)
{
    const drawn place = {2, {x, x}, {z, z}};
    int inside = 0;
    for (int i = 0; i < d->n; i++) {
        const int j = (i + 1) % d->n, dx = d->x[j] - d->x[i], dz = d->z[j] - d->z[i];
        const int px = place.x[0] - d->x[i], pz = z - d->z[i], along = px * dx + pz * dz;
        if (px * dz == pz * dx && along >= 0 && along <= dx * dx + dz * dz)
            return 1;
        if ((d->x[i] > x) != (d->x[j] > x)) /* where the edge is at x: z_i + dz px / dx */
            inside ^= dx > 0 ? dz * px > pz * dx : dz * px < pz * dx;
    }
    return inside;
}

static int meet(const drawn *a, const drawn *b)
{
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++)
            if (share(a, i, b, k) || holds(a, b->x[k], b->z[k]) || holds(b, a->x[i], a->z[i]))
                return 1;
    return 0;
}

static double from_edges(const drawn *d, int x, int z)
{
    double least = INFINITY;
    for (int i = 0; i < d->n; i++) {
        const int j = (i + 1) % d->n;
        const double dx = d->x[j] - d->x[i], dz = d->z[j] - d->z[i], px = x - d->x[i], pz = z - d->z[i];
        const double t = fmin(fmax((px * dx + pz * dz) / (dx * dx + dz * dz), 0.0), 1.0);
        least = fmin(least, hypot(px - t * dx, pz - t * dz));
    }
    return least;
}

static drawn draw(int32_t seed, int32_t salt)
{
    drawn d = {.n = 3 + (int)(twc_hash(seed, salt, 0) % 4)};
    for (int k = 0; k < d.n; k++) {
        d.x[k] = (int)(twc_hash(seed, salt, 2 * k + 1) % 9) - 4 + 4 * salt;
        d.z[k] = (int)(twc_hash(seed, salt, 2 * k + 2) % 9);
    }
    return d;
}

static void plan(void)
{
    int bad = 0, simple = 0, met = 0, apart = 0, disks = 0;
    for (int32_t seed = 0; seed < 60000; seed++) {
        const drawn a = draw(seed, 0), b = draw(seed, 1), spot = {1, {b.x[0]}, {b.z[0]}};
        const int64_t middle = seed % 2 ? 0 : (int64_t)(twc_hash(seed, 3, 3) % TWC_TOWER_TURN_CM);
        const twc_tower_feature one = feature_of(&a, middle), other = feature_of(&b, middle);
        twc_tower_feature disk = feature_of(&spot, middle);
        SUITE_EXPECT(bad, !twc_tower_simple(&one).code == !crosses(&a), "polygon %d", seed);
        if (crosses(&a))
            continue;
        simple++;
        SUITE_EXPECT(bad, twc_tower_has(&one, other.point[0]) == holds(&a, b.x[0], b.z[0]), "place %d", seed);
        disk.radius = 1 + seed % 5;
        const double far = holds(&a, spot.x[0], spot.z[0]) ? 0.0 : from_edges(&a, spot.x[0], spot.z[0]);
        if (fabs(far - disk.radius) > 1e-9 && ++disks)
            SUITE_EXPECT(bad, twc_tower_meet(&one, &disk) == (far < disk.radius), "disk %d", seed);
        SUITE_EXPECT(bad, twc_tower_meet(&one, &disk) == twc_tower_meet(&disk, &one), "disk %d", seed);
        if (crosses(&b))
            continue;
        const int both = meet(&a, &b);
        SUITE_EXPECT(bad, twc_tower_meet(&one, &other) == both && twc_tower_meet(&other, &one) == both, "pair %d",
                     seed);
        met += both;
        apart += !both;
    }
    CU_ASSERT_TRUE(simple > 5000 && met > 1000 && apart > 100 && disks > 1000);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the test world", the_test_world},
                           {"refused by feature and field", refusals},
                           {"plan by another route", plan},
                           CU_TEST_INFO_NULL};
    return suite_run("worlds on a cylinder as files", tests);
}
