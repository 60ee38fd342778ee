/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc log: what stands in an event log, and all that can be read of it in a new one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "store/atomic_file.h"
#include "store/open_session.h"
#include "store/world_h5.h"
#include "twc/memory_storage.h"
#include "write_json.h"

typedef enum log_action { CHECK, REPAIR } log_action;

static const char *const actions[] = {"check", "repair", NULL};

typedef struct log_values {
    const char *log, *world;
    int action;
} log_values;

static const log_values defaults = {.action = -1};

static const twc_option arguments[] = {
    {.name = "ACTION",
     .choice = &defaults.action,
     .choices = actions,
     .help = "say what can be read, or save it into a new log"},
    {.name = "LOG", .text = &defaults.log, .names = TWC_NAMES_FILE, .help = "an event log, whatever has become of it"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "world",
     .value = "WORLD.h5",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "of repair, the log's first world: facts that can't be applied to it any more are left out; where the "
             "log's header is damaged it is needed",
     .otherwise = "every fact is saved"},
    {.name = NULL},
};

/* ---- what stands there ---- */

/* Pieces of one kind that follow each other, told as one line. */
typedef struct stretch {
    twc_log_state state;
    uint64_t at, size, first, last; /* bytes, and numbers of facts */
    const char *fault;
} stretch;

typedef struct survey {
    cJSON *pieces; /* with --json */
    stretch now;
    uint64_t facts, lost, repeated, damaged, unfinished; /* facts, facts, facts, bytes, bytes */
    uint64_t due;
} survey;

static void tell_stretch(const survey *s)
{
    static const char *const kinds[] = {"facts", "unfinished", "damaged"};
    const stretch *now = &s->now;
    if (now->size == 0)
        return;
    if (s->pieces) {
        cJSON *piece = twc_json_add_object(s->pieces, NULL);
        twc_json_add_text(piece, "kind", kinds[now->state]);
        twc_json_add_printed(piece, "at", "%" PRIu64, now->at);
        twc_json_add_printed(piece, "bytes", "%" PRIu64, now->size);
        if (now->state == TWC_LOG_FACT) {
            twc_json_add_printed(piece, "first", "%" PRIu64, now->first);
            twc_json_add_printed(piece, "last", "%" PRIu64, now->last);
        } else {
            twc_json_add_text(piece, "fault", now->fault);
        }
    } else if (now->state == TWC_LOG_FACT) {
        printf("  byte %" PRIu64 ": fact%s %" PRIu64, now->at, now->first < now->last ? "s" : "", now->first);
        printf(now->first < now->last ? " to %" PRIu64 "\n" : "\n", now->last);
    } else {
        printf("  byte %" PRIu64 ": %" PRIu64 " bytes %s (%s)\n", now->at, now->size,
               now->state == TWC_LOG_DAMAGED ? "damaged" : "of an unfinished record, as a crash leaves it", now->fault);
    }
}

static twc_status take_piece(void *context, const twc_log_piece *piece, const twc_fact *fact)
{
    survey *s = context;
    uint64_t number = fact ? fact->sequence : 0;
    int follows = s->now.size > 0 && s->now.state == piece->state && (!fact || number == s->now.last + 1);
    if (!follows) {
        tell_stretch(s);
        s->now = (stretch){.state = piece->state, .at = piece->at, .first = number, .fault = piece->fault};
    }
    s->now.size += piece->size;
    s->now.last = number;
    if (fact) {
        s->facts += number >= s->due;
        s->repeated += number < s->due;
        s->lost += number > s->due ? number - s->due : 0;
        s->due = number >= s->due ? number + 1 : s->due;
    }
    s->damaged += piece->state == TWC_LOG_DAMAGED ? piece->size : 0;
    s->unfinished += piece->state == TWC_LOG_UNFINISHED ? piece->size : 0;
    return twc_ok();
}

