/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No command writes over what it reads, by whatever name. The input is a text that no command could read: a refusal for
 * that reason would come too late.
 */
#include "commands/program.h"

/* IN is the input; OUT each of its names in turn. Where none is written but standard output, that is OUT. */
static const char *const lines[] = {
    "import IN --out OUT",
    "import NETCDF:\"IN\":height --out OUT",
    "import IN --format raw --size 3x3 --out OUT",
    "export IN --out OUT",
    "grid flood IN --out OUT",
    "tower check IN >>OUT",
    "export IN --format ascii --out - >>OUT",
    "query IN 0,0 --out OUT",
    "query none.h5 --points IN --out OUT",
    "query none.h5 --points - --out OUT <IN",
    "replay IN none.log --out OUT",
    "replay none.h5 IN --out OUT",
    "replay none.log --from IN --out OUT",
    "replay IN none.log >>OUT",
    "edit IN OUT raise --at 0,0",
    "diff IN none.h5 >>OUT",
    "diff none.h5 none.h5+IN >>OUT",
    "diff IN+none.log none.h5 >>OUT",
    "info IN >>OUT",
    "walk IN 0,0 1,1 >>OUT",
    "query 0,0 --land IN >>OUT",
    "info none.h5 IN >>OUT",
    "log check IN >>OUT",
    "log repair IN --out OUT",
    "log repair none.log --world IN --out OUT",
    "bench --compare IN --out OUT",
    "bench --region IN --out OUT",
    "bench --counts OUT --update --region IN",
    "bench --counts IN >>OUT",
    "bench --from IN --plots . >>OUT",
    "check --replay IN >>OUT",
    "fuzz --replay IN >>OUT",
    "plot lattice --world IN --out . >>OUT",
    "plot lattice --region IN --out . >>OUT",
    "report --numbers IN >>OUT",
    "build IN --format obj --out - >>OUT",
    "feature add none.h5+OUT IN",
    "feature remove IN+OUT 3",
    "feature show IN --out OUT",
    "feature list IN+none.log >>OUT",
    "feature check none.h5 IN >>OUT",
};

/* Names that commands choose: `link` is made to lead to the input. */
static const struct {
    const char *link, *line;
} chosen[] = {
    {"in.h5", "import elsewhere/in.json"},
    {"in.h5", "import in.h5"},
    {"input.h5", "import IN"},
    {"m.obj", "build IN --out m.obj"},
    {"m.glb", "build IN --format obj,glb --out m"},
    {"m.hdf", "build m.hdf"},
    {"m.glb", "build IN --lod 0,9,0 --out m.glb"},
    {"m.ply", "build m.ply"},
    {"f/lattice.pdf", "plot lattice --world IN --out f"},
    {"f/route.svg", "feature check none.h5 IN --figure f"},
    {"f/cost.svg", "plot lattice cost --region IN --out f"},
    {"f/lattice.png", "plot fig3 lattice --world IN --out f"},
    {"f/scaling.pdf", "bench --from IN --plots f"},
    {"f/roofline.png", "bench --region IN --plots f"},
    {"f/edits.svg", "bench edits --region IN --out f"},
    {"f/results.json", "report --from f --out f/results.json"},
    {"f/report.html", "report --from g"},
    {"f/page.svg", "report --from f --out f/page.svg"},
    {"f/mesh.hdf", "report --from f --out IN"},
    {"f/results.json", "reproduce --experiments e --out f"},
    {"f/any.h5", "reproduce --experiments e --out f"},
    {"e/results.json", "reproduce --experiments e --out e"},
};

static const char content[] = "neither a world nor a log nor JSON\n";

/* A line with the names put in. */
static void fill(char *line, size_t size, const char *pattern, const char *in, const char *out)
{
    size_t length = 0;
    line[0] = '\0';
    while (*pattern && length < size) {
        int is_in = strncmp(pattern, "IN", 2) == 0, is_out = strncmp(pattern, "OUT", 3) == 0;
        length += (size_t)snprintf(line + length, size - length, is_in || is_out ? "%s" : "%.1s",
                                   is_in    ? in
                                   : is_out ? out
                                            : pattern);
        pattern += is_in ? 2 : is_out ? 3 : 1;
    }
}

