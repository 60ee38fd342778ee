/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * HDF5 files with reproducible bytes: built in memory, so that a full disk can only hit the one write at the end
 * (atomic_file.h). No clock enters (object times off), the format is pinned to that of library 1.10, and chunked
 * data is shuffled and deflated at level 4.
 *
 * A writer remembers its first failure; the calls after it do nothing, and twc_h5_finish reports it.
 */
#ifndef TWC_HARNESS_H5_H
#define TWC_HARNESS_H5_H

#include <hdf5.h>
#include <stddef.h>
#include <stdint.h>

#include "twc/status.h"

typedef struct twc_h5 {
    hid_t file;
    char failed[96]; /* what failed first; empty when nothing did */
} twc_h5;

twc_status twc_h5_begin(twc_h5 *h5);

/* A group below `parent`; the caller closes it with H5Gclose. */
hid_t twc_h5_group(twc_h5 *h5, hid_t parent, const char *name);

/* How a dataset lies in the file. */
typedef struct twc_h5_shape {
    int rank;
    hsize_t size[3];
    hsize_t chunk[3]; /* chunk[0] == 0: contiguous and uncompressed */
} twc_h5_shape;

/* zlib's level of chunked data. */
enum { TWC_H5_DEFLATE = 4 };

/*
 * `stored` is the type in the file, `held` that of `data` in memory; NULL: chunks follow one by one. The caller closes
 * the dataset with H5Dclose.
 */
hid_t twc_h5_dataset(twc_h5 *h5, hid_t parent, const char *name, twc_h5_shape shape, hid_t stored, hid_t held,
                     const void *data);

/* The same, of chunks that follow one by one, deflated at a level of zlib, shuffled before or not. */
hid_t twc_h5_deflated(twc_h5 *h5, hid_t parent, const char *name, twc_h5_shape shape, hid_t stored, int shuffled,
                      int level);

/*
 * Writes one chunk of a dataset of at most two dimensions, shuffled and deflated already, by its first element; size 0
 * is a failure.
 */
void twc_h5_chunk(twc_h5 *h5, hid_t dataset, const hsize_t first[2], const void *bytes, size_t size);

/* Where the bytes of a contiguous dataset lie in the file. */
uint64_t twc_h5_offset(twc_h5 *h5, hid_t dataset);

/* Attributes: UTF-8 text of fixed length, integers, a real, several. */
void twc_h5_text(twc_h5 *h5, hid_t object, const char *name, const char *text);
void twc_h5_bytes(twc_h5 *h5, hid_t object, const char *name, int count, const int8_t *values); /* flags of bytes */
void twc_h5_integers(twc_h5 *h5, hid_t object, const char *name, int count, const int64_t *values);
void twc_h5_real(twc_h5 *h5, hid_t object, const char *name, double value);
void twc_h5_reals(twc_h5 *h5, hid_t object, const char *name, int count, const double *values);

/*
 * A dimension scale (what netCDF and xarray read as a coordinate): n values in memory type `held`; and its attachment
 * to a dimension of a dataset.
 */
hid_t twc_h5_scale(twc_h5 *h5, hid_t parent, const char *name, hsize_t n, hid_t stored, hid_t held, const void *values);
void twc_h5_attach(twc_h5 *h5, hid_t dataset, unsigned dimension, hid_t scale);

/* Closes the file and gives its bytes (free *bytes). */
twc_status twc_h5_finish(twc_h5 *h5, unsigned char **bytes, size_t *size);

/* The same, written to a path. */
twc_status twc_h5_write(twc_h5 *h5, const char *path);

/* ---- reading ---------------------------------------------------------------------------------------------- */

/*
 * Opens bytes as a read-only file; a negative id when they are not HDF5. The bytes are copied. From then on the library
 * loads no plug-in.
 */
hid_t twc_h5_open(const unsigned char *bytes, size_t size);

/* Whether a path below `parent` leads there by hard links only. */
int twc_h5_is_own(hid_t parent, const char *path);

/* 0 when there is a dataset of one dimension; n: how long it is. */
int twc_h5_length(hid_t parent, const char *name, hsize_t *n);

/* 0 when a dataset has this shape, is of this kind and fits into memory type `held`; else -1. */
int twc_h5_check(hid_t parent, const char *name, int rank, const hsize_t *size, H5T_class_t kind, hid_t held);

/* 0 when it passes that check and was read; else -1. */
int twc_h5_read(hid_t parent, const char *name, int rank, const hsize_t *size, H5T_class_t kind, hid_t held,
                void *data);

/* 0 when the attribute is there, of that kind and count, and was read; else -1. */
int twc_h5_read_text(hid_t object, const char *name, char *text, size_t size);
int twc_h5_read_integers(hid_t object, const char *name, int count, int64_t *values);
int twc_h5_read_real(hid_t object, const char *name, double *value);

#endif
