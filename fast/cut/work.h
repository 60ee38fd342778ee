/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast cut say to each other, and to the footprints above it. The reference builds chunk by
 * chunk, each from its own neighbourhood; here the arrangement is made once for all asked chunks, everything near is
 * found through one grid, and finished triangles are handed to the chunks that own them. All decisions are the
 * reference's own integers (twc/snap.h), so the bits are the same; borders that are not simple polygons are given to
 * the reference's code (faces.c, ears.c there).
 */
#ifndef TWC_FAST_CUT_WORK_H
#define TWC_FAST_CUT_WORK_H

#include <string.h>

#include "common/plan.h"
#include "reference/cut/stage.h" /* arena, boxes, ears */
#include "twc/feature.h"
#include "twc/fast.h"

enum { TWC_NONE = 0xFFFFFFFFu };

static inline twc_point plan(twc_vertex v)
{
    return (twc_point){v.x, v.z};
}

static inline int same_plan(twc_vertex a, twc_vertex b)
{
    return a.x == b.x && a.z == b.z;
}

/* ---- the grid (grid.c) ---- */

enum { TWC_SQUARE_CM = 1600 };

/* A square of the grid that some cell's box meets. */
typedef struct fast_square {
    int32_t x, z;
    uint32_t first[3], count[3]; /* fast_list */
} fast_square;

/*
 * What the lists of a square hold: numbers of cells whose boxes, and of ground triangles and ground edges which, all
 * grown by 2 cm, meet it, and now and then one that passes a corner.
 */
typedef enum fast_list { FAST_CELLS, FAST_TRIANGLES, FAST_EDGES } fast_list;

/* From where to where a row of the grid has squares; x1 < x0 when it has none. */
typedef struct fast_row {
    int32_t x0, x1;
} fast_row;

/*
 * Numbers of squares: of a small rectangle row by row (hashed == 0), of a wide one in a hash table with open
 * addressing.
 */
typedef struct fast_grid {
    uint32_t *slot; /* TWC_NONE where there is no square */
    uint32_t slots; /* a power of two in the hash table */
    int hashed;
    int32_t x, z, nx, nz; /* all squares are in this rectangle */
    fast_row *row;        /* nz of them */
    fast_square *square;
    uint32_t squares;
    uint32_t *list[3], listed[3]; /* with how many numbers */
} fast_grid;

/*
 * Twice the area, as twc_area2, of points less than 2^14 cm apart along each axis: a ground triangle or a cell, and
 * what lies in a square next to it. 32 bits hold it.
 */
/*@ requires close(b.z, a.z) && close(c.x, a.x) && close(b.x, a.x) && close(c.z, a.z);
    assigns \nothing;
    ensures \result == turn(a, c, a, b);
    ensures -(1 << 29) < \result < 1 << 29; */
static inline int32_t fast_area2(twc_point a, twc_point b, twc_point c)
{
    return twc_fast_cross(c.x - a.x, c.z - a.z, b.x - a.x, b.z - a.z);
}

/* ---- the ground (gather.c) ---- */

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
    uint32_t number;  /* its number there */
    uint32_t near;    /* 1: it meets a cell as solved; only then its edges are known */
    uint32_t edge[3]; /* from corner k to the next */
    uint32_t inside;  /* first of the outline's edges inside it, or TWC_NONE */
} fast_triangle;

/* a < b; its bends are hot points in the order from a to b. */
typedef struct fast_edge {
    twc_vertex a, b;
    uint32_t side[2]; /* the triangles it is a side of; TWC_NONE */
    uint32_t bend, bend_count;
    uint32_t seen;    /* the last segment that looked at it */
    uint32_t touched; /* an end of it is a hot point */
} fast_edge;

/* ---- the arrangement (arrangement.c, crossings.c, bends.c, heights.c) ---- */

