/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the check knows about a kernel and one of its cases. A case is a few named scalars and the named arrays they
 * imply; everything the check does (guards, comparison, shrinking, replay) works on that and on nothing else, so a
 * kernel of any shape joins by saying how its case is drawn, laid out, filled and run.
 */
#ifndef TWC_CHECK_CASE_H
#define TWC_CHECK_CASE_H

#include <stddef.h>

#include "check/random.h"
#include "twc/fast.h"

/* ---- records ---------------------------------------------------------------------------------------------- */

typedef enum twc_type {
    TWC_TYPE_U8,
    TWC_TYPE_U16,
    TWC_TYPE_U32,
    TWC_TYPE_I32,
    TWC_TYPE_U64,
    TWC_TYPE_F32,
    TWC_TYPE_F64
} twc_type;

size_t twc_type_size(twc_type type);

typedef struct twc_member {
    const char *name;
    twc_type type;
    uint32_t offset;
    uint32_t repeat; /* how many in a row */
} twc_member;

/*
 * One element of an array: its members cover every byte that means something; the rest is padding and never compared.
 */
typedef struct twc_layout {
    const char *name;
    uint32_t size, align;
    int plan_offset; /* of an int32 x, z pair in centimetres inside the record, or -1 */
    uint32_t member_count;
    const twc_member *members;
} twc_layout;

/* The layouts of the contract's types (layouts.c). */
extern const twc_layout twc_layout_u8, twc_layout_u16, twc_layout_u32, twc_layout_u64, twc_layout_i32, twc_layout_f32,
    twc_layout_f64;
extern const twc_layout twc_layout_tile, twc_layout_point, twc_layout_vertex, twc_layout_triangle, twc_layout_facet;
extern const twc_layout twc_layout_location, twc_layout_face, twc_layout_station, twc_layout_box;
extern const twc_layout twc_layout_weighted, twc_layout_edge, twc_layout_trio;
extern const twc_layout twc_layout_peak, twc_layout_ridge;

/* ---- cases ------------------------------------------------------------------------------------------------ */

enum { TWC_CASE_SCALARS = 24, TWC_CASE_ARRAYS = 12 };

typedef enum twc_role { TWC_INPUT, TWC_OUTPUT } twc_role;

typedef struct twc_array {
    const char *name;
    twc_role role;
    const twc_layout *layout;
    size_t count;    /* elements */
    size_t segments; /* equal parts, each written from its start up to a length of its own; 1 unless said */
    twc_rect rect;   /* elements are row-major over it, when step_cm > 0 */
    int32_t step_cm; /* centimetres between columns and rows */
    void *data;      /* the input; of an output, what the reference gave */
    size_t *written; /* of an output: what the reference wrote of each segment */
} twc_array;

typedef struct twc_case {
    const struct twc_kernel *kernel;
    int64_t value[TWC_CASE_SCALARS];
    uint32_t array_count;
    twc_array array[TWC_CASE_ARRAYS];
} twc_case;

/* For `shape`: declares the next array. A rectangle (step_cm > 0) gives the count; a list has an empty one. */
void twc_case_list(twc_case *c, twc_role role, const char *name, const twc_layout *layout, size_t count);
void twc_case_grid(twc_case *c, twc_role role, const char *name, const twc_layout *layout, twc_rect rect,
                   int32_t step_cm);

/* ---- kernels ---------------------------------------------------------------------------------------------- */

/* Which implementation runs, and how. */
typedef struct twc_implementation {
    int fast; /* 0: the reference; the rest is then unused */
    twc_level level;
    int threads;
    twc_schedule schedule;
} twc_implementation;

/* A call: where its arrays are. */
typedef struct twc_call {
    void *buffer[TWC_CASE_ARRAYS];
    /*
     * Outputs: elements that must be written in each segment, the rest must stay as it was. Preset to all; `run` may
     * lower.
     */
    size_t *written[TWC_CASE_ARRAYS];
    void *scratch; /* 64-byte aligned */
} twc_call;

typedef struct twc_scalar {
    const char *name; /* NULL ends the list */
    int64_t low, high;
    int64_t simplest; /* where shrinking heads */
} twc_scalar;

/*
 * A fault that tests/sabotage plants in a copy of the fast library, and that the kernel's cases must find at every
 * level: the text `good`, which stands exactly once in fast/`file`, becomes `bad`. Where `bad` holds TWC_FAULT(good,
 * bad), that is the expression which changes; else `good` and `bad` are expressions themselves.
 */
typedef struct twc_planted_fault {
    const char *kind; /* NULL ends the list */
    const char *file, *good, *bad;
} twc_planted_fault;

enum { TWC_KERNEL_FAULTS = 4 }; /* of a kernel, at least */

typedef struct twc_kernel {
    const char *name; /* "ground.prefilter" */
    uint32_t cases;   /* in a run without --seconds */
    int threaded;     /* takes threads and schedule itself; else it is called from several threads at once */
    const twc_scalar *scalars;
    /* The scalars of case `index`: shapes swept by index first, then random. */
    void (*draw)(twc_random *random, uint32_t index, int64_t *value);
    /* Declares the arrays the scalars imply. 0 when they make no valid case (shrinking and replay try such). */
    int (*shape)(twc_case *c);
    /*
     * Fills the inputs from the scalars alone, position by position, so that a smaller case keeps the values it still
     * has.
     */
    void (*fill)(twc_case *c);
    /* Writes the plainest value of an input's element. NULL, or a result of 0: that element stays. */
    int (*neutral)(const twc_case *c, uint32_t array, size_t element, void *out);
    size_t (*scratch)(const twc_case *c, const twc_implementation *implementation); /* bytes; may be NULL */
    void (*run)(const twc_case *c, const twc_implementation *implementation, const twc_call *call);
    /* The plan position of an output's element that neither grid nor record tells; may be NULL. */
    void (*plan)(const twc_case *c, uint32_t array, size_t element, int32_t *x, int32_t *z);
    const twc_planted_fault *faults;
    /*
     * The hash of what it writes in its first cases, the same on every machine, as tests/fingerprint prints it; 0 where
     * a stage written by hand covers the kernel.
     */
    uint64_t fingerprint;
} twc_kernel;

/* The ground table an implementation stands for. */
const twc_ground_table *twc_implementation_ground(const twc_implementation *implementation);

/* The world table likewise. */
const twc_world_table *twc_implementation_world(const twc_implementation *implementation);

/* Who builds chunks for an implementation. */
twc_builder twc_implementation_builder(const twc_implementation *implementation);

/* What a case of a stage asks of it: the implementation's threads and schedule are filled in. */
twc_chunk_request twc_implementation_request(const twc_implementation *implementation, const twc_world *world,
                                             twc_rect chunks, unsigned stages);

/*
 * Lays the case's arrays out in memory from its kernel and scalars. 0 when the scalars make no valid case or memory
 * ends.
 */
int twc_case_create(twc_case *c);
/* Draws case `index` and fills it. Fails only on memory. */
twc_status twc_case_draw(const twc_kernel *kernel, uint64_t seed, uint32_t index, twc_case *c);
/* A case of its own with the same scalars and inputs. */
int twc_case_copy(const twc_case *from, twc_case *to);
void twc_case_destroy(twc_case *c);

/* The number of a kernel's scalars. */
uint32_t twc_kernel_scalar_count(const twc_kernel *kernel);

#endif
