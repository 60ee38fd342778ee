/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc edit, replay and diff, and worlds from regions, as a user runs them. */
#include <inttypes.h>
#include <math.h>

#include "commands/program.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

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

static void worlds_from_regions(void)
{
    CU_ASSERT_EQUAL(twc("import " REGION " --out one.h5"), 0);
    char *first = output("output");
    CU_ASSERT_EQUAL(twc("import " REGION " --out two.h5 --seed 7"), 0);
    char *second = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(second, "seed 7"));
    CU_ASSERT_STRING_NOT_EQUAL(first, second);
    free(first);
    free(second);
    CU_ASSERT_EQUAL(twc("diff one.h5 two.h5"), TWC_CHECK_FAILED);
    CU_ASSERT_EQUAL(twc("diff one.h5 one.h5"), 0);
    expect_refusal(twc("import " REGION " --datum 3 --out none.h5"), TWC_USAGE, "--datum is of elevation grids",
                   "none.h5");
}

/* Of the catalogue by name, along either curve; a log holds what was placed. */
static void roads_have_profiles_and_curves(void)
{
    static const char *const nodes = "--nodes=\"-60,240 0,280 20,285 70,300\"";
    uint64_t after[3];
    CU_ASSERT_EQUAL(twc("import " REGION " --out p.h5"), 0);
    CU_ASSERT_EQUAL(twc("edit p.h5 p0.log road %s --fingerprint", nodes), 0);
    after[0] = told();
    CU_ASSERT_EQUAL(twc("edit p.h5 p1.log road %s --profile \"cart road 9 m\" --spline uniform --fingerprint", nodes),
                    0);
    CU_ASSERT_EQUAL(told(), after[0]);
    CU_ASSERT_EQUAL(twc("edit p.h5 p2.log road %s --spline centripetal --fingerprint", nodes), 0);
    after[1] = told();
    CU_ASSERT_EQUAL(twc("edit p.h5 p3.log road %s --profile \"paved street 7 m\" --fingerprint", nodes), 0);
    after[2] = told();
    CU_ASSERT_TRUE(after[0] != after[1] && after[0] != after[2] && after[1] != after[2]);
    for (int k = 1; k <= 2; k++) {
        CU_ASSERT_EQUAL(twc("replay p.h5 p%d.log", k + 1), 0);
        CU_ASSERT_EQUAL(told(), after[k]);
    }
    expect_refusal(twc("edit p.h5 p4.log road %s --profile \"cart path\"", nodes), TWC_USAGE, "\"walkway\"", "none");
    expect_refusal(twc("edit p.h5 p4.log road %s --spline cubic", nodes), TWC_USAGE, "centripetal", "none");
}

/* A log made by edits, replayed, cut, compared: the same fingerprints wherever the same facts were applied. */
static void logs_tell_the_same_story(void)
{
    uint64_t after[5];
    CU_ASSERT_EQUAL(twc("import " REGION " --out w.h5"), 0);
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log raise --at 40,300 --radius 20 --strength 3 --fingerprint"), 0);
    after[1] = told();
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log road --id 9 --nodes=\"-60,240 0,280 70,300\" --fingerprint"), 0);
    after[2] = told();
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log flatten --at=-300,500 --radius 40 --to 20 --fingerprint"), 0);
    after[3] = told();
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log remove --id 9 --fingerprint"), 0);
    after[4] = told();
    for (int last = 1; last <= 4; last++) {
        CU_ASSERT_EQUAL(twc("replay w.h5 w.log --last %d", last), 0);
        CU_ASSERT_EQUAL(told(), after[last]);
    }
    CU_ASSERT_EQUAL(twc("replay w.h5 w.log --out after.h5 --level base"), 0);
    CU_ASSERT_EQUAL(told(), after[4]);
    CU_ASSERT_EQUAL(twc("diff after.h5 w.h5+w.log"), 0);
    CU_ASSERT_EQUAL(twc("diff w.h5 w.h5+w.log --json"), TWC_CHECK_FAILED);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"equal\": false"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"stage\": \"ground\""));
    free(text);
    expect_refusal(twc("replay w.h5 w.log --last 5"), TWC_USAGE, "holds 4 facts, not 5", "none");
    expect_refusal(twc("edit w.h5 w.log remove --id 9 --fingerprint"), TWC_IO, "which is not there", "none");
    expect_refusal(twc("edit w.h5 w.log raise --at 90000,0 --fingerprint"), TWC_USAGE, "touches no sample", "none");
    expect_refusal(twc("edit w.h5 w.log explode"), TWC_USAGE, "not \"explode\"", "none");
    expect_refusal(twc("edit w.h5 w.log road --nodes=1,1 --fingerprint"), TWC_USAGE, "at least two places", "none");
    CU_ASSERT_EQUAL(twc("import " REGION " --out other.h5 --seed 7"), 0);
    expect_refusal(twc("edit other.h5 w.log raise --at 0,0"), TWC_IO, "belongs to the world", "none");
    CU_ASSERT_EQUAL(twc("replay w.h5 w.log"), 0);
    CU_ASSERT_EQUAL(told(), after[4]); /* what was refused left nothing */
    CU_ASSERT_EQUAL(truncate(scratch_path("w.log"), 120), 0);
    CU_ASSERT_EQUAL(twc("replay w.h5 w.log"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "unfinished record"));
    free(text);
}

