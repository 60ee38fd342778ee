/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ./run prove looks at: the integer predicates as the library has them. */
#include "ground/hash.c"
#include "ground/lattice.c"
#include "twc/snap.h"