typedef struct fast_hot {
    twc_point p;
    float ground, own;
    uint32_t edge;     /* the lowest edge that bends through it */
    uint32_t segment;  /* one that ends at it or meets it there */
    uint32_t triangle; /* one that an edge of the outline at it lies in, or TWC_NONE */
    uint32_t out;      /* first edge of the outline that leaves it, or TWC_NONE */
    uint32_t into;     /* an edge of the outline that ends at it, or TWC_NONE */
    uint8_t passes;    /* how many leave it */
    uint8_t again;     /* several edges of the outline leave it, or several end at it */
    uint8_t known;     /* of `own`: 1 from a segment, 2 from a row */
    uint8_t between;   /* segments that bend through it */
    uint8_t end;       /* a segment ends here */
    uint8_t vertex;    /* it is a vertex of the ground, whose height is `ground` */
    uint8_t planed;    /* `ground` is known if it is neither a vertex nor on an edge */
} fast_hot;

typedef struct fast_segment {
    uint32_t from, to; /* hot points */
    float y[2];
    uint8_t ground[2];
    uint8_t follows;
    uint8_t kind;              /* twc_outline_kind */
    uint32_t bend, bend_count; /* its bends, in order */
    uint32_t first;            /* its bend_count + 1 edges of the outline */
    uint32_t near, near_end;   /* segments of its cell and the cells beside it; placing keeps all others 10 cm away */
} fast_segment;

/* An edge of the snapped outline. */
typedef struct fast_border {
    uint32_t from, to; /* hot points */
    uint32_t next_out; /* the next that leaves the same point */
    uint32_t inside;   /* the next inside the same triangle */
    uint8_t dropped;   /* the outline runs back over it */
} fast_border;

/* From x, z on by dx, dz: an edge from a to b, or a segment. */
typedef struct fast_line {
    int32_t x, z, dx, dz;
} fast_line;

/*@ predicate near_line(fast_line l, twc_point p) = in_world(l.x) && in_world(l.z) && in_world(p)
      && in_world(l.x + l.dx) && in_world(l.z + l.dz)
      && close(l.dx, 0) && close(l.dz, 0) && close(p.x, l.x) && close(p.z, l.z);
    logic integer side(fast_line l, twc_point p) = cross(p.x - l.x, p.z - l.z, l.dx, l.dz); */

/*@ requires -(1 << 30) <= v <= 1 << 30;
    assigns \nothing;
    ensures \result == \abs(v); */
static inline int32_t fast_size(int32_t v)
{
    return v < 0 ? -v : v;
}

/* How far a pixel's corners stick out of a line through its middle, as twice an area: twice that. */
/*@ requires \valid_read(line) && close(line->dx, 0) && close(line->dz, 0);
    assigns \nothing;
    ensures \result == \abs(line->dx) + \abs(line->dz); */
static inline int32_t fast_reach(const fast_line *line)
{
    return fast_size(line->dx) + fast_size(line->dz);
}

/* Twice the area between a line and p, positive on the positive side; the bounds of fast_area2. */
/*@ requires \valid_read(line) && near_line(*line, p);
    assigns \nothing;
    ensures \result == side(*line, p);
    ensures -(1 << 29) < \result < 1 << 29; */
static inline int32_t fast_side(const fast_line *line, twc_point p)
{
    return twc_fast_cross(p.x - line->x, p.z - line->z, line->dx, line->dz);
}

/* Whether a line may meet the pixel of p: it does, but for where it ends. */
/*@ requires \valid_read(line) && near_line(*line, p);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> 2 * \abs(side(*line, p)) <= \abs(line->dx) + \abs(line->dz); */
static inline int fast_is_close(const fast_line *line, twc_point p)
{
    return 2 * fast_size(fast_side(line, p)) <= fast_reach(line);
}

/* Lines as arrays, to be asked eight at once: behind the last stand seven more, which are nothing. */
typedef struct fast_lines {
    uint32_t *x, *z, *dx, *dz;
} fast_lines;

enum { FAST_LINES_BEYOND = 7 };