/* Undo and redo of any depth, each in a process of its own, from the first world and from snapshots. */
static void undo_across_processes(void)
{
    static const char *const worlds[] = {"u.h5", "u2.h5", "u.h5"};
    uint64_t after[6];
    CU_ASSERT_EQUAL(twc("import " REGION " --out u.h5"), 0);
    expect_refusal(twc("edit u.h5 u.log undo --fingerprint"), TWC_USAGE, "nothing to undo", "none");
    for (int k = 1; k <= 4; k++) {
        CU_ASSERT_EQUAL(k == 2 ? twc("edit u.h5 u.log road --nodes=\"-60,240 0,280\" --fingerprint")
                               : twc("edit u.h5 u.log raise --at %d,300 --fingerprint", 20 * k),
                        0);
        after[k] = told();
    }
    CU_ASSERT_EQUAL(twc("replay u.h5 u.log --last 2 --out u2.h5"), 0);
    for (int k = 3; k >= 1; k--) {
        CU_ASSERT_EQUAL(twc("edit %s u.log undo --fingerprint", worlds[k - 1]), 0);
        CU_ASSERT_EQUAL(told(), after[k]);
    }
    CU_ASSERT_EQUAL(twc("edit u2.h5 u.log undo --fingerprint"), 0); /* below the snapshot, to the first world */
    CU_ASSERT_EQUAL(twc("diff u.h5 u2.h5+u.log"), 0);
    expect_refusal(twc("edit u2.h5 u.log undo --fingerprint"), TWC_USAGE, "nothing to undo", "none");
    for (int k = 1; k <= 4; k++) {
        CU_ASSERT_EQUAL(twc("edit %s u.log redo --fingerprint", worlds[k % 2]), 0);
        CU_ASSERT_EQUAL(told(), after[k]);
    }
    expect_refusal(twc("edit u.h5 u.log redo --fingerprint"), TWC_USAGE, "nothing to redo", "none");
    CU_ASSERT_EQUAL(twc("replay u.log --from u2.h5"), 0);
    CU_ASSERT_EQUAL(told(), after[4]);
}

