/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lands as files. The island's file is the island that the check and the golden values have from C, byte for byte; the
 * sky isle, of another grid, another edge and other operators, is made by the same code. And everything a file may get
 * wrong is refused by name, in every place where it can be wrong.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/suite.h"
#include "generate/island.h"
#include "generate/land_json.h"
#include "measure/land.h"
#include "read_json.h"
#include "twc/fast.h"

#define FILE_OF(name) TWC_SOURCE_DIR "/experiments/" name ".json"

static void the_island(void)
{
    static twc_land land;
    twc_status status = twc_land_read(FILE_OF("island"), &land);
    CU_ASSERT_EQUAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(memcmp(&land, twc_island_land(), sizeof land), 0);
    CU_ASSERT_TRUE(twc_is_land(FILE_OF("island")));
    CU_ASSERT_FALSE(twc_is_land(FILE_OF("region")));
    CU_ASSERT_FALSE(twc_is_land(FILE_OF("nothing")));
}

/* ---- the sky isle ----------------------------------------------------------------------------------------------- */

static twc_walk walked(const twc_land_ground *ground, double x, double z, double by_x, double by_z)
{
    twc_walk walk = {x, z, by_x, by_z, -1, 0};
    twc_reference_land()->walk(ground, 1, &walk);
    return walk;
}

static void the_sky_isle(void)
{
    static twc_land land;
    twc_land_made made, level;
    const size_t bytes = 257u * 257u * sizeof(float);
    CU_ASSERT_EQUAL_FATAL(twc_land_read(FILE_OF("sky_isle"), &land).code, TWC_OK);
    CU_ASSERT_EQUAL(land.grid.points, 257);
    CU_ASSERT_TRUE(land.feature[0].how == TWC_LAND_CARVE && land.feature[1].how == TWC_LAND_PRESS);
    CU_ASSERT_EQUAL_FATAL(twc_land_make(twc_reference_land(), &land, 2, &made).code, TWC_OK);
    for (int k = 0; k < TWC_LEVEL_COUNT; k++) {
        const twc_land_table *table = twc_fast_land((twc_level)k); /* NULL for one that is not usable here */
        if (!table)
            continue;
        CU_ASSERT_EQUAL_FATAL(twc_land_make(table, &land, 2, &level).code, TWC_OK);
        CU_ASSERT_EQUAL(memcmp(level.ground.heights, made.ground.heights, bytes), 0);
        twc_land_unmake(&level);
    }
    /* Its middle is land, its grid's border is not, and who leaves that falls. */
    CU_ASSERT_TRUE(made.ground.heights[128 * 257 + 128] > 1.0f);
    CU_ASSERT_TRUE(made.ground.heights[0] < -50.0f);
    CU_ASSERT_EQUAL(walked(&made.ground, 0, 0, 100, 0).end, TWC_WALK_DONE);
    const twc_walk fallen = walked(&made.ground, 0, 0, 200, 0);
    CU_ASSERT_TRUE(fallen.end == TWC_WALK_FELL && fallen.x > 128.0 && fallen.x <= 128.25);
    CU_ASSERT_STRING_EQUAL(land.edge.to, "the clouds below");
    twc_land_unmake(&made);
}

/* An operator that is left out leaves nothing: no hill and no gullies, no roll, no pad. */
static void operators_left_out(void)
{
    static twc_land land;
    twc_land_made made;
    cJSON *json;
    CU_ASSERT_EQUAL_FATAL(twc_read_json(FILE_OF("sky_isle"), &json).code, TWC_OK);
    cJSON *ground = cJSON_GetObjectItem(json, "ground");
    while (cJSON_GetArraySize(ground) > 1)
        cJSON_DeleteItemFromArray(ground, 1);
    cJSON_DeleteItemFromObject(json, "cover");
    CU_ASSERT_EQUAL_FATAL(twc_land_parse(json, &land).code, TWC_OK);
    cJSON_Delete(json);
    CU_ASSERT_EQUAL_FATAL(twc_land_make(twc_reference_land(), &land, 0, &made).code, TWC_OK);
    double x = -20, z = -5, coast, weight, brown;
    twc_reference_land()->coast(&land, (twc_spots){1, &x, &z}, &coast);
    CU_ASSERT_TRUE(coast < -30.0); /* so far in that the shelf has reached its lowland */
    CU_ASSERT_EQUAL(made.ground.heights[(128 - 5) * 257 + 128 - 20], (float)(4 + 0.6));
    twc_reference_land()->land_look(&made.ground, (twc_spots){1, &x, &z}, (twc_land_look){&weight, &brown});
    CU_ASSERT_TRUE(weight == 1.0 && brown == 0.0);
    twc_land_unmake(&made);
}

