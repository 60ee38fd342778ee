/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the program says of itself, for every command it has: help, the manual page and completion name the same
 * options, and what can't be written to standard output is a failure.
 */
#include <cjson/cJSON.h>

#include "commands/program.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

enum { COMMANDS_AT_MOST = 40, NAME_SIZE = 32 };

/* The commands, from `twc --help`. */
static int commands(char name[COMMANDS_AT_MOST][NAME_SIZE])
{
    CU_ASSERT_EQUAL(twc("--help"), 0);
    char *text = output("output"), *line = strstr(text, "Commands:\n");
    int count = 0, used;
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    for (line = strchr(line, '\n') + 1; sscanf(line, "  %31[a-z] %n", name[count], &used) == 1 && *line == ' ';
         line = strchr(line, '\n') + 1)
        count++;
    free(text);
    CU_ASSERT_TRUE_FATAL(count >= 13 && count < COMMANDS_AT_MOST);
    return count;
}

/* The part of a text between the last of two words. */
static char *section(const char *text, const char *begin, const char *end)
{
    const char *from = strstr(text, begin);
    CU_ASSERT_PTR_NOT_NULL_FATAL(from);
    const char *to = strstr(from + strlen(begin), end);
    return strndup(from, to ? (size_t)(to - from) : strlen(from));
}

/* Whether each option of a command's help is in these texts; how many there are. */
static int count_options(const char *help, const char *manual, const char *words, int *bad)
{
    int count = 0;
    for (const char *line = strstr(help, "\nOptions:\n") + 10; *line; line = strchr(line, '\n') + 1) {
        char name[NAME_SIZE], in_manual[64], in_words[64];
        if (sscanf(line, "  --%31[a-z-]", name) != 1)
            continue;
        size_t length = 0;
        in_manual[0] = '\0';
        for (const char *c = name; *c; c++)
            length += (size_t)snprintf(in_manual + length, sizeof in_manual - length, *c == '-' ? "\\-" : "%c", *c);
        snprintf(in_words, sizeof in_words, "--%s", name);
        char tagged[96];
        snprintf(tagged, sizeof tagged, "\\fB\\-\\-%s\\fR", in_manual);
        SUITE_EXPECT(*bad, strstr(manual, tagged), "%s is not in the manual", tagged);
        const char *found = strstr(words, in_words);
        while (found && !strchr(" \"", found[strlen(in_words)]))
            found = strstr(found + 1, in_words);
        SUITE_EXPECT(*bad, found, "%s is not completed", in_words);
        count++;
    }
    return count;
}

