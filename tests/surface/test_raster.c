/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rasteriser against a ray caster in extended precision, against pictures known by hand and against MPFR; and the
 * fast library's bytes against the reference's at every level and thread count, on drawings that provoke.
 */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "surface/raster_scene.h"
#include "common/suite.h"

static uint8_t *render(int fast, twc_level level, int threads, const twc_camera *camera, const twc_weather *weather,
                       twc_drawing drawing, twc_status *status)
{
    size_t bytes = fast ? twc_fast_render_workspace(camera, drawing.triangle_count, threads)
                        : twc_reference_render_workspace(camera, drawing.triangle_count);
    size_t size = (size_t)camera->width * (size_t)camera->height * 3;
    void *workspace = ground_scratch_create(bytes);
    uint8_t *rgb = ground_memory(size + 16);
    memset(rgb, 0xA5, size + 16);
    *status = fast ? twc_fast_render(level, camera, weather, drawing, threads, workspace, rgb)
                   : twc_reference_render(camera, weather, drawing, workspace, rgb);
    CU_ASSERT_TRUE(ground_scratch_destroy(workspace, bytes));
    for (int k = 0; k < 16; k++)
        CU_ASSERT_EQUAL(rgb[size + (size_t)k], 0xA5);
    return rgb;
}

static uint8_t *reference_picture(const twc_camera *camera, const twc_weather *weather, const raster_scene *scene)
{
    twc_status status;
    uint8_t *rgb = render(0, TWC_LEVEL_BASE, 1, camera, weather, raster_drawing(scene), &status);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    return rgb;
}

/* ---- constants and the functions in libm's place -------------------------------------------------------------- */

static void linear_of(mpfr_t out, int k)
{
    if (k <= 20) { /* 0.04045 * 510 = 20.6 */
        mpfr_set_si(out, 100 * k, MPFR_RNDN);
        mpfr_div_si(out, out, 1292 * 510, MPFR_RNDN);
        return;
    }
    mpfr_t power;
    mpfr_init2(power, 200);
    mpfr_set_si(power, 12, MPFR_RNDN);
    mpfr_div_si(power, power, 5, MPFR_RNDN);
    mpfr_set_si(out, 1000 * k + 55 * 510, MPFR_RNDN);
    mpfr_div_si(out, out, 1055 * 510, MPFR_RNDN);
    mpfr_pow(out, out, power, MPFR_RNDN);
    mpfr_clear(power);
}

static void srgb(void)
{
    mpfr_t value;
    mpfr_init2(value, 200);
    int bad = 0;
    uint64_t state = 5;
    for (int k = 0; k <= 510; k++) {
        linear_of(value, k);
        SUITE_EXPECT(bad, twc_srgb_linear[k] == mpfr_get_d(value, MPFR_RNDN), "%d", k);
        if (k % 2 == 0)
            SUITE_EXPECT(bad, twc_srgb_encode(twc_srgb_linear[k]) == k / 2, "byte %d", k / 2);
    }
    mpfr_clear(value);
    for (int k = 0; k < 200000; k++) {
        double v = k % 2 ? brute_between(&state, 0, 1000000) * 1.1e-6 : brute_between(&state, 0, 1000000) * 1e-9;
        long double c = v <= 0.0031308 ? 12.92L * v : 1.055L * powl(v, 1 / 2.4L) - 0.055L, scaled = 255 * fminl(c, 1);
        if (fabsl(scaled - floorl(scaled) - 0.5L) > 1e-4L) /* where the two pieces of sRGB meet they differ by 3e-8 */
            SUITE_EXPECT(bad, twc_srgb_encode(v) == (uint8_t)floorl(scaled + 0.5L), "%g", v);
    }
    SUITE_NONE(bad);
}

static void exponential(void)
{
    mpfr_t exact, error;
    mpfr_inits2(120, exact, error, (mpfr_ptr)0);
    double worst = 0;
    uint64_t state = 9;
    for (int k = 0; k < 200000; k++) {
        double x = k % 3 == 0 ? brute_between(&state, 0, 699999) * 1e-3 : brute_between(&state, 0, 1 << 30) * 0x1p-27;
        mpfr_set_d(exact, -x, MPFR_RNDN);
        mpfr_exp(exact, exact, MPFR_RNDN);
        mpfr_d_sub(error, twc_exp_minus(x), exact, MPFR_RNDN);
        mpfr_div(error, error, exact, MPFR_RNDN);
        worst = fmax(worst, fabs(mpfr_get_d(error, MPFR_RNDN)));
    }
    printf("(worst relative error %.2g) ", worst);
    CU_ASSERT_TRUE(worst < 3e-10);
    CU_ASSERT_TRUE(worst > 1e-12); /* or it was not measured */
    CU_ASSERT_TRUE(twc_exp_minus(700.0) > 0.0 && twc_exp_minus(700.0) < 1e-303);
    CU_ASSERT_EQUAL(twc_exp_minus(INFINITY), twc_exp_minus(700.0));
    mpfr_clears(exact, error, (mpfr_ptr)0);
}

