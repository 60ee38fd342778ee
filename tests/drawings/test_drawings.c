/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of features: what is read, what is refused and with which words, whole files cut at every byte, hostile XML. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/scratch.h"
#include "common/suite.h"
#include "drawings/drawing.h"

static const char good_json[] =
    "{\"twc_features\": 1, \"features\": [{\"id\": 7, \"name\": \"Mill Lane\", \"profile\": \"footpath 2 m\", "
    "\"version\": 1, \"priority\": 3, \"spline\": \"uniform\", \"nodes\": [[0, 1.5], [10, 20], [30, 25]]}, "
    "{\"nodes\": [[5, 5], [6, 9]]}]}";

static const char good_geojson[] =
    "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"id\": 4, \"properties\": {\"name\": "
    "\"A\", \"profile\": \"fence line\"}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[15.1, 47.2, 500], "
    "[15.2, 47.3]]}}, {\"type\": \"Feature\", \"properties\": null, \"geometry\": {\"type\": \"MultiLineString\", "
    "\"coordinates\": [[[1, 2], [3, 4]], [[5, 6], [7, 8], [9, 10]]]}}]}";

static const char good_gpx[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
    "<metadata><name>not this</name></metadata><wpt lat=\"1\" lon=\"2\"><name>nor this</name></wpt>"
    "<trk><name>Up &amp; down</name><trkseg><trkpt lat=\"47.1\" lon=\"15.1\"><ele>3</ele></trkpt>"
    "<trkpt lat=\"47.1\" lon=\"15.1\"/><trkpt lat=\"47.2\" lon=\"15.2\"/></trkseg><trkseg><trkpt lat=\"1\" lon=\"2\"/>"
    "</trkseg><trkseg><trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"3\" lon=\"4\"/></trkseg></trk>"
    "<rte><name>R</name><rtept lat=\"-5\" lon=\"-6e0\"/><rtept lat=\"-7\" lon=\"-8\"/></rte></gpx>";

static twc_status read_bytes(const void *bytes, size_t size, twc_drawings *drawings)
{
    put_file(scratch_path("file"), bytes, size);
    return twc_drawings_read(scratch_path("file"), drawings);
}

static void good_files(void)
{
    twc_drawings d;
    CU_ASSERT_EQUAL_FATAL(read_bytes(good_json, strlen(good_json), &d).code, TWC_OK);
    CU_ASSERT_TRUE(d.count == 2 && d.frame == TWC_FRAME_LOCAL && d.drawing[0].id == 7 && d.drawing[1].id == -1);
    CU_ASSERT_TRUE(d.drawing[0].node_count == 3 && d.drawing[0].nodes[2].place[1] == 25 && d.drawing[0].spline == 0);
    CU_ASSERT_TRUE(d.drawing[0].version == 1 && d.drawing[0].priority == 3 && d.drawing[1].spline == -1);
    CU_ASSERT_STRING_EQUAL(d.drawing[0].name, "Mill Lane");
    twc_drawings_destroy(&d);
    CU_ASSERT_EQUAL_FATAL(read_bytes(good_geojson, strlen(good_geojson), &d).code, TWC_OK);
    CU_ASSERT_TRUE(d.count == 3 && d.frame == TWC_FRAME_UNSAID && d.drawing[0].id == 4 && d.drawing[2].id == -1);
    CU_ASSERT_TRUE(d.drawing[2].node_count == 3 && d.drawing[0].nodes[0].place[0] == 15.1);
    CU_ASSERT_STRING_EQUAL(d.drawing[0].profile, "fence line");
    twc_drawings_destroy(&d);
    CU_ASSERT_EQUAL_FATAL(read_bytes(good_gpx, strlen(good_gpx), &d).code, TWC_OK);
    CU_ASSERT_TRUE(d.count == 3 && d.frame == TWC_FRAME_LONLAT && d.repeated == 1);
    CU_ASSERT_STRING_EQUAL(d.drawing[0].name, "Up & down");
    CU_ASSERT_STRING_EQUAL(d.drawing[1].name, "Up & down");
    CU_ASSERT_STRING_EQUAL(d.drawing[2].name, "R");
    CU_ASSERT_TRUE(d.drawing[0].node_count == 2 && d.drawing[0].nodes[1].place[0] == 15.2 &&
                   d.drawing[0].nodes[1].place[1] == 47.2 && d.drawing[2].nodes[0].place[0] == -6);
    twc_drawings_destroy(&d);
}

/* Blanks at the end apart, no front part of a file is one. */
static void cut_files(void)
{
    static const char *const whole[] = {good_json, good_geojson, good_gpx};
    int bad = 0;
    for (size_t f = 0; f < sizeof whole / sizeof *whole; f++)
        for (size_t size = 0; size < strlen(whole[f]); size++) {
            twc_drawings d;
            twc_status status = read_bytes(whole[f], size, &d);
            SUITE_EXPECT(bad, status.code == TWC_IO && status.message[0] && d.count == 0, "file %zu cut at %zu: %d", f,
                         size, status.code);
            twc_drawings_destroy(&d);
        }
    SUITE_NONE(bad);
}

#define LINE(coordinates) "{\"type\": \"LineString\", \"coordinates\": " coordinates "}"
#define OURS(feature) "{\"twc_features\": 1, \"features\": [" feature "]}"

static void refusals(void)
{
    static const char *const cases[][2] = {
        {"", "not valid JSON"},
        {"[]", "neither \"twc_features\""},
        {"{\"twc_features\": 2, \"features\": []}", "\"twc_features\" takes a number from 1 to 1"},
        {"{\"twc_features\": 1, \"features\": []}", "takes a list of 1 to"},
        {"{\"twc_features\": 1, \"frame\": \"utm\", \"features\": [1]}", "\"frame\""},
        {OURS("3"), "feature 1 is no object"},
        {OURS("{\"nodes\": [[0, 1]]}"), "feature 1: \"nodes\" takes a list of 2"},
        {OURS("{\"nodes\": [[0, 1], [2]]}"), "node 2 takes two numbers"},
        {OURS("{\"nodes\": [[0, 1], [2, 3, 4]]}"), "node 2 takes two numbers"},
        {OURS("{\"name\": \"Lane\", \"nodes\": [[0, 1], [2, 1e999]]}"), "feature 1 (Lane): feature 1 (Lane), node 2"},
        {OURS("{\"nodes\": [[0, 1], [2, NaN]]}"), "NaN or infinity"},
        {OURS("{\"kind\": \"polygon\", \"nodes\": [[0, 1], [2, 3]]}"), "areas (yards"},
        {OURS("{\"kind\": \"network\", \"nodes\": [[0, 1], [2, 3]]}"), "junctions and rivers"},
        {OURS("{\"kind\": \"lake\", \"nodes\": [[0, 1], [2, 3]]}"), "there is no kind \"lake\""},
        {OURS("{\"id\": -3, \"nodes\": [[0, 1], [2, 3]]}"), "\"id\" takes a number from 0"},
        {OURS("{\"id\": 3.5, \"nodes\": [[0, 1], [2, 3]]}"), "\"id\" takes a whole number"},
        {OURS("{\"id\": 1e300, \"nodes\": [[0, 1], [2, 3]]}"), "\"id\" takes a number from 0"},
        {OURS("{\"priority\": 256, \"nodes\": [[0, 1], [2, 3]]}"), "\"priority\" takes a number from 0 to 255"},
        {OURS("{\"spline\": \"cubic\", \"nodes\": [[0, 1], [2, 3]]}"), "centripetal"},
        {OURS("{\"node\": [[0, 1], [2, 3]]}"), "\"node\""},
        {OURS("{\"id\": 3}"), "takes either \"nodes\""},
        {OURS("{\"stations\": [[0, 1, 2, 3, 4, 5, 6]]}"), "\"stations\" takes a list of 2"},
        {OURS("{\"stations\": [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]]}"), "station 2 of \"stations\""},
        {OURS("{\"stations\": [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6.5]]}"), "station 2 of \"stations\""},
        {OURS("{\"stations\": [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6, 7]]}"), "station 2 of \"stations\""},
        {OURS("{\"stations\": [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 1e300]]}"), "station 2 of \"stations\""},
        {"{\"type\": \"Topology\"}", "a geometry \"Topology\" is none"},
        {"{\"type\": \"Polygon\", \"coordinates\": []}", "its geometry is a Polygon, and areas"},
        {"{\"type\": \"Point\", \"coordinates\": [1, 2]}", "its geometry is a Point"},
        {"{\"type\": \"Feature\", \"geometry\": null}", "has no geometry"},
        {"{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"LineString\"}]}", "is no Feature"},
        {LINE("[]"), "no coordinates"},
        {LINE("[[1, 2]]"), "one place only"},
        {LINE("[1, 2]"), "node 1 takes two numbers"},
        {LINE("3"), "no list of places"},
        {LINE("[[1, 2], [3, \"4\"]]"), "node 2 takes two numbers"},
        {LINE("[[[1, 2], [3, 4]]]"), "nested one level too deep"},
        {"{\"type\": \"MultiLineString\", \"coordinates\": [[1, 2], [3, 4]]}", "nested as a LineString's"},
        {"{\"type\": \"MultiLineString\", \"coordinates\": []}", "has no coordinates"},
        {"{\"type\": \"Feature\", \"properties\": {\"id\": 3}, \"geometry\": {\"type\": \"MultiLineString\", "
         "\"coordinates\": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}}",
         "has 2 lines, each a feature, and one \"id\""},
        {"{\"type\": \"LineString\", \"twc_frame\": \"here\", \"coordinates\": []}", "\"twc_frame\""},
        {"{\"type\": \"LineString\", \"crs\": {\"properties\": {\"name\": \"mars\"}}, \"coordinates\": []}",
         "\"crs\" is \"mars\""},
        {"{\"type\": \"Feature\", \"twc_frame\": \"local\", \"properties\": {\"stations\": [[0, 0, 0, 0, 0, 0, 0], [9, 0, 0, 0, "
         "0, 0, 0]]}, \"geometry\": " LINE("[[0, 0], [5, 0]]") "}",
         "its node 2 is not where its station is"},
        {"{\"type\": \"Feature\", \"twc_frame\": \"local\", \"properties\": {\"stations\": [[0, 0, 0, 0, 0, 0, 0], [9, 0, 0, 0, "
         "0, 0, 0]]}, \"geometry\": " LINE("[[0, 0], [0.05, 0], [0.09, 0]]") "}",
         "has 3 places and its \"stations\" are 2"},
    };
    int bad = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twc_drawings d;
        twc_status status = read_bytes(cases[k][0], strlen(cases[k][0]), &d);
        SUITE_EXPECT(bad, status.code && strstr(status.message, cases[k][1]), "%s: %s", cases[k][0], status.message);
        twc_drawings_destroy(&d);
    }
    SUITE_NONE(bad);
}

