/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate/land_mesh.h"

#include <math.h>
#include <stdlib.h>

#include "twc/ground.h" /* facet kinds */

enum { BLOCK = 4 };

typedef struct drawing {
    const twc_land_ground *ground;
    int32_t last;  /* index of the last grid point of a row */
    double low_cm; /* of the first */
    twc_mesh *mesh;
} drawing;

static drawing drawing_of(const twc_land_ground *ground, twc_mesh *mesh)
{
    const twc_land_grid *grid = &ground->land->grid;
    return (drawing){ground, grid->points - 1, -100.0 * ((grid->points - 1) * grid->cell) / 2.0, mesh};
}

static twc_vertex vertex_at(const drawing *d, int32_t i, int32_t j)
{
    const twc_land_grid *grid = &d->ground->land->grid;
    const double x = d->low_cm + 100.0 * grid->cell * i, z = d->low_cm + 100.0 * grid->cell * j;
    return (twc_vertex){(int32_t)rint(x), (int32_t)rint(z),
                        d->ground->heights[(size_t)j * (size_t)grid->points + (size_t)i]};
}

/* ---- which blocks are fine -------------------------------------------------------------------------------------- */

/* Block (bi, bj), by the number of its first point over BLOCK; none past the grid is fine. */
static int is_fine(const drawing *d, int32_t bi, int32_t bj)
{
    const twc_land *land = d->ground->land;
    const int32_t i = bi * BLOCK, j = bj * BLOCK;
    if (i < 0 || j < 0 || i >= d->last || j >= d->last)
        return 0;
    if (land->fine_over.count == 0 || i + BLOCK > d->last || j + BLOCK > d->last)
        return 1;
    twc_point middle[BLOCK * BLOCK];
    uint8_t inside[BLOCK * BLOCK];
    const double cell = 100.0 * land->grid.cell;
    for (int k = 0; k < BLOCK * BLOCK; k++)
        middle[k] = (twc_point){(int32_t)rint(d->low_cm + cell * (i + k % BLOCK + 0.5)),
                                (int32_t)rint(d->low_cm + cell * (j + k / BLOCK + 0.5))};
    twc_reference_land()->outline_contains(&land->fine_over, BLOCK * BLOCK, middle, inside);
    for (int k = 0; k < BLOCK * BLOCK; k++)
        if (inside[k])
            return 1;
    return 0;
}

/* ---- triangles -------------------------------------------------------------------------------------------------- */

static void add_triangle(const drawing *d, int fine, twc_vertex a, twc_vertex b, twc_vertex c)
{
    twc_mesh *mesh = d->mesh;
    const uint32_t k = mesh->triangle_count++;
    if (!mesh->triangles)
        return; /* they are being counted */
    const double ux = (b.x - a.x) / 100.0, uy = (double)b.y - a.y, uz = (b.z - a.z) / 100.0;
    const double vx = (c.x - a.x) / 100.0, vy = (double)c.y - a.y, vz = (c.z - a.z) / 100.0;
    const double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    const double length = sqrt(nx * nx + ny * ny + nz * nz);
    const int64_t x = (int64_t)a.x + b.x + c.x, z = (int64_t)a.z + b.z + c.z;
    mesh->facets[k] = (twc_facet){{a, b, c},
                                  {(float)(nx / length), (float)(ny / length), (float)(nz / length)},
                                  (int32_t)floor((double)x / 3.0),
                                  (int32_t)floor((double)z / 3.0),
                                  (uint64_t)(fine ? TWC_FACET_FINE : TWC_FACET_BROAD) << 62 | k};
    mesh->triangles[k] = (twc_triangle){{a, b, c}, k};
    mesh->facet_count = mesh->triangle_count;
}

/* Two triangles, cut from (i, j) to the opposite corner, as the land's heights are asked. */
static void add_square(const drawing *d, int fine, int32_t i, int32_t j, int32_t side)
{
    const twc_vertex a = vertex_at(d, i, j), b = vertex_at(d, i + side, j), c = vertex_at(d, i, j + side);
    const twc_vertex opposite = vertex_at(d, i + side, j + side);
    add_triangle(d, fine, a, opposite, b);
    add_triangle(d, fine, a, c, opposite);
}

