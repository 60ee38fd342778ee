/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast feature stage say to each other. The reference builds chunk by chunk, each from its own
 * surroundings; here the arrangement is made once for all asked chunks, everything near is found through one grid, and finished
 * triangles are handed to the chunks that own them. All decisions are the reference's own integers (twc/snap.h), so the bits
 * are the same; borders that are not simple polygons are given to the reference's code (faces.c, ears.c there).
 */
#ifndef TWC_FAST_FEATURE_WORK_H
#define TWC_FAST_FEATURE_WORK_H

#include <string.h>

#include "reference/feature/stage.h" /* arena, boxes, ears */
#include "twc/feature.h"
#include "twc/fast.h"

enum { TWC_NONE = 0xFFFFFFFFu };

/* ---- the grid (grid.c) ---- */

enum { TWC_SQUARE_CM = 1600 };

/* A square of the grid that some cell's box meets. */
typedef struct fast_square {
    int32_t x, z;
    uint32_t used; /* 0: the slot is empty */
    uint32_t first[3], count[3]; /* fast_list */
} fast_square;

/* What the lists of a square hold: numbers of cells, ground triangles and ground edges whose boxes, grown by 2 cm, meet it. */
typedef enum fast_list { FAST_CELLS, FAST_TRIANGLES, FAST_EDGES } fast_list;

/* Squares of a small rectangle stand row by row (side > 0); those of a wide one in a hash table with open addressing. */
typedef struct fast_grid {
    fast_square *slot;
    uint32_t slots; /* a power of two in the hash table */
    int32_t x, z, nx, nz;
    uint32_t *list[3];
} fast_grid;

/*
 * Twice the area, as twc_area2, of points less than 2^14 cm apart along each axis: a ground triangle or a cell, and what lies in a
 * square next to it. 32 bits hold it.
 */
