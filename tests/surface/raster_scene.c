/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "surface/raster_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double wide;
typedef struct wide3 {
    wide x, y, z;
} wide3;

static wide3 minus(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static wide3 along(wide3 a, wide3 b, wide t)
{
    return (wide3){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t};
}

static wide dot(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide3 cross(wide3 a, wide3 b)
{
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static wide3 unit(wide3 a)
{
    return along((wide3){0, 0, 0}, a, 1 / sqrtl(dot(a, a)));
}

/* ---- drawings ----------------------------------------------------------------------------------------------- */

raster_scene raster_scene_create(uint32_t capacity)
{
    return (raster_scene){ground_memory((size_t)capacity * 72), 0, capacity};
}

void raster_scene_destroy(raster_scene *scene)
{
    free(scene->vertices);
}

twc_drawing raster_drawing(const raster_scene *scene)
{
    return (twc_drawing){scene->vertices, scene->count};
}

/* Through the surface stage's own writer, so that what is drawn are real vertices. */
void raster_add(raster_scene *scene, twc_vertex a, twc_vertex b, twc_vertex c, raster_face face)
{
    wide3 p[3] = {{a.x * 0.01L, a.y, a.z * 0.01L}, {b.x * 0.01L, b.y, b.z * 0.01L}, {c.x * 0.01L, c.y, c.z * 0.01L}};
    wide3 n = cross(minus(p[1], p[0]), minus(p[2], p[0]));
    n = dot(n, n) > 0 ? unit(n) : (wide3){0, 1, 0};
    wide sign = n.y < 0 ? -1 : 1;
    twc_facet facet = {.normal = {(float)(sign * n.x), (float)(sign * n.y), (float)(sign * n.z)}};
    twc_triangle triangle = {{a, b, c}, 0};
    twc_mesh mesh = {&triangle, &facet, 1, 1, 1, 1};
    twc_surface_face surface = {.height = (float)face.height,
                                .material = (uint8_t)face.material,
                                .rank = (uint8_t)face.rank,
                                .snow = (uint8_t)face.snow,
                                .colour = {face.colour[0], face.colour[1], face.colour[2]}};
    if (scene->count == scene->capacity)
        abort();
    twc_reference_surface()->vertices(&mesh, &surface, scene->vertices + (size_t)scene->count++ * 72);
}

void raster_add_square(raster_scene *scene, int32_t x0, int32_t z0, int32_t x1, int32_t z1, float y, raster_face face)
{
    twc_vertex a = {x0, z0, y}, b = {x0, z1, y}, c = {x1, z1, y}, d = {x1, z0, y};
    raster_add(scene, a, b, c, face);
    raster_add(scene, a, c, d, face);
}

static raster_face random_face(uint64_t *state)
{
    raster_face face;
    for (int k = 0; k < 3; k++)
        face.colour[k] = (uint8_t)brute_between(state, 0, 255);
    face.material = brute_between(state, 0, 9) ? brute_between(state, 0, 3) : TWC_MATERIAL_WATER;
    face.rank = brute_between(state, 0, 3) ? brute_between(state, 200, 255) : 0;
    face.snow = brute_between(state, 0, 255);
    face.height = brute_between(state, -5000, 20000) * 0.01;
    return face;
}

void raster_add_land(raster_scene *scene, uint64_t seed, int32_t cells, int32_t spacing, int32_t roughness_cm)
{
    uint64_t state = seed;
    for (int32_t j = 0; j < cells; j++) {
        for (int32_t i = 0; i < cells; i++) {
            twc_vertex v[4];
            for (int k = 0; k < 4; k++) {
                int32_t x = i + k % 2, z = j + k / 2;
                uint64_t h = brute_mix(seed, x, z);
                v[k] = (twc_vertex){(x - cells / 2) * spacing, (z - cells / 2) * spacing,
                                    (float)((double)(h % (uint64_t)(2 * roughness_cm + 1)) - roughness_cm) * 0.01f};
            }
            raster_add(scene, v[0], v[2], v[3], random_face(&state));
            raster_add(scene, v[0], v[3], v[1], random_face(&state));
        }
    }
}

void raster_add_soup(raster_scene *scene, uint64_t seed, int count, int32_t reach)
{
    uint64_t state = seed;
    for (int k = 0; k < count; k++) {
        twc_vertex v[3];
        int32_t size = k % 3 == 0 ? reach : k % 3 == 1 ? reach / 16 : 300;
        twc_vertex centre = {brute_between(&state, -reach, reach), brute_between(&state, -reach, reach), 0};
        float level = 0.01f * (float)brute_between(&state, -reach / 4, reach / 4);
        for (int c = 0; c < 3; c++) {
            v[c].x = centre.x + brute_between(&state, -size, size);
            v[c].z = centre.z + brute_between(&state, -size, size);
            v[c].y = level + 0.01f * (float)brute_between(&state, -size / 2, size / 2);
        }
        if (k % 7 == 0) /* a wall */
            v[2].x = v[0].x, v[2].z = v[0].z;
        if (k % 11 == 0) /* a line */
            v[2] = v[1];
        raster_add(scene, v[0], v[1], v[2], random_face(&state));
    }
}

/* ---- rays --------------------------------------------------------------------------------------------------- */

static int32_t read_i32(const uint8_t *b)
{
    return (int32_t)((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24);
}

static wide3 corner(const uint8_t *vertex)
{
    int32_t bits = read_i32(vertex + 4);
    float y;
    memcpy(&y, &bits, sizeof y);
    return (wide3){read_i32(vertex) * 0.01L, y, read_i32(vertex + 8) * 0.01L};
}

/* Where a ray meets a triangle (Moeller and Trumbore); negative when it does not. */
static wide hit(const uint8_t *t, wide3 from, wide3 direction)
{
    wide3 a = corner(t), e = minus(corner(t + 24), a), f = minus(corner(t + 48), a);
    wide3 p = cross(direction, f), s = minus(from, a), q = cross(s, e);
    wide det = dot(e, p);
    if (fabsl(det) < 1e-14L)
        return -1;
    wide u = dot(s, p) / det, v = dot(direction, q) / det, distance = dot(f, q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 ? distance : -1;
}

static wide3 of(const double v[3])
{
    return (wide3){v[0], v[1], v[2]};
}

typedef struct view {
    wide3 eye, direction; /* forward component 1 */
} view;

static view ray(const twc_camera *camera, wide column, wide row)
{
    wide3 forward = unit(minus(of(camera->target), of(camera->eye))), right = cross(forward, (wide3){0, 1, 0});
    right = dot(right, right) < 1e-12L ? (wide3){1, 0, 0} : unit(right);
    wide3 up = cross(right, forward);
    wide scale = 2 * (wide)camera->tan_half / camera->height;
    wide3 d = along(along(forward, right, (column - camera->width / 2.0L) * scale), up,
                    (camera->height / 2.0L - row) * scale);
    return (view){of(camera->eye), d};
}

typedef struct seen {
    int32_t triangle; /* -1: sky */
    int lit;
    wide depth;
} seen;

/* Only a caster that is clearly above the bias or clearly below it is told apart: else *doubt. */
static int sunny(const raster_scene *scene, wide3 point, wide bias, int *doubt)
{
    wide3 sun = unit((wide3){-0.55L, 0.42L, 0.55L});
    for (uint32_t k = 0; k < scene->count; k++) {
        const uint8_t *t = scene->vertices + (size_t)k * 72;
        wide distance = hit(t, point, sun);
        if (t[19] == TWC_MATERIAL_WATER || distance < 0)
            continue;
        if (fabsl(distance * sun.y - bias) < 0.005L)
            *doubt = 1;
        if (distance * sun.y > bias)
            return 0;
    }
    return 1;
}

static seen look(const raster_scene *scene, view v, int *doubt)
{
    seen s = {-1, 0, INFINITY};
    for (uint32_t k = 0; k < scene->count; k++) {
        wide depth = hit(scene->vertices + (size_t)k * 72, v.eye, v.direction);
        if (fabsl(depth - (wide)twc_the_look.near) < 0.001L || fabsl(depth - s.depth) < 1e-5L)
            *doubt = 1;
        if (depth > (wide)twc_the_look.near && depth < s.depth) {
            s.depth = depth;
            s.triangle = (int32_t)k;
        }
    }
    if (s.triangle >= 0)
        s.lit = sunny(scene, along(v.eye, v.direction, s.depth), 0.02L + 0.0002L * s.depth, doubt);
    return s;
}

/* ---- Algorithm 7, from the paper, with the library's functions ------------------------------------------------ */

static wide linear(wide byte)
{
    wide c = byte / 255;
    return c <= 0.04045L ? c / 12.92L : powl((c + 0.055L) / 1.055L, 2.4L);
}

static wide clamp01(wide v)
{
    return fminl(fmaxl(v, 0), 1);
}

static void sky(const twc_weather *w, wide3 d, wide out[3])
{
    wide low = powl(1 - clamp01(d.y), 4),
         glow = w->glow * powl(clamp01(dot(d, unit((wide3){-0.55L, 0.42L, 0.55L}))), 8);
    for (int k = 0; k < 3; k++)
        out[k] = (wide)w->zenith[k] * (1 - low) + (wide)w->horizon[k] * low + glow * w->sun_colour[k];
}

static wide normal_part(const uint8_t *t, int k)
{
    int v = (int)((uint32_t)read_i32(t + 12) >> 10 * k & 1023);
    return (v < 512 ? v : v - 1024) / 511.0L;
}

static void reflection(const twc_weather *w, int water, wide3 v, wide3 n, wide colour[3])
{
    wide mirrored[3], cosine = -dot(v, n), schlick = 0.02L + 0.98L * powl(1 - clamp01(cosine), 5);
    wide f = water ? clamp01(0.10L + 0.85L * schlick) : clamp01(0.35L + 0.6L * schlick);
    sky(w, along(v, n, 2 * cosine), mirrored);
    for (int k = 0; k < 3; k++)
        colour[k] = (1 - f) * 0.45L * colour[k] + f * mirrored[k];
}

static void shade(const uint8_t *t, const twc_weather *w, view at, seen s, wide colour[3])
{
    static const wide cover[] = {0.10L, 0.32L, 0.10L, 0, 0}, hold[] = {0, 0.35L, 0.10L, 0, 0};
    wide3 n = {normal_part(t, 0), normal_part(t, 1), normal_part(t, 2)}, v = unit(at.direction);
    int material = t[19], water = material == TWC_MATERIAL_WATER;
    wide p_y = 0.01L * (t[22] + 256 * t[23]) - 200;
    int snow = (p_y - (wide)w->snow_line) / 260 + (t[21] / 255.0L * 0.92L - 0.11L) - hold[material] >
                   1.35L - 1.25L * w->snow &&
               n.y > 0.62L && !water;
    int puddle = !snow && t[20] > 0 && t[20] / 255.0L > 1 - cover[material] * w->wetness;
    wide facing = fmaxl(0, dot(n, unit((wide3){-0.55L, 0.42L, 0.55L}))), hemisphere = 0.55L + 0.45L * n.y;
    wide fog = expl(-s.depth * sqrtl(dot(at.direction, at.direction)) / w->fog);
    for (int k = 0; k < 3; k++) {
        wide albedo = linear(snow ? twc_the_look.snow_srgb[k] : t[16 + k]) * (1 - 0.3L * w->wetness);
        wide cool = snow ? (wide)twc_the_look.snow_ambient[k] : 1;
        colour[k] = albedo * (w->ambient * (wide)w->ambient_colour[k] * cool * hemisphere +
                              (s.lit ? w->sun * (wide)w->sun_colour[k] * facing : 0));
    }
    if (puddle || water)
        reflection(w, water, v, n, colour);
    for (int k = 0; k < 3; k++)
        colour[k] = colour[k] * fog + (wide)w->horizon[k] * (1 - fog);
}

static uint8_t encode(wide v)
{
    v = clamp01(v);
    wide c = v <= 0.0031308L ? 12.92L * v : 1.055L * powl(v, 1 / 2.4L) - 0.055L;
    return (uint8_t)lrintl(255 * c);
}

int raster_ray_pixel(const raster_scene *scene, const twc_camera *camera, const twc_weather *weather, int32_t column,
                     int32_t row, uint8_t rgb[3])
{
    static const wide offset[5][2] = {{0, 0}, {-0.01L, 0}, {0.01L, 0}, {0, -0.01L}, {0, 0.01L}};
    int doubt = 0;
    view v = ray(camera, column + 0.5L, row + 0.5L);
    seen s = look(scene, v, &doubt);
    for (int k = 1; k < 5; k++) {
        seen beside = look(scene, ray(camera, column + 0.5L + offset[k][0], row + 0.5L + offset[k][1]), &doubt);
        doubt |= beside.triangle != s.triangle || beside.lit != s.lit;
    }
    if (doubt)
        return 0;
    wide colour[3];
    if (s.triangle < 0)
        sky(weather, unit(v.direction), colour);
    else
        shade(scene->vertices + (size_t)s.triangle * 72, weather, v, s, colour);
    for (int k = 0; k < 3; k++)
        rgb[k] = encode(colour[k] * (wide)twc_the_look.exposure);
    return 1;
}
