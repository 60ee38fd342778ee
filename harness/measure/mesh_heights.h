/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn surface at the heightfield's samples, found by exact containment. */
#ifndef TWC_HARNESS_MESH_HEIGHTS_H
#define TWC_HARNESS_MESH_HEIGHTS_H

#include <stddef.h>

#include "twc/mesh.h"

/*
 * Heights of the surface at the 4 m samples of `samples` (global sample indices), row-major: twc_plane_height of
 * the triangle that contains the sample, edges included, the highest where several do; NaN where none does.
 */
void twc_mesh_heights(const twc_mesh *meshes, size_t mesh_count, twc_rect samples, float *heights);

#endif
