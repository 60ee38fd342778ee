/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What twc_meets_pixel tests is what it says: that the segment has a point in the half-open pixel. Those points are an interval with
 * rational ends, so where there is one, there is one that is n / m of the way from a to b. Lemmas only, each proven from those before.
 */
#include "twc/snap.h"

/*@ // In doubled coordinates about the pixel, so that it is [-1, 1) squared: n / m of the way from a by d is in it, along one axis,
    // along both (square: m times the point), on the segment, on its line.
    predicate within(integer a, integer d, integer n, integer m) = -m <= m * a + n * d < m;
    predicate part(integer n, integer m) = 0 < m && 0 <= n <= m;
    predicate square(integer x, integer z, integer m) = -m <= x < m && -m <= z < m;
    predicate on_pixel(integer ax, integer az, integer dx, integer dz, integer n, integer m) = square(m * ax + n * dx, m * az + n * dz, m);
    predicate no_later(integer n, integer m, integer k, integer l) = n * l <= k * m;

    // Where a point of the line is in the pixel, its corners are not on one side: m times the side of that point is 0, and it
    // is at most m (|dx| + |dz|) away from m times the side of the centre, less where the corner that is reached is not the pixel's.
    predicate up(integer v, integer d, integer m) = v * d <= m * \abs(d) && (d > 0 ==> v * d < m * \abs(d));
    predicate down(integer v, integer d, integer m) = -(v * d) <= m * \abs(d) && (d < 0 ==> -(v * d) < m * \abs(d));
    predicate far(integer middle, integer dx, integer dz, integer m) = m * middle >= m * \abs(dx) + m * \abs(dz)
      && (dx >= 0 && dz <= 0 ==> m * middle > m * \abs(dx) + m * \abs(dz));
    predicate past(integer middle, integer dx, integer dz, integer x, integer z, integer m) = m * middle > x * dz - z * dx;
    lemma axis: \forall integer a, d, n, m; part(n, m) && within(a, d, n, m) ==> (a < 1 || a + d < 1) && (-1 <= a || -1 <= a + d);
    lemma line: \forall integer ax, az, dx, dz, n, m; m * cross(ax, az, dx, dz) == (m * ax + n * dx) * dz - (m * az + n * dz) * dx;
    lemma ups: \forall integer v, d, m; -m <= v < m ==> up(v, d, m);
    lemma downs: \forall integer v, d, m; -m <= v < m ==> down(v, d, m);
    lemma fars: \forall integer m, middle, dx, dz; 0 < m && one_side(middle, dx, dz) ==> far(middle, dx, dz, m);
    lemma all: \forall integer x, z, dx, dz, m, middle; 0 < m && square(x, z, m) && one_side(middle, dx, dz)
      ==> far(middle, dx, dz, m) && up(x, dz, m) && down(z, dx, m);
    lemma too_far: \forall integer ax, az, dx, dz, n, m, x, z, middle; middle == cross(ax, az, dx, dz)
      && x == m * ax + n * dx && z == m * az + n * dz
      ==> !(far(middle, dx, dz, m) && up(x, dz, m) && down(z, dx, m));
    lemma misses: \forall integer ax, az, dx, dz, n, m; 0 < m && on_pixel(ax, az, dx, dz, n, m)
      ==> !one_side(cross(ax, az, dx, dz), dx, dz);
    lemma turned: \forall integer ax, az, dx, dz; cross(ax, az, -dx, -dz) == -cross(ax, az, dx, dz);
    lemma mirrored: \forall integer ax, az, dx, dz, n, m; on_pixel(ax, az, dx, dz, n, m) ==> on_pixel(ax, az, -dx, -dz, -n, m);
    lemma misses_too: \forall integer ax, az, dx, dz, n, m; 0 < m && on_pixel(ax, az, dx, dz, n, m)
      ==> splits(cross(ax, az, dx, dz), dx, dz);

    // What lies between two places in the pixel is in it, along each axis.
    lemma order: \forall integer n, m, k, l; no_later(n, m, k, l) || no_later(k, l, n, m);
    predicate over(integer a, integer d, integer n, integer m) = 0 <= m * a + n * d;
    predicate above(integer a, integer d, integer n, integer m) = 0 < m * a + n * d;
    predicate scaled(integer v, integer m, integer w, integer j) = j * w <= m * v;
    lemma sign_over: \forall integer v, m, w, j; 0 < m && 0 < j && 0 <= w && scaled(v, m, w, j) ==> 0 <= v;
    lemma sign_above: \forall integer v, m, w, j; 0 < m && 0 < j && 0 < w && scaled(v, m, w, j) ==> 0 < v;
    lemma later: \forall integer d, n, m, i, j; 0 <= d && no_later(n, m, i, j) ==> d * (n * j) <= d * (i * m);
    lemma sooner: \forall integer d, k, l, i, j; d <= 0 && no_later(i, j, k, l) ==> d * (k * j) <= d * (i * l);
    lemma scales_up: \forall integer a, d, n, m, i, j; 0 <= d && no_later(n, m, i, j) && (over(a, d, n, m) || above(a, d, n, m))
      ==> scaled(j * a + i * d, m, m * a + n * d, j);
    lemma scales_down: \forall integer a, d, k, l, i, j; d <= 0 && no_later(i, j, k, l) && (over(a, d, k, l) || above(a, d, k, l))
      ==> scaled(j * a + i * d, l, l * a + k * d, j);
    lemma over_grows: \forall integer a, d, n, m, i, j; 0 <= d && 0 < m && 0 < j && no_later(n, m, i, j)
      && over(a, d, n, m) ==> over(a, d, i, j);
    lemma over_falls: \forall integer a, d, k, l, i, j; d <= 0 && 0 < l && 0 < j && no_later(i, j, k, l)
      && over(a, d, k, l) ==> over(a, d, i, j);
    lemma above_grows: \forall integer a, d, n, m, i, j; 0 <= d && 0 < m && 0 < j && no_later(n, m, i, j)
      && above(a, d, n, m) ==> above(a, d, i, j);
    lemma above_falls: \forall integer a, d, k, l, i, j; d <= 0 && 0 < l && 0 < j && no_later(i, j, k, l)
      && above(a, d, k, l) ==> above(a, d, i, j);
    lemma both: \forall integer a, d, n, m; within(a, d, n, m) <==> over(a + 1, d, n, m) && above(1 - a, -d, n, m);
    lemma convex: \forall integer a, d, n, m, k, l, i, j; 0 < m && 0 < l && 0 < j && within(a, d, n, m) && within(a, d, k, l)
      && no_later(n, m, i, j) && no_later(i, j, k, l) ==> within(a, d, i, j);
    lemma convex_part: \forall integer n, m, k, l, i, j; 0 < j && part(n, m) && part(k, l)
      && no_later(n, m, i, j) && no_later(i, j, k, l) ==> part(i, j);

    // Of three places, in it along x and on the segment, along z and on the segment, and on the line in it: the middle one is all.
    predicate good(integer ax, integer az, integer dx, integer dz, integer n, integer m) =
      part(n, m) && within(ax, dx, n, m) && within(az, dz, n, m);
    lemma good_square: \forall integer ax, az, dx, dz, n, m; on_pixel(ax, az, dx, dz, n, m) <==> within(ax, dx, n, m)
      && within(az, dz, n, m);
    lemma median: \forall integer ax, az, dx, dz, n, m, k, l, i, j; part(n, m) && within(ax, dx, n, m)
      && part(k, l) && within(az, dz, k, l) && 0 < j && within(ax, dx, i, j) && within(az, dz, i, j)
      ==> good(ax, az, dx, dz, n, m) || good(ax, az, dx, dz, k, l) || good(ax, az, dx, dz, i, j);

    // The first two are where a coordinate is 0 ...
    predicate rises(integer a, integer d) = a <= 0 <= a + d && 0 < d;
    predicate falls(integer a, integer d) = a + d <= 0 <= a && d < 0;
    lemma zero_up: \forall integer a, d; rises(a, d) ==> part(-a, d) && within(a, d, -a, d);
    lemma zero_down: \forall integer a, d; falls(a, d) ==> part(a, -d) && within(a, d, a, -d);

    // ... and the third is on the way from the pixel's own corner to one on the other side.
    predicate on_line(integer ax, integer az, integer dx, integer dz, integer n, integer m) =
      0 < m && within(ax, dx, n, m) && within(az, dz, n, m);
    lemma east: \forall integer ax, az, dx, dz; cross(ax, az, dx, dz) - dx + dz >= 0 && cross(ax, az, dx, dz) - dx - dz < 0
      ==> on_line(ax, az, dx, dz, -1 - az, dz);
    lemma south: \forall integer ax, az, dx, dz; cross(ax, az, dx, dz) - dx + dz >= 0 && cross(ax, az, dx, dz) + dx + dz < 0
      ==> on_line(ax, az, dx, dz, 1 + ax, -dx);
    lemma diagonal: \forall integer ax, az, dx, dz; cross(ax, az, dx, dz) - dx + dz >= 0 && cross(ax, az, dx, dz) + dx - dz < 0
      ==> on_line(ax, az, dx, dz, ax - az, dz - dx);
    lemma east_too: \forall integer ax, az, dx, dz; cross(ax, az, dx, dz) - dx + dz <= 0 && cross(ax, az, dx, dz) - dx - dz > 0
      ==> on_line(ax, az, dx, dz, 1 + az, -dz);
    lemma south_too: \forall integer ax, az, dx, dz; cross(ax, az, dx, dz) - dx + dz <= 0 && cross(ax, az, dx, dz) + dx + dz > 0
      ==> on_line(ax, az, dx, dz, -1 - ax, dx);
    lemma diagonal_too: \forall integer ax, az, dx, dz; cross(ax, az, dx, dz) - dx + dz <= 0
      && cross(ax, az, dx, dz) + dx - dz > 0
      ==> on_line(ax, az, dx, dz, az - ax, dx - dz);
    predicate line_touches(integer ax, integer az, integer dx, integer dz) = \exists integer n, m; on_line(ax, az, dx, dz, n, m);
    lemma crosses: \forall integer ax, az, dx, dz; splits(cross(ax, az, dx, dz), dx, dz) && (dx != 0 || dz != 0)
      ==> line_touches(ax, az, dx, dz);

    // So the segment has a point in the pixel.
    predicate touches(integer ax, integer az, integer dx, integer dz) = \exists integer n, m; good(ax, az, dx, dz, n, m);
    lemma touch: \forall integer ax, az, dx, dz, n, m; good(ax, az, dx, dz, n, m) ==> touches(ax, az, dx, dz);
    predicate axis_touches(integer a, integer d) = \exists integer n, m; part(n, m) && within(a, d, n, m);
    lemma axis_touch: \forall integer a, d, n, m; part(n, m) && within(a, d, n, m) ==> axis_touches(a, d);
    lemma zero_above: \forall integer a, d; rises(a, d) ==> axis_touches(a, d);
    lemma zero_below: \forall integer a, d; falls(a, d) ==> axis_touches(a, d);
    lemma zero: \forall integer a, d; between(a, a + d, 0) && d != 0 ==> axis_touches(a, d);
    lemma all_three: \forall integer ax, az, dx, dz; axis_touches(ax, dx) && axis_touches(az, dz) && line_touches(ax, az, dx, dz)
      ==> touches(ax, az, dx, dz);
    lemma still: \forall integer n, m; 0 < m ==> within(0, 0, n, m);
    lemma along_x: \forall integer ax, dx; axis_touches(ax, dx) ==> touches(ax, 0, dx, 0);
    lemma along_z: \forall integer az, dz; axis_touches(az, dz) ==> touches(0, az, 0, dz);
    lemma nowhere: part(0, 1) && good(0, 0, 0, 0, 0, 1);
    lemma hits: \forall integer ax, az, dx, dz; between(ax, ax + dx, 0) && between(az, az + dz, 0)
      && splits(cross(ax, az, dx, dz), dx, dz)
      ==> touches(ax, az, dx, dz);
    // And the other way round: no test of the pixel's says no then.
    lemma is_hit: \forall integer ax, az, dx, dz; touches(ax, az, dx, dz) ==> splits(cross(ax, az, dx, dz), dx, dz)
      && (ax < 1 || ax + dx < 1) && (-1 <= ax || -1 <= ax + dx) && (az < 1 || az + dz < 1) && (-1 <= az || -1 <= az + dz);
    lemma doubled: \forall integer ux, uz, vx, vz; cross(2 * -ux, 2 * -uz, 2 * vx, 2 * vz) == -4 * cross(ux, uz, vx, vz);
    // The theorem: twc_meets_pixel is right.
    lemma pixel: \forall integer ax, az, bx, bz, px, pz; meets(ax, az, bx, bz, px, pz)
      <==> touches(2 * (ax - px), 2 * (az - pz), 2 * (bx - ax), 2 * (bz - az));
*/
