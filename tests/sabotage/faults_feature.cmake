# SPDX-License-Identifier: GPL-3.0-or-later
# Faults of the feature stage. Not told from the original, and so not planted: another order of the binary64 sums in heights
# along an edge, which moves them by 2^-53 before they are rounded to binary32. Nor the segments of neighbouring cells left out
# of what may bend through a hot point: only a crossing within a centimetre of a sharp corner of the outline tells, and 3,000 roads
# of the road fuzzer had none.

# ---- build ----
plant_text(feature.build "wrong salt" footprint/solve.c
  [==[s->id, TWC_SALT_INNER_WOBBLE)]==]
  [==[s->id, TWC_FAULT(@FAULT@, TWC_SALT_INNER_WOBBLE, TWC_SALT_BED_NOISE))]==])
plant_text(feature.build "wrong rounding" footprint/solve.c
  [==[(int64_t)station->rx * offset_cm + half]==]
  [==[(int64_t)station->rx * offset_cm + TWC_FAULT(@FAULT@, half, 0)]==])
plant_text(feature.build "wrong side" footprint/solve.c
  [==[side == TWC_LEFT ? TWC_SALT_OUTER_LEFT]==]
  [==[TWC_FAULT(@FAULT@, side == TWC_LEFT, side != TWC_LEFT) ? TWC_SALT_OUTER_LEFT]==])
plant_text(feature.build "off by one" footprint/solve.c
  [==[if (step == WIDTH_STEPS)]==]
  [==[if (step == WIDTH_STEPS - TWC_FAULT(@FAULT@, 0, 1))]==])
plant_text(feature.build "missing bends" footprint/fill.c
  [==[b <= segment->bend_count; b++)
        add_vertex]==]
  [==[b <= TWC_FAULT(@FAULT@, segment->bend_count, 0); b++)
        add_vertex]==])
plant_text(feature.build "wrong apex" footprint/fill.c
  [==[f->apex = s->row < (f->banks ? 2 : 1)]==]
  [==[f->apex = s->row <= TWC_FAULT(@FAULT@, f->banks ? 1 : 0, f->banks ? 2 : 1)]==])
plant_text(feature.build "wrong id" footprint/fill.c
  [==[f->cell->cell, f->face++)]==]
  [==[f->cell->cell, TWC_FAULT(@FAULT@, f->face++, f->face))]==])
plant_text(feature.build "wrong height" footprint/outline.c
  [==[set_ground(&w->hot[left->to], cell->ground[0][TWC_LEFT]);]==]
  [==[set_ground(&w->hot[left->to], cell->ground[0][TWC_FAULT(@FAULT@, TWC_LEFT, TWC_RIGHT)]);]==])
plant_text(feature.build "missed pixel" cut/crossings.c
  [==[if (!twc_meets_pixel(c, d, p))
        return 1;]==]
  [==[if (TWC_FAULT(@FAULT@, !twc_meets_pixel(c, d, p), 1))
        return 1;]==])
plant_text(feature.build "wrong corner" cut/cut.c
  [==[return fast_area2(a, p, b) > 0 ? after && before : after || before;]==]
  [==[return TWC_FAULT(@FAULT@, fast_area2(a, p, b) > 0, 1) ? after && before : after || before;]==])
plant_text(feature.build "wrong owner" cut/sink.c
  [==[from + 3 * TWC_CHUNK_CM, chunk};]==]
  [==[from + TWC_FAULT(@FAULT@, 3, 4) * TWC_CHUNK_CM, chunk};]==])
plant_text(feature.build "wrong tie" cut/ears.c
  [==[(uint64_t)(uint32_t)(dx * dx + dz * dz) << 32 | p->place[i]]==]
  [==[(uint64_t)(uint32_t)(dx * dx + dz * dz) << 32 | (uint32_t)TWC_FAULT(@FAULT@, (int64_t)p->place[i], -1 - (int64_t)p->place[i])]==])
plant_text(feature.build "dropped square" cut/grid.c
  [==[((at[0] | at[1] | at[2]) >= 0)]==]
  [==[((at[0] | at[1] | at[2]) >= TWC_FAULT(@FAULT@, 0, 1 << 22))]==])
plant_text(feature.build "wrong order" cut/bends.c
  [==[along_line(at_line, w->hot[w->bends[at - 1]].p) > along; at--)]==]
  [==[TWC_FAULT(@FAULT@, along_line(at_line, w->hot[w->bends[at - 1]].p) > along, 0); at--)]==])
plant_text(feature.build "dropped last lane" cut/candidates.c
  [==[: (1u << LANES) - 1;]==]
  [==[: (1u << (LANES - TWC_FAULT(@FAULT@, 0, 1))) - 1;]==])
plant_text(feature.build "missing tail" cut/candidates.c
  [==[for (uint32_t i = 0; i < count; i += LANES) {
                    const size_t at]==]
  [==[for (uint32_t i = 0; i + TWC_FAULT(@FAULT@, 0, LANES - 1) < count; i += LANES) {
                    const size_t at]==])
plant_text(feature.build "operand order" cut/candidates.c
  [==[(int32_t)(c - turn), edge_reach]==]
  [==[(int32_t)(TWC_FAULT(@FAULT@, c - turn, c + turn)), edge_reach]==])
