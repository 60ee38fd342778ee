/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc feature as a user runs it. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

#include "commands/program.h"
#include "drawings/projection.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"
#define NODES "--nodes=\"-60,240 0,280 70,300\""

static const char utm33[] =
    "PROJCS[\"WGS 84 / UTM zone 33N\",GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
    "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]],PROJECTION[\"Transverse_Mercator\"],PARAMETER["
    "\"latitude_of_origin\",0],PARAMETER[\"central_meridian\",15],PARAMETER[\"scale_factor\",0.9996],PARAMETER["
    "\"false_easting\",500000],PARAMETER[\"false_northing\",0],UNIT[\"metre\",1],AUTHORITY[\"EPSG\",\"32633\"]]";

/* The fingerprint that the last output ends with. */
static uint64_t told(void)
{
    char *text = output("output"), *at = strstr(text, "fingerprint ");
    uint64_t value = 0;
    CU_ASSERT_PTR_NOT_NULL(at);
    if (at)
        CU_ASSERT_EQUAL(sscanf(at, "fingerprint %" SCNx64, &value), 1);
    free(text);
    return value;
}

static uint64_t state(const char *log)
{
    CU_ASSERT_EQUAL(twc("replay w.h5 %s", log), 0);
    return told();
}

static void says(const char *words)
{
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
    if (!strstr(text, words))
        fprintf(stderr, "\nexpected \"%s\" in %s\n", words, text);
    free(text);
}

/* Every profile of the catalogue comes, is listed, goes, and leaves the bits of before; undo and redo likewise. */
static void every_profile_comes_and_goes(void)
{
    static const char *const profiles[] = {"cart road 9 m", "track 4 m",        "footpath 2 m", "walkway",
                                           "fence line",    "paved street 7 m", "stream 3 m",   "stream 4 m",
                                           "river 8 m",     "paved street 14 m"};
    char log[20];
    CU_ASSERT_EQUAL_FATAL(twc("edit w.h5 e.log raise --at 5,270 --radius 5 --fingerprint"), 0);
    const uint64_t before = told();
    for (int k = 0; k < (int)(sizeof profiles / sizeof *profiles); k++) {
        snprintf(log, sizeof log, "e%d.log", k);
        CU_ASSERT_EQUAL(twc("edit w.h5 %s raise --at 5,270 --radius 5 --fingerprint", log), 0);
        CU_ASSERT_EQUAL(twc("feature add w.h5+%s " NODES " --profile \"%s\" --fingerprint", log, profiles[k]), 0);
        const uint64_t with = told();
        CU_ASSERT_NOT_EQUAL(with, before);
        CU_ASSERT_EQUAL(twc("feature list w.h5+%s", log), 0);
        says(profiles[k]);
        CU_ASSERT_EQUAL(twc("feature move w.h5+%s 1 --by 3.25,-2 --fingerprint", log), 0);
        CU_ASSERT_NOT_EQUAL(told(), with);
        CU_ASSERT_EQUAL(twc("feature move w.h5+%s 1 --by=-3.25,2 --fingerprint", log), 0);
        CU_ASSERT_EQUAL(told(), with);
        CU_ASSERT_EQUAL(twc("feature remove w.h5+%s 1 --fingerprint", log), 0);
        CU_ASSERT_EQUAL(told(), before);
        CU_ASSERT_EQUAL(twc("edit w.h5 %s undo --fingerprint", log), 0);
        CU_ASSERT_EQUAL(told(), with);
        CU_ASSERT_EQUAL(twc("edit w.h5 %s redo --fingerprint", log), 0);
        CU_ASSERT_EQUAL(told(), before);
    }
    CU_ASSERT_EQUAL(twc("feature list w.h5+e0.log"), 0);
    says("no features");
}

