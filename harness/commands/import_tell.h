/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What twc import says of the world that it made of a grid. */
#ifndef TWC_HARNESS_IMPORT_TELL_H
#define TWC_HARNESS_IMPORT_TELL_H

#include "commands/cli.h"
#include "import/import.h"

/* The result on standard output, what was filled, left out or repeated on standard error. `out` is the world's file. */
twc_status twc_import_tell(const twc_cli *cli, const char *out, const twc_world_data *data,
                           const twc_import_report *report);

#endif
