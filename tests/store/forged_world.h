/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds whose seal is right and whose content somebody has changed. */
#ifndef TWC_TESTS_FORGED_WORLD_H
#define TWC_TESTS_FORGED_WORLD_H

#include <hdf5.h>

#include "common/scratch.h"
#include "store/world_format.h"
#include "common/suite.h"

/* Writes the bytes of a world's file, changed by `change` and sealed again for this version. */
static inline void forge_world(const char *path, const unsigned char *bytes, size_t size, int version,
                               void (*change)(hid_t file))
{
    put_file(path, bytes, size - TWC_SEAL_SIZE);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    CU_ASSERT_TRUE_FATAL(file >= 0);
    change(file);
    H5Fclose(file);
    size_t changed;
    unsigned char *forged = get_file(path, &changed);
    forged = realloc(forged, changed + TWC_SEAL_SIZE + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(forged);
    twc_make_seal(version, forged, changed, (char *)forged + changed);
    put_file(path, forged, changed + TWC_SEAL_SIZE);
    free(forged);
}

/* Overwrites elements [first, first + n) of a list with integers. */
static inline void forge_list(hid_t file, const char *name, hsize_t first, hsize_t n, const int64_t *values)
{
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set), some = H5Screate_simple(1, &n, NULL);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &n, NULL);
    CU_ASSERT_TRUE(H5Dwrite(set, H5T_NATIVE_INT64, some, space, H5P_DEFAULT, values) >= 0);
    H5Sclose(some);
    H5Sclose(space);
    H5Dclose(set);
}

/*
 * Puts another value, of a type in memory or (-1) of the attribute's own, in place of an attribute of the group of the
 * first world.
 */
static inline void forge_first(hid_t file, const char *name, hid_t held, const void *value)
{
    hid_t group = H5Gopen2(file, TWC_FIRST_GROUP, H5P_DEFAULT), attribute = H5Aopen(group, name, H5P_DEFAULT),
          type = H5Aget_type(attribute);
    CU_ASSERT_TRUE(H5Awrite(attribute, held < 0 ? type : held, value) >= 0);
    H5Tclose(type);
    H5Aclose(attribute);
    H5Gclose(group);
}

#endif