static void options_are_told_everywhere(void)
{
    char name[COMMANDS_AT_MOST][NAME_SIZE], begin[80];
    int count = commands(name), bad = 0, options = 0;
    CU_ASSERT_EQUAL(twc("help --man"), 0);
    char *manual = output("output");
    CU_ASSERT_EQUAL(twc("help --completion"), 0);
    char *completion = output("output");
    for (int k = 0; k < count; k++) {
        CU_ASSERT_EQUAL(twc("%s -h", name[k]), 0);
        char *help = output("output");
        CU_ASSERT_EQUAL(twc("help %s", name[k]), 0);
        char *same = output("output");
        CU_ASSERT_STRING_EQUAL(help, same);
        snprintf(begin, sizeof begin, "\nUsage: twc %.31s ", name[k]);
        CU_ASSERT_PTR_NOT_NULL(strstr(help, begin));
        snprintf(begin, sizeof begin, "\n.SS twc %.31s ", name[k]);
        char *page = section(manual, begin, "\n.S");
        snprintf(begin, sizeof begin, "\n    %.31s) words=\"", name[k]);
        char *words = section(completion, begin, "\n");
        options += count_options(help, page, words, &bad);
        free(help);
        free(same);
        free(page);
        free(words);
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(options > 80);
    free(manual);
    free(completion);
}

/* Both are read by those they are for. */
static void pages_are_well_formed(void)
{
    CU_ASSERT_EQUAL(twc("help --completion"), 0);
    char line[1024];
    snprintf(
        line, sizeof line,
        "cd %s && bash -c '. ./output && COMP_WORDS=(twc fuzz --plant st) COMP_CWORD=3 && _twc && "
        "test \"${COMPREPLY[*]}\" = stale && COMP_WORDS=(twc rep) COMP_CWORD=1 && _twc && "
        "test \"${COMPREPLY[*]}\" = \"reproduce report replay\" && COMP_WORDS=(twc edit a b fl) COMP_CWORD=4 && "
        "_twc && test \"${COMPREPLY[*]}\" = flatten && COMP_WORDS=(twc build --format = gl) COMP_CWORD=4 && _twc && "
        "test \"${COMPREPLY[*]}\" = glb && COMP_WORDS=(twc query a --po) COMP_CWORD=3 && _twc && "
        "test \"${COMPREPLY[*]}\" = --points'",
        scratch_folder);
    CU_ASSERT_EQUAL(system(line), 0);
    CU_ASSERT_EQUAL(twc("help --man"), 0);
    char *manual = output("output");
    CU_ASSERT_EQUAL(strncmp(manual, ".TH TWC 1 ", 10), 0);
    for (const char *at = manual; (at = strstr(at, "\n.")); at++) /* only requests that are meant begin a line */
        CU_ASSERT_TRUE(strncmp(at, "\n.SH", 4) == 0 || strncmp(at, "\n.SS", 4) == 0 || strncmp(at, "\n.TP", 4) == 0 ||
                       strncmp(at, "\n.PP", 4) == 0 || strncmp(at, "\n.nf", 4) == 0 || strncmp(at, "\n.fi", 4) == 0 ||
                       strncmp(at, "\n.br", 4) == 0);
    free(manual);
}

static void mistyped(void)
{
    expect_refusal(twc("%s", ""), TWC_USAGE, "Usage: twc COMMAND", "none");
    expect_refusal(twc("biuld"), TWC_USAGE, "did you mean build?", "none");
    expect_refusal(twc("help biuld"), TWC_USAGE, "did you mean build?", "none");
    expect_refusal(twc("xyzzy"), TWC_USAGE, "there is no command \"xyzzy\" (", "none");
    expect_refusal(twc("help build query"), TWC_USAGE, "one command", "none");
    expect_refusal(twc("build --chunk 0,0,1,1"), TWC_USAGE, "did you mean --chunks?", "none");
    CU_ASSERT_EQUAL(twc("--version"), 0);
    char *text = output("output");
    CU_ASSERT_EQUAL(strncmp(text, "twc ", 4), 0);
    free(text);
}

/* A measurement takes minutes: what would fail after it fails before it. */
static void bench_looks_first(void)
{
    put_text(scratch_path("empty.json"), "{\"benchmarks\": []}");
    put_text(scratch_path("none.json"), "{\"benchmarks\": [{\"name\": \"a\"}]}");
    expect_refusal(twc("bench xyzzy --compare missing.json"), TWC_IO, "missing.json", "none");
    expect_refusal(twc("bench xyzzy --compare none.json"), TWC_IO, "holds no ratios", "none");
    expect_refusal(twc("bench xyzzy --compare empty.json"), TWC_IO, "benchmarks", "none");
    expect_refusal(twc("bench xyzzy --out /proc/none.json"), TWC_IO, "/proc/none.json", "none");
    CU_ASSERT_EQUAL(twc("bench --list '*.build'"), 0);
    char *text = output("output");
    CU_ASSERT_STRING_EQUAL(text, "detail.build\nfeature.build\nground.build\nsurface.build\n");
    free(text);
    CU_ASSERT_EQUAL(twc("bench --list"), 0);
    text = output("output");
    CU_ASSERT_TRUE(strstr(text, "ground.lattice\n") && strstr(text, "edits\n"));
    free(text);
    expect_refusal(twc("bench --list xyzzy"), TWC_USAGE, "twc bench --list names all", "none");
    CU_ASSERT_EQUAL(twc("bench ground.samples --processes 1 --rounds 1 --level base --threads 1 --aggregates-only "
                        "--out base.json"),
                    0);
    text = output("base.json");
    CU_ASSERT_TRUE(strstr(text, "\"aggregate\"") && !strstr(text, "\"iteration\""));
    free(text);
    int code = twc("bench ground.samples --processes 1 --rounds 1 --level base --threads 1 --compare base.json "
                   "--markdown");
    CU_ASSERT_TRUE(code == TWC_OK || code == TWC_CHECK_FAILED || code == TWC_INCONCLUSIVE);
    text = output("output");
    CU_ASSERT_EQUAL(strncmp(text, "| | call, us | ratio | 95 % interval | base | verdict |\n|---|", 58), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n| `ground.samples/base` | "));
    free(text);
    code = twc("bench ground.samples --processes 1 --rounds 1 --level base --threads 1 --compare base.json --json");
    CU_ASSERT_TRUE(code == TWC_OK || code == TWC_CHECK_FAILED || code == TWC_INCONCLUSIVE);
    text = output("output");
    cJSON *json = cJSON_ParseWithOpts(text, NULL, 1); /* and nothing behind it */
    CU_ASSERT_TRUE(cJSON_GetArraySize(cJSON_GetObjectItem(json, "comparison")) > 0);
    cJSON_Delete(json);
    free(text);
    expect_refusal(twc("bench edits --out /proc/none"), TWC_IO, "/proc/none", "none");
}

/* An option that would be ignored is refused, whoever would ignore it. */
static void nothing_is_ignored(void)
{
    static const struct {
        const char *line, *words;
    } ignored[] = {
        {"query w.h5 0,0 --threads 2", "takes no --threads"},
        {"query w.h5 0,0 --seed 2", "takes no --seed"},
        {"export w.h5 --out none.asc --json", "takes no --json"},
        {"tower check w.json --out none", "takes no --out"},
        {"tower check w.json --seed 3", "takes no --seed"},
        {"grid slope g.asc --out none.asc --rise 1", "--rise is of standing water"},
        {"grid slope g.raw --out none.asc", "make it an ESRI ASCII grid first (twc import g.raw --size"},
        {"export w.h5 --out none.asc --order big", "--order is of RAW16"},
        {"edit w.h5 w.log undo --radius 3", "--radius means nothing to undo"},
        {"edit w.h5 w.log raise --at 0,0 --to 3", "--to means nothing to raise"},
        {"edit w.h5 w.log raise --at 0,0 --seed 3", "--seed means nothing to raise"},
        {"edit w.h5 w.log road --nodes 0,0:9,9 --at 0,0", "--at means nothing to road"},
        {"build w.h5 --reference --level base --out none", "--level is of the fast library"},
        {"build w.h5 --out -", "VTKHDF is HDF5, which is not written from front to end"},
        {"build w.h5 --format glb,obj --out -", "standard output takes one file"},
        {"build w.h5 --format glb --json --out -", "standard output takes one file"},
        {"export w.h5 --out -", "no name to tell a format by"},
        {"export w.h5 --format tiff --out -", "GeoTIFF is written by GDAL"},
        {"replay w.h5 w.log --out -", "can't take an HDF5 file, which is not written from front to end: name one"},
        {"log repair w.log --out -", "can't take a log, "},
        {"plot section --out -", "can't take a folder of figures"},
        {"reproduce --out -", "can't take a folder of tables"},
        {"check --out -", "can't take a folder of cases"},
        {"bench --list --rounds 3", "--rounds means nothing to --list"},
        {"bench ground --markdown --json", "both go to standard output"},
        {"bench ground --aggregates-only", "is of the JSON"},
        {"fuzz --world w.h5", "belong together"},
        {"fuzz --world w.h5 --log w.log --steps 3", "--steps means nothing to --world"},
        {"replay w.log --from w.h5 --check", "leave --from out"},
        {"import g.asc --seed 3 --out none", "--seed is of regions (*.json)"},
        {"import r.json --fill mean --out none", "--fill is of elevation grids"},
        {"import r.json --out -", "can't take an HDF5 file"},
        {"fuzz --replay s.json --seconds 3", "--seconds means nothing to --replay"},
        {"fuzz --level base", "takes no --level"},
        {"check --list --seed 3", "--seed means nothing to --list"},
        {"check --replay r --seed 3", "--seed means nothing to --replay"},
        {"bench --seed 3", "takes no --seed"},
        {"bench --update", "--update belongs to --counts"},
        {"bench edits --counts none", "--counts means nothing"},
        {"bench --from b.json", "say where with --plots"},
        {"plot --list --at 0,0", "--at means nothing to --list"},
        {"plot lattice --json", "--json is of --list"},
        {"report --seed 3", "takes no --seed"},
        {"diff a b --threads 3", "takes no --threads"},
        {"replay a b --seed 3", "takes no --seed"},
    };
    for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++)
        expect_refusal(twc("%s", ignored[k].line), TWC_USAGE, ignored[k].words, "none");
}

/* What can be written from front to end is the same to standard output as to a file. */
static void standard_output_takes_files(void)
{
    static const char *const lines[][2] = {{"build w.h5 --chunks 0,0,1,1", "glb"},
                                           {"build w.h5 --chunks 0,0,1,1", "ply"},
                                           {"build w.h5 --chunks 0,0,1,1", "obj"},
                                           {"export w.h5", "png"},
                                           {"export w.h5", "raw"}};
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(twc("import " REGION " --out w.h5"), 0);
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        char command[2000];
        CU_ASSERT_EQUAL(twc("%s --format %s --out piped.%s", lines[k][0], lines[k][1], lines[k][1]), 0);
        snprintf(command, sizeof command,
                 "cd %s && " TWC_PROGRAM " %s --format %s --out - 2>/dev/null | cmp - piped.%s >messages",
                 scratch_folder, lines[k][0], lines[k][1], lines[k][1]);
        SUITE_EXPECT(bad, system(command) == 0, "twc %s --format %s --out - is another file", lines[k][0], lines[k][1]);
    }
    CU_ASSERT_EQUAL(bad, 0);
}