/* What is shown, read again, is the same records; from a move to other nodes too. */
static void round_trips(void)
{
    CU_ASSERT_EQUAL(twc("feature add w.h5+r.log " NODES " --spline uniform --priority 7 --id 12"), 0);
    CU_ASSERT_EQUAL(twc("feature add w.h5+r.log --nodes=\"-60,140 0,180 70,200\" --profile \"fence line\" --json"), 0);
    says("\"ids\": [1]");
    const uint64_t is = state("r.log");
    CU_ASSERT_EQUAL(twc("feature show w.h5+r.log --geojson --out r.geojson"), 0);
    CU_ASSERT_EQUAL(twc("feature show w.h5+r.log --json --out r.json"), 0);
    CU_ASSERT_EQUAL(twc("feature add w.h5+r1.log r.geojson"), 0);
    CU_ASSERT_EQUAL(twc("feature add w.h5+r2.log r.json"), 0);
    CU_ASSERT_EQUAL(state("r1.log"), is);
    CU_ASSERT_EQUAL(state("r2.log"), is);
    CU_ASSERT_EQUAL(twc("feature show w.h5+r1.log --geojson --out r1.geojson"), 0);
    size_t size[2];
    unsigned char *one = get_file(scratch_path("r.geojson"), &size[0]),
                  *two = get_file(scratch_path("r1.geojson"), &size[1]);
    CU_ASSERT_TRUE(size[0] == size[1] && memcmp(one, two, size[0]) == 0);
    free(one);
    free(two);
    CU_ASSERT_EQUAL(twc("feature show w.h5+r.log 12 --json"), 0);
    says("\"priority\": 7");
    CU_ASSERT_EQUAL(twc("feature show w.h5+r.log 12"), 0);
    says("feature 12: corridor, cart road 9 m (version 1), priority 7");
    /* Elsewhere by nodes: priority and profile stay. */
    CU_ASSERT_EQUAL(twc("feature move w.h5+r.log 12 --nodes=\"-60,240 0,290 70,300\""), 0);
    CU_ASSERT_EQUAL(twc("feature list w.h5+r.log --json"), 0);
    says("\"id\": 12, \"kind\": \"corridor\", \"profile\": \"cart road 9 m\", \"version\": 1, \"priority\": 7");
    CU_ASSERT_EQUAL(twc("feature add w.h5+r2.log r.json --replace"), 0);
    CU_ASSERT_EQUAL(state("r2.log"), is);
}

/* Of a file all come or none, whatever stands behind the one that can't; the log then has not one byte more. */
static void all_or_nothing(void)
{
    put_text(scratch_path("g.json"), "{\"twc_features\": 1, \"features\": [{\"nodes\": [[-60, 240], [70, 300]]}, "
                                     "{\"name\": \"Loop\", \"nodes\": [[-60, 140], [0, 140], [0, 141], [-60, 141]]}, "
                                     "{\"nodes\": [[-60, 40], [70, 60]]}]}");
    CU_ASSERT_EQUAL(twc("edit w.h5 g.log raise --at 5,270"), 0);
    size_t before, after;
    free(get_file(scratch_path("g.log"), &before));
    expect_refusal(twc("feature add w.h5+g.log g.json"), TWC_USAGE, "g.json, feature 2 (Loop): node ", "none");
    free(get_file(scratch_path("g.log"), &after));
    CU_ASSERT_EQUAL(before, after);
    put_text(scratch_path("g2.json"),
             "{\"twc_features\": 1, \"features\": [{\"nodes\": [[-60, 240], [70, 300]]}, "
             "{\"id\": 5, \"nodes\": [[-60, 140], [70, 160]]}, {\"id\": 5, \"nodes\": [[-60, 40], "
             "[70, 60]]}]}");
    expect_refusal(twc("feature add w.h5+g.log g2.json"), TWC_USAGE, "an earlier feature has its id 5 too", "none");
    expect_refusal(twc("feature remove w.h5+g.log 1 1"), TWC_USAGE, "is named twice", "none");
    CU_ASSERT_EQUAL(twc("feature add w.h5+g.log " NODES), 0);
    free(get_file(scratch_path("g.log"), &before));
    expect_refusal(twc("feature remove w.h5+g.log 1 2"), TWC_USAGE, "there is no feature 2", "none");
    expect_refusal(twc("feature move w.h5+g.log 1 2 --by 1,1"), TWC_USAGE, "there is no feature 2", "none");
    free(get_file(scratch_path("g.log"), &after));
    CU_ASSERT_EQUAL(before, after);
}

