/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/h5_survey.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

enum { FOUND = 1 }; /* ends a visit */

typedef struct finding {
    char name[128];
    const char *what;
} finding;

static herr_t note(finding *found, const char *name, const char *what)
{
    snprintf(found->name, sizeof found->name, "%s", name);
    found->what = what;
    return FOUND;
}

static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    (void)group;
    if (info->type == H5L_TYPE_HARD || info->type == H5L_TYPE_SOFT)
        return 0;
    return note(data, name,
                info->type == H5L_TYPE_EXTERNAL ? "is a link into another file" : "is a link of a foreign kind");
}

/* The filters that the library itself has. */
static int has_plug_in(hid_t creation)
{
    const int filters = H5Pget_nfilters(creation);
    for (int k = 0; k < filters; k++) {
        unsigned flags, config;
        size_t values = 0;
        const H5Z_filter_t filter = H5Pget_filter2(creation, (unsigned)k, &flags, &values, NULL, 0, NULL, &config);
        if (filter < 0 || filter >= H5Z_FILTER_RESERVED)
            return 1;
    }
    return filters < 0;
}

static herr_t visit_object(hid_t root, const char *name, const H5O_info_t *info, void *data)
{
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    hid_t set = H5Dopen2(root, name, H5P_DEFAULT);
    if (set < 0)
        return note(data, name, "can't be opened");
    hid_t creation = H5Dget_create_plist(set);
    const H5D_layout_t layout = H5Pget_layout(creation);
    const char *what = H5Pget_external_count(creation) != 0 ? "is stored in other files"
                       : layout == H5D_VIRTUAL              ? "is put together from other datasets"
                       : has_plug_in(creation)              ? "is read through a plug-in"
                                                            : NULL;
    H5Pclose(creation);
    H5Dclose(set);
    return what ? note(data, name, what) : 0;
}

twc_status twc_h5_survey(const char *path)
{
    finding found = {.what = NULL};
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5PLset_loading_state(0);
    if (H5Fis_hdf5(path) <= 0)
        return twc_ok();
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return twc_fail(TWC_IO, "%s is a damaged HDF5 file", path);
    herr_t links = H5Lvisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit_link, &found);
    herr_t objects = links == 0 ? H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit_object, &found, H5O_INFO_BASIC)
                                : 0;
    H5Fclose(file);
    if (links < 0 || objects < 0)
        return twc_fail(TWC_IO, "%s is a damaged HDF5 file", path);
    return !found.what
               ? twc_ok()
               : twc_fail(TWC_IO,
                          "%s: \"%s\" %s, and twc has nothing read that leads out of the file; if you trust it: "
                          "gdal_translate it into a GeoTIFF, and import that",
                          path, found.name, found.what);
}