/* Every command that prints, with a standard output that takes nothing. */
static void full_disks_are_failures(void)
{
    static const char *const lines[] = {
        "--help",
        "--version",
        "help build",
        "help --man",
        "help --completion",
        ("import " REGION " --out again.h5"),
        ("import " REGION " --out again.h5 --json"),
        "export w.h5 --format ascii --out -",
        ("tower check " TWC_SOURCE_DIR "/experiments/tower.json"),
        ("tower check " TWC_SOURCE_DIR "/experiments/tower.json --json"),
        ("grid flood " TWC_SOURCE_DIR "/experiments/data/gully_5m.asc --format ascii --out -"),
        ("grid slope " TWC_SOURCE_DIR "/experiments/data/gully_5m.asc --out full.asc"),
        "build w.h5 --chunks 0,0,1,1 --out full.glb",
        "build w.h5 --chunks 0,0,1,1 --out full.glb --json",
        "build w.h5 --chunks 0,0,1,1 --format obj --out -",
        "build w.h5 --chunks 0,0,1,1 --format glb --out -",
        "build w.h5 --chunks 0,0,1,1 --format ply --out -",
        "export w.h5 --format png --out -",
        "export w.h5 --format raw --out -",
        "query w.h5 0,0",
        "query w.h5 0,0 --json",
        "query w.h5 0,0 --out -",
        "edit w.h5 full.log raise --at 0,300",
        "edit w.h5 full.log raise --at 0,300 --json",
        "replay w.h5 w.log",
        "replay w.h5 w.log --json",
        "log check w.log",
        "log check w.log --json",
        "log repair w.log --out full1.log",
        "log repair w.log --out full2.log --json",
        "diff w.h5 w.h5",
        "diff w.h5 w.h5+w.log --json",
        "plot --list",
        "plot --list --json",
        "plot section --out .",
        "check --list",
        "check --list --json",
        "check --kernel ground.samples --case 0 --level base --threads 1",
        "check --kernel ground.samples --case 0 --level base --threads 1 --json",
        "fuzz --steps 1",
        "fuzz --steps 1 --json",
        ("fuzz --replay " TWC_SOURCE_DIR "/tests/fuzzers/corpus/json/script.json"),
        "bench ground.samples --processes 1 --rounds 1 --level base --threads 1",
        "bench ground.samples --processes 1 --rounds 1 --level base --threads 1 --json",
        "bench ground.samples --processes 1 --rounds 1 --level base --threads 1 --out -",
        ("reproduce --section table7 --seeds 0 --experiments " TWC_SOURCE_DIR "/experiments"),
        ("reproduce --section table7 --seeds 0 --json --experiments " TWC_SOURCE_DIR "/experiments"),
        "report",
        "report --json",
        "feature add w.h5+full3.log --nodes=0,300:100,320",
        "feature list w.h5",
        "feature list w.h5 --json",
        "feature show w.h5 --geojson",
        "feature check w.h5 --nodes=0,300:100,320",
        "feature check w.h5 --nodes=0,300:100,320 --json",
        "info w.h5",
        ("walk " TWC_SOURCE_DIR "/experiments/island.json 0,0 1,1"),
        ("query 0,0 --land " TWC_SOURCE_DIR "/experiments/island.json"),
        "info w.h5 --json",
        "report --numbers",
        "report --out -",
    };
    char command[2000];
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(twc("import " REGION " --out w.h5"), 0);
    CU_ASSERT_EQUAL_FATAL(twc("edit w.h5 w.log raise --at 0,300"), 0);
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        snprintf(command, sizeof command, "cd %s && " TWC_PROGRAM " %s >/dev/full 2>messages", scratch_folder,
                 lines[k]);
        int state = system(command), code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
        char *messages = output("messages");
        SUITE_EXPECT(bad, code == TWC_IO && strstr(messages, "cannot write"), "twc %s: %d, %s", lines[k], code,
                     messages);
        free(messages);
    }
    char name[COMMANDS_AT_MOST][NAME_SIZE];
    for (int count = commands(name), c = 0; c < count; c++) {
        int found = 0;
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
            found |= strncmp(lines[k], name[c], strlen(name[c])) == 0 && lines[k][strlen(name[c])] == ' ';
        SUITE_EXPECT(bad, found || strcmp(name[c], "report") == 0, "twc %s has no line here", name[c]);
    }
    SUITE_NONE(bad);
}

