/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Meshes as outputs of a case: four arrays in a row, status, counts (triangles and facets of each mesh), triangles,
 * facets.
 */
#ifndef TWC_CHECK_CASE_MESHES_H
#define TWC_CHECK_CASE_MESHES_H

#include "check/case.h"

/* Declares the four, for `count` meshes with room for so many triangles and as many, or other, facets each. */
void twc_case_meshes_shape(twc_case *c, size_t count, size_t triangles, size_t facets);

/* The meshes of a call, empty; `status`: the index of the first of the four. */
void twc_case_meshes_view(const twc_case *c, const twc_call *call, uint32_t status, twc_mesh *meshes);

/* After the build: notes what it answered and how much it wrote. */
void twc_case_meshes_note(const twc_case *c, const twc_call *call, uint32_t status, twc_status answer,
                          const twc_mesh *meshes);

#endif
