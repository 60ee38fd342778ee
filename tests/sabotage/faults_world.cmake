# SPDX-License-Identifier: GPL-3.0-or-later
# Faults of the world stage. Not told from the original, and so not planted:
#  - the words before the first whole round left to the rest's loop when there is but one: it takes it just the same;
#  - a weight from a quotient in binary64 of other order (256 (x / y)): its floor differs only beside whole numbers, if at all.

# ---- brush_apply ----
plant(world.brush_apply "wrong rounding" world/brush.c
  [==[(2 * sum + 9) / 18]==]
  [==[sum / 9]==])
plant_text(world.brush_apply "off by one" world/brush.c
  [==[(double)z * TWC_SAMPLE_CM]==]
  [==[(double)(z + TWC_FAULT(@FAULT@, 0, 1)) * TWC_SAMPLE_CM]==])
plant(world.brush_apply "missing tail" world/brush.c
  [==[rect.nx - x < STRETCH ? rect.nx - x : STRETCH]==]
  [==[rect.nx - x < STRETCH ? (rect.nx - x > 8 ? (rect.nx - x) & ~7 : rect.nx - x) : STRETCH]==])
plant(world.brush_apply "wrong floor" world/brush.c
  [==[(int32_t)(change + 65536.5) - 65536]==]
  [==[(int32_t)(change + (change < 0.0 ? -0.5 : 0.5))]==])
plant(world.brush_apply "saturation" world/brush.c
  [==[value > 65535 ? 65535 : value]==]
  [==[value]==])
plant(world.brush_apply "wrong stretch" world/brush.c
  [==[mask ? mask + k : none]==]
  [==[mask ? mask + (k - x) : none]==])
plant(world.brush_apply "wrong salt" world/brush.c
  [==[twc_fast_hash(first_x + k, z, brush->salt)]==]
  [==[twc_fast_hash(z, first_x + k, brush->salt)]==])
plant(world.brush_apply "single precision" world/brush.c
  [==[256.0 * (square - (dx * dx + across)) / square]==]
  [==[256.0f * ((float)square - (float)(dx * dx + across)) / (float)square]==])
plant(world.brush_apply "wrong sign" world/brush.c
  [==[brush->kind == TWC_BRUSH_LOWER ? -1 : 1]==]
  [==[1]==])

# ---- fingerprint_bytes ----
plant(world.fingerprint_bytes "dropped last" world/fingerprint.c
  [==[memcpy(last, bytes + n - n % 8, n % 8)]==]
  [==[memcpy(last, bytes + n - n % 8, n % 8 - 1)]==])
plant_text(world.fingerprint_bytes "wrong lane" world/fingerprint.c
  [==[fingerprint->words % 4 != 0]==]
  [==[fingerprint->words % TWC_FAULT(@FAULT@, 4, 2) != 0]==])
plant_text(world.fingerprint_bytes "wrong number" world/fingerprint.c
  [==[twc_fingerprint_add(&fingerprint, n);]==]
  [==[twc_fingerprint_add(&fingerprint, TWC_FAULT(@FAULT@, n, n / 8));]==])
plant(world.fingerprint_bytes "byte order" world/fingerprint.c
  [==[(uint64_t)p[3] << 24]==]
  [==[(uint64_t)p[2] << 24]==])
plant(world.fingerprint_bytes "operand order" world/fingerprint.c
  [==[mixed(c, load(p + 16))]==]
  [==[mixed(c, load(p + 24))]==])

# ---- mesh_stages ----
plant(world.mesh_stages "byte order" world/fingerprint.c
  [==[(uint64_t)half[1] << 32 | half[0]]==]
  [==[(uint64_t)half[0] << 32 | half[1]]==])
plant(world.mesh_stages "wrong kind" world/fingerprint.c
  [==[facet->id >> 62 == TWC_FACET_FEATURE]==]
  [==[facet->id >> 62 != TWC_FACET_FINE]==])
plant_text(world.mesh_stages "off by one" world/fingerprint.c
  [==[&mesh->triangles[first], k - first)]==]
  [==[&mesh->triangles[first], k - first - TWC_FAULT(@FAULT@, 0, k - first > 1))]==])
plant(world.mesh_stages "wrong number" world/fingerprint.c
  [==[(uint64_t)facets << 32 | triangles]==]
  [==[(uint64_t)triangles << 32 | facets]==])
plant_text(world.mesh_stages "swapped parts" world/fingerprint.c
  [==[take_facets(&part[kind],]==]
  [==[take_facets(&part[TWC_FAULT(@FAULT@, kind, kind ^ (k - first > 6))],]==])

# ---- buckets_build ----
plant_text(world.buckets_build "off by one" world/buckets.c
  [==[if (b.z1 + 1 < (uint32_t)cells.nz) {]==]
  [==[if (b.z1 + 1 + TWC_FAULT(@FAULT@, 0u, 1u) < (uint32_t)cells.nz) {]==])
plant(world.buckets_build "operand order" world/buckets.c
  [==[most(most(a->x, b->x), c->x)]==]
  [==[most(a->x, b->x)]==])
plant_text(world.buckets_build "dropped last" world/buckets.c
  [==[k <= z * width + b.x1; k++)]==]
  [==[k <= z * width + b.x1 - TWC_FAULT(@FAULT@, 0u, (b.x1 > b.x0 + 3)); k++)]==])
plant_text(world.buckets_build "wrong order" world/buckets.c
  [==[item[--start[k]] = t;]==]
  [==[item[--start[k]] = TWC_FAULT(@FAULT@, t, mesh->triangle_count - 1 - t);]==])
plant_text(world.buckets_build "wrong row" world/buckets.c
  [==[for (size_t k = width; k < count; k += width)]==]
  [==[for (size_t k = width; k < count - TWC_FAULT(@FAULT@, 0, width); k += width)]==])
plant_text(world.buckets_build "wrong rounding" world/buckets.c
  [==[(uint32_t)first_cell * TWC_BUCKET_CM) / TWC_BUCKET_CM]==]
  [==[(uint32_t)first_cell * TWC_BUCKET_CM + TWC_FAULT(@FAULT@, 0u, 1u)) / TWC_BUCKET_CM]==])

# ---- buckets_find ----
plant(world.buckets_find "edges left out" world/buckets.c
  [==[(ab | bc | ca) <= 0]==]
  [==[(ab <= 0) | (bc <= 0) | (ca <= 0)]==])
plant(world.buckets_find "wrong tie" world/buckets.c
  [==[y > highest]==]
  [==[y >= highest]==])
plant(world.buckets_find "operand order" world/buckets.c
  [==[wb * ((double)b->y - ya) + wc * ((double)c->y - ya)]==]
  [==[wc * ((double)b->y - ya) + wb * ((double)c->y - ya)]==])
plant(world.buckets_find "wrong rounding" world/buckets.c
  [==[(float)(ya + rise)]==]
  [==[a->y + (float)rise]==])
plant_text(world.buckets_find "stale value" world/buckets.c
  [==[float highest = 0.0f;]==]
  [==[float highest = TWC_FAULT(@FAULT@, 0.0f, 1.0f);]==])
plant_text(world.buckets_find "dropped last" world/buckets.c
  [==[i < start[1]; i++)]==]
  [==[i + TWC_FAULT(@FAULT@, 0, start[1] > start[0] + 1) < start[1]; i++)]==])
