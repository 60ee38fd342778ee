/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "write_json.h"

static void add_system(cJSON *provenance)
{
    struct utsname name;
    char text[sizeof name.sysname + sizeof name.release + sizeof name.machine + 3];
    if (uname(&name) != 0)
        return;
    snprintf(text, sizeof text, "%s %s %s", name.sysname, name.release, name.machine);
    twc_json_add_text(provenance, "system", text);
}

/* The first "model name" of /proc/cpuinfo; other systems and processors have none. */
static void add_processor(cJSON *provenance)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        line[strcspn(line, "\n")] = '\0';
        twc_json_add_text(provenance, "processor", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file)
        fclose(file);
}

void twc_machine_add(cJSON *provenance)
{
    add_system(provenance);
    add_processor(provenance);
    twc_json_add_number(provenance, "processors", omp_get_num_procs());
}
