/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the command `feature` share. */
#ifndef TWC_HARNESS_COMMAND_FEATURE_H
#define TWC_HARNESS_COMMAND_FEATURE_H

#include "commands/command.h"
#include "drawings/placing.h"

/* In the order of the choices. */
typedef enum twc_feature_action {
    TWC_FEATURE_ADD,
    TWC_FEATURE_LIST,
    TWC_FEATURE_SHOW,
    TWC_FEATURE_MOVE,
    TWC_FEATURE_REMOVE,
    TWC_FEATURE_CHECK
} twc_feature_action;

typedef struct twc_feature_values {
    const char *world, *profile, *figure;
    twc_words words; /* files, or ids */
    int action, spline, frame, replace, fingerprint, geojson;
    twc_places nodes;
    twc_place by;
    int64_t id, priority;
} twc_feature_values;

/* The files of an action as drawings, or what --nodes says; twc_feature_sources_destroy after failures too. */
typedef struct twc_feature_sources {
    int count;
    const char **name; /* for messages */
    twc_drawings *drawings;
    twc_catalogue catalogue;
    twc_placing placing;
} twc_feature_sources;

twc_status twc_feature_sources_read(const twc_feature_values *values, twc_feature_sources *sources);
void twc_feature_sources_destroy(twc_feature_sources *sources);

/* The ids that are words. Free *ids. Fails on what is no id, or named twice. */
twc_status twc_feature_ids(const twc_words *words, uint64_t **ids);

twc_status twc_feature_edit(const twc_cli *cli, const twc_feature_values *values);
twc_status twc_feature_check(const twc_cli *cli, const twc_feature_values *values);
twc_status twc_feature_tell(const twc_cli *cli, const twc_feature_values *values);

#endif
