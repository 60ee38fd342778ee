/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Overlay: numbers counted by another program, and random scenes of polygons that overlap, nest, touch and coincide:
 * closed edge by edge, in plan exactly the ground's area, the same bits however sides and vertices are numbered.
 */
#include <CUnit/Basic.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/stage.h"
#include "twc/numbers.h"

enum { CELLS = 6, FIRST = -2, CORNERS = CELLS + 1, GROUND_FACES = 2 * CELLS * CELLS, MOST_LAYERS = 12 };
enum { MOST_VERTICES = 512, MOST_SIDES = 1024, MOST_FACES = 1 << 16, WORKSPACE = 1 << 26 };

/* A layer with its arrays. */
typedef struct sheet {
    twc_layer layer;
    twc_layer_vertex vertex[MOST_VERTICES];
    twc_layer_side side[MOST_SIDES];
    int32_t loop[3 * GROUND_FACES];
    twc_layer_strip strip[GROUND_FACES];
    twc_layer_cell cell;
} sheet;

static sheet sheets[MOST_LAYERS];
static twc_overlay_face faces[MOST_FACES], again[MOST_FACES];
static unsigned char *workspace;

static uint32_t random_state;
static uint32_t next_random(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)random_state * below >> 32);
}

static int32_t side_of(sheet *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < s->layer.side_count; i++) {
        if (s->side[i].from == from && s->side[i].to == to && s->side[i].kind == TWC_SIDE_INNER)
            return (int32_t)i;
        if (s->side[i].from == to && s->side[i].to == from && s->side[i].kind == TWC_SIDE_INNER)
            return ~(int32_t)i;
    }
    s->side[s->layer.side_count] = (twc_layer_side){from, to, TWC_SIDE_INNER};
    return (int32_t)s->layer.side_count++;
}

static void add_triangle(sheet *s, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corner[4] = {a, b, c, a};
    s->strip[s->layer.strip_count] = (twc_layer_strip){s->layer.loop_count, 3, a, 0, 0, 0};
    for (int k = 0; k < 3; k++)
        s->loop[s->layer.loop_count + (uint32_t)k] = side_of(s, corner[k], corner[k + 1]);
    s->layer.loop_count += 3;
    s->layer.strip_count++;
}

/* All lattice triangles of the cells, at given heights. */
static void begin_sheet(sheet *s, uint64_t id, float y, float rough)
{
    memset(s, 0, sizeof *s);
    s->layer = (twc_layer){.id = id,
                           .vertices = s->vertex,
                           .sides = s->side,
                           .loops = s->loop,
                           .strips = s->strip,
                           .cells = &s->cell,
                           .cell_count = 1,
                           .lane_count = 1};
    for (int j = 0; j < CORNERS; j++)
        for (int i = 0; i < CORNERS; i++) {
            twc_point p = {(i + FIRST) * TWC_LATTICE_CM + twc_jitter(twc_hash(i + FIRST, j + FIRST, 1), 608),
                           (j + FIRST) * TWC_LATTICE_CM + twc_jitter(twc_hash(i + FIRST, j + FIRST, 2), 608)};
            float rise = rough == 0.0f ? 0.0f : rough * (float)next_random(1000) / 1000.0f;
            s->vertex[s->layer.vertex_count++] = (twc_layer_vertex){p, y + rise, 0, 0};
        }
    for (uint32_t j = 0; j < CELLS; j++)
        for (uint32_t i = 0; i < CELLS; i++) {
            uint32_t a = j * CORNERS + i, b = a + 1, c = a + CORNERS, d = c + 1;
            int rising = (twc_hash((int32_t)i + FIRST, (int32_t)j + FIRST, 5) & 0x80000000u) == 0;
            if (rising) { /* both diagonals are possible in these cells */
                add_triangle(s, a, c, d);
                add_triangle(s, a, d, b);
            } else {
                add_triangle(s, a, c, b);
                add_triangle(s, b, c, d);
            }
        }
    s->cell.strip_count = s->layer.strip_count;
}