static inline int32_t fast_area2(twc_point a, twc_point b, twc_point c)
{
    return (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
}

/* ---- the ground (ground.c) ---- */

/* The ground of a chunk near the footprints, as it was before they were cut in. */
typedef struct fast_ground {
    twc_mesh mesh;
    int32_t x, z;     /* the chunk */
    uint32_t chunk;   /* of the asked rectangle, row-major; TWC_NONE: outside of it */
    uint8_t *changed; /* by triangle: 1 when it was cut */
} fast_ground;

typedef struct fast_triangle {
    twc_vertex v[3];
    twc_box box;
    const fast_ground *ground;
    uint32_t number;      /* its number there */
    uint32_t near;        /* 1: it meets a cell as solved; only then its edges are known */
    uint32_t edge[3];     /* from corner k to the next */
    uint32_t inside;      /* first of the outline's edges inside it, or TWC_NONE */
} fast_triangle;

/* a < b; its bends are hot points in the order from a to b. */
typedef struct fast_edge {
    twc_vertex a, b;
    uint32_t bend, bend_count;
    uint32_t seen;    /* the last segment that looked at it */
    uint32_t touched; /* an end of it is a hot point */
} fast_edge;

/* ---- the arrangement (arrange.c, heights.c) ---- */

typedef struct fast_hot {
    twc_point p;
    float ground, own;
    uint32_t edge;   /* the lowest edge that bends through it */
    uint32_t out;    /* first edge of the outline that leaves it, or TWC_NONE */
    uint8_t passes;  /* how many leave it */
    uint8_t known;   /* of `own`: 1 from a segment, 2 from a row */
    uint8_t between; /* segments that bend through it */
    uint8_t end;     /* a segment ends here */
    uint8_t vertex;  /* it is a vertex of the ground; `ground` is known then */
} fast_hot;

typedef struct fast_segment {
    uint32_t from, to; /* hot points */
    float y[2];
    uint8_t ground[2];
    uint8_t follows;
    uint32_t bend, bend_count; /* its bends, in order */
    uint32_t first;            /* its bend_count + 1 edges of the outline */
} fast_segment;

/* An edge of the snapped outline. */
typedef struct fast_border {
    uint32_t from, to; /* hot points */
    uint32_t next_out; /* the next that leaves the same point */
    uint32_t inside;   /* the next inside the same triangle */
    uint8_t dropped;   /* the outline runs back over it */
} fast_border;

typedef struct fast_cell {
    const twc_feature *feature;
    int32_t cell;
    twc_box box;         /* the widest the limits allow; once solved, what it really takes, grown by 2 cm */
    twc_point corner[4]; /* left and right at the lower station, right and left at the upper one */
    const twc_cross_section *section;
    uint32_t segment, segment_count;
    int8_t before, after; /* whether cells[-1] and cells[1] are its neighbours */
} fast_cell;

/* ---- all of it ---- */

typedef struct fast_work {
    twc_arena arena;
    fast_grid grid;
    fast_cell *cells;
    uint32_t cell_count;
    fast_triangle *triangles;
    uint32_t triangle_count, triangle_room;
    fast_edge *edges;
    uint32_t edge_count;
    fast_segment *segments;
    uint32_t segment_count;
    fast_hot *hot;
    uint32_t hot_count, hot_room;
    uint32_t *hot_slot; /* open addressing over `hot` */
    uint32_t hot_mask;
    uint32_t *bends; /* hot points, of edges and segments */
    fast_border *borders;
    uint32_t border_count;
    int touches; /* some hot point is on the outline twice */
} fast_work;

/* Every function below that returns int returns 0 when the arena is full. */

/* grid.c: the squares and their lists of cells; then the lists of triangles, and of edges. */
int twc_fast_grid_cells(fast_work *w);
int twc_fast_meets_cell(const fast_work *w, twc_box box);
int twc_fast_grid_list(fast_work *w, fast_list list);

static inline int32_t fast_square_of(int32_t cm)
{
    return twc_floor_div(cm, TWC_SQUARE_CM);
}

uint32_t twc_fast_hashed_slot(const fast_grid *grid, int32_t x, int32_t z);

/* NULL where no cell is near. */
static inline fast_square *twc_fast_square_at(const fast_grid *grid, int32_t x, int32_t z)
{
    fast_square *square;
    if (grid->nx > 0) {
        const uint32_t i = (uint32_t)(x - grid->x), j = (uint32_t)(z - grid->z);
        if (i >= (uint32_t)grid->nx || j >= (uint32_t)grid->nz)
            return NULL;
        square = &grid->slot[j * (uint32_t)grid->nx + i];
    } else {
        square = &grid->slot[twc_fast_hashed_slot(grid, x, z)];
    }
    return square->used ? square : NULL;
}

/* ground.c: keeps the triangles of a mesh that meet a cell; then their edges; heights of the ground at points of cells. */
int twc_fast_keep_triangles(fast_work *w, const fast_ground *ground);
int twc_fast_make_edges(fast_work *w);
float twc_fast_ground_height(const fast_work *w, twc_point p);

/* solve.c: the sections of all cells, and the cells' boxes and corners. */
int twc_fast_solve(fast_work *w);

/* arrange.c; then the number of the hot point at p, or TWC_NONE. */
int twc_fast_arrange(fast_work *w);
uint32_t twc_fast_hot_at(const fast_work *w, twc_point p);

/* heights.c */
void twc_fast_heights(fast_work *w);

/* ---- finished triangles ---- */

/* A triangle some asked chunk owns: a piece of the ground, or a face of a feature. */
typedef struct fast_piece {
    twc_vertex v[3];
    uint32_t chunk;  /* of the asked rectangle, row-major */
    uint32_t source; /* the ground triangle it is a piece of; TWC_NONE: a face */
    uint64_t id;     /* of a face's facet */
} fast_piece;

typedef struct fast_pieces {
    fast_piece *piece;
    uint32_t count, room;
    twc_rect asked, all; /* chunks asked for, chunks of the extent */
    int full, broken;
    twc_point where;
} fast_pieces;

/* Triangles in this box have their centroids in it: where it lies in one chunk, that owns them all. */
typedef struct fast_owner {
    int known;
    uint32_t chunk; /* TWC_NONE: not asked for */
} fast_owner;

/* pieces.c: what is known of the owners of triangles in a box; adds a triangle if an asked chunk owns it. */
fast_owner twc_fast_owner(const fast_pieces *pieces, twc_box box);
void twc_fast_add_piece(fast_pieces *pieces, fast_owner owner, twc_vertex a, twc_vertex b, twc_vertex c, uint32_t source, uint64_t id);

/* cut.c: gives the outline's edges to the triangles they lie in; whether a triangle changed (its pieces were added then). */
void twc_fast_assign_borders(fast_work *w);
int twc_fast_cut(fast_work *w, uint32_t triangle, fast_pieces *pieces);

/*
 * ears.c: triangulates n directed edges that bound simple polygons without holes, as twc_reference_triangulate does; triangles are
 * triples of edges, which stand for their first points. -1 when the edges bound something else.
 */
enum { FAST_MOST_EDGES = 32 };
int twc_fast_simple_ears(const twc_border *edges, int n, uint8_t (*out)[3]);

/* fill.c */
void twc_fast_fill(fast_work *w, uint32_t cell, fast_pieces *pieces);

/* assemble.c: writes the meshes of the asked chunks among the grounds. */
int twc_fast_assemble(fast_work *w, const fast_ground *grounds, uint32_t ground_count, const fast_pieces *pieces, twc_mesh *meshes);

#endif
