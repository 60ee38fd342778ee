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

int main(void)
{
    CU_TestInfo tests[] = {
        {"worlds after their logs", worlds_after_their_logs},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("named worlds", tests);
    scratch_remove();
    return failed;
}
