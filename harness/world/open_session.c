/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open_session.h"

#include <string.h>

#include "store/world_h5.h"

typedef struct replay {
    twc_session *session;
    uint64_t last, taken;
} replay;

static twc_status take(void *context, const twc_fact *fact)
{
    replay *r = context;
    if (r->last && fact->sequence > r->last)
        return twc_ok();
    r->taken++;
    return twc_session_apply(r->session, fact, NULL);
}

twc_status twc_session_open(const twc_cli *cli, const char *world, const char *log, uint64_t last, twc_session **session,
                            twc_replayed *replayed)
{
    twc_world_data data;
    char hash[TWC_HASH_HEX];
    *session = NULL;
    memset(replayed, 0, sizeof *replayed);
    twc_status status = twc_world_load(world, &data);
    if (status.code)
        return status;
    twc_world_hash(&data.world, hash);
    status = twc_session_create(&data, (twc_builder){1, cli->level}, (twc_build_options){0, 1, TWC_STATIC}, NULL, session);
    if (status.code || !log)
        return status;
    replay r = {*session, last, 0};
    status = twc_event_log_read(log, hash, take, &r, &replayed->facts, &replayed->dropped);
    replayed->facts = r.taken;
    if (!status.code && last > r.taken)
        status = twc_fail(TWC_USAGE, "%s holds %llu facts, not %llu", log, (unsigned long long)r.taken, (unsigned long long)last);
    if (status.code) {
        twc_session_destroy(*session);
        *session = NULL;
    }
    return status;
}
