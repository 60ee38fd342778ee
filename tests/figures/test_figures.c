/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures: files that are there, whole, full and the same every time; and errors that say what is wrong. */
#include <CUnit/Basic.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "axes.h"
#include "bytes.h"
#include "figures.h"
#include "plot/choose.h"
#include "plot/figure.h"
#include "plot/strips.h"
#include "twc/world_data.h"

enum { STRIPS = 3, SEEDS = 20 };

static twc_world_data data;
static twc_study_source source;
static twc_features roads;
static const twc_cost_table costs = {
    9,
    {"samples", "fine filter", "broad filter", "triangles", "cut", "basin filter", "faces", "ranks", "vertices"},
    {{8, 9, 10},
     {29, 30, 31},
     {180, 200, 300},
     {89, 90, 91},
     {38, 40, 44},
     {299, 300, 310},
     {79, 80, 82},
     {49, 50, 51},
     {19, 20, 21}},
    {{0.9, 1, 2}, {1.9, 2, 2.1}, {2.9, 3, 3.1}, {4, 4, 4}, {4, 5, 6}, {5, 6, 7}, {7, 7, 7}, {8, 8, 9}, {8, 9, 9}},
    "base"};
static double values[STRIPS][SEEDS];
static double shift[SEEDS], scratch[SEEDS];
static twc_strip strips[STRIPS];
static const twc_ensemble_strips shown = {strips, STRIPS, shift};
static char folder[64];

/* Rolling land in the south; in the north a slope of 0.6 with 5 m waves, Broad by relief. */
static double height_at(int32_t x, int32_t z)
{
    double wave = (double)twc_floor_mod(x * 3 + z, 24) / 24, rise = z < 0 ? -2.4 * z : 0;
    return 20 + rise + (z < 0 ? 5 : 2) * (wave < 0.5 ? wave : 1 - wave);
}

static int make_scene(void)
{
    twc_status status = twc_world_data_create((twc_rect){-1, -1, 2, 2}, 22000, "test", &data);
    for (int k = 0; k < 4 && !status.code; k++)
        status = twc_world_data_add_tile(&data, k % 2 - 1, k / 2 - 1);
    twc_rect samples = twc_world_samples(&data.world);
    uint16_t *raw = malloc((size_t)samples.nx * (size_t)samples.nz * sizeof *raw);
    for (int32_t k = 0; k < samples.nx * samples.nz; k++)
        raw[k] = twc_height_sample(height_at(samples.x + k % samples.nx, samples.z + k / samples.nx));
    twc_world_data_set_samples(&data, samples, raw);
    free(raw);
    if (!status.code)
        status = twc_world_data_classify(&data);
    for (int s = 0; s < STRIPS; s++) {
        for (int k = 0; k < SEEDS; k++)
            values[s][k] = 100 + 10 * s + twc_jitter(twc_hash(k, s, 1), 20);
        strips[s] = (twc_strip){
            "measure", 100, 95, 105, 101, values[s], SEEDS, "%.0f", twc_spread_of(values[s], SEEDS, scratch)};
    }
    source = (twc_study_source){.world = &data.world, .water = 18, .threads = 2, .samples = 1};
    const twc_point nodes[] = {{-30000, 12000}, {2000, 20000}, {30000, 17000}};
    const twc_corridor road = {.id = 7, .profile = &twc_cart_road, .node_count = 3, .nodes = nodes};
    if (!status.code)
        status = twc_features_place(&data.world, 0, &road, &roads);
    source.features = roads.list;
    source.costs = &costs;
    source.strips = &shown;
    if (twc_level_supported(twc_level_best()))
        source.builder = twc_fast_builder(twc_level_best());
    snprintf(folder, sizeof folder, "/tmp/twc_figures_XXXXXX");
    return status.code || !mkdtemp(folder);
}

static int drop_scene(void)
{
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (listing)
        closedir(listing);
    twc_features_destroy(&roads);
    twc_world_data_destroy(&data);
    return rmdir(folder); /* fails when a hidden temporary file was left behind */
}

