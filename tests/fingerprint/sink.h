/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a stage's numbers go: into a hash, or, to find the first one that differs, onto standard output. */
#ifndef TWC_FINGERPRINT_SINK_H
#define TWC_FINGERPRINT_SINK_H

#include <stdlib.h>

#include "check/registry.h"
#include "twc/fast.h"
#include "twc/fingerprint.h"

typedef struct sink {
    twc_fingerprint hash;
    int log; /* print every number too */
} sink;

/* One number, as a 64-bit word whatever the machine's byte order; `what` and the two indices are its name in a log. */
void sink_word(sink *out, const char *what, int64_t index, int64_t part, uint64_t word);
void sink_integer(sink *out, const char *what, int64_t index, int64_t part, int64_t value);
void sink_real(sink *out, const char *what, int64_t index, int64_t part, float value);
void sink_vertex(sink *out, const char *what, int64_t index, int64_t part, twc_vertex vertex);

/* A stage: its name, and what runs it with the reference (fast 0) or a level. */
typedef struct implementation {
    int fast;
    twc_level level;
} implementation;

typedef struct stage {
    const char *name;
    void (*run)(const implementation *who, sink *out);
    const char *kernels; /* those of the check's registry that it covers, if their names are not the stage's */
} stage;

/* Every number of a mesh; `chunk` names it. */
void sink_mesh(sink *out, int64_t chunk, const twc_mesh *mesh);

/* stages_feature.c */
void run_feature_build(const implementation *who, sink *out);

/* stages_surface.c */
void run_dryness(const implementation *who, sink *out);
void run_surface(const implementation *who, sink *out);
void run_render(const implementation *who, sink *out);

/* stages_world.c */
void run_brush(const implementation *who, sink *out);
void run_hashes(const implementation *who, sink *out);
void run_buckets(const implementation *who, sink *out);

/* stages_kernels.c: a stage of each kernel that none of `stages` covers. */
void run_kernel(const twc_kernel *kernel, const implementation *who, sink *out);

/* Ends with a NULL name. */
extern const stage stages[];

/* Builds chunks with a stage's implementation; request->options are the caller's. */
twc_status build_chunks(const implementation *who, const twc_chunk_request *request, const twc_chunks *chunks);

/* Memory that is there, or the program ends. */
void *need(size_t bytes);

#endif