#define GPX(inside) "<gpx>" inside "</gpx>"
#define TRACK(points) GPX("<trk><name>T</name><trkseg>" points "</trkseg></trk>")

static void hostile_gpx(void)
{
    static const char *const cases[][2] = {
        {"<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><gpx><trk><name>&b;</name></trk></gpx>",
         "<!DOCTYPE>"},
        {"<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx/>", "<!DOCTYPE>"},
        {TRACK("<trkpt lat=\"&x;\" lon=\"1\"/>"), "undefined entity"},
        {"<kml/>", "its outermost element is <kml>"},
        {"<gpx><trk></gpx>", "mismatched tag"},
        {"<gpx/>", "holds no feature"},
        {TRACK("<trkpt lat=\"1\" lon=\"2\"/>"), "holds no feature"},
        {TRACK("<trkpt lat=\"nan\" lon=\"2\"/>"), "feature 1 (T), node 1: lon=\"2\" lat=\"nan\""},
        {TRACK("<trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"inf\" lon=\"2\"/>"), "node 2"},
        {TRACK("<trkpt lat=\"0x10\" lon=\"2\"/>"), "node 1"},
        {TRACK("<trkpt lat=\"1e999\" lon=\"2\"/>"), "node 1"},
        {TRACK("<trkpt lat=\"90.1\" lon=\"2\"/>"), "node 1"},
        {TRACK("<trkpt lat=\"9\" lon=\"-180.1\"/>"), "node 1"},
        {TRACK("<trkpt lat=\"\" lon=\"2\"/>"), "node 1"},
        {TRACK("<trkpt lon=\"2\"/>"), "node 1"},
        {TRACK("<trkpt lat=\"1 2\" lon=\"2\"/>"), "node 1"},
        {"<?xml version=\"1.0\" encoding=\"windows-1252\"?><gpx/>", "convert it to UTF-8"},
        {"<gpx><trk><name>\xE9</name></trk></gpx>", "convert it to UTF-8"},
    };
    int bad = 0;
    twc_drawings d;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twc_status status = read_bytes(cases[k][0], strlen(cases[k][0]), &d);
        SUITE_EXPECT(bad, status.code == TWC_IO && strstr(status.message, cases[k][1]), "%s: %s", cases[k][0],
                     status.message);
        twc_drawings_destroy(&d);
    }
    SUITE_NONE(bad);
    enum { DEEP = 100000 };
    char *deep = malloc(3 * DEEP + 8), *at = deep + sprintf(deep, "<gpx>");
    for (int k = 0; k < DEEP; k++, at += 3)
        memcpy(at, "<a>", 3);
    twc_status status = read_bytes(deep, (size_t)(at - deep), &d);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "nested deeper than 64"));
    free(deep);
    /* UTF-16, with its mark: what expat knows is read. */
    unsigned char wide[2000] = {0xFF, 0xFE};
    const char *narrow = TRACK("<trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"3\" lon=\"4\"/>");
    for (size_t k = 0; k < strlen(narrow); k++)
        wide[2 * k + 2] = (unsigned char)narrow[k];
    CU_ASSERT_EQUAL(read_bytes(wide, 2 * strlen(narrow) + 2, &d).code, TWC_OK);
    CU_ASSERT_EQUAL(d.node_count, 2);
    twc_drawings_destroy(&d);
}