static void refusals(void)
{
    static const char *const cases[][2] = {
        {"feature add w.h5 " NODES, "what is done goes into a log"},
        {"feature add w.h5+x.log", "takes features: name a file"},
        {"feature add w.h5+x.log f.json " NODES, "takes either files or --nodes"},
        {"feature add w.h5+x.log --nodes=1,1", "at least two places"},
        {"feature add w.h5+x.log f.json --id 3", "--id and --priority are of the feature that --nodes draws"},
        {"feature add w.h5+x.log " NODES " --profile lane", "lane"},
        {"feature add w.h5+x.log " NODES " --priority 256", "--priority takes an integer from 0 to 255"},
        {"feature add w.h5+x.log " NODES " --by 1,1", "--by means nothing to add"},
        {"feature add w.h5+x.log " NODES " --frame lonlat", "has no place on the earth"},
        {"feature add w.h5+x.log none.json", "none.json"},
        {"feature list w.h5 3", "list takes a world and nothing else"},
        {"feature list w.h5 --geojson", "--geojson means nothing to list"},
        {"feature show w.h5 3", "there is no feature 3"},
        {"feature show w.h5 road", "\"road\" is no id"},
        {"feature show w.h5 --frame crs", "--frame is of --geojson"},
        {"feature show w.h5 --geojson --frame lonlat", "w.h5 has no place on the earth"},
        {"feature move w.h5+x.log --by 1,1", "name the ids"},
        {"feature move w.h5+x.log 1", "move takes either --by"},
        {"feature move w.h5+x.log 1 --by 1,1 " NODES, "move takes either --by"},
        {"feature move w.h5+x.log 1 2 " NODES, "--nodes are of one feature, not of 2"},
        {"feature remove w.h5+x.log", "name the ids"},
        {"feature remove w.h5+x.log 1 --geojson", "--geojson means nothing to remove"},
        {"feature paint w.h5", "not \"paint\""},
    };
    put_text(scratch_path("f.json"), "{\"twc_features\": 1, \"features\": [{\"nodes\": [[-60, 240], [70, 300]]}]}");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const int code = twc("%s", cases[k][0]);
        expect_refusal(code, strstr(cases[k][0], "none.json") ? TWC_IO : TWC_USAGE, cases[k][1], "none");
    }
    put_text(scratch_path("f.geojson"), "{\"type\": \"LineString\", \"coordinates\": [[-60, 240], [70, 300]]}");
    expect_refusal(twc("feature add w.h5+x.log f.geojson"), TWC_USAGE,
                   "or say --frame local if they are the world's metres", "none");
    expect_refusal(twc("feature add w.h5+x.log f.json --frame crs"), TWC_USAGE,
                   "its places are local as it says itself", "none");
    CU_ASSERT_EQUAL(twc("feature add w.h5+x.log f.geojson --frame local --fingerprint"), 0);
    const uint64_t placed = told();
    expect_refusal(twc("feature add w.h5+x.log " NODES " --id 1"), TWC_USAGE,
                   "there is a feature 1 already: pass --replace", "none");
    expect_refusal(twc("feature move w.h5+x.log 1 --by 100000,0"), TWC_USAGE, "move it less far", "none");
    CU_ASSERT_EQUAL(state("x.log"), placed);
}

