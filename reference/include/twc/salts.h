/* SPDX-License-Identifier: MIT */
/*
 * Salts of the hash (docs/spec/numbers.md 3.4): what keeps two draws at the same place apart. They are data of the
 * format: a salt is given once, here, and never again for anything else; tests/common/test_salts.c sees to that, and a
 * gate that none stands in the sources as a number. Networks will add 28 and 29.
 */
#ifndef TWC_SALTS_H
#define TWC_SALTS_H

/* Calls each(NAME, value) for every salt, ascending. */
/* clang-format off */
#define TWC_SALTS(each) \
    each(JITTER_X, 1)       /* of lattice vertices, along x */ \
    each(JITTER_Z, 2)       /* and along z */ \
    each(DIAGONAL, 5)       /* of a fine cell that both diagonals split */ \
    each(MACRO_X, 13)       /* jitter of a corner whose four macro cells are Broad, along x */ \
    each(MACRO_Z, 14)       /* and along z */ \
    each(INNER_WOBBLE, 22)  /* of a section: its first and last inner row */ \
    each(BED_NOISE, 23)     /* the height of the rows between */ \
    each(MID_PLACE, 24)     /* where on a bank its mid row lies */ \
    each(OUTER_LEFT, 25)    /* width of the left bank */ \
    each(MID_HEIGHT, 26)    /* how high on a bank its mid row lies */ \
    each(OUTER_RIGHT, 27)   /* width of the right bank */ \
    each(FACE, 31)          /* of a facet, by its floored centroid */ \
    each(DRY_LONG, 40)      /* dryness, the octave of 512 m */ \
    each(DRY_SHORT, 41)     /* and that of 256 m */
/* clang-format on */

#define TWC_SALT_MEMBER(name, value) TWC_SALT_##name = (value),
enum { TWC_SALTS(TWC_SALT_MEMBER) };
#undef TWC_SALT_MEMBER

#endif