static twc_bytes read_file(const char *name, const char *extension)
{
    twc_bytes bytes = {0};
    char path[512], block[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, extension);
    FILE *file = fopen(path, "rb");
    for (size_t got; file && (got = fread(block, 1, sizeof block, file)) > 0;)
        twc_bytes_append(&bytes, block, got);
    if (file)
        fclose(file);
    return bytes;
}

static int contains(const twc_bytes *bytes, const char *text)
{
    size_t length = strlen(text);
    for (size_t k = 0; k + length <= bytes->size; k++)
        if (memcmp(bytes->data + k, text, length) == 0)
            return 1;
    return 0;
}

static twc_status write_figure(const twc_figure *figure, const char *where)
{
    return twc_figure_write(figure, &source, where);
}

/* Distinct colours of a picture, up to 64. */
static int colours(cairo_surface_t *image)
{
    uint32_t seen[64];
    int count = 0, width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width && count < 64; x++) {
            uint32_t word;
            int k = 0;
            memcpy(&word, cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image) + 4 * x, 4);
            while (k < count && seen[k] != word)
                k++;
            if (k == count)
                seen[count++] = word;
        }
    return count;
}

static void check_png(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    CU_ASSERT_EQUAL_FATAL(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    int width = cairo_image_surface_get_width(image);
    CU_ASSERT(width >= TWC_COLUMN_PT * 300 / 72 - 1 && width <= TWC_TEXT_PT * 300 / 72 + 1);
    CU_ASSERT(colours(image) > 16);
    cairo_surface_destroy(image);
}

static void test_every_figure(void)
{
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        twc_status status = write_figure(figure, folder);
        CU_ASSERT_STRING_EQUAL(status.message, "");
        twc_bytes pdf = read_file(figure->name, "pdf"), svg = read_file(figure->name, "svg");
        CU_ASSERT(pdf.size > 4000 && memcmp(pdf.data, "%PDF-", 5) == 0);
        int lettered = strcmp(figure->name, "view") != 0;
        CU_ASSERT(contains(&pdf, "/FontFile") == lettered && contains(&pdf, "%%EOF"));
        CU_ASSERT(svg.size > 4000 && contains(&svg, "</svg>") && contains(&svg, "id=\""));
        check_png(figure->name);
        twc_bytes_free(&pdf);
        twc_bytes_free(&svg);
    }
}

static void test_same_bytes(void)
{
    static const char *const extensions[] = {"pdf", "svg", "png"};
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        twc_bytes first[3]; /* of the test before */
        for (int k = 0; k < 3; k++)
            first[k] = read_file(figure->name, extensions[k]);
        CU_ASSERT_EQUAL(write_figure(figure, folder).code, TWC_OK);
        for (int k = 0; k < 3; k++) {
            twc_bytes second = read_file(figure->name, extensions[k]);
            CU_ASSERT(first[k].size == second.size && memcmp(first[k].data, second.data, second.size) == 0);
            twc_bytes_free(&first[k]);
            twc_bytes_free(&second);
        }
    }
}

static void test_date(void)
{
    const twc_figure *figure = &twc_figures[0];
    setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
    CU_ASSERT_EQUAL(write_figure(figure, folder).code, TWC_OK);
    twc_bytes pdf = read_file(figure->name, "pdf");
    CU_ASSERT(contains(&pdf, "20231114221320Z"));
    twc_bytes_free(&pdf);
    setenv("SOURCE_DATE_EPOCH", "yesterday", 1);
    twc_status status = write_figure(figure, folder);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "yesterday"));
    unsetenv("SOURCE_DATE_EPOCH");
}

static void test_bad_folder(void)
{
    char path[80];
    snprintf(path, sizeof path, "%s/file/folder", folder);
    char file[80];
    snprintf(file, sizeof file, "%s/file", folder);
    fclose(fopen(file, "w"));
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        if (figure->parts & TWC_STUDY_WORLD && figure->parts & TWC_STUDY_FACES && strcmp(figure->name, "weather") != 0)
            continue; /* views take their time, and one of them fails as the others do */
        if (figure->parts & TWC_STUDY_LAND && strcmp(figure->name, "land_stripes") != 0)
            continue;
        twc_status status = write_figure(figure, path);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    }
    CU_ASSERT_EQUAL(remove(file), 0);
    CU_ASSERT_EQUAL(write_figure(&twc_figures[0], "/dev/null").code, TWC_IO);
}

