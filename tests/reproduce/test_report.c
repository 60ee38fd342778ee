/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc report: a page that is well-formed, whole, self-contained and the same every time, or a clear refusal. */
#include <sys/wait.h>

#include "common/scratch.h"
#include "common/suite.h"

static char output[1 << 14];

/* Runs twc with arguments; its exit code, and both streams in `output`. */
static int run(const char *arguments)
{
    char command[2048];
    size_t length = 0, got;
    snprintf(command, sizeof command, "cd %s && " TWC_PROGRAM " %s 2>&1", scratch_folder, arguments);
    FILE *pipe = popen(command, "r");
    while (pipe && (got = fread(output + length, 1, sizeof output - 1 - length, pipe)) > 0)
        length += got;
    output[length] = '\0';
    int status = pipe ? pclose(pipe) : -1;
    return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- a reader of markup: every element closed in its order, every attribute quoted, every entity known ---- */

enum { DEEPEST = 64 };

typedef struct markup {
    const char *at;
    char open[DEEPEST][32];
    int depth;
    int elements;
} markup;

static int fail_at(const markup *m, const char *what)
{
    printf("\n    %s at \"%.60s\"", what, m->at);
    return 0;
}

/* Attributes up to > or />; 2 when the element closes itself. */
static int read_attributes(markup *m)
{
    for (;;) {
        m->at += strspn(m->at, " \n\t");
        if (*m->at == '>')
            return m->at++, 1;
        if (strncmp(m->at, "/>", 2) == 0)
            return m->at += 2, 2;
        size_t name = strspn(m->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:_");
        if (name == 0 || m->at[name] != '=' || m->at[name + 1] != '"')
            return fail_at(m, "an attribute without a quoted value");
        const char *end = strchr(m->at + name + 2, '"');
        if (!end || memchr(m->at + name + 2, '<', (size_t)(end - m->at) - name - 2))
            return fail_at(m, "an attribute that does not end");
        m->at = end + 1;
    }
}

static int read_tag(markup *m)
{
    int closing = m->at[1] == '/';
    const char *begin = m->at + 1 + closing;
    size_t length = strspn(begin, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:");
    if (length == 0 || length > 31)
        return fail_at(m, "no tag");
    m->at = begin + length;
    if (closing) {
        if (*m->at != '>' || m->depth == 0 || strlen(m->open[m->depth - 1]) != length ||
            strncmp(m->open[m->depth - 1], begin, length) != 0)
            return fail_at(m, "an end without its begin");
        m->depth--;
        m->at++;
        return 1;
    }
    if (m->depth == DEEPEST)
        return fail_at(m, "too deep");
    snprintf(m->open[m->depth++], sizeof m->open[0], "%.*s", (int)length, begin);
    m->elements++;
    int kind = read_attributes(m);
    m->depth -= kind == 2;
    return kind;
}

static int well_formed(const char *text, int *elements)
{
    markup m = {.at = text};
    if (strncmp(text, "<!DOCTYPE html>", 15) != 0)
        return fail_at(&m, "no document type");
    m.at += 15;
    while (*m.at) {
        if (*m.at == '<' && !read_tag(&m))
            return 0;
        if (*m.at == '&' && strncmp(m.at, "&amp;", 5) != 0 && strncmp(m.at, "&lt;", 4) != 0 &&
            strncmp(m.at, "&gt;", 4) != 0 && strncmp(m.at, "&quot;", 6) != 0)
            return fail_at(&m, "an unknown entity");
        m.at += *m.at && *m.at != '<';
    }
    *elements = m.elements;
    return m.depth == 0 ? 1 : fail_at(&m, "an element that does not end");
}

/* ---- a folder of results ---- */

static const char results[] =
    "{\"provenance\": {\"commit\": \"abc<123>\", \"compiler\": \"GNU \\\"12\\\" & more\", \"threads\": 2, \"system\": \"Linux 6 x86_64\"},"
    " \"sections\": {\"table5\": {\"summary\": \"planes per km2\","
    "  \"builds\": [{\"builder\": \"reference\", \"variant\": \"fine only\", \"threads\": 1},"
    "               {\"builder\": \"fast v2\", \"variant\": \"fine only\", \"threads\": 2, \"equal\": true},"
    "               {\"builder\": \"fast v3\", \"variant\": \"fine only\", \"threads\": 2, \"equal\": false}],"
    "  \"region\": {\"name\": \"a <b> & c\", \"seed\": 42, \"world_sha256\": \"00ff\"},"
    "  \"claims\": ["
    "   {\"metric\": \"m\", \"title\": \"Alpha cells\", \"unit\": \"\", \"column\": \"broad\", \"decimals\": 0, \"paper\": 12430, \"low\": 12430,"
    "    \"high\": 12430, \"measured\": 12430, \"holds\": true, \"ensemble\": {\"count\": 9, \"median\": 12431, \"low_95\": 12422, \"high_95\": 12438}, \"valley\": 7},"
    "   {\"metric\": \"m\", \"title\": \"Beta planes per km2\", \"unit\": \"deg\", \"column\": \"fine\", \"decimals\": 1, \"paper\": 10.6, \"low\": 9.6,"
    "    \"high\": 11.6, \"measured\": 11.25, \"holds\": true, \"ensemble\": {\"count\": 0, \"median\": null, \"low_95\": null, \"high_95\": null}},"
    "   {\"metric\": \"m\", \"title\": \"Gamma <edges>\", \"unit\": \"m\", \"column\": \"fine\", \"decimals\": 2, \"paper\": 1, \"low\": 0.5,"
    "    \"high\": 1.5, \"measured\": -3.25, \"holds\": false},"
    "   {\"metric\": \"m\", \"title\": \"Delta\", \"unit\": \"m\", \"column\": \"fine\", \"paper\": 1, \"low\": 1, \"high\": 1, \"measured\": null, \"holds\": false}]},"
    " \"reach\": {\"summary\": \"s\", \"edits\": 20000, \"farthest_m\": 147.4, \"stale_edits\": 38, \"stale_chunks\": 40}},"
    " \"checks\": 60, \"failures\": 2}";

static const char drawing[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    "width=\"100pt\" height=\"50pt\" viewBox=\"0 0 100 50\">\n<defs><path id=\"lattice-a\" d=\"M0 0H9\"/></defs>"
    "<use xlink:href=\"#lattice-a\"/></svg>\n";

/* Not a picture anyone can see, but signed as one. */
static const unsigned char picture[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 1, 2, 3};

/* out/ with results, a drawing, a picture and a data file. */
static void put_folder(void)
{
    char command[192];
    snprintf(command, sizeof command, "rm -rf %s/out && mkdir %s/out", scratch_folder, scratch_folder);
    CU_ASSERT_EQUAL_FATAL(system(command), 0);
    put_text(scratch_path("out/results.json"), results);
    put_text(scratch_path("out/lattice.svg"), drawing);
    put_file(scratch_path("out/error.png"), picture, sizeof picture);
    put_text(scratch_path("out/world.h5"), "abc");
}

static char *page(void)
{
    size_t size;
    return (char *)get_file(scratch_path("out/report.html"), &size);
}

static int has(const char *text, const char *part)
{
    if (!strstr(text, part))
        printf("\n    nowhere: %s", part);
    return strstr(text, part) != NULL;
}

/* The row of a claim, cut out of the page. */
static const char *row_of(const char *text, const char *title)
{
    static char row[4096];
    const char *at = strstr(text, title), *end = at ? strstr(at, "</tr>") : NULL;
    *row = '\0';
    if (end)
        snprintf(row, sizeof row, "%.*s", (int)(end - at), at);
    return row;
}

/* ---- tests ---- */

static void test_every_claim_has_its_verdict(void)
{
    put_folder();
    CU_ASSERT_EQUAL(run("report"), 0);
    CU_ASSERT_STRING_EQUAL(output, "out/report.html\n");
    char *text = page();
    CU_ASSERT_TRUE(has(row_of(text, "Alpha cells"), "\u2713 exact"));
    CU_ASSERT_TRUE(has(row_of(text, "Alpha cells"), "12,431 [12,422, 12,438]"));
    CU_ASSERT_TRUE(has(row_of(text, "Alpha cells"), ">7</td>"));
    CU_ASSERT_TRUE(has(row_of(text, "Beta planes per km<sup>2</sup>"), "\u2248 in band"));
    CU_ASSERT_TRUE(has(row_of(text, "Beta planes"), "9.6 to 11.6"));
    CU_ASSERT_TRUE(has(row_of(text, "Gamma &lt;edges&gt;"), "\u2717 outside band"));
    CU_ASSERT_TRUE(has(row_of(text, "Gamma"), "\u22123.25"));
    CU_ASSERT_TRUE(has(row_of(text, "Delta"), "\u2717 differs"));
    CU_ASSERT_TRUE(has(row_of(text, "fast v2"), "\u2713 equal in every bit"));
    CU_ASSERT_TRUE(has(row_of(text, "fast v3"), "\u2717 differs"));
    CU_ASSERT_TRUE(has(text, "58 of 60 checks hold"));
    CU_ASSERT_TRUE(has(text, "<b>147.4\u00a0m</b> farthest changed triangle"));
    CU_ASSERT_TRUE(has(text, "<b>38</b> strokes that leave a stale chunk"));
    CU_ASSERT_TRUE(has(text, "abc&lt;123&gt;"));
    CU_ASSERT_TRUE(has(text, "GNU &quot;12&quot; &amp; more"));
    CU_ASSERT_TRUE(has(text, "a &lt;b&gt; &amp; c, seed 42"));
    free(text);
}

static void test_well_formed_and_self_contained(void)
{
    int elements = 0;
    put_folder();
    CU_ASSERT_EQUAL(run("report"), 0);
    char *text = page();
    CU_ASSERT_TRUE(well_formed(text, &elements));
    CU_ASSERT_TRUE(elements > 150);
    CU_ASSERT_PTR_NULL(strstr(text, "<script"));
    CU_ASSERT_PTR_NULL(strstr(text, "<link"));
    CU_ASSERT_PTR_NULL(strstr(text, "@import"));
    int bad = 0, sources = 0;
    for (const char *at = text; (at = strstr(at, "src=\"")); at++, sources++)
        SUITE_EXPECT(bad, strncmp(at + 5, "data:image/", 11) == 0, "%.60s", at);
    for (const char *at = text; (at = strstr(at, "href=\"")); at++, sources++)
        SUITE_EXPECT(bad, !strstr((char[40]){at[6], at[7], at[8], at[9], at[10], at[11], 0}, ":") && at[6] != '/',
                     "%.60s", at);
    for (const char *at = text; (at = strstr(at, "url(")); at++)
        SUITE_EXPECT(bad, at[4] == '#', "%.60s", at);
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(sources >= 5);
    free(text);
}

static void test_figures_and_files(void)
{
    put_folder();
    CU_ASSERT_EQUAL(run("report"), 0);
    char *text = page();
    CU_ASSERT_TRUE(has(text, "<use xlink:href=\"#lattice-a\"/></svg>"));
    CU_ASSERT_TRUE(has(text, "src=\"data:image/png;base64,iVBORw0KGgoBAgM=\"")); /* by base64(1) */
    CU_ASSERT_TRUE(has(text, "twc plot budget --out out</code> draws it"));
    CU_ASSERT_PTR_NULL(strstr(text, "twc plot lattice"));
    CU_ASSERT_TRUE(
        has(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")); /* FIPS 180-4 of "abc" */
    CU_ASSERT_TRUE(has(text, "twc reproduce --section table5</code> makes it"));
    CU_ASSERT_TRUE(has(text, "The section <b>table7</b>"));
    CU_ASSERT_TRUE(has(text, "twc reproduce --section errata</code> computes them"));
    free(text);
}

/* A drawing too large to stand in the page gives way to its picture, where there is one. */
static void test_large_drawings(void)
{
    char *large = malloc(400000);
    CU_ASSERT_PTR_NOT_NULL_FATAL(large);
    memset(large, ' ', 400000);
    memcpy(large, drawing, strlen(drawing) - 7);
    strcpy(large + 399000, "</svg>");
    put_folder();
    put_text(scratch_path("out/lattice.svg"), large);
    CU_ASSERT_EQUAL(run("report"), 0);
    char *text = page();
    CU_ASSERT_TRUE(has(text, "#lattice-a"));
    free(text);
    put_file(scratch_path("out/lattice.png"), picture, sizeof picture);
    CU_ASSERT_EQUAL(run("report"), 0);
    text = page();
    CU_ASSERT_PTR_NULL(strstr(text, "#lattice-a"));
    free(text);
    free(large);
}

/* Exact zeros that hold are one line; one that does not hold keeps its row. */
static void test_zeros_are_folded(void)
{
    char claims[2048] = "{\"sections\": {\"table5\": {\"summary\": \"s\", \"claims\": [", one[256];
    static const char *const titles[] = {"Zeta", "Zeta", "Eta <b>", "Theta", "Iota"};
    for (int k = 0; k < 5; k++) {
        snprintf(one, sizeof one,
                 "%s{\"title\": \"%s\", \"unit\": \"\", \"column\": \"c%d\", \"paper\": 0, \"low\": 0, \"high\": %d, "
                 "\"measured\": %d, \"holds\": %s}",
                 k ? ", " : "", titles[k], k, k == 4, k == 3 ? 2 : 0, k == 3 ? "false" : "true");
        strcat(claims, one);
    }
    put_folder();
    put_text(scratch_path("out/results.json"), strcat(claims, "]}}, \"checks\": 5, \"failures\": 1}"));
    CU_ASSERT_EQUAL(run("report"), 0);
    char *text = page();
    CU_ASSERT_TRUE(has(text, "\u2713 exactly 0</b>, 3 claims: Zeta (c0, c1); Eta &lt;b&gt; (c2).</p>"));
    CU_ASSERT_TRUE(has(row_of(text, "Theta"), "\u2717 differs"));
    CU_ASSERT_TRUE(has(row_of(text, "Iota"), "\u2248 in band"));
    free(text);
}

static void test_same_bytes(void)
{
    size_t sizes[2];
    put_folder();
    CU_ASSERT_EQUAL(run("report"), 0);
    unsigned char *first = get_file(scratch_path("out/report.html"), &sizes[0]);
    CU_ASSERT_EQUAL(run("report --from out --out again.html"), 0);
    unsigned char *second = get_file(scratch_path("again.html"), &sizes[1]);
    CU_ASSERT_EQUAL(sizes[0], sizes[1]);
    CU_ASSERT_TRUE(sizes[0] == sizes[1] && memcmp(first, second, sizes[0]) == 0);
    free(first);
    free(second);
}

/* What can't be reported is refused, and the page of before stays. */
static void refuse(const char *name, const char *content, const char *message)
{
    put_folder();
    put_text(scratch_path("out/report.html"), "before");
    put_text(scratch_path(name), content);
    CU_ASSERT_EQUAL(run("report"), 4);
    CU_ASSERT_TRUE(has(output, message));
    char *text = page();
    CU_ASSERT_STRING_EQUAL(text, "before");
    free(text);
    char command[160];
    snprintf(command, sizeof command, "test $(ls -A %s/out | wc -l) -le 6", scratch_folder); /* no temporary left */
    CU_ASSERT_EQUAL(system(command), 0);
}

static void test_refusals(void)
{
    CU_ASSERT_EQUAL(run("report --from nowhere"), 4);
    CU_ASSERT_TRUE(has(output, "twc reproduce --out nowhere makes it"));
    CU_ASSERT_EQUAL(run("report more"), 2);
    refuse("out/results.json", "{\"sections\": ", "twc reproduce --out out makes it");
    refuse("out/results.json", "[]", "holds no sections");
    refuse("out/results.json", "{\"sections\": {}}", "holds no sections");
    refuse("out/lattice.svg", "nothing", "is no SVG");
    refuse("out/lattice.svg", "<svg width=\"1\"><image xlink:href=\"http://example.org/a.png\"/></svg>",
           "outside itself");
    refuse("out/lattice.svg", "<svg width=\"1\"><path style=\"fill:url(file:a)\"/></svg>", "outside itself");
    refuse("out/lattice.svg", "<svg width=\"1\"><script>1</script></svg>", "no place in a report");
    refuse("out/error.png", "GIF89a", "is no PNG");
}

/* Values of every wrong type: a page all the same. */
static void test_odd_results(void)
{
    static const char *const odd[] = {
        "{\"sections\": {\"x\": 1, \"y\": [], \"z\": \"t\", \"w\": null}}",
        "{\"sections\": {\"table5\": {\"claims\": [1, null, {}, [], {\"title\": 5, \"low\": \"a\", \"holds\": 1}], \"builds\": [1, {}]}}, \"checks\": \"a\"}",
        "{\"sections\": {\"table5\": {\"claims\": {\"a\": 1}, \"region\": {\"name\": {}}}}, \"provenance\": []}",
        "{\"sections\": {\"\": {\"claims\": [{\"low\": -1e300, \"high\": 1e300, \"measured\": 1e308, \"decimals\": 99, \"title\": \"\\u0001&\"}]}}}",
    };
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        int elements;
        put_folder();
        put_text(scratch_path("out/results.json"), odd[k]);
        CU_ASSERT_EQUAL(run("report"), 0);
        char *text = page();
        CU_ASSERT_TRUE(well_formed(text, &elements));
        CU_ASSERT_TRUE(!strstr(text, ">nan") && !strstr(text, "Mnan") && !strstr(text, " nan") && !strstr(text, "inf"));
        free(text);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"every claim has its verdict", test_every_claim_has_its_verdict},
                           {"well-formed and self-contained", test_well_formed_and_self_contained},
                           {"figures and files", test_figures_and_files},
                           {"large drawings", test_large_drawings},
                           {"zeros are folded", test_zeros_are_folded},
                           {"same bytes", test_same_bytes},
                           {"refusals", test_refusals},
                           {"odd results", test_odd_results},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("report", tests);
    scratch_remove();
    return failed;
}
