/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdal_program.h"
#include "store/atomic_file.h"
#include "units.h"

/*
 * Heights are written in metres: a system whose heights have another unit gets them in metres, above the same datum, or
 * is left without them where its text does not say which that is.
 */
static twc_status copy_crs(const twc_georeference *g, char **crs)
{
    const twc_crs_units units = twc_crs_read(g->crs);
    size_t length = strlen(g->crs);
    const int metres = !units.height.name[0] || fabs(units.height.metres - 1) < 1e-12;
    *crs = metres ? NULL : twc_crs_in_metres(g->crs);
    if (*crs)
        return twc_ok();
    const char *start = metres ? g->crs : twc_crs_plan(g->crs, &length);
    if (!metres)
        fprintf(
            stderr,
            "twc export: heights are in metres; what they are above in the world's system, whose heights are in %s, "
            "is not said by its text and left out\n",
            units.height.name);
    *crs = malloc(length + 1);
    if (!*crs)
        return twc_fail(TWC_IO, "not enough memory for the world's reference system");
    memcpy(*crs, start, length);
    (*crs)[length] = '\0';
    return twc_ok();
}

twc_status twc_export_find_place(const twc_world_data *data, twc_rect samples, twc_export_place *place)
{
    const twc_georeference *g = &data->georeference;
    double corner[2];
    *place = (twc_export_place){4.0 * samples.x - 2, -(4.0 * samples.z - 2), 4, NULL};
    if (!twc_georeference_placed(g))
        return twc_ok();
    if (g->per_x[1] < 0 || g->per_x[1] > 0 || g->per_z[0] < 0 || g->per_z[0] > 0 || !(g->per_x[0] > 0) ||
        !(fabs(g->per_x[0] + g->per_z[1]) <= 1e-12 * g->per_x[0]))
        return twc_fail(TWC_USAGE,
                        "the world lies rotated in its reference system, and a grid has rows from west to east");
    twc_georeference_to_crs(g, 4.0 * samples.x - 2, 4.0 * samples.z - 2, corner);
    *place = (twc_export_place){corner[0], corner[1], 4 * g->per_x[0], NULL};
    return g->crs ? copy_crs(g, &place->crs) : twc_ok();
}

/* ---- .prj ---- */

/* path with .prj in place of its ending. */
static char *path_beside(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    char *beside = malloc(stem + 5);
    if (beside) {
        memcpy(beside, path, stem);
        memcpy(beside + stem, ".prj", 5);
    }
    return beside;
}

twc_status twc_export_prj(const char *path, const twc_export_place *place)
{
    twc_gdal_workplace w;
    unsigned char *bytes = NULL;
    size_t size = 0;
    char *beside = path_beside(path);
    twc_status status = beside ? twc_gdal_begin(&w) : twc_fail(TWC_IO, "not enough memory to write %s", path);
    if (status.code) {
        free(beside);
        return status;
    }
    const char *const argv[] = {"gdalsrsinfo", "--single-line", "-o", "wkt_esri", place->crs, NULL};
    if (!twc_gdal_run(argv, path, w.info, w.words).code)
        (void)twc_read_file_of(w.info, TWC_GEOREFERENCE_TEXT, &bytes, &size);
    const int converted = bytes && size > 8 && strchr((const char *)bytes, '[');
    status = converted ? twc_atomic_write(beside, bytes, size)
                       : twc_atomic_write(beside, place->crs, strlen(place->crs));
    if (!status.code && !converted)
        fprintf(stderr,
                "twc export: %s is WKT 2, which few programs read there; with gdal-bin installed it is converted\n",
                beside);
    twc_gdal_end(&w);
    free(bytes);
    free(beside);
    return status;
}

/* ---- GeoTIFF ---- */

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>')
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
}

/* GDAL's own description of a file of plain numbers: their order, their place. */
static twc_status put_description(const char *path, const twc_export_place *place, twc_rect samples, const char *unit,
                                  const char *values, int holes)
{
    const uint16_t one = 1;
    twc_atomic_file file;
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    FILE *out = file.stream;
    fprintf(out, "<VRTDataset rasterXSize=\"%d\" rasterYSize=\"%d\">", samples.nx, samples.nz);
    if (place->crs) {
        fputs("<SRS>", out);
        put_escaped(out, place->crs);
        fputs("</SRS>", out);
    }
    fprintf(out, "<GeoTransform>%.17g,%.17g,0,%.17g,0,%.17g</GeoTransform>", place->west, place->side, place->north,
            -place->side);
    fprintf(
        out,
        "<VRTRasterBand dataType=\"Float64\" band=\"1\" subClass=\"VRTRawRasterBand\">%s<UnitType>%s</UnitType>"
        "<SourceFilename relativetoVRT=\"0\">%s</SourceFilename><ImageOffset>0</ImageOffset><PixelOffset>8</PixelOffset>"
        "<LineOffset>%lld</LineOffset><ByteOrder>%s</ByteOrder></VRTRasterBand></VRTDataset>\n",
        holes ? "<NoDataValue>nan</NoDataValue>" : "", unit, values, 8ll * samples.nx,
        *(const unsigned char *)&one ? "LSB" : "MSB");
    return twc_atomic_commit(&file);
}

twc_status twc_export_values_tiff(const char *path, const twc_export_place *place, twc_rect samples, const char *unit,
                                  const double *values)
{
    twc_gdal_workplace w;
    unsigned char *bytes;
    size_t size;
    int holes = 0;
    for (size_t k = 0; k < (size_t)samples.nx * (size_t)samples.nz; k++)
        holes |= isnan(values[k]) != 0;
    twc_status status = twc_gdal_begin(&w);
    if (status.code)
        return status;
    status = twc_atomic_write(w.values, values, (size_t)samples.nx * (size_t)samples.nz * sizeof *values);
    if (!status.code)
        status = put_description(w.vrt, place, samples, unit, w.values, holes);
    const char *const argv[] = {"gdal_translate", "-q",  "-of",  "GTiff", "-co", "COMPRESS=DEFLATE", "-co",
                                "PREDICTOR=3",    w.vrt, w.tiff, NULL};
    if (!status.code)
        status = twc_gdal_run(argv, path, w.info, w.words);
    if (!status.code)
        status = twc_read_file(w.tiff, &bytes, &size);
    if (!status.code) {
        status = twc_atomic_write(path, bytes, size);
        free(bytes);
    }
    twc_gdal_end(&w);
    return status;
}

twc_status twc_export_tiff(const char *path, const twc_export_place *place, twc_rect samples, const double *heights)
{
    return twc_export_values_tiff(path, place, samples, "metre", heights);
}
