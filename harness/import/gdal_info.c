/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gdal_info.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

static void copy_text(const cJSON *object, const char *name, char *text, size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    snprintf(text, size, "%s", cJSON_IsString(item) ? item->valuestring : "");
}

/* A list of numbers; 0 when it is none of that length. */
static int copy_numbers(const cJSON *list, int count, double *value)
{
    for (int k = 0; k < count; k++) {
        const cJSON *item = cJSON_GetArrayItem(list, k);
        if (!cJSON_IsNumber(item))
            return 0;
        value[k] = item->valuedouble;
    }
    return cJSON_GetArraySize(list) == count;
}

static double number_or(const cJSON *object, const char *name, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

static int is_masked(const cJSON *band)
{
    const cJSON *flags = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(band, "mask"), "flags"),
                *flag;
    cJSON_ArrayForEach(flag, flags) if (cJSON_IsString(flag) && (strcmp(flag->valuestring, "PER_DATASET") == 0 ||
                                                                 strcmp(flag->valuestring, "ALPHA") == 0)) return 1;
    return 0;
}

static void read_bands(const cJSON *bands, twc_gdal_info *info)
{
    const cJSON *band = cJSON_GetArrayItem(bands, 0);
    char second[24];
    info->bands = cJSON_GetArraySize(bands);
    copy_text(band, "type", info->type, sizeof info->type);
    copy_text(band, "colorInterpretation", info->colour, sizeof info->colour);
    copy_text(band, "unit", info->unit, sizeof info->unit);
    info->masked = is_masked(band);
    info->scale = number_or(band, "scale", 1);
    info->offset = number_or(band, "offset", 0);
    copy_text(cJSON_GetArrayItem(bands, 1), "colorInterpretation", second, sizeof second);
    info->alpha = info->bands == 2 && strcmp(second, "Alpha") == 0;
}

/* The data sets in a file that has no bands of its own, such as netCDF with several variables. */
static void read_parts(const cJSON *json, twc_gdal_info *info)
{
    const cJSON *metadata = cJSON_GetObjectItemCaseSensitive(json, "metadata");
    copy_text(cJSON_GetObjectItemCaseSensitive(metadata, "SUBDATASETS"), "SUBDATASET_1_NAME", info->part,
              sizeof info->part);
}

twc_status twc_gdal_info_read(const char *path, const char *text, twc_gdal_info *info)
{
    double size[2];
    cJSON *json = cJSON_Parse(text);
    twc_status status = twc_ok();
    memset(info, 0, sizeof *info);
    const cJSON *system = cJSON_GetObjectItemCaseSensitive(json, "coordinateSystem"),
                *wkt = cJSON_GetObjectItemCaseSensitive(system, "wkt"),
                *points = cJSON_GetObjectItemCaseSensitive(json, "gcps");
    if (!json || !copy_numbers(cJSON_GetObjectItemCaseSensitive(json, "size"), 2, size) ||
        !(size[0] >= 1 && size[0] < 1e9 && size[1] >= 1 && size[1] < 1e9)) {
        status = twc_fail(TWC_IO, "GDAL cannot tell what %s holds: gdalinfo -json says nothing that twc understands",
                          path);
    } else {
        info->columns = (int64_t)size[0];
        info->rows = (int64_t)size[1];
        info->transformed = copy_numbers(cJSON_GetObjectItemCaseSensitive(json, "geoTransform"), 6, info->transform);
        info->control_points = points != NULL;
        read_bands(cJSON_GetObjectItemCaseSensitive(json, "bands"), info);
        read_parts(json, info);
        if (cJSON_IsString(wkt) && wkt->valuestring[0]) {
            size_t length = strlen(wkt->valuestring) + 1;
            info->crs = malloc(length);
            if (info->crs)
                memcpy(info->crs, wkt->valuestring, length);
            else
                status = twc_fail(TWC_IO, "not enough memory for the reference system of %s", path);
        }
    }
    cJSON_Delete(json);
    return status;
}

static twc_status check_bands(const char *path, const twc_gdal_info *info)
{
    static const char *const colours[] = {"Red", "Green", "Blue", "Cyan", "Magenta", "Yellow", "Hue", "Saturation"};
    if (info->bands == 0 && info->part[0])
        return twc_fail(TWC_IO, "%s holds several data sets: take one out, as in: gdal_translate '%s' one.tif", path,
                        info->part);
    if (info->bands == 0)
        return twc_fail(TWC_IO, "%s holds no raster band", path);
    if (strcmp(info->colour, "Palette") == 0)
        return twc_fail(TWC_IO,
                        "%s is a picture with a palette, whose numbers are those of colours, not heights; if they are "
                        "heights all the same: gdal_translate -of ENVI %s heights.img",
                        path, path);
    for (size_t k = 0; k < sizeof colours / sizeof *colours; k++)
        if (strcmp(info->colour, colours[k]) == 0)
            return twc_fail(
                TWC_IO,
                "%s is a picture of %d colour bands, not heights; if it is terrain-RGB, unpack it: gdal_calc.py -A %s "
                "--A_band=1 -B %s --B_band=2 -C %s --C_band=3 --type=Float64 --calc=\"(A*65536.0+B*256.0+C)*0.1-10000\" "
                "--outfile=heights.tif",
                path, info->bands, path, path, path);
    if (info->bands > 1 && !info->alpha)
        return twc_fail(TWC_IO,
                        "%s has %d bands: take out the one with heights, as in: gdal_translate -b 1 %s heights.tif",
                        path, info->bands, path);
    return info->type[0] == 'C' ? twc_fail(TWC_IO,
                                           "%s holds complex numbers (%s), which are no heights; their real part is: "
                                           "gdal_translate -ot Float64 %s heights.tif",
                                           path, info->type, path)
                                : twc_ok();
}

static twc_status check_transform(const char *path, const twc_grid_options *options, const twc_gdal_info *info)
{
    const double *t = info->transform, x = fabs(t[1]), y = fabs(t[5]);
    if (!info->transformed && info->control_points)
        return twc_fail(TWC_IO,
                        "%s is placed by control points: straighten it first: gdalwarp -r bilinear " TWC_WARP_TO
                        " %s straight.tif",
                        path, path);
    if (!info->transformed)
        return options->cell > 0 ? twc_ok()
                                 : twc_fail(TWC_IO,
                                            "%s does not say how large its cells are; state their side with "
                                            "--cell METRES",
                                            path);
    if (t[2] < 0 || t[2] > 0 || t[4] < 0 || t[4] > 0 || !(t[1] > 0))
        return twc_fail(
            TWC_IO,
            "%s is rotated or mirrored: its rows don't run from west to east; straighten it first: gdalwarp "
            "-r bilinear " TWC_WARP_TO " %s straight.tif",
            path, path);
    if (!(fabs(x - y) <= 1e-6 * x))
        return twc_fail(
            TWC_IO,
            "%s has cells of %.10g x %.10g, and twc takes square ones: resample it first: gdalwarp -tr %.10g "
            "%.10g -r bilinear " TWC_WARP_TO " %s square.tif",
            path, x, y, fmin(x, y), fmin(x, y), path);
    return twc_ok();
}

twc_status twc_gdal_info_check(const char *path, const twc_grid_options *options, const twc_gdal_info *info)
{
    twc_status status = check_bands(path, info);
    return status.code ? status : check_transform(path, options, info);
}
