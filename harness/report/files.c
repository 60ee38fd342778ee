/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data beside the page: links, sizes and hashes. */
#include <stdlib.h>
#include <unistd.h>

#include "parts.h"
#include "store/atomic_file.h"
#include "twc/sha256.h"

typedef struct data_file {
    const char *name, *section, *holds;
} data_file;

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

static twc_status put_row(FILE *out, const char *folder, const data_file *file)
{
    char path[1024];
    twc_status status = twc_path_join(folder, file->name, path, sizeof path);
    if (status.code)
        return status;
    if (access(path, F_OK) == 0)
        return put_file(out, file, path);
    fprintf(out,
            "<tr class=\"plain\"><td class=\"name\">%s</td><td data-label=\"Holds\">%s</td><td data-label=\"Missing\">"
            "missing</td><td><code class=\"command\">twc reproduce --section %s</code> makes it</td></tr>\n",
            file->name, file->holds, file->section);
    return twc_ok();
}

twc_status twc_report_files(FILE *out, const char *folder, const cJSON *sections)
{
    const cJSON *section, *file;
    fputs(
        "<h2 id=\"files\">Data files</h2>\n<p>They lie beside this page.</p>\n<table class=\"cards\"><thead><tr><th>File</th>"
        "<th>Holds</th><th class=\"n\">Bytes</th><th>SHA-256</th></tr></thead>\n<tbody>\n",
        out);
    twc_status status = put_row(out, folder, &(data_file){"results.json", "table5", "every value of this page"});
    cJSON_ArrayForEach(section, sections)
    {
        cJSON_ArrayForEach(file, twc_results_member(section, "files"))
        {
            const data_file row = {twc_results_string(file, "name"), twc_results_string(section, "name"),
                                   twc_results_string(file, "holds")};
            if (!status.code)
                status = put_row(out, folder, &row);
        }
    }
    fputs("</tbody></table>\n", out);
    return status;
}
