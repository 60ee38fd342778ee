/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids from worlds: every sample of the extent, far edges included, so that import gives the same samples back. */
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "export_place.h"
#include "import.h"
#include "readers.h"
#include "store/atomic_file.h"
#include "twc/ground.h"

static uint16_t *world_samples(const twc_world *world, twc_rect *rect)
{
    *rect = twc_world_samples(world);
    uint16_t *samples = malloc((size_t)rect->nx * (size_t)rect->nz * sizeof *samples);
    if (samples)
        twc_reference_ground()->samples(world, *rect, samples);
    return samples;
}

/* The height that a sample stands for. */
static double height_of(uint16_t sample, double datum)
{
    return ((double)sample - 20000) / 100 + datum;
}

/* A sample is the height at its point, which an ESRI ASCII grid calls the centre of a cell. */
static void put_ascii(FILE *out, twc_rect rect, const uint16_t *samples, double datum, const twc_export_place *place)
{
    int digits = rint(datum * 100) / 100 == datum ? 2 : 6; /* whole centimetres print as such */
    char west[TWC_DIGITS_SIZE], south[TWC_DIGITS_SIZE], side[TWC_DIGITS_SIZE];
    fprintf(out, "ncols %d\nnrows %d\nxllcenter %s\nyllcenter %s\ncellsize %s\n", rect.nx, rect.nz,
            twc_shortest_digits(place->west + place->side / 2, west),
            twc_shortest_digits(place->north - (rect.nz - 0.5) * place->side, south),
            twc_shortest_digits(place->side, side));
    for (int32_t z = 0; z < rect.nz; z++) {
        for (int32_t x = 0; x < rect.nx; x++) {
            double height = height_of(samples[(size_t)z * (size_t)rect.nx + (size_t)x], datum);
            fprintf(out, "%s%.*f", x ? " " : "", digits, height);
        }
        fputc('\n', out);
    }
}

static void put_raw(FILE *out, size_t count, const uint16_t *samples, int big_endian)
{
    for (size_t k = 0; k < count; k++) {
        int low = samples[k] & 255, high = samples[k] >> 8;
        fputc(big_endian ? high : low, out);
        fputc(big_endian ? low : high, out);
    }
}

/* 0 when written; 1 when libpng gave up (memory, or a write error that the stream remembers). */
static int put_png(FILE *out, twc_rect rect, const uint16_t *samples, unsigned char *row)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 1;
    }
    png_init_io(png, out);
    png_set_IHDR(png, info, (png_uint_32)rect.nx, (png_uint_32)rect.nz, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int32_t z = 0; z < rect.nz; z++) {
        for (int32_t x = 0; x < rect.nx; x++) {
            uint16_t sample = samples[(size_t)z * (size_t)rect.nx + (size_t)x];
            row[2 * x] = (unsigned char)(sample >> 8);
            row[2 * x + 1] = (unsigned char)sample;
        }
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}

/* What is written. */
typedef struct export_job {
    twc_rect rect;
    uint16_t *samples;
    double datum;
    twc_export_place place;
    twc_grid_format format;
    int big_endian;
} export_job;

static twc_status put_grid(FILE *out, const export_job *job)
{
    const twc_rect rect = job->rect;
    const uint16_t *samples = job->samples;
    if (job->format == TWC_GRID_ASCII)
        put_ascii(out, rect, samples, job->datum, &job->place);
    else if (job->format == TWC_GRID_RAW)
        put_raw(out, (size_t)rect.nx * (size_t)rect.nz, samples, job->big_endian);
    else {
        unsigned char *row = malloc(2 * (size_t)rect.nx);
        int failed = !row || put_png(out, rect, samples, row);
        free(row);
        if (failed && !ferror(out))
            return twc_fail(TWC_IO, "libpng cannot write an image of %d x %d samples", rect.nx, rect.nz);
    }
    return twc_ok();
}

static twc_status write_tiff(const char *path, const export_job *job)
{
    size_t count = (size_t)job->rect.nx * (size_t)job->rect.nz;
    double *heights = malloc(count * sizeof *heights);
    if (!heights)
        return twc_fail(TWC_IO, "not enough memory for %zu heights", count);
    for (size_t k = 0; k < count; k++)
        heights[k] = height_of(job->samples[k], job->datum);
    twc_status status = twc_export_tiff(path, &job->place, job->rect, heights);
    free(heights);
    return status;
}

static twc_status write_job(const char *path, const export_job *job)
{
    twc_atomic_file file;
    if (job->format == TWC_GRID_TIFF)
        return write_tiff(path, job);
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    status = put_grid(file.stream, job);
    if (status.code)
        twc_atomic_discard(&file);
    else
        status = twc_atomic_commit(&file);
    if (!status.code && job->format == TWC_GRID_ASCII && job->place.crs && strcmp(path, "-") != 0)
        status = twc_export_prj(path, &job->place);
    return status;
}

twc_grid_format twc_export_format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcasecmp(dot, ".tif") == 0 || strcasecmp(dot, ".tiff") == 0) ? TWC_GRID_TIFF
                                                                                  : twc_grid_format_of(path);
}

twc_status twc_export(const char *path, const twc_world_data *data, twc_grid_format format, int big_endian)
{
    export_job job = {.datum = data->datum, .format = format, .big_endian = big_endian};
    if (format != TWC_GRID_ASCII && format != TWC_GRID_PNG && format != TWC_GRID_RAW && format != TWC_GRID_TIFF)
        return twc_fail(TWC_USAGE, "cannot tell the format of %s by its name: pass --format ascii, png, raw or tiff",
                        path);
    job.samples = world_samples(&data->world, &job.rect);
    if (!job.samples)
        return twc_fail(TWC_IO, "not enough memory for %d x %d samples", job.rect.nx, job.rect.nz);
    twc_status status = twc_export_find_place(data, job.rect, &job.place);
    if (!status.code)
        status = write_job(path, &job);
    free(job.place.crs);
    free(job.samples);
    return status;
}
