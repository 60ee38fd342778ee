/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_HARNESS_IMPORT_LAND_H
#define TWC_HARNESS_IMPORT_LAND_H

#include "commands/command.h"

/* twc import LAND.json: the land as a world, its features as corridors. */
twc_status twc_import_land(const twc_cli *cli, const char *path, const char *out);

#endif
