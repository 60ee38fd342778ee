# SPDX-License-Identifier: GPL-3.0-or-later
# Faults of the ground stage. Mutants that cannot be told from the original, and so are not planted:
#  - `/ 8.0f` as `* 0.125f`: both are exact;
#  - the memory of edges (lattice.c) without its z or its direction: neither changes along the row it lives for;
#  - `contains` (locate.c) with > for >=: the joined sign bits are 0 only for a triangle without area;
#  - products of a lattice cell in 32 bits: they fit (ground.h);
#  - in `contains`, the first edge left out: on a Fine cell an earlier triangle of the canonical order has it as well;
#  - the mean of three heights as a product with 1/3: sums of heights of like size lie on a grid so coarse that neither can
#    round to binary32 on the other side of a tie;
#  - the order of the squares under a normal's root: in binary64, so that one binary32 component in 2^29 or so differs, and ten
#    minutes of cases held none;
#  - the plane of a fine triangle with a fused sum: its products are integers of 24 bits by differences of as many, so exact.

# ---- samples ----
plant(ground.samples "wrong owner" ground/heightfield.c
  [==[(tile_x == last_x)]==]
  [==[1]==])
plant_text(ground.samples "dropped last" ground/heightfield.c
  [==[fill(out + left + middle, right, edge)]==]
  [==[fill(out + left + middle, TWC_FAULT(@FAULT@, right, right - 1), edge)]==])
plant_text(ground.samples "wrong edge" ground/heightfield.c
  [==[copy_row(world, last_x, z, 1, &edge)]==]
  [==[copy_row(world, TWC_FAULT(@FAULT@, last_x, inside.x), z, 1, &edge)]==])
plant(ground.samples "wrong default" ground/heightfield.c
  [==[world->base_sample]==]
  [==[0]==])
plant(ground.samples "operand order" ground/heightfield.c
  [==[&tile->sample[z - tile_z * TWC_TILE_CELLS][x - first]]==]
  [==[&tile->sample[x - first][z - tile_z * TWC_TILE_CELLS]]==])
plant_text(ground.samples "off by one" ground/heightfield.c
  [==[inside.x - window.x, 0, window.nx)]==]
  [==[inside.x - window.x - TWC_FAULT(@FAULT@, 0, 1), 0, window.nx)]==])
plant_text(ground.samples "wrong row" ground/heightfield.c
  [==[z == twc_clamp(window.z + row - 1, inside.z, last_z)]==]
  [==[z == twc_clamp(window.z + row - 1, inside.z, last_z) + TWC_FAULT(@FAULT@, 0, z == last_z)]==])

# ---- classes ----
plant_text(ground.classes "wrong rounding" ground/heightfield.c
  [==[const int32_t tile_x = twc_floor_div(x, TWC_TILE_MACROS);]==]
  [==[const int32_t tile_x = TWC_FAULT(@FAULT@, twc_floor_div(x, TWC_TILE_MACROS), x / TWC_TILE_MACROS);]==])
plant_text(ground.classes "wrong default" ground/heightfield.c
  [==[: TWC_FINE;]==]
  [==[: TWC_FAULT(@FAULT@, TWC_FINE, TWC_BROAD);]==])
plant(ground.classes "dropped last lane" ground/heightfield.c
  [==[column < window.nx]==]
  [==[column < window.nx - (window.nx > 4)]==])