/* What was counted, and what can be done about it. */
static twc_status tell(const log_values *v, const survey *s, const twc_status *header, const char *world, cJSON *json)
{
    int good = !header->code && !s->damaged && !s->lost && !s->repeated;
    if (json) {
        twc_json_add_text(json, "log", v->log);
        twc_json_add_flag(json, "good", good);
        twc_json_add_text(json, "world", world);
        twc_json_add_text(json, "header", header->message);
        twc_json_add_printed(json, "facts", "%" PRIu64, s->facts);
        twc_json_add_printed(json, "lost", "%" PRIu64, s->lost);
        twc_json_add_printed(json, "repeated", "%" PRIu64, s->repeated);
        twc_json_add_printed(json, "damaged_bytes", "%" PRIu64, s->damaged);
        twc_json_add_printed(json, "unfinished_bytes", "%" PRIu64, s->unfinished);
        return twc_json_print(json, TWC_JSON_LINE, stdout);
    }
    if (good) {
        printf("%s: %" PRIu64 " facts of the world %.16s...%s\n", v->log, s->facts, world,
               s->unfinished ? "; the next edit cuts the unfinished record off" : "");
        return twc_ok();
    }
    printf("%s is DAMAGED: %" PRIu64 " facts can be read, %" PRIu64 " are missing between them, %" PRIu64
           " stand there twice\n",
           v->log, s->facts, s->lost, s->repeated);
    printf("  save what can be read: twc log repair %s --out NEW%s\n", v->log, header->code ? " --world WORLD.h5" : "");
    return twc_ok();
}

static twc_status check(const twc_cli *cli, const log_values *v)
{
    twc_status header;
    char world[TWC_HASH_HEX];
    cJSON *json = cli->json ? cJSON_CreateObject() : NULL;
    survey s = {.pieces = json ? twc_json_add_array(json, "pieces") : NULL, .due = 1};
    twc_status status = cli->json && !s.pieces ? twc_fail(TWC_IO, "not enough memory to write JSON") : twc_ok();
    if (!status.code)
        status = twc_log_file_survey(v->log, &header, world, take_piece, &s);
    if (!status.code && header.code && s.facts == 0) /* no log, or one that was only begun */
        status = header;
    if (status.code) {
        cJSON_Delete(json);
        return status;
    }
    tell_stretch(&s);
    status = tell(v, &s, &header, world, json);
    return !status.code && (header.code || s.damaged || s.lost || s.repeated) ? twc_told(TWC_CHECK_FAILED) : status;
}

/* ---- saving it ---- */

/* A log on its way into memory. */
typedef struct salvage {
    twc_session *session; /* of --world */
    twc_memory memory;
    twc_event_log log;
    uint64_t due, shift; /* the number that is due in the old log; how far numbers in the new one lie below the old */
    uint64_t readable, refused, repeated;
    int gap; /* something is missing before this fact: what it undoes is not known, so it stands by itself */
} salvage;

/* The world that the log starts from, to try facts on; nothing of it is built. */
static twc_status open_world(const twc_cli *cli, const char *path, char hash[TWC_HASH_HEX], twc_session **session)
{
    twc_world_data data;
    twc_status status = twc_world_load(path, &data);
    if (status.code)
        return status;
    twc_world_hash(&data, hash);
    memset(&data.place, 0, sizeof data.place);
    return twc_session_begin(&data, twc_fast_builder(cli->level), (twc_build_options){0, 1, TWC_STATIC}, NULL, session);
}

static twc_status save_fact(void *context, const twc_log_piece *piece, const twc_fact *fact)
{
    salvage *s = context;
    (void)piece;
    if (!fact)
        return twc_ok();
    if (fact->sequence < s->due) { /* its bytes stand there twice */
        s->repeated++;
        return twc_ok();
    }
    s->gap |= fact->sequence > s->due;
    s->due = fact->sequence + 1;
    twc_fact saved = *fact;
    saved.sequence = s->log.next;
    saved.role = s->gap ? TWC_FACT_NEW : fact->role;
    twc_status status = s->session ? twc_session_apply(s->session, &saved, NULL) : twc_ok();
    if (status.code) {
        fprintf(stderr, "twc log: fact %" PRIu64 " is left out: %s\n", fact->sequence, status.message);
        s->gap = 1;
        s->refused++;
        return twc_ok();
    }
    if (fact->sequence - saved.sequence != s->shift)
        fprintf(stderr, "twc log: fact %" PRIu64 " is fact %" PRIu64 " of the new log, and so on\n", fact->sequence,
                saved.sequence);
    s->shift = fact->sequence - saved.sequence;
    return twc_event_log_append(&s->log, &saved);
}