/* A segment and an edge; or a line, edges before segments, and a hot point. */
typedef struct fast_pair {
    uint32_t a, b;
} fast_pair;

/* How many there is room for; an arena hands out 16 bytes at a time. */
static inline size_t fast_pair_room(const twc_arena *arena)
{
    return (size_t)(arena->end - arena->at) / 16 * (16 / sizeof(fast_pair));
}

typedef struct fast_work fast_work;

/*
 * candidates.c, once a level: writes pairs of segment and edge that may meet (some more than once), by segment; of line
 * and hot point that may meet, by hot point. They return how many, or SIZE_MAX when there is no room.
 */
typedef struct fast_candidates {
    size_t (*crossings)(const fast_work *w, fast_pair *out, size_t room);
    size_t (*bends)(const fast_work *w, fast_pair *out, size_t room);
} fast_candidates;

typedef struct fast_cell {
    const twc_feature *feature;
    int32_t cell;
    twc_box box;         /* the widest the limits allow; once solved, what it really takes, grown by 2 cm */
    twc_point corner[4]; /* left and right at the lower station, right and left at the upper one */
    const twc_cross_section *section;
    const float (*ground)[2];        /* at the outer points of both sections, left and right, where they have banks */
    uint32_t segment, segment_count; /* those of the outline that it owns, one after the other */
    uint32_t side[2];                /* of them the left and the right one */
    int8_t before, after;            /* whether cells[-1] and cells[1] are its neighbours */
    uint8_t shares[2]; /* whether its lower and its upper section are the border to a neighbour, not the outline */
} fast_cell;

/* ---- all of it ---- */

struct fast_work {
    twc_arena arena;
    fast_candidates candidates;
    fast_grid grid;
    fast_cell *cells;
    uint32_t cell_count;
    fast_triangle *triangles;
    uint32_t triangle_count, triangle_room;
    fast_edge *edges;
    fast_line *edge_line, *segment_line;    /* of the edges and segments */
    fast_lines listed_edges, segment_lines; /* of the edges as the grid lists them, and of the segments */
    uint32_t edge_count;
    fast_segment *segments;
    uint32_t segment_count;
    fast_hot *hot;
    uint32_t hot_count, hot_room;
    uint32_t *hot_slot; /* open addressing over `hot` */
    uint32_t hot_mask;
    uint32_t *bends; /* hot points, of edges and segments */
    uint8_t *starts; /* by hot point, and 3 more: a place for ears.c */
    fast_border *borders;
    uint32_t border_count;
    int touches; /* some hot point is on the outline twice */
};

/* Every function below that returns int returns 0 when the arena is full. */

/* grid.c: the squares and their lists of cells; then the lists of triangles, and of edges. */
int twc_fast_grid_cells(fast_work *w);
int twc_fast_meets_cell(const fast_work *w, twc_box box);
int twc_fast_grid_list(fast_work *w, fast_list list);

static inline int32_t fast_square_of(int32_t cm)
{
    /*
     * So many squares that no coordinate, below 2^30 cm, comes out negative: an unsigned division by a constant is two
     * instructions.
     */
    const uint32_t bias = 1 << 20;
    return (int32_t)(((uint32_t)cm + bias * TWC_SQUARE_CM) / TWC_SQUARE_CM - bias);
}

uint32_t twc_fast_hashed_slot(const fast_grid *grid, int32_t x, int32_t z);

/* The part of row z between x0 and x1 that may have squares. */
static inline fast_row fast_row_part(const fast_grid *grid, int32_t z, int32_t x0, int32_t x1)
{
    const uint32_t j = (uint32_t)(z - grid->z);
    if (j >= (uint32_t)grid->nz)
        return (fast_row){0, -1};
    const fast_row row = grid->row[j];
    return (fast_row){row.x0 > x0 ? row.x0 : x0, row.x1 < x1 ? row.x1 : x1};
}