/* A snapshot is a world like any other to every command, its road included, and its log goes on from it. */
static void snapshots_are_worlds(void)
{
    uint64_t after[4];
    CU_ASSERT_EQUAL(twc("import " REGION " --out s.h5"), 0);
    CU_ASSERT_EQUAL(twc("edit s.h5 s.log road --id 9 --nodes=\"-60,240 0,280 70,300\" --fingerprint"), 0);
    after[1] = told();
    CU_ASSERT_EQUAL(twc("edit s.h5 s.log raise --at 20,290 --radius 30 --fingerprint"), 0);
    after[2] = told();
    CU_ASSERT_EQUAL(twc("replay s.h5 s.log --last 1 --out s1.h5"), 0);
    CU_ASSERT_EQUAL(twc("replay s.log --from s1.h5 --out s2.h5"), 0);
    CU_ASSERT_EQUAL(told(), after[2]);
    CU_ASSERT_EQUAL(twc("edit s1.h5 s.log flatten --at=-300,500 --radius 40 --to 20 --fingerprint"), 0);
    after[3] = told();
    CU_ASSERT_EQUAL(twc("replay s.h5 s.log"), 0);
    CU_ASSERT_EQUAL(told(), after[3]);
    CU_ASSERT_EQUAL(twc("replay s.log --from s2.h5 --json"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"facts\": 3, \"from\": 2"));
    free(text);
    CU_ASSERT_EQUAL(twc("diff s1.h5 s.h5"), TWC_CHECK_FAILED);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "chunk (-1, 0), stage"));
    free(text);
    CU_ASSERT_EQUAL(twc("diff s1.h5+s.log s2.h5+s.log"), 0);
    CU_ASSERT_EQUAL(twc("query s1.h5 0,280 300,600"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " feature 8"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "300.00 600.00 "));
    free(text);
    CU_ASSERT_EQUAL(twc("build s1.h5 --out fast.ply"), 0);
    CU_ASSERT_EQUAL(twc("build s1.h5 --reference --out plain.ply"), 0);
    CU_ASSERT_EQUAL(twc("build s.h5 --out bare.ply"), 0);
    size_t size[3];
    unsigned char *mesh[3] = {get_file(scratch_path("fast.ply"), &size[0]),
                              get_file(scratch_path("plain.ply"), &size[1]),
                              get_file(scratch_path("bare.ply"), &size[2])};
    CU_ASSERT_TRUE(size[0] == size[1] && memcmp(mesh[0], mesh[1], size[0]) == 0 && size[2] < size[0]);
    for (int k = 0; k < 3; k++)
        free(mesh[k]);
    CU_ASSERT_EQUAL(twc("export s1.h5 --out s1.raw"), 0);
    text = output("messages");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "features of the world (1)"));
    free(text);
    CU_ASSERT_EQUAL(twc("plot corridor --world s1.h5 --out ."), 0);
    expect_refusal(twc("replay s.log --from s2.h5 --last 1"), TWC_USAGE,
                   "taken after fact 2, and fact 1 lies before it", "none");
    expect_refusal(twc("replay s.log"), TWC_USAGE, "a log and --from", "none");
    expect_refusal(twc("replay s.h5 s.log --from s1.h5"), TWC_USAGE, "a log and --from", "none");
    expect_refusal(twc("replay s.log --from s.log"), TWC_IO, "is not an HDF5 file", "none");
}

/* Puts a log of another's bytes without some of them. */
static void put_without(const char *path, const char *from, size_t at, size_t n)
{
    size_t size;
    unsigned char *bytes = get_file(from, &size);
    memmove(bytes + at, bytes + at + n, size - at - n);
    put_file(path, bytes, size - n);
    free(bytes);
}