/* A file with lines in longitudes and latitudes, of a world in UTM: the very places. */
static void places_on_the_earth(void)
{
    static const double node[2][2] = {{600102, 5199214}, {600202, 5199264}};
    twc_projection p;
    double place[2][2];
    FILE *grid = fopen(scratch_path("c.asc"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grid);
    fputs("ncols 129\nnrows 129\nxllcorner 600000\nyllcorner 5199000\ncellsize 4\n", grid);
    for (int k = 0; k < 129 * 129; k++)
        fprintf(grid, "%d%c", 100 + k * k % 7, k % 129 == 128 ? '\n' : ' ');
    fclose(grid);
    put_text(scratch_path("c.prj"), utm33);
    CU_ASSERT_EQUAL_FATAL(twc("import c.asc --out c.h5"), 0);
    CU_ASSERT_EQUAL(twc("feature add c.h5+c0.log --nodes 100,300:200,250 --fingerprint"), 0);
    const uint64_t expected = told();
    CU_ASSERT_EQUAL(twc("feature add c.h5+c1.log --frame crs --nodes 600102,5199214:600202,5199264 --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    CU_ASSERT_EQUAL_FATAL(twc_projection_read(utm33, "", &p).code, TWC_OK);
    char text[600];
    for (int k = 0; k < 2; k++)
        twc_projection_inverse(&p, node[k], place[k]);
    snprintf(text, sizeof text, "{\"type\": \"LineString\", \"coordinates\": [[%.9f, %.9f], [%.9f, %.9f]]}",
             place[0][0], place[0][1], place[1][0], place[1][1]);
    put_text(scratch_path("c.geojson"), text);
    CU_ASSERT_EQUAL(twc("feature add c.h5+c2.log c.geojson --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    snprintf(text, sizeof text,
             "<gpx><rte><rtept lon=\"%.9f\" lat=\"%.9f\"/><rtept lon=\"%.9f\" lat=\"%.9f\"/></rte></gpx>", place[0][0],
             place[0][1], place[1][0], place[1][1]);
    put_text(scratch_path("c.gpx"), text);
    CU_ASSERT_EQUAL(twc("feature add c.h5+c3.log c.gpx --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    /* Shown in longitudes and latitudes, and in eastings and northings, and read again. */
    for (int k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL(twc("feature show c.h5+c3.log --geojson --frame %s --out out.geojson", k ? "crs" : "lonlat"),
                        0);
        CU_ASSERT_EQUAL(twc("feature add c.h5+c4%d.log out.geojson --fingerprint", k), 0);
        CU_ASSERT_EQUAL(told(), expected);
    }
    snprintf(text, sizeof text, "{\"type\": \"LineString\", \"coordinates\": [[%.9f, %.9f], [%.9f, %.9f]]}",
             place[0][1], place[0][0], place[1][1], place[1][0]);
    put_text(scratch_path("swapped.geojson"), text);
    expect_refusal(twc("feature add c.h5+c5.log swapped.geojson"), TWC_USAGE, "longitude comes first", "none");
    put_text(scratch_path("metres.geojson"),
             "{\"type\": \"LineString\", \"coordinates\": [[600102, 5199214], [600202, 5199264]]}");
    expect_refusal(twc("feature add c.h5+c5.log metres.geojson"), TWC_USAGE, "--frame crs for eastings", "none");
    CU_ASSERT_EQUAL(twc("feature add c.h5+c6.log metres.geojson --frame crs --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    put_text(scratch_path("crs.geojson"),
             "{\"type\": \"LineString\", \"crs\": {\"type\": \"name\", \"properties\": {\"name\": "
             "\"urn:ogc:def:crs:EPSG::32633\"}}, \"coordinates\": [[600102, 5199214], [600202, 5199264]]}");
    CU_ASSERT_EQUAL(twc("feature add c.h5+c7.log crs.geojson --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    put_text(scratch_path("crs.geojson"),
             "{\"type\": \"LineString\", \"crs\": {\"type\": \"name\", \"properties\": {\"name\": "
             "\"urn:ogc:def:crs:EPSG::25832\"}}, \"coordinates\": [[600102, 5199214], [600202, 5199264]]}");
    expect_refusal(twc("feature add c.h5+c8.log crs.geojson"), TWC_USAGE,
                   "its places are of EPSG:25832, the world's of EPSG:32633", "none");
    expect_refusal(twc("feature add w.h5+c9.log c.gpx"), TWC_USAGE, "the world has no place on the earth", "none");
    /* A system that is none of ours: the line that converts. */
    char other[sizeof utm33 + 32];
    const char *at = strstr(utm33, "WGS_1984");
    snprintf(other, sizeof other, "%.*sHermannskogel%s", (int)(at - utm33), utm33, at + 8);
    put_text(scratch_path("c.prj"), other);
    CU_ASSERT_EQUAL_FATAL(twc("import c.asc --out d.h5"), 0);
    expect_refusal(twc("feature add d.h5+d.log c.gpx"), TWC_USAGE,
                   "ogr2ogr -f GeoJSON -t_srs EPSG:32633 converted.geojson c.gpx", "none");
    CU_ASSERT_EQUAL(twc("feature add d.h5+d.log metres.geojson --frame crs"), 0);
}

/* The examples of docs/features.md, in their order, on a world that knows its place; lane.json is the one in it. */
static void documented_examples(void)
{
    size_t size;
    char *text = (char *)get_file(TWC_SOURCE_DIR "/docs/features.md", &size), *block = strstr(text, "```json\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(block);
    put_file(scratch_path("lane.json"), block + 8, (size_t)(strstr(block + 8, "```") - block - 8));
    put_text(scratch_path("c.prj"), utm33);
    CU_ASSERT_EQUAL_FATAL(twc("import c.asc --out valley.h5"), 0);
    int count = 0, bad = 0;
    for (char *line = text; (line = strstr(line, "\n    twc ")) != NULL; count++) {
        line += strlen("\n    twc ");
        const int code = twc("%.*s", (int)strcspn(line, "\n"), line);
        char *messages = output("messages");
        SUITE_EXPECT(bad, code == 0, "twc %.*s: %d, %s", (int)strcspn(line, "\n"), line, code, messages);
        free(messages);
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(count >= 8);
    free(text);
}

/* Every fault of every route, as a table, JSON and a figure; nothing is changed, and what is told to help helps. */
static void faults_of_routes(void)
{
    put_text(
        scratch_path("k.json"),
        "{\"twc_features\": 1, \"features\": [{\"name\": \"Bends\", \"nodes\": [[-300, 0], [-200, 0], [-195, 8], "
        "[-280, 30], [-300, 200], [-300, 200]]}, {\"nodes\": [[-60, 240], [70, 300]]}, {\"nodes\": [[0, 220], [10, 350]]}]}");
    CU_ASSERT_EQUAL(twc("feature add w.h5+k.log --nodes=200,240:300,300"), 0);
    size_t before, after;
    free(get_file(scratch_path("k.log"), &before));
    CU_ASSERT_EQUAL(twc("feature check w.h5+k.log k.json --figure figures"), TWC_CHECK_FAILED);
    says("k.json, feature 1 (Bends): cart road 9 m,");
    says("bend         ");
    says("nodes 5 and 6 are at one place: leave one out");
    says("feature 2: cart road 9 m, 143.2 m, can be placed");
    says("feature 3: cart road 9 m, 130.4 m, can be placed"); /* over the second */
    static const char *const files[] = {"figures/route.pdf", "figures/route.svg", "figures/route.png"};
    for (size_t k = 0; k < 3; k++)
        CU_ASSERT_EQUAL(access(scratch_path(files[k]), F_OK), 0);
    CU_ASSERT_EQUAL(twc("feature check w.h5+k.log k.json --json"), TWC_CHECK_FAILED);
    char *text = output("output");
    cJSON *json = cJSON_Parse(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(json);
    const cJSON *route = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "routes"), 0), *fault = NULL;
    int moves = 0, radii = 0;
    cJSON_ArrayForEach(fault, cJSON_GetObjectItem(route, "faults"))
    {
        moves += cJSON_GetObjectItem(fault, "move_to") != NULL;
        radii += cJSON_GetObjectItem(fault, "least_m") && cJSON_GetObjectItem(fault, "least_m")->valuedouble == 8.5;
    }
    CU_ASSERT_TRUE(moves >= 1 && radii >= 1);
    cJSON_Delete(json);
    free(text);
    free(get_file(scratch_path("k.log"), &after));
    CU_ASSERT_EQUAL(before, after);
    CU_ASSERT_EQUAL(twc("feature check w.h5+k.log --nodes=\"-60,240 70,300\""), 0);
    says("can be placed");
    expect_refusal(twc("feature add w.h5+k.log k.json"), TWC_USAGE, "feature 1 (Bends): node ", "none");
    expect_refusal(twc("feature add w.h5+k.log --nodes=\"-300,0 -200,0 -195,8 -280,30\""), TWC_USAGE,
                   "\"cart road 9 m\" needs 8.50 m: move node ", "none");
    expect_refusal(twc("feature check w.h5+k.log"), TWC_USAGE, "takes features", "none");
    expect_refusal(twc("feature list w.h5 --figure f"), TWC_USAGE, "--figure means nothing to list", "none");
}

/* Twenty kilometres, a node every 20 m; a chunk pays for what is near it. */
static void a_long_road(void)
{
    FILE *grid = fopen(scratch_path("l.asc"), "w"), *road = fopen(scratch_path("l.json"), "w");
    CU_ASSERT_TRUE_FATAL(grid && road);
    fputs("ncols 42\nnrows 2\ncellsize 512\n", grid);
    for (int k = 0; k < 84; k++)
        fprintf(grid, "%d ", 100 + k * k % 17);
    fclose(grid);
    fputs("{\"twc_features\": 1, \"features\": [{\"profile\": \"cart road 9 m\", \"nodes\": [", road);
    for (int k = 0; k <= 1000; k++)
        fprintf(road, "%s[%d, %.2f]", k ? "," : "", -9800 + 20 * k, 250 + 60 * sin(k * 0.2));
    fputs("]}]}", road);
    fclose(road);
    CU_ASSERT_EQUAL_FATAL(twc("import l.asc --out l.h5"), 0);
    CU_ASSERT_EQUAL(twc("feature add l.h5+l.log l.json"), 0);
    CU_ASSERT_EQUAL(twc("feature list l.h5+l.log --json"), 0);
    char *text = output("output"), *at = strstr(text, "\"length_m\": ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    CU_ASSERT_TRUE(atof(at + 12) > 20000 && atof(at + 12) < 23000);
    free(text);
}

int main(void)
{
    CU_TestInfo tests[] = {{"every profile comes and goes", every_profile_comes_and_goes},
                           {"round trips", round_trips},
                           {"all or nothing", all_or_nothing},
                           {"refusals", refusals},
                           {"places on the earth", places_on_the_earth},
                           {"documented examples", documented_examples},
                           {"faults of routes", faults_of_routes},
                           {"a long road", a_long_road},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = twc("import " REGION " --out w.h5");
    if (failed)
        return 4;
    failed = suite_run("feature commands", tests);
    scratch_remove();
    return failed;
}
