/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every byte of a world.h5 against its hash. */
#ifndef TWC_HARNESS_WORLD_VERIFY_H
#define TWC_HARNESS_WORLD_VERIFY_H

#include <stddef.h>
#include <stdint.h>

#include "twc/status.h"

/* Called for each part that is damaged: which one, by tiles and in metres. */
typedef void twc_damage_teller(void *context, const char *what);

typedef struct twc_verified {
    uint64_t parts, damaged;
} twc_verified;

/*
 * Reads a world's file as a whole: all parts, the structure that only other programs read, and, when they are what was
 * written, whether the world has the hash that the file states. Damage to parts is told and counted, and the rest is
 * looked at all the same; fails where there is nothing to go by: no seal, no head, or an older file.
 */
twc_status twc_world_verify(const char *path, twc_damage_teller *tell, void *context, twc_verified *found);
twc_status twc_world_verify_bytes(const char *name, const unsigned char *bytes, size_t size, twc_damage_teller *tell,
                                  void *context, twc_verified *found);

#endif
