/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data beside the page: links, sizes and hashes. */
#include <stdlib.h>
#include <unistd.h>

#include "parts.h"
#include "reproduce/reproduce.h"
#include "store/atomic_file.h"
#include "twc/sha256.h"

typedef struct data_file {
    const char *name, *section, *holds;
} data_file;

static const data_file data_files[] = {
    {"results.json", NULL, "every value of this page"},
    {"metrics.h5", "table5", "Table 5 and every metric of every seed"},
    {"world.h5", "table5", "the test region: heights and facet classes"},
    {"region_fine.hdf", "table5", "its mesh, all Fine (VTKHDF, opens in ParaView)"},
    {"region_broad.hdf", "table5", "its mesh with Broad cells"},
    {"weather.h5", "weather", "puddle and snow cover by seed, wetness, amount and line"},
};

static twc_status put_file(FILE *out, const data_file *file, const char *path)
{
    unsigned char *bytes;
    size_t size;
    char hex[TWC_HASH_HEX];
    twc_sha256 hash;
    twc_status status = twc_read_file(path, &bytes, &size);
    if (status.code)
        return status;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, size);
    twc_sha256_end(&hash, hex);
    free(bytes);
    fprintf(out, "<tr class=\"plain\"><td class=\"name\"><a href=\"%s\">%s</a></td><td data-label=\"Holds\">",
            file->name, file->name);
    twc_report_text(out, file->holds);
    fputs("</td><td class=\"n\" data-label=\"Bytes\">", out);
    twc_report_value(out, (double)size, 0);
    fprintf(out, "</td><td data-label=\"SHA-256\"><code>%s</code></td></tr>\n", hex);
    return twc_ok();
}

twc_status twc_report_files(FILE *out, const char *folder)
{
    char path[1024];
    twc_status status = twc_ok();
    fputs(
        "<h2 id=\"files\">Data files</h2>\n<p>They lie beside this page.</p>\n<table class=\"cards\"><thead><tr><th>File</th>"
        "<th>Holds</th><th class=\"n\">Bytes</th><th>SHA-256</th></tr></thead>\n<tbody>\n",
        out);
    for (size_t k = 0; k < sizeof data_files / sizeof *data_files && !status.code; k++) {
        status = twc_reproduce_path(folder, data_files[k].name, path, sizeof path);
        if (status.code)
            break;
        if (access(path, F_OK) == 0)
            status = put_file(out, &data_files[k], path);
        else
            fprintf(
                out,
                "<tr class=\"plain\"><td class=\"name\">%s</td><td data-label=\"Holds\">%s</td><td data-label=\"Missing\">"
                "missing</td><td><code class=\"command\">twc reproduce --section %s</code> makes it</td></tr>\n",
                data_files[k].name, data_files[k].holds, data_files[k].section ? data_files[k].section : "table5");
    }
    fputs("</tbody></table>\n", out);
    return status;
}