/* A pad: its outline, sides split in parts of about 5 m; its inside are the lattice triangles. */
static void make_pad(sheet *s, uint64_t id, float y, const twc_point *corner, int count)
{
    begin_sheet(s, id, y, 0.0f);
    uint32_t first = s->layer.vertex_count;
    s->cell.outline = s->layer.side_count;
    for (int k = 0; k < count; k++) {
        twc_point a = corner[k], b = corner[(k + 1) % count];
        int32_t dx = b.x - a.x, dz = b.z - a.z, parts = 1;
        while ((int64_t)(2 * parts + 1) * (2 * parts + 1) * 250 * 250 < (int64_t)dx * dx + (int64_t)dz * dz)
            parts++;
        for (int32_t i = 0; i < parts; i++)
            s->vertex[s->layer.vertex_count++] = (twc_layer_vertex){
                {a.x + (int32_t)twc_round_div((int64_t)dx * i, parts),
                 a.z + (int32_t)twc_round_div((int64_t)dz * i, parts)},
                y,
                0,
                0};
    }
    for (uint32_t v = first; v < s->layer.vertex_count; v++)
        s->side[s->layer.side_count++] = (twc_layer_side){v, v + 1 < s->layer.vertex_count ? v + 1 : first,
                                                          TWC_SIDE_OUTLINE};
    s->cell.outline_count = s->layer.side_count - s->cell.outline;
}

static void make_square(sheet *s, uint64_t id, float y, int32_t x, int32_t z)
{
    const twc_point corner[4] = {{x, z}, {x, z + 2000}, {x + 2000, z + 2000}, {x + 2000, z}};
    make_pad(s, id, y, corner, 4);
}

static size_t overlay(uint32_t count, twc_overlay_face *out)
{
    twc_layer layers[MOST_LAYERS];
    for (uint32_t l = 0; l < count; l++)
        layers[l] = sheets[l].layer;
    layers[0].turns = 1;
    const twc_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    twc_overlay_faces made = {out, 0, MOST_FACES, {0, 0}};
    CU_ASSERT_EQUAL_FATAL(
        twc_reference_overlay_faces(&(twc_overlay_request){layers, count, all, workspace, WORKSPACE}, &made),
        TWC_OVERLAY_DONE);
    return made.count;
}

/* ---- what must hold of any overlay ---- */

typedef struct edge {
    twc_vertex a, b;
} edge;

static int compare_edge(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(edge));
}

static void set_zero(twc_vertex *v)
{
    v->y = v->y == 0.0f ? 0.0f : v->y;
}

/* Edges without exactly one edge back, at both heights. */
static size_t open_edges(const twc_overlay_face *f, size_t count)
{
    edge *all = malloc(3 * count * sizeof *all);
    size_t open = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    for (size_t i = 0; i < 3 * count; i++) {
        all[i] = (edge){f[i / 3].corner[i % 3], f[i / 3].corner[(i + 1) % 3]};
        set_zero(&all[i].a);
        set_zero(&all[i].b);
    }
    qsort(all, 3 * count, sizeof *all, compare_edge);
    for (size_t i = 0; i < 3 * count; i++) {
        const edge back = {all[i].b, all[i].a};
        int twice = i > 0 && compare_edge(&all[i], &all[i - 1]) == 0;
        open += twice || bsearch(&back, all, 3 * count, sizeof back, compare_edge) == NULL;
    }
    free(all);
    return open;
}

static int64_t plan_area2(const twc_overlay_face *f, size_t count)
{
    int64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t area2 = twc_vertex_area2(f[i].corner[0], f[i].corner[1], f[i].corner[2]);
        CU_ASSERT_TRUE(f[i].part == TWC_OVERLAY_WALL ? area2 == 0 : area2 > 0);
        total += area2;
    }
    return total;
}

static size_t walls(const twc_overlay_face *f, size_t count)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += f[i].part == TWC_OVERLAY_WALL;
    return total;
}

static size_t of_layer(const twc_overlay_face *f, size_t count, uint32_t layer)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += f[i].part != TWC_OVERLAY_WALL && f[i].layer == layer;
    return total;
}

static size_t closed_overlay(uint32_t layers)
{
    int64_t area2 = plan_area2(faces, overlay(1, faces));
    size_t count = overlay(layers, faces);
    CU_ASSERT_EQUAL(plan_area2(faces, count), area2);
    CU_ASSERT_EQUAL(open_edges(faces, count), 4 * CELLS); /* the ground's border */
    return count;
}

/* ---- given numbers ---- */