/* ---- refusals --------------------------------------------------------------------------------------------------- */

/* The item at a path of names and indices from 0, "coast/shapes/2/radius", and the item it lies in. */
static cJSON *at_path(cJSON *json, const char *path, cJSON **parent)
{
    char name[64];
    cJSON *item = json;
    for (int length = 0; *path && item; path += length + (path[length] == '/')) {
        length = (int)strcspn(path, "/");
        snprintf(name, sizeof name, "%.*s", length, path);
        *parent = item;
        item = cJSON_IsArray(item) ? cJSON_GetArrayItem(item, atoi(name)) : cJSON_GetObjectItem(item, name);
    }
    return item;
}

static void replace(cJSON *json, const char *path, const char *value)
{
    cJSON *parent = NULL, *item = at_path(json, path, &parent), *other = cJSON_Parse(value);
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (!parent || !other || (cJSON_IsArray(parent) && !item))
        exit(4);
    if (item)
        cJSON_ReplaceItemViaPointer(parent, item, other); /* keeps no name */
    else
        cJSON_AddItemToObject(parent, name, other);
    if (item && cJSON_IsObject(parent)) {
        free(other->string);
        other->string = strdup(name);
    }
}

static void bad_entries(void)
{
    static const struct {
        const char *path, *value, *entry, *remedy;
    } cases[] = {
        {"kind", "\"sea\"", "\"kind\" is \"sea\"", "it takes \"land\""},
        {"grid/points", "1000001", "grid: \"points\" is 1000001", "4e+06 MB of memory; at most 4097"},
        {"grid/points", "1", "grid: \"points\"", "from 2 to 4097, not 1"},
        {"grid/cell", "-2", "grid: \"cell\"", "from 0.015625 to 65536, not -2"},
        {"grid/cells", "2", "grid: nothing reads \"cells\"", "did you mean \"cell\"?"},
        {"edge/kind", "\"seas\"", "edge: \"kind\" is \"seas\"", "did you mean \"sea\"?"},
        {"edge/kind", "\"fall\"", "edge: nothing reads \"wade\"", "what is read is \"kind\", \"stride\" or \"to\""},
        {"edge/stride", "0", "edge: \"stride\"", "from 0.015625"},
        {"noises/coast warp/warped", "{\"by\": 1, \"noise\": \"coast\"}",
         "noise \"coast warp\": it is warped by itself, 2", "leave \"warped\" out of one"},
        {"noises/forest/warped", "{\"by\": 1, \"noise\": \"forest\"}", "noise \"forest\": it is warped by itself, 1",
         "name another noise"},
        {"noises/coast warp/warped", "{\"by\": 1, \"noise\": \"ridges\"}",
         "coast: noise \"coast\": noise \"coast warp\": it is \"warped\"", "takes a noise that is not"},
        {"noises/coast/warped/noise", "\"waves\"", "noise \"coast\": there is no noise \"waves\"",
         "add it to \"noises\""},
        {"noises/ridges/octaves", "13", "ground, operator 2: hill: noise \"ridges\": \"octaves\"",
         "from 1 to 12, not 13"},
        {"noises/ridges/size", "0.02", "noise \"ridges\": cells of 0.02 m", "a larger \"size\""},
        {"noises/forest/seed", "1.5", "cover: forest: noise \"forest\": \"seed\"", "an integer, not 1.5"},
        {"coast/shapes/4/radius", "-290", "coast: shape 5: \"radius\"", "from 0.015625 to 65536, not -290"},
        {"coast/shapes/4/shape", "\"square\"", "coast: shape 5: \"shape\" is \"square\"", "\"circle\" or \"capsule\""},
        {"coast/shapes/4/how", "\"cute\"", "coast: shape 5: \"how\" is \"cute\"", "did you mean \"cut\"?"},
        {"coast/shapes/0/how", "\"join\"", "coast: shape 1: the first shape", "leave its \"how\""},
        {"coast/shapes/1/to", "[420, 380]", "coast: shape 2: \"from\" and \"to\" are the same place",
         "make it a circle"},
        {"coast/shapes/1/to", "[420]", "coast: shape 2: \"to\"", "2 to 2 entries, not a list of 1"},
        {"coast/shapes", "[]", "coast: \"shapes\"", "a list of 1 to 16"},
        {"coast/calm", "[70, 70]", "coast: \"calm\" goes from 70 to 70", "must differ"},
        {"ground", "[]", "\"ground\"", "a list of 1 to"},
        {"ground/2/operator", "\"gulleys\"", "ground, operator 3: \"operator\" is \"gulleys\"",
         "did you mean \"gullies\"?"},
        {"ground/0", "{\"operator\": \"roll\"}", "ground, operator 1: roll: the ground starts from the shelf",
         "put one"},
        {"ground/1", "{\"operator\": \"shelf\"}", "ground, operator 2: shelf: there are two", "leave one out"},
        {"ground/6", "{\"operator\": \"pad\"}", "ground, operator 7: pad: it stands after press", "move it up"},
        {"ground/1/radius", "3", "ground, operator 2: hill: nothing reads \"radius\"", "what is read is"},
        {"ground/1/foot", "\"wide\"", "ground, operator 2: hill: \"foot\"",
         "a number from 0.015625 to 65536, not the text"},
        {"ground/1/every", "0.1", "ground, operator 2: hill: \"every\"", "from 0.5 to 65536, not 0.1"},
        {"ground/5/points", "[[-22, 498]]", "ground, operator 6: press: \"walkway\": \"points\" has one point",
         "add a second"},
        {"ground/5/points/1", "[-22, 498]", "\"walkway\": point 2: it lies where the point before", "leave it out"},
        {"ground/5/points/1", "[-22]", "\"walkway\": point 2: it takes 2 numbers, [x, z]", "not a list of 1"},
        {"ground/5/window", "8", "\"walkway\": \"window\" is 8", "make it odd"},
        {"ground/6/name", "\"walkway\"", "ground, operator 7: carve: there are two features \"walkway\"", "name one"},
        {"ground/6/points/3", "[-1, 185, 15, 0.3, 1.3, -0.75, 0.8]", "\"brook\": point 4: \"bank\"", "not -0.75"},
        {"ground/6/points/25/0", "20000", "\"brook\": \"points\" is longer than a spine of 4095 m", "split it"},
        {"dressed", "[[0, 0], [10, 10], [10, 0], [0, 10]]", "dressed: the edge from corner 1 crosses",
         "in their order"},
        {"dressed/2", "[-190, 285]", "dressed: the edge from corner 1 crosses or touches", "once each"},
        {"fine_over", "[[0, 0], [10, 0], [5, 0]]", "fine_over: the edge from corner 1", "once each"},
        {"fine_over", "[[0, 0], [10, 0]]", "\"fine_over\"", "3 to 64 entries, not a list of 2"},
        {"fine_over/1", "[0, \"east\"]", "fine_over: corner 2", "two numbers"},
        {"cover/layers/3/feature", "\"road\"", "cover: layer 4: \"feature\" is \"road\"", "\"walkway\" or \"brook\""},
        {"cover/layers/3/by", "\"depth\"", "cover: layer 4: \"by\" is \"depth\"", "\"height\", \"slope\""},
        {"cover/layers/5/name", "\"damp\"", "cover: layer 6: there are two layers \"damp\"", "name one"},
        {"cover/brown", "[1]", "cover: \"brown\"", "2 to 2 entries"},
    };
    int bad = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        static twc_land land;
        cJSON *json;
        CU_ASSERT_EQUAL_FATAL(twc_read_json(FILE_OF("island"), &json).code, TWC_OK);
        replace(json, cases[k].path, cases[k].value);
        twc_status status = twc_land_parse(json, &land);
        SUITE_EXPECT(bad,
                     status.code && strstr(status.message, cases[k].entry) && strstr(status.message, cases[k].remedy),
                     "%s: %s", cases[k].path, status.message);
        cJSON_Delete(json);
    }
    SUITE_NONE(bad);
}

