/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps the provers do not find by themselves, as lemmas. They are no axioms: each is proven like everything else. Products are
 * what is hard, so they stand inside predicates, by whose names the lemmas are found.
 */
/*@ predicate below(integer q, integer r, integer unit) = q * unit < r * unit;
    lemma less: \forall integer q, r, unit; 0 < unit && below(q, r, unit) ==> q < r;

    lemma limbs: \forall integer a, b; 0 <= a < 4294967296 && 0 <= b < 4294967296 ==> limb(a, b);
    lemma square_positive: \forall integer a; square(a) >= 0;

    // s / den of u, rounded, lies between 0 and u, and nothing else is it
    lemma up_most: \forall integer q, s, u, den; 0 < den && 0 <= s <= den && 0 <= u && nearest(q, s, u, den)
      ==> below(q, u + 1, 2 * den);
    lemma up_least: \forall integer q, s, u, den; 0 < den && 0 <= s <= den && 0 <= u && nearest(q, s, u, den)
      ==> below(0, q + 1, 2 * den);
    lemma down_most: \forall integer q, s, u, den; 0 < den && 0 <= s <= den && u <= 0 && nearest(q, s, u, den)
      ==> below(q, 1, 2 * den);
    lemma down_least: \forall integer q, s, u, den; 0 < den && 0 <= s <= den && u <= 0 && nearest(q, s, u, den)
      ==> below(u, q + 1, 2 * den);
    lemma stays: \forall integer q, s, u, den; 0 < den && 0 <= s <= den && nearest(q, s, u, den) ==> between(0, u, q);
    lemma not_above: \forall integer q, r, num, den; 0 < den && rounded(q, num, den) && rounded(r, num, den)
      ==> below(q, r + 1, 2 * den);
    lemma one_rounded: \forall integer q, r, num, den; 0 < den && rounded(q, num, den) && rounded(r, num, den)
      ==> q == r;
    lemma one_nearest: \forall integer q, r, s, u, den; den != 0 && nearest(q, s, u, den)
      && nearest(r, s, u, den) ==> q == r;
    lemma nearest_turned: \forall integer q, s, u, den; den != 0 && nearest(q, s, u, den) ==> nearest(q, -s, u, -den);
    lemma share_turned: \forall integer s, den; share(-s, -den) <==> share(s, den);

    // Cramer's rule: where two lines meet is the same point seen from either
    lemma cramer_x: \forall integer ux, uz, vx, vz, wx, wz;
      same_place(cross(wx, wz, vx, vz), ux, cross(wx, wz, ux, uz), vx, cross(ux, uz, vx, vz), wx);
    lemma cramer_z: \forall integer ux, uz, vx, vz, wx, wz;
      same_place(cross(wx, wz, vx, vz), uz, cross(wx, wz, ux, uz), vz, cross(ux, uz, vx, vz), wz);
    lemma turned: \forall integer s, u, t, v, den, w; same_place(s, u, t, v, den, w)
      ==> same_place(-s, u, -t, v, -den, w);
    lemma from_other: \forall integer q, s, u, t, v, den, w; 0 < den && same_place(s, u, t, v, den, w)
      && nearest(q, s, u, den)
      ==> nearest(q - w, t, v, den);
    // whichever segment comes first, and from whichever end
    lemma swapped: \forall twc_point a, b, c, d; turn(c, d, a, b) == -turn(a, b, c, d);
    lemma back: \forall twc_point a, c, b, d; turn(c, a, b, d) == -turn(a, c, b, d);
    lemma backwards: \forall twc_point a, b, c; turn(b, c, b, a) == -turn(a, c, a, b);
    lemma from_end: \forall twc_point a, b, c, d; turn(b, c, c, d) == turn(a, c, c, d) - turn(a, b, c, d);
    lemma share_left: \forall integer s, den; share(s - den, -den) <==> share(s, den); */