/* Table 2, Table 4 and section 4.4, read from the paper once more. */
static void constants(void)
{
    static const double table2[3][5] = {
        {2.1, 0.70, 6500, 0, 0}, {0.45, 1.35, 900, 0.85, 0}, {1.8, 0.80, 4500, 0, 0.62}};
    for (int k = 0; k < 3; k++) {
        const twc_weather *w = &twc_presets[k];
        const double is[5] = {w->sun, w->ambient, w->fog, w->wetness, w->snow};
        CU_ASSERT_EQUAL(memcmp(is, table2[k], sizeof is), 0);
    }
    const twc_look *look = &twc_the_look;
    CU_ASSERT_EQUAL(look->puddle_cover[TWC_MATERIAL_GROUND], 0.10);
    CU_ASSERT_EQUAL(look->puddle_cover[TWC_MATERIAL_BED], 0.32);
    CU_ASSERT_EQUAL(look->snow_offset[TWC_MATERIAL_BED], 0.35);
    CU_ASSERT_EQUAL(look->snow_offset[TWC_MATERIAL_BANK], 0.10);
    long double length = sqrtl(0.55L * 0.55L * 2 + 0.42L * 0.42L);
    CU_ASSERT_EQUAL(look->sun[0], (double)(-0.55L / length));
    CU_ASSERT_EQUAL(look->sun[1], (double)(0.42L / length));
    CU_ASSERT_EQUAL(look->sun[2], (double)(0.55L / length));
    CU_ASSERT_EQUAL(twc_sun_plan[0], (double)-sqrtl(0.5L));
    CU_ASSERT_EQUAL(twc_sun_plan[1], (double)sqrtl(0.5L));
}

/* ---- pictures known by hand ----------------------------------------------------------------------------------- */

/* Straight down on a plane, one pixel a metre: pixel (column, row) looks at x = column + 0.5 - 8, z likewise. */
static const twc_camera above = {{0, 8, 0}, {0, 0, 0}, 1.0, 16, 16, 1};
static const raster_face grey = {{128, 128, 128}, TWC_MATERIAL_GROUND, 0, 0, -200.0};

static void map_view(void)
{
    raster_scene scene = raster_scene_create(4);
    raster_face red = grey;
    red.colour[1] = red.colour[2] = 0;
    raster_add_square(&scene, -800, -800, 800, 800, 0.0f, grey);
    raster_add_square(&scene, 200, -600, 500, -400, 0.5f, red); /* x 2..5, z -6..-4 */
    /* At 7.5 m below the eye a metre is 16/15 of a pixel; columns 8 + (2.13..5.33), rows 8 + (-6.4..-4.27). */
    uint8_t *rgb = reference_picture(&above, &twc_presets[TWC_CLEAR], &scene);
    int bad = 0;
    for (int32_t row = 0; row < 16; row++) {
        for (int32_t column = 0; column < 16; column++) {
            const uint8_t *p = rgb + 3 * (row * 16 + column);
            int inside = column >= 10 && column < 13 && row >= 2 && row < 4;
            SUITE_EXPECT(bad, (p[0] > 2 * p[1]) == inside, "(%d, %d) %d %d %d", column, row, p[0], p[1], p[2]);
        }
    }
    free(rgb);
    raster_scene_destroy(&scene);
    SUITE_NONE(bad);
}

/* A square lid 2 m up moves its shadow by 2 m times the sun's slope, away from it: x + 2.62, z - 2.62. */
static void shadow_of_a_lid(void)
{
    raster_scene scene = raster_scene_create(4);
    raster_add_square(&scene, -2000, -2000, 2000, 2000, 0.0f, grey);
    raster_add_square(&scene, -400, 100, -100, 400, 2.0f, grey);
    twc_camera camera = {{0, 8, 0}, {0, 0, 0}, 1.0, 160, 160, 1};
    uint8_t *rgb = reference_picture(&camera, &twc_presets[TWC_CLEAR], &scene);
    const uint8_t *lit = rgb + 3 * (150 * 160 + 150), *dark = NULL;
    double shift = 2.0 * 0.55 / 0.42;
    int bad = 0, shaded = 0;
    for (int32_t row = 0; row < 160; row++) {
        for (int32_t column = 0; column < 160; column++) {
            double x = (column + 0.5) / 10 - 8, z = (row + 0.5) / 10 - 8;
            double left = fmin(x - (-4 + shift), (-1 + shift) - x), front = fmin(z - (1 - shift), (4 - shift) - z);
            double depth = fmin(left, front);
            const uint8_t *p = rgb + 3 * (row * 160 + column);
            int lid = x > -5.5 && x < -1.2 && z > 1.2 && z < 5.5; /* in front of the plane */
            if (lid || fabs(depth) < 0.05)
                continue;
            if (depth > 0 && !dark)
                dark = p;
            shaded += depth > 0;
            const uint8_t *like = depth > 0 ? dark : lit;
            for (int c = 0; c < 3; c++) /* fog grows a little towards the corners */
                SUITE_EXPECT(bad, abs(p[c] - like[c]) <= 1, "(%d, %d)", column, row);
        }
    }
    CU_ASSERT_TRUE(shaded > 500);
    CU_ASSERT_TRUE(dark && lit[0] > dark[0] + 40);
    free(rgb);
    raster_scene_destroy(&scene);
    SUITE_NONE(bad);
}