/* Corners in the order of twc_area2: along -x down to +z, then to +x, up, and back. */
static void add_fan(const drawing *d, int32_t i, int32_t j, const int fine[4])
{
    static const int32_t from[4][2] = {{0, 0}, {0, BLOCK}, {BLOCK, BLOCK}, {BLOCK, 0}};
    static const int32_t way[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const twc_vertex middle = vertex_at(d, i + BLOCK / 2, j + BLOCK / 2);
    for (int side = 0; side < 4; side++) {
        const int32_t step = fine[side] ? 1 : BLOCK;
        for (int32_t k = 0; k < BLOCK; k += step)
            add_triangle(d, 0, middle,
                         vertex_at(d, i + from[side][0] + way[side][0] * k, j + from[side][1] + way[side][1] * k),
                         vertex_at(d, i + from[side][0] + way[side][0] * (k + step),
                                   j + from[side][1] + way[side][1] * (k + step)));
    }
}

static void add_block(const drawing *d, int32_t bi, int32_t bj)
{
    const int32_t i = bi * BLOCK, j = bj * BLOCK;
    if (is_fine(d, bi, bj)) {
        for (int32_t v = j; v < j + BLOCK && v < d->last; v++)
            for (int32_t u = i; u < i + BLOCK && u < d->last; u++)
                add_square(d, 1, u, v, 1);
        return;
    }
    const int fine[4] = {is_fine(d, bi - 1, bj), is_fine(d, bi, bj + 1), is_fine(d, bi + 1, bj),
                         is_fine(d, bi, bj - 1)};
    if (fine[0] | fine[1] | fine[2] | fine[3])
        add_fan(d, i, j, fine);
    else
        add_square(d, 0, i, j, BLOCK);
}

static void add_blocks(const drawing *d)
{
    for (int32_t bj = 0; bj * BLOCK < d->last; bj++)
        for (int32_t bi = 0; bi * BLOCK < d->last; bi++)
            add_block(d, bi, bj);
}

twc_status twc_land_draw(const twc_land_ground *ground, twc_mesh *mesh)
{
    const drawing d = drawing_of(ground, mesh);
    const double cell_cm = 100.0 * ground->land->grid.cell;
    *mesh = (twc_mesh){0};
    if (rint(cell_cm) != cell_cm || rint(d.low_cm) != d.low_cm)
        return twc_fail(TWC_USAGE, "a mesh has whole centimetres, and cells of %g m from %g m on have not: take others",
                        ground->land->grid.cell, d.low_cm / 100.0);
    add_blocks(&d);
    mesh->triangle_capacity = mesh->facet_capacity = mesh->triangle_count;
    mesh->triangles = malloc(mesh->triangle_count * sizeof *mesh->triangles);
    mesh->facets = malloc(mesh->triangle_count * sizeof *mesh->facets);
    if (!mesh->triangles || !mesh->facets) {
        const twc_status status = twc_fail(TWC_IO, "not enough memory for %u triangles", mesh->triangle_count);
        twc_land_mesh_destroy(mesh);
        return status;
    }
    mesh->triangle_count = 0;
    add_blocks(&d);
    return twc_ok();
}

void twc_land_mesh_destroy(twc_mesh *mesh)
{
    free(mesh->triangles);
    free(mesh->facets);
    *mesh = (twc_mesh){0};
}

/* ---- border ----------------------------------------------------------------------------------------------------- */

size_t twc_land_border(const twc_land_ground *ground, twc_point *points)
{
    const drawing d = drawing_of(ground, NULL);
    const int32_t last_block = (d.last - 1) / BLOCK;
    size_t count = 0;
    for (int side = 0; side < 4; side++)
        for (int32_t k = 0; k < d.last; k++) {
            const int32_t along = side < 2 ? k : d.last - k; /* up the sides that are run downwards */
            const int32_t block = (side < 2 ? along : along - 1) / BLOCK, across = side % 3 == 0 ? 0 : d.last;
            const int32_t edge = across == 0 ? 0 : last_block;
            const int upright = side % 2 == 0;
            const int fine = upright ? is_fine(&d, edge, block) : is_fine(&d, block, edge);
            if (!fine && along % BLOCK != 0)
                continue;
            const twc_vertex v = upright ? vertex_at(&d, across, along) : vertex_at(&d, along, across);
            points[count++] = (twc_point){v.x, v.z};
        }
    return count;
}