plant_text(ground.classes "off by one" ground/heightfield.c
  [==[const int32_t z = twc_clamp(window.z + row, inside.z, inside.z]==]
  [==[const int32_t z = twc_clamp(window.z + row, inside.z + TWC_FAULT(@FAULT@, 0, 1), inside.z]==])
plant(ground.classes "operand order" ground/heightfield.c
  [==[tile->facet[z - tile_z * TWC_TILE_MACROS][x - tile_x * TWC_TILE_MACROS]]==]
  [==[tile->facet[x - tile_x * TWC_TILE_MACROS][z - tile_z * TWC_TILE_MACROS]]==])

# ---- prefilter ----
plant_text(ground.prefilter "wrong weight" ground/prefilter.c
  [==[weight[k] * ((uint32_t)center]==]
  [==[weight[k - TWC_FAULT(@FAULT@, 0, 1)] * ((uint32_t)center]==])
plant_text(ground.prefilter "missing tail" ground/prefilter.c
  [==[for (int32_t x = 0; x < n; x++) {
        const uint32_t *h]==]
  [==[for (int32_t x = 0; x < TWC_FAULT(@FAULT@, n, n < 8 ? n : n & ~7); x++) {
        const uint32_t *h]==])
plant(ground.prefilter "wrong rounding" ground/prefilter.c
  [==[twc_fast_weighted_height(upper, lower)]==]
  [==[twc_fast_weighted_height(upper, lower & 0xFFFF0000u)]==])
plant(ground.prefilter "lost bit" ground/prefilter.c
  [==[sum & 0xFFFFu]==]
  [==[sum & 0x7FFFu]==])
plant(ground.prefilter "off by one" ground/prefilter.c
  [==[h[-k] + h[k]]==]
  [==[h[-k] + h[k - 1]]==])
plant(ground.prefilter "fused multiply-add" ground/ground.h
  [==[(float)(((double)upper * 65536.0 + (double)lower) * (0.01 / 4294967296.0) - 200.0)]==]
  [==[(float)__builtin_fma((double)upper * 65536.0 + (double)lower, 0.01 / 4294967296.0, -200.0)]==])
plant(ground.prefilter "wrong strip" ground/prefilter.c
  [==[samples + z * stride + x]==]
  [==[samples + z * stride]==])
plant_text(ground.prefilter "wrong table" ground/prefilter.c
  [==[weight[k] = source[k];]==]
  [==[weight[k] = source[k] + TWC_FAULT(@FAULT@, 0u, (uint32_t)(k == 3));]==])

# ---- bilinear ----
plant(ground.bilinear "operand order" ground/ground.h
  [==[north + (south - north) * tz]==]
  [==[south + (north - south) * (1.0f - tz)]==])
plant(ground.bilinear "fused multiply-add" ground/ground.h
  [==[nw + (ne - nw) * tx]==]
  [==[__builtin_fmaf(ne - nw, tx, nw)]==])
plant_text(ground.bilinear "wrong tie" ground/heightfield.c
  [==[const uint32_t i = px / spacing]==]
  [==[const uint32_t i = TWC_FAULT(@FAULT@, px / spacing, (px - (px > 0)) / spacing)]==])
plant(ground.bilinear "wrong rounding" ground/heightfield.c
  [==[(float)(int32_t)(px - spacing * i) / (float)TWC_SAMPLE_CM]==]
  [==[(float)(int32_t)(px - spacing * i) * (1.0f / 400.0f)]==])
plant_text(ground.bilinear "missing tail" ground/heightfield.c
  [==[for (size_t k = 0; k < n; k++) {
        const uint32_t px]==]
  [==[for (size_t k = 0; k < TWC_FAULT(@FAULT@, n, n < 4 ? n : n & ~(size_t)3); k++) {
        const uint32_t px]==])
plant(ground.bilinear "swapped axes" ground/heightfield.c
  [==[(size_t)j * width + i]==]
  [==[(size_t)i * width + j]==])

# ---- initial_classes ----
plant(ground.initial_classes "wrong tie" ground/initial_classes.c
  [==[sqrtf(square) > 0.30f]==]
  [==[sqrtf(square) >= 0.30f]==])
plant(ground.initial_classes "fused multiply-add" ground/initial_classes.c
  [==[gx * gx + gz * gz]==]
  [==[__builtin_fmaf(gx, gx, gz * gz)]==])
plant(ground.initial_classes "off by one" ground/initial_classes.c
  [==[half_width[dz < 0 ? -dz : dz]]==]
  [==[half_width[dz < 0 ? -dz : dz] - (dz == 7)]==])
plant(ground.initial_classes "dropped last lane" ground/initial_classes.c
  [==[k <= 2 * reach]==]
  [==[k < 2 * reach]==])
plant(ground.initial_classes "dropped row" ground/initial_classes.c
  [==[dz <= REACH]==]
  [==[dz < REACH]==])
plant(ground.initial_classes "wrong maximum" ground/initial_classes.c
  [==[bits > steepest[k]]==]
  [==[1]==])

# ---- lattice ----
plant_text(ground.lattice "wrong salt" ground/lattice.c
  [==[broad == 4 ? TWC_SALT_MACRO_Z]==]
  [==[broad == 4 ? TWC_FAULT(@FAULT@, TWC_SALT_MACRO_Z, TWC_SALT_MACRO_X)]==])
plant(ground.lattice "off by one" common/hash.h
  [==[2 * (uint32_t)amplitude + 1]==]
  [==[2 * (uint32_t)amplitude]==])
plant_text(ground.lattice "wrong field" ground/lattice.c
  [==[return broad ? &ground->broad]==]
  [==[return TWC_FAULT(@FAULT@, broad, broad == 4) ? &ground->broad]==])
plant_text(ground.lattice "wrong rule" ground/lattice.c
  [==[broad == 4 ? TWC_MACRO_JITTER_CM]==]
  [==[TWC_FAULT(@FAULT@, broad == 4, broad >= 3) ? TWC_MACRO_JITTER_CM]==])
plant(ground.lattice "wrong rounding" ground/ground.h
  [==[(to - from) * k + TWC_MACRO_CELLS / 2]==]
  [==[(to - from) * k]==])
plant(ground.lattice "fused multiply-add" ground/ground.h
  [==[from.y + (to.y - from.y) * ((float)k / (float)TWC_MACRO_CELLS)]==]
  [==[__builtin_fmaf(to.y - from.y, (float)k / (float)TWC_MACRO_CELLS, from.y)]==])
plant(ground.lattice "stale memory" ground/lattice.c
  [==[edge->x != x]==]
  [==[0]==])
plant(ground.lattice "missing tail" ground/lattice.c
  [==[vertices.nx - i < BATCH ? vertices.nx - i : BATCH]==]
  [==[vertices.nx - i < BATCH ? (vertices.nx - i > 8 ? (vertices.nx - i) & ~7 : vertices.nx - i) : BATCH]==])
plant_text(ground.lattice "wrong batch" ground/lattice.c
  [==[vertices.x + i, vertices.z + j, n,]==]
  [==[TWC_FAULT(@FAULT@, vertices.x + i, vertices.x), vertices.z + j, n,]==])

# ---- diagonals ----
plant(ground.diagonals "wrong tie" ground/lattice.c
  [==[area2(ax, az, cx, cz, bx, bz) > 0]==]
  [==[area2(ax, az, cx, cz, bx, bz) >= 0]==])
plant(ground.diagonals "wrong tie of the hash" ground/lattice.c
  [==[twc_fast_hash(first_i + k, j, TWC_SALT_DIAGONAL) < 0x80000000u]==]
  [==[twc_fast_hash(first_i + k, j, TWC_SALT_DIAGONAL) <= 0x80000000u]==])
plant_text(ground.diagonals "off by one" ground/lattice.c
  [==[cells.x + i, cells.z + j, n, north]==]
  [==[cells.x + i + TWC_FAULT(@FAULT@, 0, 1), cells.z + j, n, north]==])
plant(ground.diagonals "wrong rule" ground/lattice.c
  [==[((acb & bcd) ^ 1) | hashed]==]
  [==[hashed]==])
plant(ground.diagonals "missing tail" ground/lattice.c
  [==[cells.nx - i < BATCH ? cells.nx - i : BATCH]==]
  [==[cells.nx - i < BATCH ? (cells.nx - i > 4 ? (cells.nx - i) & ~3 : cells.nx - i) : BATCH]==])
plant(ground.diagonals "wrong orientation" ground/lattice.c
  [==[area2(bx, bz, cx, cz, dx, dz) > 0]==]
  [==[area2(bx, bz, cx, cz, dx, dz) != 0]==])

# ---- chunk ----
plant(ground.chunk "wrong tie of ownership" ground/emit.h
  [==[(x < own->high_x)]==]
  [==[(x <= own->high_x)]==])
plant(ground.chunk "wrong tie" ground/block.c
  [==[middle_error(points->y[2 * k], a[0], c[1]) <= middle_error(points->y[2 * k + 1], a[1], c[0])]==]
  [==[middle_error(points->y[2 * k], a[0], c[1]) < middle_error(points->y[2 * k + 1], a[1], c[0])]==])
plant(ground.chunk "operand order" ground/block.c
  [==[fabsf(broad - (p.y + q.y) * 0.5f)]==]
  [==[fabsf((broad - p.y * 0.5f) - q.y * 0.5f)]==])
plant(ground.chunk "fused multiply-add" ground/emit.h
  [==[ey * fz - ez * fy]==]
  [==[__builtin_fma(ey, fz, -(ez * fy))]==])
plant(ground.chunk "off by one" ground/emit.h
  [==[a + b + c + 3 * 32768]==]
  [==[a + b + c + 3 * 32768 + 1]==])
plant(ground.chunk "wrong id" ground/fine.c
  [==[twc_facet_id(TWC_FACET_FINE, i, j, half)]==]
  [==[twc_facet_id(TWC_FACET_FINE, i, j, 0)]==])
plant(ground.chunk "wrong order" ground/broad.c
  [==[from < to ? k : TWC_MACRO_CELLS - k]==]
  [==[k]==])
plant(ground.chunk "wrong salt" ground/fine.c
  [==[twc_fast_hash(i + (k & 3), j + (k >> 2), TWC_SALT_DIAGONAL)]==]
  [==[twc_fast_hash(i + (k & 3), j + (k >> 2), TWC_SALT_JITTER_X)]==])
plant(ground.chunk "wrong edge of the extent" ground/chunk.c
  [==[macro + TWC_CHUNK_MACROS >= extent + extent_size]==]
  [==[macro + TWC_CHUNK_MACROS > extent + extent_size]==])
plant(ground.chunk "culled too much" ground/fine.c
  [==[sum - least >= 3 * (int64_t)low]==]
  [==[sum - least >= 3 * (int64_t)low + 300]==])
plant(ground.chunk "wrong rounding" ground/ground.h
  [==[(float)(((double)corner[0]->y + (double)corner[1]->y + (double)corner[2]->y) / 3.0)]==]
  [==[(corner[0]->y + corner[1]->y + corner[2]->y) / 3.0f]==])
plant(ground.chunk "wrong neighbour" ground/chunk.c
  [==[block->broad_cell[mz + 3][mx + 2]]==]
  [==[block->broad_cell[mz + 1][mx + 2]]==])

# ---- locate ----
plant(ground.locate "wrong tie" ground/locate.c
  [==[height <= best->height]==]
  [==[height < best->height]==])
plant_text(ground.locate "edges left out" ground/locate.c
  [==[(ab | bc |]==]
  [==[(ab | (bc - TWC_FAULT(@FAULT@, 0, 1)) |]==])
plant(ground.locate "operand order" ground/locate.c
  [==[(wb * ((double)b->y - (double)a->y) + wc * ((double)c->y - (double)a->y))]==]
  [==[(wc * ((double)b->y - (double)a->y) + wb * ((double)c->y - (double)a->y))]==])
plant(ground.locate "wrong rounding" ground/locate.c
  [==[(float)((double)a->y + rise)]==]
  [==[a->y + (float)rise]==])
plant(ground.locate "stale memory" ground/locate.c
  [==[near->j == j]==]
  [==[1]==])
plant(ground.locate "off by one" ground/locate.c
  [==[cell + 1 >= macro * TWC_MACRO_CELLS]==]
  [==[cell >= macro * TWC_MACRO_CELLS]==])
plant_text(ground.locate "reach too short" ground/locate.c
  [==[reach = TWC_MACRO_JITTER_CM]==]
  [==[reach = TWC_FAULT(@FAULT@, TWC_MACRO_JITTER_CM, TWC_LATTICE_JITTER_CM)]==])
plant_text(ground.locate "wrong neighbour" ground/locate.c
  [==[cell->broad_beyond[2] = (uint8_t)is_broad(ground, x - 1, z)]==]
  [==[cell->broad_beyond[2] = (uint8_t)is_broad(ground, x - TWC_FAULT(@FAULT@, 1, -1), z)]==])
plant(ground.locate "wrong id" ground/locate.c
  [==[twc_facet_id(TWC_FACET_BROAD, x, z, half)]==]
  [==[twc_facet_id(TWC_FACET_BROAD, x, z, 0)]==])

# ---- build ----
plant(ground.build "unsynchronised write" ground/build.c
  [==[(size_t)omp_get_thread_num()]==]
  [==[(size_t)0]==])
plant(ground.build "wrong stride" ground/build_block.c
  [==[(ptrdiff_t)(z - chunks.z) * chunks.nx]==]
  [==[(ptrdiff_t)(z - chunks.z) * part.nx]==])
plant(ground.build "wrong row" ground/sparse.c
  [==[center[c - (r - 1) * stride]]==]
  [==[center[c - r * stride]]==])
plant(ground.build "wrong rounding" ground/sparse.c
  [==[(uint32_t)(right & 0xFFFFu)]==]
  [==[(uint32_t)(right & 0xC000u)]==])
plant(ground.build "margin too small" ground/build_block.c
  [==[TWC_CHUNK_FINE_MARGIN + twc_filter_radius(TWC_FILTER_FINE)]==]
  [==[TWC_CHUNK_FINE_MARGIN]==])
plant_text(ground.build "option ignored" ground/build_block.c
  [==[if (fine_only)]==]
  [==[if (TWC_FAULT(@FAULT@, fine_only, 0))]==])
plant_text(ground.build "missing tail" ground/sparse.c
  [==[const size_t count = n - k < BATCH ? n - k : BATCH;]==]
  [==[const size_t count = TWC_FAULT(@FAULT@, n - k < BATCH ? n - k : BATCH, n - k < BATCH ? (n - k > 1 ? n - k - 1 : n - k) : BATCH);]==])
plant(ground.build "off by one" ground/build.c
  [==[twc_floor_div(chunks.x + chunks.nx - 1, TWC_TILE_CHUNKS) - x0 + 1]==]
  [==[twc_floor_div(chunks.x + chunks.nx - 2, TWC_TILE_CHUNKS) - x0 + 1]==])