static void expect(uint32_t layers, size_t plan, size_t wall)
{
    size_t count = closed_overlay(layers), found = walls(faces, count);
    CU_ASSERT_EQUAL(count - found, plan);
    CU_ASSERT_EQUAL(found, wall);
    if (count - found != plan || found != wall)
        printf("%zu + %zu, not %zu + %zu\n", count - found, found, plan, wall);
}

/* Every face that has a corner at a pinch has it at one height. */
static void expect_level(uint32_t layers, twc_point p, float y)
{
    size_t count = overlay(layers, faces), corners = 0;
    for (size_t i = 0; i < 3 * count; i++) {
        const twc_vertex v = faces[i / 3].corner[i % 3];
        if (v.x != p.x || v.z != p.z)
            continue;
        CU_ASSERT_EQUAL(v.y, y);
        corners++;
    }
    CU_ASSERT_TRUE(corners > 0);
}

static void test_squares(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    CU_ASSERT_EQUAL(overlay(1, faces), 72);
    make_square(&sheets[1], 1, 1.0f, 0, 0);
    expect(2, 128, 56);
    make_square(&sheets[2], 2, 1.0f, 2000, 2000);
    expect(3, 178, 104);
    expect_level(3, (twc_point){2000, 2000}, 0.0f);
    make_square(&sheets[2], 2, 3.0f, 2000, 0);
    make_square(&sheets[3], 3, 0.5f, 2000, 2000);
    make_square(&sheets[4], 4, 2.0f, 0, 2000);
    expect(5, 236, 170);
    expect_level(5, (twc_point){2000, 2000}, 1.0f); /* the lowest layer's, not the least height */
}

static void test_three_squares(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    make_square(&sheets[1], 1, 1.0f, 0, 0);
    make_square(&sheets[2], 2, 2.0f, 2000, 0);
    make_square(&sheets[3], 3, 4.0f, 1000, 2000);
    expect(4, 119 + 28 + 34 + 29, 146);
    size_t count = overlay(4, faces);
    const size_t wanted[4] = {119, 28, 34, 29};
    for (uint32_t l = 0; l < 4; l++)
        CU_ASSERT_EQUAL(of_layer(faces, count, l), wanted[l]);
}

/* Between two heights a wall is the two triangles of a corridor's, in its order. */
static void test_plain_wall(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    make_square(&sheets[1], 1, 1.0f, 0, 0);
    size_t count = overlay(2, faces), first = count - walls(faces, count);
    for (size_t i = first; i + 1 < count; i += 2) {
        const twc_vertex *a = faces[i].corner, *b = faces[i + 1].corner;
        CU_ASSERT_TRUE(a[0].y == 1.0f && a[1].y == 1.0f && a[2].y == 0.0f);
        CU_ASSERT_TRUE(b[0].y == 1.0f && b[1].y == 0.0f && b[2].y == 0.0f);
        CU_ASSERT_TRUE(a[1].x == a[2].x && a[1].z == a[2].z && b[0].x == b[2].x && b[0].z == b[2].z);
        CU_ASSERT_EQUAL(memcmp(&a[0], &b[0], sizeof *a), 0);
        CU_ASSERT_EQUAL(memcmp(&a[2], &b[1], sizeof *a), 0);
    }
}

static void test_hidden(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    make_square(&sheets[1], 1, 1.0f, 0, 0);
    size_t count = overlay(2, again);
    make_square(&sheets[1], 1, 5.0f, 0, 0);
    make_square(&sheets[2], 2, 1.0f, 0, 0);
    expect(3, 128, 56);
    CU_ASSERT_EQUAL(of_layer(faces, overlay(3, faces), 1), 0);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_EQUAL(memcmp(faces[i].corner, again[i].corner, sizeof faces[i].corner), 0);
}

/*
 * A square of two lanes: that of x < 1000 at one height, the right one at another, a step between. Lane 1 is on the
 * left of its side of the step when that runs from z = 0.
 */
