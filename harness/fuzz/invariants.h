/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What must hold of a session between two steps. Each check returns 1 and fills `detail` (256 bytes) when it does not.
 */
#ifndef TWC_HARNESS_FUZZ_INVARIANTS_H
#define TWC_HARNESS_FUZZ_INVARIANTS_H

#include "twc/session.h"

/* All chunks of a session at one moment. */
typedef struct twc_view {
    twc_session *session;
    size_t count;
    twc_point *at;
    twc_built **built;
    twc_mesh *mesh; /* copies of the headers; the arrays are the scene's */
} twc_view;

twc_status twc_view_open(twc_session *session, twc_view *view);
void twc_view_close(twc_view *view);

/* Two sessions with the same facts: the first chunk and stage that differ. */
int twc_peers_differ(twc_session *a, twc_session *b, char *detail);

/* The exact mesh checks (measure/mesh_check.h). `plant`: one height of a copy is off by its lowest bit. */
twc_status twc_view_open_somewhere(const twc_view *view, int plant, int *broken, char *detail);

/*
 * Heights of a few points, corners and middles of edges among them, by the bucket grid, and without features by the
 * lattice query of `table` too, against all triangles of the mesh, one by one. `plant`: answers are off by their lowest
 * bit.
 */
twc_status twc_view_query_differs(const twc_view *view, const twc_ground_table *table, uint64_t seed, int plant,
                                  int *broken, char *detail);

#endif
