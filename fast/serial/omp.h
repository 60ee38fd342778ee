/* SPDX-License-Identifier: MIT */
/* OpenMP for compilers that have none: one thread. Found only when TWC_OPENMP is off. */
#ifndef TWC_FAST_SERIAL_OMP_H
#define TWC_FAST_SERIAL_OMP_H

typedef enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3 } omp_sched_t;

typedef int omp_lock_t; /* one thread waits for nobody */

static inline void omp_init_lock(omp_lock_t *lock)
{
    *lock = 0;
}

static inline void omp_destroy_lock(omp_lock_t *lock)
{
    (void)lock;
}

static inline void omp_set_lock(omp_lock_t *lock)
{
    (void)lock;
}

static inline void omp_unset_lock(omp_lock_t *lock)
{
    (void)lock;
}

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline void omp_set_schedule(omp_sched_t kind, int size)
{
    (void)kind;
    (void)size;
}

static inline void omp_get_schedule(omp_sched_t *kind, int *size)
{
    *kind = omp_sched_static;
    *size = 0;
}

#endif