static void make_stepped(sheet *s, uint64_t id, float left, float right)
{
    static const twc_point corner[8] = {{0, 0},    {0, 2000},    {1000, 2000}, {1000, 0},
                                        {1000, 0}, {1000, 2000}, {2000, 2000}, {2000, 0}};
    static const uint32_t outline[6][2] = {{0, 1}, {1, 2}, {3, 0}, {5, 6}, {6, 7}, {7, 4}};
    static const int32_t loops[9] = {0, 1, 6, 2, 7, 7, 3, 4, 5};
    memset(s, 0, sizeof *s);
    s->layer = (twc_layer){.id = id,
                           .lane_count = 2,
                           .vertices = s->vertex,
                           .sides = s->side,
                           .loops = s->loop,
                           .strips = s->strip,
                           .cells = &s->cell,
                           .vertex_count = 8,
                           .side_count = 8,
                           .loop_count = 9,
                           .strip_count = 3,
                           .cell_count = 1};
    for (uint32_t v = 0; v < 8; v++)
        s->vertex[v] = (twc_layer_vertex){corner[v], v < 4 ? left : right, 0, v >= 4};
    for (uint32_t k = 0; k < 6; k++)
        s->side[k] = (twc_layer_side){outline[k][0], outline[k][1], TWC_SIDE_OUTLINE};
    s->side[6] = (twc_layer_side){2, 3, TWC_SIDE_INNER};
    s->side[7] = (twc_layer_side){4, 5, TWC_SIDE_INNER};
    memcpy(s->loop, loops, sizeof loops);
    s->strip[0] = (twc_layer_strip){.loop = 0, .loop_count = 4, .apex = 0};
    s->strip[1] = (twc_layer_strip){.loop = 4, .loop_count = 1, .apex = 4, .part = TWC_OVERLAY_WALL, .lane = 1};
    s->strip[2] = (twc_layer_strip){.loop = 5, .loop_count = 4, .apex = 4, .lane = 1};
    s->cell = (twc_layer_cell){.strip_count = 3, .outline_count = 6};
}

static size_t steps(const twc_overlay_face *f, size_t count)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += f[i].layer == 1 && f[i].strip == 1;
    return total;
}

/* Closed over a step, alone, under a pad that lies across it, and where it ends at a pinch. */
static void test_steps(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    make_stepped(&sheets[1], 1, 3.0f, 1.0f);
    size_t count = closed_overlay(2);
    CU_ASSERT_EQUAL(steps(faces, count), 2);
    for (size_t i = 0; i < count; i++)
        if (faces[i].layer == 1 && faces[i].strip == 0)
            CU_ASSERT_TRUE(faces[i].corner[0].y == 3.0f && faces[i].corner[1].y == 3.0f &&
                           faces[i].corner[2].y == 3.0f);
    make_stepped(&sheets[1], 1, 1.0f, 1.0f);
    CU_ASSERT_EQUAL(steps(faces, closed_overlay(2)), 0);
    make_stepped(&sheets[1], 1, 3.0f, 1.0f);
    const twc_point across[4] = {{500, 500}, {500, 900}, {1500, 900}, {1500, 500}};
    make_pad(&sheets[2], 2, 2.0f, across, 4);
    count = closed_overlay(3);
    CU_ASSERT_EQUAL(steps(faces, count), 3 + 3); /* on either side of the pad, whose height lies between */
    /* Round (1000, 2000): 3 and 1 of the two lanes, 5, 0 of the layers above: all at the lowest lane's. */
    make_square(&sheets[2], 2, 5.0f, 1000, 2000);
    make_square(&sheets[3], 3, 0.0f, -1000, 2000);
    closed_overlay(4);
    expect_level(4, (twc_point){1000, 2000}, 3.0f);
}

/* The void about the ground: the sides that only one of its triangles has, turned round. */
static void make_void(sheet *s, const sheet *ground)
{
    memset(s, 0, sizeof *s);
    s->layer = (twc_layer){.priority = INT32_MAX, .vertices = s->vertex, .sides = s->side, .turns = 1};
    memcpy(s->vertex, ground->vertex, sizeof s->vertex);
    s->layer.vertex_count = ground->layer.vertex_count;
    for (uint32_t i = 0; i < ground->layer.side_count; i++) {
        int forth = 0, back = 0;
        for (uint32_t l = 0; l < ground->layer.loop_count; l++) {
            forth += ground->loop[l] == (int32_t)i;
            back += ground->loop[l] == ~(int32_t)i;
        }
        if (forth != back)
            s->side[s->layer.side_count++] = (twc_layer_side){forth ? ground->side[i].to : ground->side[i].from,
                                                              forth ? ground->side[i].from : ground->side[i].to,
                                                              TWC_SIDE_OUTLINE};
    }
}