/* What no crash leaves is refused with what is there, and what can be read of it is saved into a new log. */
static void damaged_logs_are_saved(void)
{
    uint64_t after[6];
    const char *good = scratch_path("r.log"), *bad = scratch_path("bad.log");
    size_t ends[6] = {80};
    struct stat info;
    CU_ASSERT_EQUAL(twc("import " REGION " --out r.h5"), 0);
    static const char *const edits[] = {"raise --at 40,300 --radius 5", "road --id 9 --nodes 0,240:40,240",
                                        "raise --at 60,300 --radius 5", "remove --id 9", "undo"};
    for (int k = 1; k <= 5; k++) {
        CU_ASSERT_EQUAL(twc("edit r.h5 r.log %s --fingerprint", edits[k - 1]), 0);
        after[k] = told();
        stat(good, &info);
        ends[k] = (size_t)info.st_size;
    }
    CU_ASSERT_EQUAL(twc("log check r.log"), 0);
    CU_ASSERT_EQUAL(twc("log check r.log --json"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"good\": true"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"first\": 1, \"last\": 5"));
    free(text);
    /* a byte of the first fact: four are left, of which the last only says what it restores */
    put_without(bad, good, ends[0] + 40, 1);
    expect_refusal(twc("replay r.h5 bad.log"), TWC_IO, "good facts behind it: 4, from fact 2 on", "saved.log");
    expect_refusal(twc("edit r.h5 bad.log raise --at 0,300 --fingerprint"), TWC_IO, "twc log repair saves it",
                   "saved.log");
    stat(bad, &info);
    CU_ASSERT_EQUAL((size_t)info.st_size, ends[5] - 1);
    CU_ASSERT_EQUAL(twc("log check bad.log"), TWC_CHECK_FAILED);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "byte 80: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "facts 2 to 5\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "4 facts can be read, 1 are missing"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "twc log repair bad.log --out NEW\n"));
    free(text);
    CU_ASSERT_EQUAL(twc("log repair bad.log --out saved.log --json"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"saved\": 4, \"lost\": 1, \"left_out\": 0"));
    free(text);
    CU_ASSERT_EQUAL(twc("replay r.h5 saved.log"), 0);
    expect_refusal(twc("log repair bad.log --out saved.log"), TWC_USAGE, "is there already", "none");
    expect_refusal(twc("log repair bad.log"), TWC_USAGE, "name it with --out", "none");
    /* the road's record: its removal has nothing to remove */
    put_without(bad, good, ends[1], 8);
    CU_ASSERT_EQUAL(twc("log repair bad.log --out kept.log"), 0);
    expect_refusal(twc("replay r.h5 kept.log"), TWC_IO, "which is not there", "none");
    CU_ASSERT_EQUAL(twc("log repair bad.log --out fits.log --world r.h5"), 0);
    text = output("messages");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "fact 4 is left out: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "fact 3 is fact 2 of the new log"));
    free(text);
    CU_ASSERT_EQUAL(twc("replay r.h5 fits.log"), 0);
    CU_ASSERT_EQUAL(twc("edit r.h5 fits.log undo --fingerprint"), 0);
    /* the header: only the world can say what it was */
    put_without(bad, good, 30, 1);
    expect_refusal(twc("replay r.h5 bad.log"), TWC_IO, "the header of the log is damaged; good facts in it: 5", "none");
    expect_refusal(twc("log repair bad.log --out whole.log"), TWC_IO, "--world WORLD.h5", "whole.log");
    CU_ASSERT_EQUAL(twc("log repair bad.log --world r.h5 --out whole.log"), 0);
    CU_ASSERT_EQUAL(twc("replay r.h5 whole.log"), 0);
    CU_ASSERT_EQUAL(told(), after[5]);
    CU_ASSERT_EQUAL(twc("import " REGION " --out r7.h5 --seed 7"), 0);
    expect_refusal(twc("log repair r.log --world r7.h5 --out none.log"), TWC_IO, "belongs to the world", "none.log");
    /* what a crash leaves is none of these */
    put_without(bad, good, ends[5] - 9, 9);
    CU_ASSERT_EQUAL(twc("log check bad.log"), 0);
    put_without(bad, good, 40, ends[5] - 40);
    expect_refusal(twc("log check bad.log"), TWC_IO, "(40 of 80 bytes)", "none");
    expect_refusal(twc("log repair bad.log --world r.h5 --out none.log"), TWC_IO, "remove it", "none.log");
    expect_refusal(twc("log check r.h5"), TWC_IO, "not an event log", "none");
    expect_refusal(twc("log check r.log --out none.log"), TWC_USAGE, "--out means nothing to check", "none.log");
    CU_ASSERT_EQUAL(twc("replay r.h5 fits.log --last 1"), 0); /* in front of the damage nothing has changed */
    CU_ASSERT_EQUAL(told(), after[1]);
}

/* The height that query answers at a place. */
static double height_at(const char *world, const char *place)
{
    double height = NAN;
    CU_ASSERT_EQUAL(twc("query %s -- %s", world, place), 0);
    char *text = output("output"), *line = strchr(text, '\n');
    if (!line || sscanf(line, "%*f %*f %lf", &height) != 1)
        CU_FAIL("query has no answer");
    free(text);
    return height;
}

