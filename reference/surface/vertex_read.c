/* SPDX-License-Identifier: MIT */
/*
 * A triangle of a drawing, read back from its bytes. Spec surface 4, 6.7; no twin: shared by both libraries; test
 * tests/surface/test_raster.c.
 */
#include <string.h>

#include "surface/raster_stage.h"

static uint32_t get32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Two's complement without an out-of-range conversion. */
static int32_t signed_of(uint32_t value, uint32_t half)
{
    return value < half ? (int32_t)value : (int32_t)((int64_t)value - 2 * (int64_t)half);
}

static int32_t vertex_x(const uint8_t *vertex)
{
    return signed_of(get32(vertex), 0x80000000U);
}

static int32_t vertex_z(const uint8_t *vertex)
{
    return signed_of(get32(vertex + 8), 0x80000000U);
}

float twc_reference_vertex_y(const uint8_t *vertex)
{
    uint32_t bits = get32(vertex + 4);
    float y;
    memcpy(&y, &bits, sizeof y);
    return y;
}

void twc_reference_face_read(const uint8_t *vertex, twc_drawn *drawn)
{
    uint32_t normal = get32(vertex + 12);
    for (int k = 0; k < 3; k++)
        drawn->normal[k] = (double)signed_of(normal >> 10 * k & 1023, 512) / 511.0;
    memcpy(drawn->colour, vertex + 16, sizeof drawn->colour);
    drawn->material = vertex[19];
    drawn->rank = vertex[20];
    drawn->snow = vertex[21];
    drawn->height = (double)twc_sample_height((uint16_t)(vertex[22] | vertex[23] << 8));
}

twc_drawn twc_reference_drawing_read(const uint8_t *vertices, const double eye[3])
{
    twc_drawn drawn;
    for (int k = 0; k < 3; k++) {
        const uint8_t *vertex = vertices + k * TWC_VERTEX_BYTES;
        drawn.position[k][0] = (double)vertex_x(vertex) * 0.01 - eye[0];
        drawn.position[k][1] = (double)twc_reference_vertex_y(vertex) - eye[1];
        drawn.position[k][2] = (double)vertex_z(vertex) * 0.01 - eye[2];
    }
    twc_reference_face_read(vertices, &drawn);
    return drawn;
}