/* An installed program takes the data beside it, whatever tree it was built from. */
static void data_lie_beside_the_program(void)
{
    char line[1024];
    snprintf(line, sizeof line,
             "cd %s && mkdir -p bin share/twc/experiments elsewhere && cp " TWC_PROGRAM " bin/twc && "
             "echo nothing > share/twc/experiments/sections.json && cd elsewhere && "
             "../bin/twc reproduce --section table5 --seeds 0 --out o >../output 2>../messages",
             scratch_folder);
    int state = system(line);
    expect_refusal(WIFEXITED(state) ? WEXITSTATUS(state) : -1, TWC_IO,
                   "share/twc/experiments/sections.json is not valid JSON", "elsewhere/o/results.json");
    expect_refusal(twc("reproduce --section none --out o"), TWC_USAGE, "there is no section", "o/results.json");
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"options are told everywhere", options_are_told_everywhere},
        {"pages are well formed", pages_are_well_formed},
        {"mistyped", mistyped},
        {"bench looks first", bench_looks_first},
        {"nothing is ignored", nothing_is_ignored},
        {"standard output takes files", standard_output_takes_files},
        {"full disks are failures", full_disks_are_failures},
        {"data lie beside the program", data_lie_beside_the_program},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("main", tests);
    scratch_remove();
    return failed;
}
