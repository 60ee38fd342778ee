# SPDX-License-Identifier: GPL-3.0-or-later
# Faults of the surface stage and the rasteriser. Mutants that cannot be told from the original, and so are not planted:
#  - another order of the sums of a depth: only a tie would show it, and those are of equal triangles;
#  - the test against the near plane left out of `needs_no_clip`: behind the eye the guard's tests fail as well.

# ---- dryness ----
plant(surface.dryness "operand order" surface/dryness.c
  [==[(t * t) * (3.0 - 2.0 * t)]==]
  [==[t * (t * (3.0 - 2.0 * t))]==])
plant(surface.dryness "wrong salt" surface/dryness.c
  [==[TWC_SALT_DRY_SHORT]==]
  [==[TWC_SALT_DRY_LONG]==])
plant(surface.dryness "reciprocal" surface/dryness.c
  [==[(2.0 * broad + narrow) / 3.0]==]
  [==[(2.0 * broad + narrow) * (1.0 / 3.0)]==])

plant(surface.dryness "off by one" surface/dryness.c
  [==[twc_fast_hash(i, j + 1, salt)]==]
  [==[twc_fast_hash(i, j, salt)]==])

# ---- faces ----
plant(surface.faces "wrong comparison" surface/faces.c
  [==[height < water + 2.5]==]
  [==[height < water + 2.4]==])
plant(surface.faces "operand order" surface/faces.c
  [==[(((double)around[k] - (double)b->height[k]) + 0.3) / 1.1]==]
  [==[((double)around[k] - ((double)b->height[k] - 0.3)) / 1.1]==])
plant(surface.faces "wrong rounding" surface/faces.c
  [==[(int)((double)twc_palette_srgb[entry][c] * factor + 0.5)]==]
  [==[(int)((double)twc_palette_srgb[entry][c] * factor)]==])
plant(surface.faces "wrong default" surface/faces.c
  [==[palette_of_material[material]]==]
  [==[palette_of_material[TWC_MATERIAL_BANK]]==])
plant(surface.faces "saturation" surface/faces.c
  [==[b->snow[k] < 255.0 ? (int)b->snow[k] : 255]==]
  [==[(int)b->snow[k] + (b->snow[k] > 200.0)]==])

# ---- ranks ----
plant(surface.ranks "ties" surface/ranks.c
  [==[in[left].key <= in[right].key]==]
  [==[in[left].key < in[right].key]==])
plant(surface.ranks "wrong rounding" surface/ranks.c
  [==[(255 * (k + 1) + count - 1) / count]==]
  [==[255 * (k + 1) / count]==])
plant(surface.ranks "wrong comparison" surface/ranks.c
  [==[!(faces[k].puddle > 0.05)]==]
  [==[!(faces[k].puddle >= 0.05)]==])

plant(surface.ranks "dropped last" surface/ranks.c
  [==[least(from + 2 * width, n)]==]
  [==[least(from + 2 * width, n - 1)]==])

# ---- vertices ----
plant(surface.vertices "wrong rounding" surface/vertex.c
  [==[whole - ((double)whole > scaled)]==]
  [==[whole]==])
plant(surface.vertices "stale value" surface/vertex.c
  [==[triangle->facet != last]==]
  [==[triangle->facet > last || last == UINT32_MAX]==])

plant(surface.vertices "operand order" surface/vertex.c
  [==[packed(normal[1]) << 10 | packed(normal[2]) << 20]==]
  [==[packed(normal[2]) << 10 | packed(normal[1]) << 20]==])
plant(surface.vertices "byte order" surface/vertex.c
  [==[(uint32_t)face->rank | (uint32_t)face->snow << 8]==]
  [==[(uint32_t)face->snow | (uint32_t)face->rank << 8]==])

# ---- render ----
plant(surface.render "fill rule" surface/tile.c
  [==[e.dy > 0 || (e.dy == 0 && e.dx > 0)]==]
  [==[e.dy > 0]==])
plant(surface.render "ties" surface/tile.c
  [==[w > best[k]]==]
  [==[w >= best[k]]==])
plant(surface.render "operand order" surface/tile.c
  [==[((e0 * w0 + e1 * w1) + e2 * w2) * scale]==]
  [==[((e0 * w0 + e1 * w2) + e2 * w1) * scale]==])
plant(surface.render "dropped last" surface/light.c
  [==[k < start[1]]==]
  [==[k + 1 < start[1]]==])
plant(surface.render "dropped triangle" surface/setup.c
  [==[behind && view[k][2] - twc_the_look.near < 0.0]==]
  [==[view[k][2] - twc_the_look.near < 0.0]==])

# ---- build ----
plant(surface.build "unsynchronised write" surface/build.c
  [==[(size_t)omp_get_thread_num()]==]
  [==[(size_t)0]==])
plant(surface.build "margin too small" surface/build_chunk.c
  [==[samples_about(mesh, 1)]==]
  [==[samples_about(mesh, 0)]==])
plant(surface.build "off by one" surface/build_chunk.c
  [==[twc_floor_div(high_z, TWC_SAMPLE_CM) + 2 + reach - z]==]
  [==[twc_floor_div(high_z, TWC_SAMPLE_CM) + 1 + reach - z]==])
plant_text(surface.build "dropped last" surface/build.c
  [==[k < (int64_t)chunks.nx * chunks.nz; k++)
                build_chunk]==]
  [==[k < (int64_t)chunks.nx * chunks.nz - TWC_FAULT(@FAULT@, 0, chunks.nz > 1); k++)
                build_chunk]==])
plant_text(surface.build "wrong filter" surface/build_chunk.c
  [==[filtered(world, TWC_FILTER_BASIN, samples_about]==]
  [==[filtered(world, TWC_FAULT(@FAULT@, TWC_FILTER_BASIN, TWC_FILTER_BROAD), samples_about]==])
