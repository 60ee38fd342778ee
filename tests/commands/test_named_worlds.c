/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds as a command line names them, with and without a log, and files by the names that are asked for. */
#include "commands/program.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

static int same_files(const char *one, const char *other)
{
    size_t size[2];
    unsigned char *bytes[2] = {get_file(scratch_path(one), &size[0]), get_file(scratch_path(other), &size[1])};
    int same = size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    return same;
}

/* "WORLD+LOG" is the world after its log to every command that reads one, and gives what a snapshot gives. */
static void worlds_after_their_logs(void)
{
    static const char *const lines[] = {
        "build %s --format ply --out %s",
        "query %s 40,300 0,260 --out %s.ply",
        "export %s --format ascii --out %s.ply",
        "plot cover --world %s --out %s.plots && mv %2$s.plots/cover.png %2$s.ply",
    };
    char command[300];
    CU_ASSERT_EQUAL_FATAL(twc("import " REGION " --out n.h5"), 0);
    CU_ASSERT_EQUAL(twc("edit n.h5 n.log raise --at 40,300 --radius 20 --strength 3"), 0);
    CU_ASSERT_EQUAL(twc("edit n.h5 n.log road --id 9 --nodes=\"-60,240 0,280 70,300\""), 0);
    CU_ASSERT_EQUAL(twc("replay n.h5 n.log --out then.h5"), 0);
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        static const char *const worlds[3] = {"then.h5", "n.h5+n.log", "n.h5"}, *const out[3] = {"a", "b", "c"};
        for (int w = 0; w < 3; w++) {
            snprintf(command, sizeof command, lines[k], worlds[w], out[w]);
            CU_ASSERT_EQUAL(twc("%s", command), 0);
        }
        CU_ASSERT_TRUE(same_files("a.ply", "b.ply"));
        CU_ASSERT_FALSE(same_files("a.ply", "c.ply"));
    }
    CU_ASSERT_EQUAL(twc("build n.h5+n.log"), 0); /* the default name is the world's */
    char *text = output("output");
    CU_ASSERT_EQUAL(strncmp(text, "n.hdf\n", 6), 0);
    free(text);
    CU_ASSERT_EQUAL(twc("build n.h5 --out n.vtkhdf && test -s n.vtkhdf && ! test -e n.vtkhdf.hdf"), 0);
    CU_ASSERT_EQUAL(twc("build n.h5 --format vtk,obj --out m.vtkhdf && test -s m.vtkhdf && test -s m.obj"), 0);
    CU_ASSERT_EQUAL(twc("query then.h5 0,0 && cp n.h5 'n+x.h5'"), 0);
    CU_ASSERT_EQUAL(twc("query n+x.h5 0,0"), 0); /* a plus in a name */
    expect_refusal(twc("build n.h5+none.log --out none.ply"), TWC_IO, "none.log", "none.ply");
    expect_refusal(twc("build none.h5+n.log --out none.ply"), TWC_IO, "none.h5", "none.ply");
    expect_refusal(twc("query n.h5+ 0,0"), TWC_USAGE, "a log belongs behind the plus", "none");
}

/* Every invariant over edits that somebody made, and a canary among them. */
static void own_edits_are_checked(void)
{
    static const char *const edits[] = {
        "raise --at 40,300 --radius 20 --strength 3", "undo", "redo",
        "road --id 9 --nodes=-60,240:0,280:70,300",   "undo", "flatten --at=-30,250 --radius 10 --to 20"};
    CU_ASSERT_EQUAL_FATAL(twc("import " REGION " --out o.h5"), 0);
    for (size_t k = 0; k < sizeof edits / sizeof *edits; k++)
        CU_ASSERT_EQUAL(twc("edit o.h5 o.log %s", edits[k]), 0);
    CU_ASSERT_EQUAL(twc("replay o.h5 o.log"), 0);
    char *plain = output("output");
    CU_ASSERT_EQUAL(twc("replay o.h5 o.log --check"), 0);
    char *checked = output("output"), *messages = output("messages");
    CU_ASSERT_STRING_EQUAL(plain, checked);
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "all invariants hold after each of 6 facts"));
    free(plain);
    free(checked);
    free(messages);
    CU_ASSERT_EQUAL(twc("fuzz --world o.h5 --log o.log"), 0);
    expect_refusal(twc("fuzz --world o.h5 --log o.log --plant peers"), TWC_CHECK_FAILED, "BROKEN peers after fact 1",
                   "none");
    expect_refusal(twc("fuzz --world o.h5 --log o.log --plant stale"), TWC_USAGE, "--plant peers alone", "none");
    CU_ASSERT_EQUAL(twc("replay o.h5 o.log --last 3 --out half.h5"), 0);
    expect_refusal(twc("replay half.h5 o.log --check"), TWC_USAGE, "is a snapshot after 3 facts", "none");
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"worlds after their logs", worlds_after_their_logs},
        {"own edits are checked", own_edits_are_checked},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("named worlds", tests);
    scratch_remove();
    return failed;
}