static void test_names(void)
{
    const char *nearest = NULL;
    for (const twc_figure *figure = twc_figures; figure->name; figure++)
        CU_ASSERT_PTR_EQUAL(twc_figure_find(figure->name, &nearest), figure);
    CU_ASSERT_STRING_EQUAL(twc_figure_find("fig4", &nearest)->name, "boundary");
    CU_ASSERT_STRING_EQUAL(twc_figure_find("3", &nearest)->name, "lattice");
    CU_ASSERT_PTR_NULL(twc_figure_find("boundry", &nearest));
    CU_ASSERT_STRING_EQUAL(nearest, "boundary");
    CU_ASSERT_PTR_NULL(twc_figure_find("", &nearest));
    CU_ASSERT_PTR_NULL(twc_figure_find("ensembles", &nearest));
    CU_ASSERT_STRING_EQUAL(nearest, "ensemble");
}

static void test_windows(void)
{
    twc_rect outside = {60000, 0, 1000, 1000}, empty = {0, 0, 0, 100}, touching = {51100, 51100, 6400, 6400};
    CU_ASSERT_EQUAL(twc_window_check(source.world, outside).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_window_check(source.world, empty).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_window_check(source.world, touching).code, TWC_OK);
    twc_rect chunks = twc_window_chunks(source.world, touching);
    CU_ASSERT(chunks.x == 0 && chunks.z == 0 && chunks.nx == 2 && chunks.nz == 2);
}

static void test_no_boundary(void)
{
    const twc_tile *const none[1] = {NULL};
    const twc_world flat = {{0, 0, 1, 1}, 20000, none};
    const twc_study_source bare = {.world = &flat, .water = TWC_NO_WATER, .threads = 1};
    twc_rect window;
    twc_status status = twc_choose_boundary(&bare, &window);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "Broad"));
}

static void test_no_road(void)
{
    static const char *const names[] = {"region", "recolour", "corridor", "roads"};
    twc_study_source bare = source;
    bare.features.count = 0;
    for (int k = 0; k < 4; k++) {
        const char *nearest;
        twc_status status = twc_figure_write(twc_figure_find(names[k], &nearest), &bare, folder);
        CU_ASSERT_EQUAL(status.code, TWC_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "road"));
    }
}

static void test_bad_strips(void)
{
    twc_strip zero = strips[0];
    CU_ASSERT_EQUAL(twc_write_ensemble(&(twc_ensemble_strips){strips, 0, shift}, folder).code, TWC_USAGE);
    zero.paper = 0;
    CU_ASSERT_EQUAL(twc_write_ensemble(&(twc_ensemble_strips){&zero, 1, shift}, folder).code, TWC_USAGE);
}

static void test_strips(void)
{
    twc_claim_table table;
    twc_trial trials[2];
    const twc_ensemble ensemble = {1, 2, trials};
    twc_strips made;
    CU_ASSERT_EQUAL_FATAL(twc_claims_read(TWC_SOURCE_DIR "/experiments/table5.json", &table, NULL).code, TWC_OK);
    for (int m = 0; m < TWC_METRIC_COUNT; m++)
        for (int k = 0; k < 4; k++)
            trials[k / 2].variant[k % 2].value[m] = 100 * m + 10 * (k / 2) + k % 2;
    CU_ASSERT_EQUAL_FATAL(twc_strips_create(&table, &ensemble, &trials[1], &made).code, TWC_OK);
    int seen = 0, planes = twc_metric_find("planes_per_km2");
    for (size_t k = 0; k < made.shown.count; k++) {
        const twc_strip *strip = &made.strip[k];
        CU_ASSERT(strip->paper > 0 && strip->low <= strip->paper && strip->paper <= strip->high && strip->count == 2);
        if (strcmp(strip->label, "Distinct planes per km\u00b2, broad") == 0)
            seen += strip->values[0] == 100 * planes + 1 && strip->values[1] == 100 * planes + 11 &&
                    strip->calibrated == 100 * planes + 11 && strip->paper == 477;
    }
    CU_ASSERT_EQUAL(seen, 1);
    twc_strips_destroy(&made);
    snprintf(table.row[0].metric, sizeof table.row[0].metric, "wheels");
    twc_status status = twc_strips_create(&table, &ensemble, NULL, &made);
    CU_ASSERT(status.code == TWC_USAGE && strstr(status.message, "wheels"));
}

