/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chunk whose outline is its square exactly. */
#ifndef TWC_HARNESS_DETAIL_FRAME_H
#define TWC_HARNESS_DETAIL_FRAME_H

#include "twc/detail.h"

/*
 * In the place of `detail_lattice`, of chunks without coarser sides: its vertices, those on the border moved straight
 * to the square, corners to its corners. Their heights are those of the field there: the broad one of a macro corner
 * that touches a Broad cell, at levels 0 and 1, else the level's own. Macro edges that touch a Broad cell and end on
 * the border are laid anew.
 */
void twc_detail_framed_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out);

#endif