/* Within the void's snapped outline: bends move the ground's border by less than a centimetre. */
static int64_t bent_ground_area2(uint32_t count, uint32_t beyond)
{
    twc_layer layers[MOST_LAYERS];
    for (uint32_t l = 0; l < count; l++)
        layers[l] = sheets[l].layer;
    twc_overlay o = {.layers = layers, .layer_count = count};
    twc_arena arena = {workspace, workspace + WORKSPACE, 0};
    CU_ASSERT_FATAL(twc_overlay_arrange(&o, &arena));
    int64_t total = 0;
    for (uint32_t n = o.first_net[beyond]; n < o.first_net[beyond + 1]; n++)
        total -= o.net[n].copies * twc_point_area2((twc_point){0, 0}, o.net[n].edge.from, o.net[n].edge.to);
    return total;
}

/* A pad that leaves the extent is cut there; one that does not is as without the void. */
static void test_void(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 2.0f);
    make_square(&sheets[1], 1, 4.0f, 0, 0);
    size_t inside = overlay(2, again);
    make_void(&sheets[2], &sheets[0]);
    CU_ASSERT_EQUAL(sheets[2].layer.side_count, 4 * CELLS);
    CU_ASSERT_EQUAL(overlay(3, faces), inside);
    CU_ASSERT_EQUAL(memcmp(faces, again, inside * sizeof *faces), 0);
    make_square(&sheets[1], 1, 4.0f, 5500, 1000);
    size_t count = overlay(3, faces);
    int64_t pad = 0;
    CU_ASSERT_EQUAL(plan_area2(faces, count), bent_ground_area2(3, 2)); /* though the pad sticks out */
    for (size_t i = 0; i < count; i++)
        if (faces[i].layer == 1 && faces[i].strip != UINT32_MAX)
            pad += twc_vertex_area2(faces[i].corner[0], faces[i].corner[1], faces[i].corner[2]);
    CU_ASSERT_TRUE(pad > 0 && pad < 2LL * 2000 * 2000);
    CU_ASSERT_EQUAL(of_layer(faces, count, 2), 0);
}

/* ---- random scenes ---- */

static void random_pad(sheet *s, uint64_t id)
{
    float y = (float)next_random(5) - 1.5f;
    int32_t x = (int32_t)next_random(5) * 500, z = (int32_t)next_random(5) * 500;
    int32_t w = 500 + (int32_t)next_random(4) * 500, h = 500 + (int32_t)next_random(4) * 500;
    if (next_random(3) == 0) { /* anywhere */
        x += (int32_t)next_random(900);
        z += (int32_t)next_random(900);
    }
    const twc_point box[4] = {{x, z}, {x, z + h}, {x + w, z + h}, {x + w, z}};
    const twc_point diamond[4] = {{x, z + h / 2}, {x + w / 2, z + h}, {x + w, z + h / 2}, {x + w / 2, z}};
    const twc_point wedge[3] = {{x, z}, {x + (int32_t)next_random((uint32_t)w), z + h}, {x + w, z}};
    switch (next_random(3)) {
    case 0:
        make_pad(s, id, y, box, 4);
        break;
    case 1:
        make_pad(s, id, y, diamond, 4);
        break;
    default:
        make_pad(s, id, y, wedge, 3);
        break;
    }
}

/* Turns every second inner side round, and the loops with it: nothing that is seen may change. */
static void turn_sides(sheet *s)
{
    for (uint32_t i = 0; i < s->layer.side_count; i += 2) {
        if (s->side[i].kind != TWC_SIDE_INNER)
            continue;
        s->side[i] = (twc_layer_side){s->side[i].to, s->side[i].from, TWC_SIDE_INNER};
        for (uint32_t l = 0; l < s->layer.loop_count; l++)
            if (s->loop[l] == (int32_t)i || s->loop[l] == ~(int32_t)i)
                s->loop[l] = ~s->loop[l];
    }
}