/* Heights are elevations in every command: what query answers is what flatten takes, and what is cut off is counted. */
static void heights_mean_one_thing(void)
{
    CU_ASSERT_EQUAL_FATAL(twc("import " TWC_SOURCE_DIR
                              "/experiments/data/mountain_valley_10m.asc --fill nearest --datum auto "
                              "--extent 1x2 --out h.h5"),
                          0);
    CU_ASSERT_EQUAL(twc("edit h.h5 h.log flatten --at 200,100 --radius 1000 --to 350"), 0);
    CU_ASSERT_EQUAL(twc("replay h.h5 h.log --out h1.h5"), 0);
    CU_ASSERT_TRUE(fabs(height_at("h1.h5", "200,100") - 350) < 1 && fabs(height_at("h.h5", "200,100") - 350) > 5);
    expect_refusal(twc("edit h.h5 h.log flatten --at 200,100 --to -10"), TWC_USAGE,
                   "--to takes a height that this world can hold, 0.00 to 655.35 m, not -10", "none");
    expect_refusal(twc("edit h.h5 h.log flatten --at 200,100 --to 656"), TWC_USAGE, "0.00 to 655.35 m, not 656",
                   "none");
    CU_ASSERT_EQUAL(twc("edit h.h5 h.log lower --at 200,100 --radius 4 --strength 600 --json"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"saturated\": 1}"));
    free(text);
    text = output("messages");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "1 samples were cut off at 0.00 m, the lowest height"));
    free(text);
    CU_ASSERT_EQUAL(twc("edit h.h5 h.log raise --at 240,100 --radius 4.1 --strength 600"), 0);
    text = output("messages");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "1 samples were cut off at 655.35 m, the highest height"));
    free(text);
    CU_ASSERT_EQUAL(twc("edit h.h5 h.log raise --at 300,100 --radius 4.1 --strength 5"), 0);
    text = output("messages");
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
    expect_refusal(twc("plot view --world h.h5 --eye 200,100,0 --target 0,100,0 --out figures"), TWC_USAGE,
                   "the eye at 100 m is under the ground, which is ", "none");
}

