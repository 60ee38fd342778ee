/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contract's records, member by member: what a report calls them and what a comparison looks at. */
#include "check/case.h"

#define ONE(type, code, NAME)                                                                                          \
    static const twc_member members_##NAME[] = {{"", code, 0, 1}};                                                     \
    const twc_layout twc_layout_##NAME = {#NAME, sizeof(type), _Alignof(type), -1, 1, members_##NAME};

ONE(uint8_t, TWC_TYPE_U8, u8)
ONE(uint16_t, TWC_TYPE_U16, u16)
ONE(uint32_t, TWC_TYPE_U32, u32)
ONE(uint64_t, TWC_TYPE_U64, u64)
ONE(int32_t, TWC_TYPE_I32, i32)
ONE(float, TWC_TYPE_F32, f32)
ONE(double, TWC_TYPE_F64, f64)

#define MEMBER(record, name, type, repeat)                                                                             \
    {                                                                                                                  \
#name, type, offsetof(record, name), repeat                                                                    \
    }
#define CORNER(record, k)                                                                                              \
    {"corner[" #k "].x", TWC_TYPE_I32, offsetof(record, corner[k].x), 1},                                              \
        {"corner[" #k "].z", TWC_TYPE_I32, offsetof(record, corner[k].z), 1},                                          \
    {                                                                                                                  \
        "corner[" #k "].y", TWC_TYPE_F32, offsetof(record, corner[k].y), 1                                             \
    }
#define LAYOUT(record, NAME, plan)                                                                                     \
    const twc_layout twc_layout_##NAME = {                                                                             \
        #NAME, sizeof(record), _Alignof(record), plan, sizeof members_##NAME / sizeof *members_##NAME, members_##NAME}

static const twc_member members_tile[] = {
    MEMBER(twc_tile, sample, TWC_TYPE_U16, TWC_TILE_SAMPLES *TWC_TILE_SAMPLES),
    MEMBER(twc_tile, facet, TWC_TYPE_U8, TWC_TILE_MACROS *TWC_TILE_MACROS),
};
LAYOUT(twc_tile, tile, -1);

static const twc_member members_point[] = {
    MEMBER(twc_point, x, TWC_TYPE_I32, 1),
    MEMBER(twc_point, z, TWC_TYPE_I32, 1),
};
LAYOUT(twc_point, point, offsetof(twc_point, x));

static const twc_member members_vertex[] = {
    MEMBER(twc_vertex, x, TWC_TYPE_I32, 1),
    MEMBER(twc_vertex, z, TWC_TYPE_I32, 1),
    MEMBER(twc_vertex, y, TWC_TYPE_F32, 1),
};
LAYOUT(twc_vertex, vertex, offsetof(twc_vertex, x));

static const twc_member members_triangle[] = {
    CORNER(twc_triangle, 0),
    CORNER(twc_triangle, 1),
    CORNER(twc_triangle, 2),
    MEMBER(twc_triangle, facet, TWC_TYPE_U32, 1),
};
LAYOUT(twc_triangle, triangle, offsetof(twc_triangle, corner[0].x));

static const twc_member members_facet[] = {
    CORNER(twc_facet, 0),
    CORNER(twc_facet, 1),
    CORNER(twc_facet, 2),
    MEMBER(twc_facet, normal, TWC_TYPE_F32, 3),
    MEMBER(twc_facet, centroid_x, TWC_TYPE_I32, 1),
    MEMBER(twc_facet, centroid_z, TWC_TYPE_I32, 1),
    MEMBER(twc_facet, id, TWC_TYPE_U64, 1),
};
LAYOUT(twc_facet, facet, offsetof(twc_facet, centroid_x));

static const twc_member members_location[] = {
    CORNER(twc_location, 0),
    CORNER(twc_location, 1),
    CORNER(twc_location, 2),
    MEMBER(twc_location, facet, TWC_TYPE_U64, 1),
    MEMBER(twc_location, facet_class, TWC_TYPE_U8, 1),
    MEMBER(twc_location, height, TWC_TYPE_F32, 1),
};
LAYOUT(twc_location, location, offsetof(twc_location, corner[0].x));

static const twc_member members_face[] = {
    MEMBER(twc_surface_face, puddle, TWC_TYPE_F64, 1),  MEMBER(twc_surface_face, hash, TWC_TYPE_U32, 1),
    MEMBER(twc_surface_face, height, TWC_TYPE_F32, 1),  MEMBER(twc_surface_face, palette, TWC_TYPE_U8, 1),
    MEMBER(twc_surface_face, material, TWC_TYPE_U8, 1), MEMBER(twc_surface_face, rank, TWC_TYPE_U8, 1),
    MEMBER(twc_surface_face, snow, TWC_TYPE_U8, 1),     MEMBER(twc_surface_face, colour, TWC_TYPE_U8, 3),
    MEMBER(twc_surface_face, zero, TWC_TYPE_U8, 1),
};
LAYOUT(twc_surface_face, face, -1);

static const twc_member members_station[] = {
    MEMBER(twc_station, x, TWC_TYPE_I32, 1),      MEMBER(twc_station, z, TWC_TYPE_I32, 1),
    MEMBER(twc_station, rx, TWC_TYPE_I32, 1),     MEMBER(twc_station, rz, TWC_TYPE_I32, 1),
    MEMBER(twc_station, bed_cm, TWC_TYPE_I32, 1), MEMBER(twc_station, limit_cm, TWC_TYPE_I32, 2),
};
LAYOUT(twc_station, station, offsetof(twc_station, x));

static const twc_member members_box[] = {
    MEMBER(twc_box, x0, TWC_TYPE_I32, 1),
    MEMBER(twc_box, z0, TWC_TYPE_I32, 1),
    MEMBER(twc_box, x1, TWC_TYPE_I32, 1),
    MEMBER(twc_box, z1, TWC_TYPE_I32, 1),
};
LAYOUT(twc_box, box, -1);

static const twc_member members_weighted[] = {
    MEMBER(twc_weighted, value, TWC_TYPE_F64, 1),
    MEMBER(twc_weighted, weight, TWC_TYPE_U64, 1),
};
LAYOUT(twc_weighted, weighted, -1);

static const twc_member members_edge[] = {
    MEMBER(twc_edge, a, TWC_TYPE_U32, 1),
    MEMBER(twc_edge, b, TWC_TYPE_U32, 1),
    MEMBER(twc_edge, cost, TWC_TYPE_U64, 1),
    MEMBER(twc_edge, length, TWC_TYPE_U64, 1),
};
LAYOUT(twc_edge, edge, -1);

static const twc_member members_trio[] = {
    MEMBER(twc_trio, a, TWC_TYPE_U32, 1),
    MEMBER(twc_trio, b, TWC_TYPE_U32, 1),
    MEMBER(twc_trio, c, TWC_TYPE_U32, 1),
};
LAYOUT(twc_trio, trio, -1);

static const twc_member members_peak[] = {
    MEMBER(twc_peak, theta, TWC_TYPE_U32, 1),
    MEMBER(twc_peak, z, TWC_TYPE_I32, 1),
    MEMBER(twc_peak, relief, TWC_TYPE_F64, 1),
};
LAYOUT(twc_peak, peak, -1);

static const twc_member members_ridge[] = {
    MEMBER(twc_ridge, a, TWC_TYPE_U32, 1),
    MEMBER(twc_ridge, b, TWC_TYPE_U32, 1),
    MEMBER(twc_ridge, saddle, TWC_TYPE_F64, 1),
};
LAYOUT(twc_ridge, ridge, -1);