static twc_status count_fact(void *context, const twc_log_piece *piece, const twc_fact *fact)
{
    (void)piece;
    *(uint64_t *)context += fact != NULL;
    return twc_ok();
}

/* The world that the new log is of: what the header says, else that of --world; both have to agree. */
static twc_status choose_world(const log_values *v, const twc_status *header, const char *told, char hash[TWC_HASH_HEX])
{
    if (header->code && !v->world)
        return twc_fail(header->code, "%.400s, when --world WORLD.h5 says which world it is of", header->message);
    if (!header->code && v->world && strcmp(told, hash) != 0)
        return twc_fail(TWC_IO, "%s belongs to the world %.16s..., and %s is %.16s...: name the log's first world",
                        v->log, told, v->world, hash);
    if (!v->world)
        memcpy(hash, told, TWC_HASH_HEX);
    return twc_ok();
}

static twc_status report(const twc_cli *cli, const salvage *s)
{
    uint64_t saved = s->log.next - 1, lost = s->due - 1 - saved - s->refused;
    if (!cli->json) {
        printf("%s: %" PRIu64 " facts saved, %" PRIu64 " lost before the last of them, %" PRIu64 " left out, %" PRIu64
               " that stood there twice\n",
               cli->out, saved, lost, s->refused, s->repeated);
        return twc_ok();
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_text(json, "log", cli->out);
    twc_json_add_printed(json, "saved", "%" PRIu64, saved);
    twc_json_add_printed(json, "lost", "%" PRIu64, lost);
    twc_json_add_printed(json, "left_out", "%" PRIu64, s->refused);
    twc_json_add_printed(json, "repeated", "%" PRIu64, s->repeated);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status save(const twc_cli *cli, const log_values *v, salvage *s)
{
    twc_status header;
    char told[TWC_HASH_HEX], hash[TWC_HASH_HEX] = "";
    twc_status status = twc_log_file_survey(v->log, &header, told, count_fact, &s->readable);
    if (!status.code && header.code && s->readable == 0)
        status = header; /* no log, or one that was only begun */
    if (!status.code && v->world)
        status = open_world(cli, v->world, hash, &s->session);
    if (!status.code)
        status = choose_world(v, &header, told, hash);
    if (!status.code)
        status = twc_event_log_create(twc_memory_storage(&s->memory, cli->out), hash, &s->log);
    if (!status.code)
        status = twc_log_file_survey(v->log, &header, told, save_fact, s);
    if (!status.code)
        status = twc_atomic_write(cli->out, s->memory.bytes, s->memory.size);
    return status.code ? status : report(cli, s);
}

static twc_status repair(const twc_cli *cli, const log_values *v)
{
    salvage s = {.due = 1};
    if (!cli->out)
        return twc_fail(TWC_USAGE, "repair writes a new log: name it with --out");
    if (access(cli->out, F_OK) == 0)
        return twc_fail(TWC_USAGE, "%s is there already, and a repaired log is a new one: name another with --out",
                        cli->out);
    twc_status status = save(cli, v, &s);
    twc_session_destroy(s.session);
    twc_memory_destroy(&s.memory);
    return status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const log_values *v = values;
    if (v->action == REPAIR)
        return repair(cli, v);
    twc_status status = twc_cli_takes_only(cli, "json", "means nothing to check, which writes nothing");
    return status.code ? status : check(cli, v);
}

const twc_command twc_command_log = {
    .name = "log",
    .summary = "what stands in an event log, and all that can be read of it in a new one",
    .examples = "  twc log check valley.log                       facts, damage, and where: 0 when it is whole\n"
                "  twc log repair valley.log --out saved.log      every fact that can be read\n"
                "  twc log repair valley.log --world valley.h5 --out saved.log\n"
                "                                                 without those that the world can't take any more\n",
    .wanted = "say what to do with which log: twc log check LOG, or twc log repair LOG --out NEW",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_OUT,
    .out_is = "a log, which is synced record by record",
    .out_otherwise = "none: repair needs it",
    .run = run,
};