/* The largest files: refused by size before they are read, and a long track within it. */
static void large_files(void)
{
    enum { POINTS = 100000, SIZE = POINTS * 40 + 200 };
    twc_drawings d;
    char *text = malloc(SIZE), *at = text + sprintf(text, "<gpx><trk><trkseg>");
    for (int k = 0; k < POINTS; k++)
        at += sprintf(at, "<trkpt lat=\"%.4f\" lon=\"15\"/>", k * 0.0005);
    at += sprintf(at, "</trkseg></trk></gpx>");
    CU_ASSERT_EQUAL(read_bytes(text, (size_t)(at - text), &d).code, TWC_OK);
    CU_ASSERT_EQUAL(d.node_count, POINTS);
    CU_ASSERT_EQUAL(d.drawing[0].node_count, POINTS);
    twc_drawings_destroy(&d);
    free(text);
    char *blank = malloc((1 << 24) + 2);
    memset(blank, ' ', (1 << 24) + 2);
    CU_ASSERT_EQUAL(read_bytes(blank, (1 << 24) + 2, &d).code, TWC_IO);
    free(blank);
    CU_ASSERT_EQUAL(twc_drawings_read(scratch_path("none"), &d).code, TWC_IO);
    CU_ASSERT_EQUAL(twc_drawings_read(scratch_folder, &d).code, TWC_IO);
}

int main(void)
{
    CU_TestInfo tests[] = {{"good files", good_files},   {"files cut at every byte", cut_files}, {"refusals", refusals},
                           {"hostile GPX", hostile_gpx}, {"large files", large_files},           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("drawings", tests);
    scratch_remove();
    return failed;
}
