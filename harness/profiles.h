/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The catalogue of profiles (experiments/profiles.json). An entry is frozen once published: it carries the SHA-256 of
 * its own content, and a catalogue in which they disagree is refused. A new look is a new version, beside the old one.
 */
#ifndef TWC_HARNESS_PROFILES_H
#define TWC_HARNESS_PROFILES_H

#include "twc/sha256.h"
#include "twc/feature.h"

typedef struct twc_catalogue {
    twc_profile *profile;
    size_t count;
} twc_catalogue;

/*
 * Reads and checks all entries: values by twc_profile_check, names and versions different, content as frozen. The
 * failure names the file, the entry, and for an altered one the hash it has now.
 */
twc_status twc_catalogue_read(const char *path, twc_catalogue *catalogue);
void twc_catalogue_free(twc_catalogue *catalogue);

/* The newest version of a name (version 0), or that version. The failure lists the names there are. */
twc_status twc_catalogue_find(const twc_catalogue *catalogue, const char *name, int version,
                              const twc_profile **profile);

/*
 * The hash of an entry's content: its name and a 0, then as little-endian int32 version, row count, offset and rise of
 * each row, depth, edge rule, greatest and least bank width, inner and outer wobble, noise; then the bits of the bank's
 * ratio (uint64); and the step, where the profile is not of layout 1.
 */
void twc_profile_hash(const twc_profile *profile, char hex[TWC_HASH_HEX]);

#endif
