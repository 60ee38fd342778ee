/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kernel there is. A new one is a line in registry.c and a case generator (docs/adding_a_kernel.md). */
#ifndef TWC_CHECK_REGISTRY_H
#define TWC_CHECK_REGISTRY_H

#include "check/case.h"

/* Ends with NULL. */
extern const twc_kernel *const twc_kernels[];

extern const twc_kernel twc_kernel_samples, twc_kernel_classes;    /* kernels_world.c */
extern const twc_kernel twc_kernel_prefilter, twc_kernel_bilinear; /* kernels_fields.c */
extern const twc_kernel twc_kernel_initial_classes;                /* kernels_initial.c */
extern const twc_kernel twc_kernel_lattice, twc_kernel_diagonals;  /* kernels_lattice.c */
extern const twc_kernel twc_kernel_chunk, twc_kernel_locate;       /* kernels_chunk.c */
extern const twc_kernel twc_kernel_build;                          /* kernels_build.c */
extern const twc_kernel twc_kernel_dryness, twc_kernel_faces, twc_kernel_ranks,
    twc_kernel_vertices;                                                      /* kernels_surface.c */
extern const twc_kernel twc_kernel_render;                                    /* kernels_render.c */
extern const twc_kernel twc_kernel_surface_build;                             /* kernels_surface_build.c */
extern const twc_kernel twc_kernel_feature_build;                             /* kernels_feature.c */
extern const twc_kernel twc_kernel_brush;                                     /* kernels_brush.c */
extern const twc_kernel twc_kernel_fingerprint_bytes, twc_kernel_mesh_stages; /* kernels_hash.c */
extern const twc_kernel twc_kernel_buckets_build, twc_kernel_buckets_find;    /* kernels_buckets.c */

#endif