static void test_random_scenes(void)
{
    for (uint32_t scene = 0; scene < 100; scene++) {
        random_state = 2654435761u * (scene + 1);
        begin_sheet(&sheets[0], 0, -2.0f, scene % 2 ? 4.0f : 0.0f);
        uint32_t layers = 3 + next_random(5);
        for (uint32_t l = 1; l < layers; l++)
            random_pad(&sheets[l], l);
        size_t count = closed_overlay(layers);
        for (uint32_t l = 0; l < layers; l++)
            turn_sides(&sheets[l]);
        CU_ASSERT_EQUAL(overlay(layers, again), count);
        CU_ASSERT_EQUAL(memcmp(faces, again, count * sizeof *faces), 0);
    }
}

/* ---- heights, one rule at a time ---- */

/*
 * A sheet of a few vertices over the ground, whose left side runs from (0, 0) to (0, 4000): the ground's own edges make
 * hot points on it, and what runs less than half a centimetre beside it bends through them too.
 */
static void begin_strip(sheet *s, uint32_t count, const twc_vertex *corner)
{
    memset(s, 0, sizeof *s);
    s->layer = (twc_layer){.id = 1,
                           .lane_count = 1,
                           .vertices = s->vertex,
                           .sides = s->side,
                           .loops = s->loop,
                           .strips = s->strip,
                           .cells = &s->cell};
    for (uint32_t v = 0; v < count; v++)
        s->vertex[s->layer.vertex_count++] = (twc_layer_vertex){{corner[v].x, corner[v].z}, corner[v].y, 0, 0};
    for (uint32_t v = 0; v < count; v++)
        s->side[s->layer.side_count++] = (twc_layer_side){v, (v + 1) % count, TWC_SIDE_OUTLINE};
}

static float along_side(twc_vertex a, twc_vertex b, twc_point p)
{
    const twc_point from = {a.x, a.z}, to = {b.x, b.z};
    const double share = (double)twc_along(from, to, p) / (double)twc_along(from, to, to);
    return (float)((double)a.y + ((double)b.y - (double)a.y) * share);
}

static twc_point bent[MOST_SIDES]; /* what the first side of sheet 1 bends through */

/* Of sheet 1 at every point that its first side bends through: on the line from `low` to `high`. Returns how many. */
static int expect_on_line(twc_vertex low, twc_vertex high)
{
    const twc_layer layers[2] = {sheets[0].layer, sheets[1].layer};
    twc_overlay o = {.layers = layers, .layer_count = 2};
    twc_arena arena = {workspace, workspace + WORKSPACE, 0};
    int points = 0;
    CU_ASSERT_FATAL(twc_overlay_arrange(&o, &arena) && twc_overlay_make_rays(&o, &arena));
    const twc_overlay_side *side = &o.sides[o.first_side[1]];
    for (uint32_t i = 1; i + 1 < side->chain_count; i++, points++) {
        const twc_point p = o.chains[side->chain + i];
        bent[points] = p;
        const float found = twc_overlay_own_height(&o, (twc_overlay_seen){1, 0}, p), wanted = along_side(low, high, p);
        CU_ASSERT_EQUAL(memcmp(&found, &wanted, sizeof found), 0);
    }
    return points;
}

/* An inner side along an outline's: the outline's height, though the inner side is the lower. */
static void test_outline_first(void)
{
    const twc_vertex corner[] = {{0, 0, 1.0f},       {0, 4000, 2.0f}, {1, 4000, 50.0f},
                                 {4000, 4000, 3.0f}, {4000, 0, 4.0f}, {0, -1, 7.0f}};
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    begin_strip(&sheets[1], 6, corner);
    sheets[1].side[sheets[1].layer.side_count++] = (twc_layer_side){5, 2, TWC_SIDE_INNER};
    CU_ASSERT_TRUE(expect_on_line(corner[0], corner[1]) > 0);
}

/* Of two sides of the outline that run along each other: by the lower end, then by the lower of the upper ends. */
static void test_lowest_side(void)
{
    const twc_vertex by_low[] = {{0, 0, 1.0f}, {0, 4000, 2.0f}, {1, 8000, 50.0f}, {0, -1, 7.0f}};
    const twc_vertex by_high[] = {{0, 0, 1.0f}, {0, 4000, 2.0f}, {1, 8000, 50.0f}};
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    begin_strip(&sheets[1], 4, by_low);
    CU_ASSERT_TRUE(expect_on_line(by_low[3], by_low[2]) > 0);
    begin_strip(&sheets[1], 3, by_high);
    CU_ASSERT_TRUE(expect_on_line(by_high[0], by_high[1]) > 0);
}