/* The exit code of `twc plot` with these arguments, run in the source folder; its messages go to *text. */
static int plot_command(const char *arguments, char text[1024])
{
    char line[1024];
    snprintf(line, sizeof line, "cd " TWC_SOURCE_DIR " && " TWC_PROGRAM " plot %s 2>&1", arguments);
    FILE *pipe = popen(line, "r");
    size_t length = pipe ? fread(text, 1, 1023, pipe) : 0;
    text[length] = '\0';
    int result = pipe ? pclose(pipe) : -1;
    return WIFEXITED(result) ? WEXITSTATUS(result) : -1;
}

/* Without a camera all of the world is in the picture: sky along its rim, ground in its middle. */
static void frames_the_world(void)
{
    char arguments[256], text[1024], path[128];
    snprintf(arguments, sizeof arguments, "view --pixels 180x120 --out %s", folder);
    CU_ASSERT_EQUAL_FATAL(plot_command(arguments, text), 0);
    snprintf(path, sizeof path, "%s/view.png", folder);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    const int width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image),
              stride = cairo_image_surface_get_stride(image) / 4, inset = 2; /* within the frame */
    const uint32_t *pixels = (const uint32_t *)(const void *)cairo_image_surface_get_data(image);
    const uint32_t sky = pixels[inset * stride + inset];
    int other = 0;
    for (int x = inset; x < width - inset; x++)
        other += pixels[inset * stride + x] != sky || pixels[(height - 1 - inset) * stride + x] != sky;
    for (int y = inset; y < height - inset; y++)
        other += pixels[y * stride + inset] != sky || pixels[y * stride + width - 1 - inset] != sky;
    CU_ASSERT_EQUAL(other, 0);
    CU_ASSERT_NOT_EQUAL(pixels[height / 2 * stride + width / 2], sky);
    cairo_surface_destroy(image);
}