/* NaN and infinity are no words of JSON, but some programs write them; a number that is too large reads as infinity. */
static void numbers_that_are_none(void)
{
    static const char *const texts[] = {"{\"grid\": NaN}", "{\"grid\":\n[1, -Infinity]}", "{\"grid\": nan}"};
    char path[] = "/tmp/twc-land-XXXXXX";
    const int file = mkstemp(path);
    static twc_land land;
    CU_ASSERT_TRUE_FATAL(file >= 0);
    close(file);
    for (size_t k = 0; k < 3; k++) {
        FILE *out = fopen(path, "w");
        CU_ASSERT_TRUE_FATAL(out && fputs(texts[k], out) >= 0 && fclose(out) == 0);
        twc_status status = twc_land_read(path, &land);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "NaN or infinity stands: write a finite number"));
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, k == 1 ? "line 2" : "line 1"));
    }
    remove(path);
}

/* What becomes of the file when each item of it is spoiled in turn: must it be refused? */
typedef struct twc_spoiling {
    cJSON *json;
    int refused, passed, bad;
} twc_spoiling;

static void must_refuse(twc_spoiling *s, const char *name, const char *how)
{
    static twc_land land;
    twc_status status = twc_land_parse(s->json, &land);
    SUITE_EXPECT(s->bad, status.code, "%s %s is taken", name ? name : "an entry", how);
    s->refused += status.code != TWC_OK;
}

