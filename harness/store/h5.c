/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "h5.h"

#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atomic_file.h"

enum { MEMORY_STEP = 1 << 20 };

/* Whether all is well so far and this step, whose result is `id`, too. */
static int went_well(twc_h5 *h5, int64_t id, const char *what, const char *name)
{
    if (id >= 0 && !h5->failed[0])
        return 1;
    if (!h5->failed[0])
        snprintf(h5->failed, sizeof h5->failed, "%s \"%.60s\"", what, name);
    return 0;
}

twc_status twc_h5_begin(twc_h5 *h5)
{
    memset(h5, 0, sizeof *h5);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* failures are reported as values */
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    h5->file = -1;
    if (access >= 0 && creation >= 0 && H5Pset_fapl_core(access, MEMORY_STEP, 0) >= 0 &&
        H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0 && H5Pset_obj_track_times(creation, 0) >= 0)
        h5->file = H5Fcreate("memory", H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return h5->file < 0 ? twc_fail(TWC_IO, "not enough memory for an HDF5 file") : twc_ok();
}

hid_t twc_h5_group(twc_h5 *h5, hid_t parent, const char *name)
{
    if (h5->failed[0])
        return -1;
    hid_t creation = H5Pcreate(H5P_GROUP_CREATE), group = -1;
    if (H5Pset_obj_track_times(creation, 0) >= 0)
        group = H5Gcreate2(parent, name, H5P_DEFAULT, creation, H5P_DEFAULT);
    H5Pclose(creation);
    went_well(h5, group, "group", name);
    return group;
}

static hid_t dataset_list(const twc_h5_shape *shape, int shuffled, unsigned level)
{
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    int ok = H5Pset_obj_track_times(creation, 0) >= 0;
    if (shape->chunk[0])
        ok = ok && H5Pset_chunk(creation, shape->rank, shape->chunk) >= 0 &&
             (!shuffled || H5Pset_shuffle(creation) >= 0) && H5Pset_deflate(creation, level) >= 0;
    if (ok)
        return creation;
    H5Pclose(creation);
    return -1;
}

hid_t twc_h5_deflated(twc_h5 *h5, hid_t parent, const char *name, twc_h5_shape shape, hid_t stored, int shuffled,
                      int level)
{
    if (h5->failed[0])
        return -1;
    for (int k = 0; k < shape.rank; k++)
        if (shape.chunk[k] > shape.size[k])
            shape.chunk[k] = shape.size[k];
    hid_t creation = dataset_list(&shape, shuffled, (unsigned)level), set = -1;
    hid_t space = H5Screate_simple(shape.rank, shape.size, NULL);
    if (creation >= 0 && space >= 0)
        set = H5Dcreate2(parent, name, stored, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    went_well(h5, set, "dataset", name);
    H5Pclose(creation);
    H5Sclose(space);
    return set;
}

hid_t twc_h5_dataset(twc_h5 *h5, hid_t parent, const char *name, twc_h5_shape shape, hid_t stored, hid_t held,
                     const void *data)
{
    hid_t set = twc_h5_deflated(h5, parent, name, shape, stored, 1, TWC_H5_DEFLATE);
    if (!h5->failed[0] && data)
        went_well(h5, H5Dwrite(set, held, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "writing dataset", name);
    return set;
}

void twc_h5_chunk(twc_h5 *h5, hid_t dataset, const hsize_t first[2], const void *bytes, size_t size)
{
    if (size == 0)
        went_well(h5, -1, "deflating", "a chunk");
    if (!h5->failed[0])
        went_well(h5, H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, first, size, bytes), "writing a chunk", "");
}

uint64_t twc_h5_offset(twc_h5 *h5, hid_t dataset)
{
    const haddr_t offset = h5->failed[0] ? HADDR_UNDEF : H5Dget_offset(dataset);
    went_well(h5, offset == HADDR_UNDEF ? -1 : 0, "placing", "a dataset");
    return offset;
}

static void put_attribute(twc_h5 *h5, hid_t object, const char *name, hid_t stored, hid_t held, hid_t space,
                          const void *data)
{
    hid_t attribute = h5->failed[0] ? -1 : H5Acreate2(object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT);
    if (went_well(h5, attribute, "attribute", name))
        went_well(h5, H5Awrite(attribute, held, data), "writing attribute", name);
    H5Aclose(attribute);
    H5Sclose(space);
}

void twc_h5_text(twc_h5 *h5, hid_t object, const char *name, const char *text)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    size_t length = strlen(text);
    H5Tset_size(type, length ? length : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    put_attribute(h5, object, name, type, type, H5Screate(H5S_SCALAR), text);
    H5Tclose(type);
}

void twc_h5_bytes(twc_h5 *h5, hid_t object, const char *name, int count, const int8_t *values)
{
    hid_t space = H5Screate_simple(1, &(hsize_t){(hsize_t)count}, NULL);
    put_attribute(h5, object, name, H5T_STD_I8LE, H5T_NATIVE_INT8, space, values);
}

void twc_h5_integers(twc_h5 *h5, hid_t object, const char *name, int count, const int64_t *values)
{
    hsize_t size = (hsize_t)count;
    hid_t space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    put_attribute(h5, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, space, values);
}

void twc_h5_reals(twc_h5 *h5, hid_t object, const char *name, int count, const double *values)
{
    hid_t space = H5Screate_simple(1, &(hsize_t){(hsize_t)count}, NULL);
    put_attribute(h5, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space, values);
}

void twc_h5_real(twc_h5 *h5, hid_t object, const char *name, double value)
{
    put_attribute(h5, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, H5Screate(H5S_SCALAR), &value);
}

hid_t twc_h5_scale(twc_h5 *h5, hid_t parent, const char *name, hsize_t n, hid_t stored, hid_t held, const void *values)
{
    hid_t set = twc_h5_dataset(h5, parent, name, (twc_h5_shape){1, {n}, {0}}, stored, held, values);
    if (!h5->failed[0])
        went_well(h5, H5DSset_scale(set, name), "dimension scale", name);
    return set;
}

void twc_h5_attach(twc_h5 *h5, hid_t dataset, unsigned dimension, hid_t scale)
{
    if (!h5->failed[0])
        went_well(h5, H5DSattach_scale(dataset, scale, dimension), "attaching a dimension scale", "");
}

static uint32_t rotate(uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/*
 * The superblock of an open file says "open for writing". Library 1.10.8 clears that in the image it gives, but not in
 * the checksum of the superblock's 44 bytes before it, so that nobody can open the file: this sets it. The checksum is
 * Bob Jenkins' lookup3 (in the public domain) with initial value 0, here for 44 bytes.
 */
static void set_superblock_checksum(unsigned char *bytes)
{
    enum { SIZE = 44 };
    static const int mix[6] = {4, 6, 8, 16, 19, 4}, last[7] = {14, 11, 25, 16, 4, 14, 24};
    uint32_t v[3] = {0xdeadbeefu + SIZE, 0xdeadbeefu + SIZE, 0xdeadbeefu + SIZE};
    for (int at = 0; at < SIZE - 8; at += 12) {
        for (int k = 0; k < 3; k++)
            v[k] += word_at(bytes + at + 4 * k);
        for (int k = 0; k < 6; k++) { /* a -= c; a ^= c <<< n; c += b; and so on, turning the three round */
            uint32_t *a = &v[k % 3], *b = &v[(k + 1) % 3], *c = &v[(k + 2) % 3];
            *a = (*a - *c) ^ rotate(*c, mix[k]);
            *c += *b;
        }
    }
    v[0] += word_at(bytes + 36);
    v[1] += word_at(bytes + 40);
    for (int k = 0; k < 7; k++) { /* c ^= b; c -= b <<< n; a ^= c; a -= c <<< n; and so on */
        uint32_t *to = &v[(k + 2) % 3], from = v[(k + 1) % 3];
        *to = (*to ^ from) - rotate(from, last[k]);
    }
    for (int k = 0; k < 4; k++)
        bytes[SIZE + k] = (unsigned char)(v[2] >> (8 * k));
}

twc_status twc_h5_finish(twc_h5 *h5, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    if (!h5->failed[0])
        went_well(h5, H5Fflush(h5->file, H5F_SCOPE_GLOBAL), "flushing", "the file");
    ssize_t length = h5->failed[0] ? -1 : H5Fget_file_image(h5->file, NULL, 0);
    if (went_well(h5, length, "sizing", "the file"))
        *bytes = malloc((size_t)length);
    if (*bytes && H5Fget_file_image(h5->file, *bytes, (size_t)length) != length) {
        free(*bytes);
        *bytes = NULL;
    }
    if (h5->file >= 0)
        H5Fclose(h5->file);
    h5->file = -1;
    if (*bytes)
        set_superblock_checksum(*bytes);
    *size = (size_t)length;
    return *bytes ? twc_ok()
                  : twc_fail(TWC_IO, "HDF5 failed at %s (memory may be short)",
                             h5->failed[0] ? h5->failed : "the file image");
}

twc_status twc_h5_write(twc_h5 *h5, const char *path)
{
    unsigned char *bytes;
    size_t size;
    twc_status status = twc_h5_finish(h5, &bytes, &size);
    if (!status.code)
        status = twc_atomic_write(path, bytes, size);
    free(bytes);
    return status;
}

hid_t twc_h5_open(const unsigned char *bytes, size_t size)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5PLset_loading_state(0);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    /* The library copies the image and does not write to it, though its parameter is not const. */
    if (H5Pset_fapl_core(access, MEMORY_STEP, 0) >= 0 && H5Pset_file_image(access, (void *)(uintptr_t)bytes, size) >= 0)
        file = H5Fopen("memory", H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return file;
}

int twc_h5_is_own(hid_t parent, const char *path)
{
    char part[128];
    const size_t length = strlen(path);
    for (size_t k = 1; k <= length; k++) {
        H5L_info_t info;
        if (k < length && path[k] != '/')
            continue;
        if (k >= sizeof part)
            return 0;
        memcpy(part, path, k);
        part[k] = '\0';
        if (H5Lget_info(parent, part, &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_HARD)
            return 0;
    }
    return length > 0;
}

/* Whether the bytes of a dataset lie in its file, and only filters that are the library's own stand before them. */
static int is_plain(hid_t creation)
{
    const H5D_layout_t layout = H5Pget_layout(creation);
    const int filters = H5Pget_nfilters(creation);
    if ((layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) ||
        H5Pget_external_count(creation) != 0 || filters < 0)
        return 0;
    for (int k = 0; k < filters; k++) {
        unsigned flags, config;
        size_t values = 0;
        const H5Z_filter_t filter = H5Pget_filter2(creation, (unsigned)k, &flags, &values, NULL, 0, NULL, &config);
        if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32)
            return 0;
    }
    return 1;
}

/* Bytes of a chunk of a dataset; 0 when it has none. */
static double chunk_bytes(hid_t creation, double element)
{
    hsize_t side[H5S_MAX_RANK];
    const int rank = H5Pget_layout(creation) == H5D_CHUNKED ? H5Pget_chunk(creation, H5S_MAX_RANK, side) : 0;
    double bytes = rank > 0 ? element : 0;
    for (int k = 0; k < rank; k++)
        bytes *= (double)side[k];
    return bytes;
}

/* A byte of a deflated stream stands for 1032 at most. */
static int is_stored(hid_t set, hid_t creation)
{
    enum { MOST = 1032, LARGEST_CHUNK = 1 << 26 };
    hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    const double element = (double)H5Tget_size(type), stored = (double)H5Dget_storage_size(set);
    const int ok = count >= 0 && (double)count * element <= stored * MOST &&
                   chunk_bytes(creation, element) <= LARGEST_CHUNK;
    H5Tclose(type);
    H5Sclose(space);
    return ok;
}

/*
 * Opens a dataset of a file that nobody vouches for; a negative id when there is none, or when reading it would lead
 * out of the file or into foreign code: by a link that is not a hard one, storage in other files, a virtual layout, a
 * filter other than shuffle, deflate and Fletcher's checksum; or when it claims more than what is stored of it can
 * hold.
 */
static hid_t open_dataset(hid_t parent, const char *name)
{
    if (!twc_h5_is_own(parent, name))
        return -1;
    hid_t set = H5Dopen2(parent, name, H5P_DEFAULT);
    if (set < 0)
        return -1;
    hid_t creation = H5Dget_create_plist(set);
    const int ok = is_plain(creation) && is_stored(set, creation);
    H5Pclose(creation);
    if (ok)
        return set;
    H5Dclose(set);
    return -1;
}

/* Whether an object's space has exactly this shape; rank 0 is a scalar. */
static int has_shape(hid_t space, int rank, const hsize_t *size)
{
    hsize_t found[H5S_MAX_RANK];
    if (space < 0 || H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, found, NULL) != rank)
        return 0;
    for (int k = 0; k < rank; k++)
        if (found[k] != size[k])
            return 0;
    return 1;
}

int twc_h5_length(hid_t parent, const char *name, hsize_t *n)
{
    hid_t set = open_dataset(parent, name);
    if (set < 0)
        return -1;
    hid_t space = H5Dget_space(set);
    int ok = H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, n, NULL) == 1;
    H5Sclose(space);
    H5Dclose(set);
    return ok ? 0 : -1;
}

/* A dataset that passes the check, or a negative id. */
static hid_t open_checked(hid_t parent, const char *name, int rank, const hsize_t *size, H5T_class_t kind, hid_t held)
{
    hid_t set = open_dataset(parent, name);
    if (set < 0)
        return -1;
    hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const int ok = has_shape(space, rank, size) && H5Tget_class(type) == kind && H5Tget_size(type) <= H5Tget_size(held);
    H5Tclose(type);
    H5Sclose(space);
    if (ok)
        return set;
    H5Dclose(set);
    return -1;
}

int twc_h5_check(hid_t parent, const char *name, int rank, const hsize_t *size, H5T_class_t kind, hid_t held)
{
    hid_t set = open_checked(parent, name, rank, size, kind, held);
    if (set >= 0)
        H5Dclose(set);
    return set >= 0 ? 0 : -1;
}

int twc_h5_read(hid_t parent, const char *name, int rank, const hsize_t *size, H5T_class_t kind, hid_t held, void *data)
{
    hid_t set = open_checked(parent, name, rank, size, kind, held);
    if (set < 0)
        return -1;
    const int ok = H5Dread(set, held, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    H5Dclose(set);
    return ok ? 0 : -1;
}

/* Opens an attribute whose space has n elements (a scalar for 1) and whose type is of a kind; -1 otherwise. */
static hid_t open_attribute(hid_t object, const char *name, hsize_t n, H5T_class_t kind)
{
    if (H5Aexists(object, name) <= 0)
        return -1;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
    int ok = has_shape(space, n != 1, &n) && H5Tget_class(type) == kind;
    H5Tclose(type);
    H5Sclose(space);
    if (ok)
        return attribute;
    H5Aclose(attribute);
    return -1;
}

int twc_h5_read_text(hid_t object, const char *name, char *text, size_t size)
{
    hid_t attribute = open_attribute(object, name, 1, H5T_STRING);
    if (attribute < 0)
        return -1;
    hid_t type = H5Aget_type(attribute);
    size_t length = H5Tget_size(type);
    int ok = !H5Tis_variable_str(type) && length < size;
    memset(text, 0, size);
    ok = ok && H5Aread(attribute, type, text) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return ok ? 0 : -1;
}

int twc_h5_read_integers(hid_t object, const char *name, int count, int64_t *values)
{
    hid_t attribute = open_attribute(object, name, (hsize_t)count, H5T_INTEGER);
    if (attribute < 0)
        return -1;
    int ok = H5Aread(attribute, H5T_NATIVE_INT64, values) >= 0;
    H5Aclose(attribute);
    return ok ? 0 : -1;
}

int twc_h5_read_real(hid_t object, const char *name, double *value)
{
    hid_t attribute = open_attribute(object, name, 1, H5T_FLOAT);
    if (attribute < 0)
        return -1;
    int ok = H5Aread(attribute, H5T_NATIVE_DOUBLE, value) >= 0;
    H5Aclose(attribute);
    return ok ? 0 : -1;
}