/*
 * Low over a wide plane of many triangles, some behind the eye and through the near plane: below the horizon there is
 * no hole.
 */
static void no_holes(void)
{
    int bad = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        raster_scene scene = raster_scene_create(2 * 40 * 40);
        raster_add_land(&scene, seed, 40, seed % 2 ? 777 : 20011, 0);
        for (uint32_t k = 0; k < 3 * scene.count; k++) {
            memset(scene.vertices + 24 * k + 16, 0, 6); /* black, ground, no puddle and no snow */
            memset(scene.vertices + 24 * k + 22, 0, 2);
        }
        twc_weather weather = twc_presets[TWC_CLEAR];
        weather.fog = 1e9;
        twc_camera camera = {
            {0.3 * (double)seed, seed % 3 ? 1.7 : 0.06, 0.1}, {1 + (double)seed, 1.6, 3.0}, 0.6, 97, 61, 2};
        camera.target[1] = camera.eye[1] - 0.4;
        uint8_t *rgb = reference_picture(&camera, &weather, &scene);
        for (int32_t row = 40; row < 61; row++)
            for (int32_t column = 0; column < 97; column++)
                SUITE_EXPECT(bad, rgb[3 * (row * 97 + column)] == 0, "seed %d (%d, %d)", (int)seed, column, row);
        CU_ASSERT_TRUE(rgb[0] > 100);
        free(rgb);
        raster_scene_destroy(&scene);
    }
    SUITE_NONE(bad);
}

/* ---- against rays --------------------------------------------------------------------------------------------- */

static void rays(void)
{
    int bad = 0, certain = 0, all = 0, off_by_one = 0;
    for (uint64_t seed = 1; seed <= 9; seed++) {
        raster_scene scene = raster_scene_create(400);
        raster_add_land(&scene, seed, 12, 500, seed % 3 ? 150 : 600);
        raster_add_soup(&scene, seed + 50, seed % 2 ? 40 : 0, 3000);
        twc_weather weather = twc_presets[seed % 3];
        weather.fog = weather.fog * 0.02;
        twc_camera camera = {{-35 + 8.0 * (double)seed, 14, 38}, {2, -3, 0}, 0.7, 64, 48, 1};
        uint8_t *rgb = reference_picture(&camera, &weather, &scene), expected[3];
        for (int32_t row = 0; row < 48; row++) {
            for (int32_t column = 0; column < 64; column++) {
                const uint8_t *p = rgb + 3 * (row * 64 + column);
                all++;
                if (!raster_ray_pixel(&scene, &camera, &weather, column, row, expected))
                    continue;
                certain++;
                int worst = 0;
                for (int c = 0; c < 3; c++)
                    worst = abs(p[c] - expected[c]) > worst ? abs(p[c] - expected[c]) : worst;
                off_by_one += worst == 1;
                SUITE_EXPECT(bad, worst <= 1, "seed %d (%d, %d): %d %d %d, not %d %d %d", (int)seed, column, row, p[0],
                             p[1], p[2], expected[0], expected[1], expected[2]);
            }
        }
        free(rgb);
        raster_scene_destroy(&scene);
    }
    printf("(%d of %d pixels certain, %d off by one) ", certain, all, off_by_one);
    CU_ASSERT_TRUE(certain > all * 9 / 10);
    CU_ASSERT_TRUE(off_by_one < certain / 100);
    SUITE_NONE(bad);
}

/* Which faces change with the weather, from the bytes alone: Algorithm 7's two decisions at their borders. */
static void weather_decides(void)
{
    twc_weather weather = twc_presets[TWC_RAIN];
    raster_scene scene = raster_scene_create(2);
    raster_face face = grey;
    face.rank = 255;
    raster_add_square(&scene, -800, -800, 800, 800, 0.0f, face);
    weather.wetness = 0.0;
    uint8_t *dry = reference_picture(&above, &weather, &scene);
    weather.wetness = 1e-6;
    uint8_t *damp = reference_picture(&above, &weather, &scene);
    CU_ASSERT_TRUE(abs(dry[0] - damp[0]) > 3); /* the first puddle comes with the first wetness, not before */
    free(dry);
    free(damp);
    raster_scene_destroy(&scene);
}

