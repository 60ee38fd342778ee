/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits: the scripts of twc fuzz, guided by coverage. A broken invariant aborts, and says which. */
#include "fuzz/run.h"
#include "fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static twc_script script;
    twc_verdict verdict;
    twc_script_from_bytes(data, size, &script);
    twc_status status = twc_script_run_through(&script, TWC_HOLDS, &verdict);
    fuzz_expect(status);
    if (!status.code && verdict.broken != TWC_HOLDS) { /* again, to name the step */
        twc_verdict stepwise;
        if (twc_script_run(&script, TWC_HOLDS, &stepwise).code == TWC_OK && stepwise.broken != TWC_HOLDS)
            verdict = stepwise;
    }
    if (status.code || verdict.broken != TWC_HOLDS) {
        fprintf(stderr, "%s after step %d: %s%s\n", twc_invariant_name(verdict.broken), verdict.step + 1,
                verdict.detail, status.message);
        twc_script_save("fuzz-script-failure.json", &script, verdict.detail);
        abort();
    }
    return 0;
}