static int may_lack(const char *name)
{
    static const char *const optional[] = {"note",  "dressed", "fine_over", "cover",  "forest",
                                           "grove", "layers",  "brown",     "uneven", "warped"};
    for (size_t k = 0; k < sizeof optional / sizeof *optional; k++)
        if (strcmp(name, optional[k]) == 0)
            return 1;
    return 0;
}

static void spoil_number(twc_spoiling *s, cJSON *item, const char *name)
{
    static const double values[] = {INFINITY, -INFINITY, NAN, 1e300, -1e300};
    const double value = item->valuedouble;
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        item->valuedouble = values[k];
        must_refuse(s, name, "out of range");
    }
    item->valuedouble = value;
}

static void spoil(twc_spoiling *s, cJSON *parent, const char *called)
{
    static const int kinds[] = {cJSON_NULL, cJSON_True, cJSON_Number, cJSON_String, cJSON_Array, cJSON_Object};
    static char text[] = "another";
    for (cJSON *item = parent->child; item; item = item->next) {
        const char *name = item->string ? item->string : called;
        if (strcmp(name, "note") == 0)
            continue;
        const cJSON kept = *item;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (kinds[k] != kept.type) {
                item->type = kinds[k];
                item->child = NULL;
                item->valuestring = text;
                item->valuedouble = 1.0;
                must_refuse(s, name, "of another type");
                item->type = kept.type;
                item->child = kept.child;
                item->valuestring = kept.valuestring;
                item->valuedouble = kept.valuedouble;
            }
        if (cJSON_IsNumber(item))
            spoil_number(s, item, name);
        if (item->string && !may_lack(item->string)) {
            item->string[0] = (char)(item->string[0] + 1); /* is missing, and one is there that nothing reads */
            must_refuse(s, name, "missing");
            item->string[0] = (char)(item->string[0] - 1);
        }
        spoil(s, item, name);
    }
}

static void everything_spoiled(void)
{
    static twc_land land;
    twc_spoiling s = {NULL, 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(twc_read_json(FILE_OF("island"), &s.json).code, TWC_OK);
    spoil(&s, s.json, "");
    SUITE_NONE(s.bad);
    CU_ASSERT_TRUE(s.refused > 3000);
    CU_ASSERT_EQUAL(twc_land_parse(s.json, &land).code, TWC_OK); /* all was put back */
    cJSON_Delete(s.json);
}

/* What a program that makes a land itself may get wrong is refused by the engine as well. */
static void engine_refusals(void)
{
    static twc_land land;
    static const double values[] = {NAN, INFINITY, -INFINITY, -1e300};
    double *const members[] = {&land.coast.shape[3].radius,
                               &land.coast.shape[3].from.x,
                               &land.coast.warp.by,
                               &land.coast.rough,
                               &land.hill.warp.by,
                               &land.hill.far_scale,
                               &land.hill.spread,
                               &land.hill.middle.z,
                               &land.shelf.linear,
                               &land.shelf.floor,
                               &land.gullies.depth,
                               &land.roll.broad_weight,
                               &land.roll.far,
                               &land.pad.height,
                               &land.pad.middle.x,
                               &land.feature[0].press.depth,
                               &land.feature[1].control[4].table,
                               &land.feature[1].control[4].half_bed,
                               &land.feature[1].carve.fall,
                               &land.grid.outside,
                               &land.edge.wade,
                               &land.hill.crease};
    int bad = 0;
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            land = *twc_island_land();
            *members[k] = values[v];
            SUITE_EXPECT(bad, twc_land_check(&land).code == TWC_USAGE, "member %zu may be %g", k, values[v]);
        }
    land = *twc_island_land();
    land.hill.every = 0.1;
    SUITE_EXPECT(bad, twc_land_check(&land).code == TWC_USAGE, "a lattice of %g m", land.hill.every);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the island's file is the island", the_island},  {"the sky isle", the_sky_isle},
                           {"operators left out", operators_left_out},       {"bad entries by name", bad_entries},
                           {"numbers that are none", numbers_that_are_none}, {"every item spoiled", everything_spoiled},
                           {"what the engine refuses", engine_refusals},     CU_TEST_INFO_NULL};
    return suite_run("lands as files", tests);
}
