/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kind of JSON file: regions, claims, catalogues, fuzz scripts. */
#include "claims.h"
#include "fuzz/script.h"
#include "fuzz_target.h"
#include "profiles.h"
#include "regions/region.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static twc_script script;
    static twc_region region;
    static twc_claim_table claims;
    twc_catalogue catalogue;
    const char *path = fuzz_file(data, size);
    fuzz_expect(twc_region_read(path, &region));
    fuzz_expect(twc_claims_read(path, &claims, NULL));
    fuzz_expect(twc_script_load(path, &script));
    twc_status status = twc_catalogue_read(path, &catalogue);
    fuzz_expect(status);
    if (!status.code)
        twc_catalogue_free(&catalogue);
    return 0;
}