/* Runs a line whose output goes to a file of ours unless it says where. */
static void expect_refused(int *bad, const char *line)
{
    char command[2000];
    snprintf(command, sizeof command, "cd %s && { " TWC_PROGRAM " %s; } >output 2>messages", scratch_folder, line);
    int state = system(command), code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    char *messages = output("messages"), *input = output("input");
    SUITE_EXPECT(*bad, code == TWC_USAGE && strstr(messages, "is the input "), "twc %s: %d, %s", line, code, messages);
    SUITE_EXPECT(*bad, strcmp(input, content) == 0, "twc %s: the input is gone", line);
    free(messages);
    free(input);
}

static void made(const char *command)
{
    char line[600];
    snprintf(line, sizeof line, "cd %s && %s", scratch_folder, command);
    CU_ASSERT_EQUAL_FATAL(system(line), 0);
}

static void outputs_are_no_inputs(void)
{
    static const char *const names[] = {"input", "f/../input", "far/soft", "hard"};
    char line[1000];
    int bad = 0;
    made("mkdir f far && ln -s input soft && ln -s ../soft far/soft && ln input hard");
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            fill(line, sizeof line, lines[k], "input", names[n]);
            expect_refused(&bad, line);
        }
    }
    made("rm -r f far soft hard");
    SUITE_NONE(bad);
}

static void neither_by_default(void)
{
    char line[1000], command[200];
    int bad = 0;
    for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
        for (int hard = 0; hard < 2; hard += 1 + (k % 4 > 0)) {
            made("rm -rf e f g elsewhere && mkdir e f elsewhere && ln -s f g && ln input e/table.json && "
                 "ln input f/figure.svg && ln input elsewhere/in.json");
            snprintf(command, sizeof command, hard ? "ln input %s" : "ln -s \"$PWD/input\" %s", chosen[k].link);
            made(command);
            fill(line, sizeof line, chosen[k].line, "input", "");
            expect_refused(&bad, line);
            snprintf(command, sizeof command, "rm %s", chosen[k].link);
            made(command);
        }
    }
    SUITE_NONE(bad);
}

/* Every command there is has its line above. */
static void every_command(void)
{
    int bad = 0, used;
    char name[32];
    CU_ASSERT_EQUAL(twc("--help"), 0);
    char *text = output("output"), *line = strstr(text, "Commands:\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    for (line = strchr(line, '\n') + 1; sscanf(line, "  %31[a-z] %n", name, &used) == 1 && *line == ' ';
         line = strchr(line, '\n') + 1) {
        int found = 0;
        size_t length = strlen(name);
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
            found |= strncmp(lines[k], name, length) == 0 && lines[k][length] == ' ';
        for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++)
            found |= strncmp(chosen[k].line, name, length) == 0 && chosen[k].line[length] == ' ';
        SUITE_EXPECT(bad, found, "twc %s has no line here", name);
    }
    free(text);
    SUITE_NONE(bad);
}

/* What is not there yet, a device and another file are no inputs. */
static void others_are_written(void)
{
    made(
        "printf 'ncols 2\\nnrows 2\\nxllcorner 0\\nyllcorner 0\\ncellsize 300\\n1 2\\n3 4\\n' >g.asc && cp g.asc out.h5");
    CU_ASSERT_EQUAL(twc("import g.asc --out out.h5"), 0);
    CU_ASSERT_EQUAL(twc("import g.asc --out new.h5"), 0);
    CU_ASSERT_EQUAL(twc("import g.asc"), 0);
    CU_ASSERT_EQUAL(twc("query out.h5 0,0 --points /dev/null --out /dev/null"), 0);
    CU_ASSERT_EQUAL(twc("diff out.h5 g.h5"), 0);
    char longest[241];
    memset(longest, 'n', 240);
    longest[240] = '\0';
    made("for k in 1 2 3 4; do n=$n$(printf n%.0s $(seq 60)); done; cp g.asc $n.asc");
    CU_ASSERT_EQUAL(twc("import %s.asc", longest), 0);
    CU_ASSERT_EQUAL(twc("diff %s.h5 g.h5", longest), 0); /* as long as it is, whatever a world's name may be */
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"outputs are no inputs", outputs_are_no_inputs},
        {"neither by default", neither_by_default},
        {"every command", every_command},
        {"others are written", others_are_written},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    put_text(scratch_path("input"), content);
    int failed = suite_run("paths", tests);
    scratch_remove();
    return failed;
}