/* ---- bits ----------------------------------------------------------------------------------------------------- */

static raster_scene provoking(uint64_t seed)
{
    raster_scene scene = raster_scene_create(600);
    if (seed % 4 != 3)
        raster_add_land(&scene, seed, (int32_t)(3 + seed % 9), 700, 400);
    if (seed % 2)
        raster_add_soup(&scene, seed, 200, seed % 3 ? 4000 : 60000000);
    return scene; /* seeds 4 k + 3 without land; the picture may even be empty */
}

static void levels(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (uint64_t seed = 0; seed < 24; seed++) {
        raster_scene scene = provoking(seed);
        uint64_t state = seed;
        twc_camera camera = {{0.01 * brute_between(&state, -3000, 3000), 0.01 * brute_between(&state, -300, 4000),
                              0.01 * brute_between(&state, -3000, 3000)},
                             {0, 0, 0},
                             seed % 5 ? 0.6 : 3.0,
                             brute_between(&state, 1, 90),
                             brute_between(&state, 1, 70),
                             1 + (int32_t)(seed % 4)};
        if (seed == 5)
            camera.target[0] = camera.eye[0], camera.target[2] = camera.eye[2]; /* straight down */
        const twc_weather *weather = &twc_presets[seed % 3];
        uint8_t *expected = reference_picture(&camera, weather, &scene);
        size_t size = (size_t)camera.width * (size_t)camera.height * 3;
        for (int i = 1; i < impls; i++) {
            for (int threads = 1; threads <= 5; threads += 2) {
                twc_status status;
                uint8_t *rgb = render(1, impl[i].level, threads, &camera, weather, raster_drawing(&scene), &status);
                SUITE_EXPECT(bad, !status.code && memcmp(rgb, expected, size) == 0, "seed %d, %s, %d threads",
                             (int)seed, impl[i].name, threads);
                free(rgb);
            }
        }
        free(expected);
        raster_scene_destroy(&scene);
    }
    SUITE_NONE(bad);
}

/* ---- refusals ------------------------------------------------------------------------------------------------- */

static twc_code code_of(const twc_camera *camera, const twc_weather *weather, twc_drawing drawing)
{
    return twc_render_check(camera, weather, drawing).code;
}

static void refusals(void)
{
    raster_scene scene = raster_scene_create(2);
    raster_add_square(&scene, -800, -800, 800, 800, 0.0f, grey);
    twc_drawing drawing = raster_drawing(&scene);
    const twc_weather *clear = &twc_presets[TWC_CLEAR];
    twc_camera c = above;
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_OK);
    c.width = 16385;
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_USAGE);
    CU_ASSERT_EQUAL(twc_reference_render_workspace(&c, 2), 0);
    c = above, c.samples = 5;
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_USAGE);
    c = above, c.height = 0;
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_USAGE);
    c = above, c.eye[1] = NAN;
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_USAGE);
    c = above, c.target[1] = c.eye[1];
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_USAGE);
    c = above, c.tan_half = 0.0;
    CU_ASSERT_EQUAL(code_of(&c, clear, drawing), TWC_USAGE);
    twc_weather w = *clear;
    w.wetness = 1.5;
    CU_ASSERT_EQUAL(code_of(&above, &w, drawing), TWC_USAGE);
    w = *clear, w.fog = 0.0;
    CU_ASSERT_EQUAL(code_of(&above, &w, drawing), TWC_USAGE);
    w = *clear, w.zenith[2] = NAN;
    CU_ASSERT_EQUAL(code_of(&above, &w, drawing), TWC_USAGE);
    scene.vertices[24 + 19] = TWC_MATERIAL_COUNT;
    CU_ASSERT_EQUAL(code_of(&above, clear, drawing), TWC_IO);
    scene.vertices[24 + 19] = 0;
    memset(scene.vertices + 48 + 4, 0xFF, 4); /* a NaN */
    CU_ASSERT_EQUAL(code_of(&above, clear, drawing), TWC_IO);
    raster_scene_destroy(&scene);
}

int main(void)
{
    CU_TestInfo tests[] = {{"sRGB against MPFR", srgb},
                           {"exp against MPFR", exponential},
                           {"the paper's constants", constants},
                           {"a map by hand", map_view},
                           {"the shadow of a lid", shadow_of_a_lid},
                           {"no holes below the horizon", no_holes},
                           {"pictures against rays", rays},
                           {"the first puddle", weather_decides},
                           {"levels and threads against the reference", levels},
                           {"refusals", refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("raster", tests);
}