/* A world of one tile, whose file does not say where it lies. */
static void flat_world(const char *name)
{
    FILE *grid = fopen(scratch_path("flat.asc"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grid);
    fputs("ncols 2\nnrows 2\ncellsize 512\n10 11\n12 13\n", grid);
    fclose(grid);
    CU_ASSERT_EQUAL_FATAL(twc("import flat.asc --out %s", name), 0);
}

/* A world of a grid that says where it lies takes its coordinates for places. */
static void coordinates_are_places(void)
{
    FILE *grid = fopen(scratch_path("c.asc"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(grid);
    fputs("ncols 129\nnrows 129\nxllcorner 600000\nyllcorner 5199000\ncellsize 4\n", grid);
    for (int k = 0; k < 129 * 129; k++)
        fprintf(grid, "%d%c", 100 + k * k % 7, k % 129 == 128 ? '\n' : ' ');
    fclose(grid);
    CU_ASSERT_EQUAL_FATAL(twc("import c.asc --out c.h5"), 0);
    CU_ASSERT_EQUAL(twc("query c.h5 --json 100,200"), 0);
    char *here = output("output");
    CU_ASSERT_EQUAL(twc("query c.h5 --json --coordinates 600102,5199314"), 0);
    char *there = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(there, "\"easting\": 600102.00, \"northing\": 5199314.00, \"height\": "));
    char *height = strstr(here, "\"height\""), *same = strstr(there, "\"height\"");
    CU_ASSERT_TRUE(height && same && strncmp(height, same, strcspn(height, "}[")) == 0);
    free(here);
    free(there);
    CU_ASSERT_EQUAL(twc("edit c.h5 c1.log raise --at 100,200 --fingerprint"), 0);
    uint64_t expected = told();
    CU_ASSERT_EQUAL(twc("edit c.h5 c2.log raise --coordinates --at 600102,5199314 --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    CU_ASSERT_EQUAL(twc("edit c.h5 c1.log road --nodes 100,300:140,300 --fingerprint"), 0);
    expected = told();
    CU_ASSERT_EQUAL(twc("edit c.h5 c2.log road --coordinates --nodes 600102,5199214:600142,5199214 --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), expected);
    expect_refusal(twc("query c.h5 --coordinates 100,200"), TWC_USAGE, "lies outside the world", "none");
    expect_refusal(twc("query c.h5 --coordinates 900000000,5e8"), TWC_USAGE, "farther than 10000 km from the origin",
                   "none");
    expect_refusal(twc("edit c.h5 c2.log raise --at 900000000,0"), TWC_USAGE, "farther than 10000 km", "none");
    flat_world("nowhere.h5");
    expect_refusal(twc("query nowhere.h5 --coordinates 0,0"), TWC_USAGE, "nowhere.h5 has no place on the earth",
                   "none");
    expect_refusal(twc("edit nowhere.h5 n.log raise --coordinates --at 0,0"), TWC_USAGE, "has no place on the earth",
                   "none");
    CU_ASSERT_EQUAL(twc("export c.h5 --out back.asc"), 0);
    CU_ASSERT_EQUAL(twc("import back.asc --out back.h5"), 0);
    CU_ASSERT_EQUAL(twc("query back.h5 --coordinates 600102,5199314"), 0);
}

/* A road has the next free id unless it is given one, and takes another's place only when that is asked for. */
static void ids_are_not_taken_by_accident(void)
{
    static const struct {
        const char *edit, *words;
    } good[] = {{"road --nodes 100,240:140,240", "fact 1: road 1,"},
                {"road --id 3 --nodes 100,300:140,300", "fact 2: road 3,"},
                {"road --nodes 100,360:140,360", "fact 3: road 2,"},
                {"road --nodes 100,420:140,420", "fact 4: road 4,"},
                {"road --id 3 --replace --nodes 100,300:144,300", "fact 5: road 3,"},
                {"remove --id 1", "fact 6: "},
                {"road --nodes 100,240:140,240", "fact 7: road 1,"}};
    flat_world("i.h5");
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        CU_ASSERT_EQUAL(twc("edit i.h5 i.log %s", good[k].edit), 0);
        char *text = output("output");
        CU_ASSERT_PTR_NOT_NULL(strstr(text, good[k].words));
        free(text);
    }
    expect_refusal(
        twc("edit i.h5 i.log road --id 3 --nodes 100,300:140,300"), TWC_USAGE,
        "there is a road 3 already: pass --replace to put this one in its place, or leave out --id for the next "
        "free one, 5",
        "none");
    expect_refusal(twc("edit i.h5 i.log road --id 9 --replace --nodes 100,480:140,480"), TWC_USAGE,
                   "no road 9 to replace", "none");
    expect_refusal(twc("edit i.h5 i.log road --replace --nodes 100,480:140,480"), TWC_USAGE, "--replace needs --id",
                   "none");
    expect_refusal(twc("edit i.h5 i.log remove"), TWC_USAGE, "remove needs --id", "none");
    expect_refusal(twc("edit i.h5 i.log raise --at 0,0 --replace"), TWC_USAGE, "--replace means nothing to raise",
                   "none");
    expect_refusal(twc("edit i.h5 i.log road --id 4294967299 --nodes 100,160:140,160"), TWC_USAGE,
                   "the ids 4294967299 and 3 of two features differ by a multiple of 2^32", "none");
    expect_refusal(twc("edit i.h5 i.log road --nodes=\"-200,0 0,0 100 50 200,100\""), TWC_USAGE,
                   "place 3, \"100\", is not X,Z in metres", "none");
    CU_ASSERT_EQUAL(twc("edit i.h5 i.log noise --at 300,300 --seed 010 --fingerprint"), 0);
    uint64_t ten = told();
    CU_ASSERT_EQUAL(twc("edit i.h5 i.log undo"), 0);
    CU_ASSERT_EQUAL(twc("edit i.h5 i.log noise --at 300,300 --seed 10 --fingerprint"), 0);
    CU_ASSERT_EQUAL(told(), ten);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"worlds from regions", worlds_from_regions},
        {"profiles and curves of roads", roads_have_profiles_and_curves},
        {"logs tell the same story", logs_tell_the_same_story},
        {"undo across processes", undo_across_processes},
        {"snapshots are worlds", snapshots_are_worlds},
        {"damaged logs are saved", damaged_logs_are_saved},
        {"heights mean one thing", heights_mean_one_thing},
        {"coordinates are places", coordinates_are_places},
        {"ids are not taken by accident", ids_are_not_taken_by_accident},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("edit commands", tests);
    scratch_remove();
    return failed;
}