/* From the lower end whichever way the side runs: near a height of 0 the other way round has other bits. */
static void test_lower_end(void)
{
    const twc_vertex any[] = {{0, 0, 0.0f}, {0, 4000, 1.0f}, {4000, 4000, 0.0f}, {4000, 0, 0.0f}};
    int differ = 0;
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    begin_strip(&sheets[1], 4, any);
    const int points = expect_on_line(any[0], any[1]);
    const twc_point p = bent[0];
    CU_ASSERT_TRUE_FATAL(points > 0);
    for (int32_t z = 4000; z > 3000 && differ < 8; z--) {
        const twc_vertex low = {0, 0, -(float)p.z}, high = {0, z, (float)(z - p.z)};
        const twc_vertex up[] = {low, high, {4000, 4000, 0.0f}, {4000, 0, 0.0f}};
        const twc_vertex down[] = {high, low, {-4000, 0, 0.0f}, {-4000, 4000, 0.0f}};
        if (along_side(low, high, p) == along_side(high, low, p))
            continue;
        begin_strip(&sheets[1], 4, up);
        expect_on_line(low, high);
        begin_strip(&sheets[1], 4, down);
        expect_on_line(low, high);
        differ++;
    }
    CU_ASSERT_TRUE(differ > 0);
}

/* The plane of a strip's fan, also on the border of its triangles. */
static void test_plane(void)
{
    begin_sheet(&sheets[0], 0, 0.0f, 0.0f);
    for (int k = 0; k < 50; k++) {
        const twc_vertex c[4] = {
            {0, 0, 0.1f * (float)k}, {0, 3000, 7.3f}, {3000, 3000, 1.7f * (float)k}, {3000, 0, 2.9f}};
        begin_strip(&sheets[1], 4, c);
        sheets[1].strip[0] = (twc_layer_strip){.loop_count = 4};
        for (int32_t i = 0; i < 4; i++)
            sheets[1].loop[i] = i;
        sheets[1].layer.loop_count = 4;
        sheets[1].layer.strip_count = 1;
        const twc_layer layers[2] = {sheets[0].layer, sheets[1].layer};
        twc_overlay o = {.layers = layers, .layer_count = 2};
        twc_arena arena = {workspace, workspace + WORKSPACE, 0};
        CU_ASSERT_FATAL(twc_overlay_arrange(&o, &arena) && twc_overlay_make_rays(&o, &arena));
        for (int32_t x = 100; x < 3000; x += 100) {
            const float found = twc_overlay_own_height(&o, (twc_overlay_seen){1, 0}, (twc_point){x, x});
            const float one = twc_plane_height(c[0], c[1], c[2], x, x);
            CU_ASSERT_EQUAL(memcmp(&found, &one, sizeof found), 0);
        }
    }
}

int main(void)
{
    workspace = aligned_alloc(64, WORKSPACE);
    if (!workspace || CU_initialize_registry() != CUE_SUCCESS)
        return 1;
    CU_pSuite suite = CU_add_suite("overlay", NULL, NULL);
    CU_add_test(suite, "squares on flat ground", test_squares);
    CU_add_test(suite, "three squares, four points of three heights", test_three_squares);
    CU_add_test(suite, "a plain wall is a corridor's", test_plain_wall);
    CU_add_test(suite, "cut at the extent", test_void);
    CU_add_test(suite, "a hidden layer leaves no trace", test_hidden);
    CU_add_test(suite, "heights: the outline's before an inner side's", test_outline_first);
    CU_add_test(suite, "heights: the lowest side's", test_lowest_side);
    CU_add_test(suite, "heights: from a side's lower end", test_lower_end);
    CU_add_test(suite, "heights: the plane of a fan", test_plane);
    CU_add_test(suite, "steps, alone, covered, pinched", test_steps);
    CU_add_test(suite, "random scenes are closed", test_random_scenes);
    CU_basic_run_tests();
    unsigned int failed = CU_get_number_of_failures();
    CU_cleanup_registry();
    free(workspace);
    return failed > 0;
}
