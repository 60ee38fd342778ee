/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/registry.h"

const twc_kernel *const twc_kernels[] = {
    &twc_kernel_samples,
    &twc_kernel_classes,
    &twc_kernel_prefilter,
    &twc_kernel_bilinear,
    &twc_kernel_initial_classes,
    &twc_kernel_lattice,
    &twc_kernel_diagonals,
    &twc_kernel_chunk,
    &twc_kernel_locate,
    &twc_kernel_build,
    &twc_kernel_dryness,
    &twc_kernel_faces,
    &twc_kernel_ranks,
    &twc_kernel_vertices,
    &twc_kernel_render,
    &twc_kernel_surface_build,
    &twc_kernel_feature_build,
    &twc_kernel_brush,
    &twc_kernel_fingerprint_bytes,
    &twc_kernel_mesh_stages,
    &twc_kernel_buckets_build,
    &twc_kernel_buckets_find,
    NULL,
};