static void test_command(void)
{
    char text[1024], arguments[256];
    CU_ASSERT_EQUAL(plot_command("--list", text), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "boundary"));
    CU_ASSERT_EQUAL(plot_command("boundry", text), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "did you mean \"boundary\""));
    CU_ASSERT_EQUAL(plot_command("", text), 2);
    CU_ASSERT_EQUAL(plot_command("boundary --at 1e5,0 --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("boundary --at here --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("boundary --size 64 --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("ensemble --world missing.h5 --out /tmp", text), 4);
    CU_ASSERT_EQUAL(plot_command("lattice --out /dev/null", text), 4);
    CU_ASSERT_EQUAL(plot_command("view --eye 0,-150,400 --target 0,0,0 --out /tmp", text), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "under the ground"));
    snprintf(arguments, sizeof arguments, "view --eye 5000,300,0 --target 0,0,0 --pixels 90x60 --out %s", folder);
    CU_ASSERT_EQUAL(plot_command(arguments, text), 0); /* from outside */
    frames_the_world();
    CU_ASSERT_EQUAL(plot_command("view --eye 0,100,0 --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("corridor --road=1,2:3 --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("corridor --road=10,20 --out /tmp", text), 2); /* one place is no road */
    CU_ASSERT_EQUAL(plot_command("view --weather hail --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("view --pixels 90000x90000 --out /tmp", text), 2);
    CU_ASSERT_EQUAL(plot_command("view --pixels 12 --out /tmp", text), 2);
    snprintf(arguments, sizeof arguments, "fig3 --at=-300,-700 --out %s", folder);
    CU_ASSERT_EQUAL(plot_command(arguments, text), 0);
    check_png("lattice");
}

static void test_svg_names(void)
{
    const char *text =
        "<g id=\"surface17\"><use href=\"#glyph0-1\"/><image id=\"image21\" mask=\"url(#mask0)\"/></g>#surface17 href=\"#image21\"";
    const char *wanted =
        "<g id=\"a-surface0\"><use href=\"#a-glyph0-1\"/><image id=\"a-image1\" mask=\"url(#a-mask0)\"/></g>#surface17 href=\"#a-image1\"";
    twc_bytes in = {0}, out = {0};
    twc_bytes_append(&in, text, strlen(text));
    CU_ASSERT_EQUAL(twc_svg_rename(&in, "a", &out), 0);
    CU_ASSERT(out.size == strlen(wanted) && memcmp(out.data, wanted, out.size) == 0);
    twc_bytes_free(&in);
    twc_bytes_free(&out);
}

static void test_ticks(void)
{
    const twc_axis linear = {-1.02, 1.02, 0, NULL}, turned = {1, 0, 0, NULL}, decades = {8, 12000, 1, NULL},
                   narrow = {0.8, 1.25, 1, NULL};
    char text[32];
    twc_ticks ticks = twc_axis_ticks(&linear, 5);
    CU_ASSERT_EQUAL(ticks.count, 5);
    twc_tick_label(&linear, &ticks, 0, text);
    CU_ASSERT_STRING_EQUAL(text, "\u22121.0");
    twc_tick_label(&linear, &ticks, 2, text);
    CU_ASSERT_STRING_EQUAL(text, "0.0");
    CU_ASSERT_EQUAL(twc_axis_ticks(&turned, 5).count, 6);
    ticks = twc_axis_ticks(&decades, 5);
    CU_ASSERT_EQUAL(ticks.count, 2 + 9 + 9 + 9 + 1); /* 8 9, 10..90, 100..900, 1000..9000, 10000 */
    twc_tick_label(&decades, &ticks, ticks.count - 1, text);
    CU_ASSERT_STRING_EQUAL(text, "10000");
    ticks = twc_axis_ticks(&narrow, 5);
    CU_ASSERT_EQUAL(ticks.count, 5); /* 0.8 0.9 1.0 1.1 1.2 */
    twc_tick_label(&narrow, &ticks, 0, text);
    CU_ASSERT_STRING_EQUAL(text, "0.8");
}

/* Relative luminance of sRGB. */
static double luminance(twc_rgb c)
{
    double linear[3] = {c.r, c.g, c.b};
    for (int k = 0; k < 3; k++)
        linear[k] = linear[k] * linear[k];
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

static void test_colours(void)
{
    for (int k = 1; k <= 256; k++)
        CU_ASSERT(luminance(twc_viridis(k / 256.0)) > luminance(twc_viridis((k - 1) / 256.0)));
    twc_rgb low = twc_viridis(-1), high = twc_viridis(2);
    CU_ASSERT(low.r * 255 == 0x44 && high.b * 255 == 0x25);
    for (int k = 0; k < 128; k++) /* lightest in the middle, falling to both ends */
        CU_ASSERT(luminance(twc_diverging(k / 256.0)) < luminance(twc_diverging((k + 1) / 256.0)) &&
                  luminance(twc_diverging(1 - k / 256.0)) < luminance(twc_diverging(1 - (k + 1) / 256.0)));
}

/* ---- figures of the benchmarks, from fixed numbers ---- */

static const twc_scaling scaling = {"v3",
                                    2,
                                    3,
                                    {2, 4, 8},
                                    {{1.3e-5, 1.4e-5, 1.6e-5}, {1.3e-5, 1.4e-5, 1.5e-5}, {1.4e-5, 1.5e-5, 1.5e-5}},
                                    3,
                                    {1, 2, 3},
                                    {{1, 1, 1}, {1.7, 1.8, 1.9}, {1.5, 1.9, 2.1}}};

/* Three kernels in one place, whose labels must get out of each other's way, one over the roof, one of a single row. */
static const twc_roofline roofline = {2e10,
                                      2e11,
                                      2e10,
                                      5,
                                      {{"one", {1, 1, 1, 1}, {10, 4, 3, 2}, {1.5e10, 1.4e10, 1.3e10, 1.2e10}},
                                       {"two", {1, 1, 1, 1}, {10, 4, 3, 2}, {1.5e10, 1.4e10, 1.3e10, 1.2e10}},
                                       {"three", {1, 1, 1, 1}, {10, 4, 3, 2}, {1.5e10, 1.4e10, 1.3e10, 1.2e10}},
                                       {"over", {1, 0, 0, 1}, {60, 0, 0, 50}, {2.4e10, 0, 0, 2.5e10}},
                                       {"alone", {1, 0, 0, 0}, {0.5, 0, 0, 0}, {5e9, 0, 0, 0}}}};

static void check_bench_figure(const char *name, twc_status (*write)(const char *where))
{
    static const char *const extensions[] = {"pdf", "svg", "png"};
    CU_ASSERT_STRING_EQUAL(write(folder).message, "");
    twc_bytes first[3];
    for (int k = 0; k < 3; k++)
        first[k] = read_file(name, extensions[k]);
    CU_ASSERT(first[0].size > 4000 && contains(&first[0], "/FontFile") && contains(&first[0], "%%EOF"));
    CU_ASSERT(first[1].size > 4000 && contains(&first[1], "</svg>"));
    check_png(name);
    CU_ASSERT_EQUAL(write(folder).code, TWC_OK);
    for (int k = 0; k < 3; k++) {
        twc_bytes second = read_file(name, extensions[k]);
        CU_ASSERT(first[k].size == second.size && memcmp(first[k].data, second.data, second.size) == 0);
        twc_bytes_free(&first[k]);
        twc_bytes_free(&second);
    }
    CU_ASSERT_EQUAL(write("/dev/null").code, TWC_IO);
}

static twc_status write_scaling(const char *where)
{
    return twc_write_scaling(&scaling, where);
}

static twc_status write_roofline(const char *where)
{
    return twc_write_roofline(&roofline, where);
}

static twc_status write_route(const char *where)
{
    static const twc_station stations[3] = {{.x = 0, .z = 0}, {.x = 500, .z = 20}, {.x = 600, .z = 480}};
    static const twc_point nodes[3] = {{0, 0}, {500, 20}, {600, 480}};
    static const char *const kinds[] = {"nodes", "bend", "other"};
    static const twc_routes_line lines[2] = {{3, 3, stations, nodes, 4.5}, {0, 2, NULL, nodes, 1}},
                                 other = {2, 0, stations, NULL, 1};
    static const twc_routes_mark marks[2] = {{1, 1, 5, 0.2, 2.5, 8.5, 1, {5, 0.2}, {4, 3}},
                                             {2, 2, 0, 0, 0, 0, 0, {0, 0}, {0, 0}}};
    return twc_write_route(&(twc_routes_plan){2, 2, 1, lines, &other, marks, kinds, 3}, where);
}

static void test_bench_figures(void)
{
    check_bench_figure("scaling", write_scaling);
    check_bench_figure("roofline", write_roofline);
    check_bench_figure("route", write_route);
}

int main(void)
{
    CU_TestInfo tests[] = {{"every figure writes three full files", test_every_figure},
                           {"twice gives the same bytes", test_same_bytes},
                           {"the date of a document", test_date},
                           {"folders that can't be written", test_bad_folder},
                           {"names, numbers and near misses", test_names},
                           {"windows in and out of the world", test_windows},
                           {"a world without a boundary", test_no_boundary},
                           {"a world without a road", test_no_road},
                           {"an ensemble without values", test_bad_strips},
                           {"strips from claims", test_strips},
                           {"figures of the benchmarks", test_bench_figures},
                           {"the command", test_command},
                           {"identifiers of an SVG", test_svg_names},
                           {"ticks", test_ticks},
                           {"colour maps", test_colours},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"figures", make_scene, drop_scene, NULL, NULL, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() || CU_register_suites(suites))
        return 99;
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return (int)failures;
}