/* TWC_NONE where no cell is near. */
static inline uint32_t fast_square_number(const fast_grid *grid, int32_t x, int32_t z)
{
    if (grid->hashed)
        return grid->slot[twc_fast_hashed_slot(grid, x, z)];
    const uint32_t i = (uint32_t)(x - grid->x), j = (uint32_t)(z - grid->z);
    return i < (uint32_t)grid->nx && j < (uint32_t)grid->nz ? grid->slot[j * (uint32_t)grid->nx + i] : TWC_NONE;
}

/* NULL where no cell is near. */
static inline fast_square *twc_fast_square_at(const fast_grid *grid, int32_t x, int32_t z)
{
    const uint32_t number = fast_square_number(grid, x, z);
    return number == TWC_NONE ? NULL : &grid->square[number];
}

/*
 * gather.c: keeps the triangles of a mesh that meet a cell; then their edges; heights of the ground at points of cells:
 * `last` is the triangle that held the point before, tried first (any number will do), and is set to the one that holds
 * this.
 */
int twc_fast_keep_triangles(fast_work *w, const fast_ground *ground);
int twc_fast_make_edges(fast_work *w);
float twc_fast_ground_height(const fast_work *w, twc_point p, uint32_t *last);

/*
 * arrangement.c: room for so many segments, which are added then; then the arrangement of all segments there are.
 * twc_fast_add_segment sets its ends and heights; hot points at the ends are numbered as they come.
 */
int twc_fast_arrangement_room(fast_work *w, uint32_t segments);
fast_segment *twc_fast_add_segment(fast_work *w, twc_outline_kind kind, twc_vertex from, twc_vertex to);
int twc_fast_arrange(fast_work *w);

/*
 * crossings.c: the hot point at p, made when there is none, or TWC_NONE when there is no room; the number of the one
 * that is there, or TWC_NONE; those where segments meet the ground. bends.c: the bends, once all hot points are there.
 */
uint32_t twc_fast_add_hot(fast_work *w, twc_point p, uint32_t segment);
uint32_t twc_fast_hot_at(const fast_work *w, twc_point p);
int twc_fast_cross_segments(fast_work *w);
int twc_fast_bend(fast_work *w);

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

/* A chunk, by the sums of three corners it owns: x0 <= x < x1, z0 <= z < z1. */
typedef struct fast_owner {
    int64_t x0, x1, z0, z1;
    uint32_t chunk; /* TWC_NONE: not asked for */
} fast_owner;

typedef struct fast_pieces {
    fast_owner owner; /* of the last piece, and mostly of the next */
    fast_piece *piece;
    uint32_t count, room;
    twc_rect asked, all; /* chunks asked for, chunks of the extent */
    int full, broken;
    twc_point where;
} fast_pieces;

/* sink.c: adds a triangle if an asked chunk owns it. */
void twc_fast_add_piece(fast_pieces *pieces, twc_vertex a, twc_vertex b, twc_vertex c, uint32_t source, uint64_t id);

/*
 * cut.c: gives the outline's edges to the triangles they lie in; whether a triangle changed (its pieces were added
 * then).
 */
void twc_fast_assign_borders(fast_work *w);
int twc_fast_cut(fast_work *w, uint32_t triangle, fast_pieces *pieces);

/*
 * ears.c: triangulates n directed edges that bound simple polygons without holes, as twc_reference_triangulate does.
 * Edge i runs from point number from[i], which is at[i], to number to[i]; a number is a hot point's, or hot_count and
 * up to 2 more. Triangles are triples of edges, which stand for their first points. -1 when the edges bound something
 * else.
 */
enum { FAST_MOST_EDGES = 64 };
int twc_fast_simple_ears(fast_work *w, const twc_vertex *at, const uint32_t *from, const uint32_t *to, int n,
                         uint8_t (*out)[3]);

/* assemble.c: writes the meshes of the asked chunks among the grounds. */
int twc_fast_assemble(fast_work *w, const fast_ground *grounds, uint32_t ground_count, const fast_pieces *pieces,
                      twc_mesh *meshes);

#endif
