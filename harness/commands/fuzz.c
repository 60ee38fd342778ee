/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc fuzz: scripts of edits drawn from a seed, every invariant after every step. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <dirent.h>

#include "check/random.h"
#include "commands/commands.h"
#include "progress.h"
#include "fuzz/run.h"

enum { SHRINK_RUNS = 400, MAX_JOBS = 64 };

typedef struct campaign {
    const twc_command *command;
    uint64_t seed, first; /* scripts are numbered; number k has seed mix(seed + k) */
    double seconds;       /* 0: no limit */
    int64_t steps;        /* 0: no limit */
    int jobs;
    twc_invariant plant;
    const char *corpus; /* where failures go */
    int json;
} campaign;

/* What one job did. */
typedef struct tally {
    uint64_t scripts, steps, failures;
    double seconds;
} tally;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- failures ---- */

static void describe(const twc_script *script, const twc_verdict *verdict, FILE *out)
{
    fprintf(out, "BROKEN %s after step %d of %d: %s\n", twc_invariant_name(verdict->broken), verdict->step + 1,
            script->step_count, verdict->detail);
}

/* Shrinks a failure, saves it and prints the command that repeats it. */
static void report_failure(const campaign *c, twc_script *script, twc_verdict *verdict)
{
    char path[4096], comment[512];
    int before = script->step_count;
    describe(script, verdict, stderr);
    int runs = twc_script_shrink(script, c->plant, SHRINK_RUNS, verdict);
    snprintf(comment, sizeof comment, "breaks \"%s\": %s", twc_invariant_name(verdict->broken), verdict->detail);
    snprintf(path, sizeof path, "%s/fuzz-%s-%" PRIu64 ".json", c->corpus, twc_invariant_name(verdict->broken),
             script->seed);
    (void)mkdir(c->corpus, 0777);
    twc_status status = twc_script_save(path, script, comment);
    fprintf(stderr, "shrunk from %d to %d steps in %d runs: %s\n", before, script->step_count, runs, verdict->detail);
    if (status.code)
        twc_cli_report(c->command, status);
    else
        fprintf(stderr, "repeat: twc fuzz --replay %s%s%s\n", path, c->plant ? " --plant " : "",
                c->plant ? twc_invariant_name(c->plant) : "");
}

/* ---- jobs ---- */

/* Runs scripts job, job + jobs, ... until time, steps or a failure end it. */
static twc_status run_job(const campaign *c, int job, tally *t)
{
    twc_script *script = malloc(sizeof *script);
    double start = now();
    twc_status status = script ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a script");
    for (uint64_t number = c->first + (uint64_t)job; !status.code; number += (uint64_t)c->jobs) {
        twc_verdict verdict;
        t->seconds = now() - start;
        if ((c->seconds > 0 && t->seconds >= c->seconds) || (c->steps > 0 && (int64_t)t->steps * c->jobs >= c->steps))
            break;
        twc_script_draw(twc_mix64(c->seed + number), script);
        status = twc_script_run(script, c->plant, &verdict);
        if (status.code)
            fprintf(stderr,
                    "script %" PRIu64 " could not be run to its end\nrepeat: twc fuzz --seed %" PRIu64
                    " --first %" PRIu64 " --steps 1\n",
                    number, c->seed, number);
        t->scripts++;
        t->steps += (uint64_t)verdict.steps;
        if (job == 0 && c->seconds > 0)
            twc_progress("fuzz", t->seconds / c->seconds);
        if (!status.code && verdict.broken != TWC_HOLDS) {
            t->failures++;
            report_failure(c, script, &verdict);
            break;
        }
    }
    t->seconds = now() - start;
    free(script);
    return status;
}

/* One process a job; each sends its tally through a pipe. */
static twc_status run_jobs(const campaign *c, tally *total)
{
    int ends[2];
    twc_status status = twc_ok();
    if (c->jobs == 1)
        return run_job(c, 0, total);
    if (pipe(ends) != 0)
        return twc_fail(TWC_IO, "no pipe for the jobs: %s", strerror(errno));
    for (int job = 0; job < c->jobs; job++) {
        pid_t child = fork();
        if (child < 0)
            return twc_fail(TWC_IO, "no process for job %d: %s", job, strerror(errno));
        if (child == 0) {
            tally t = {0};
            twc_status own = run_job(c, job, &t);
            twc_cli_report(c->command, own);
            _exit(write(ends[1], &t, sizeof t) == (ssize_t)sizeof t ? (int)own.code : TWC_IO);
        }
    }
    close(ends[1]);
    for (tally t; read(ends[0], &t, sizeof t) == (ssize_t)sizeof t;) {
        total->scripts += t.scripts;
        total->steps += t.steps;
        total->failures += t.failures;
        total->seconds = t.seconds > total->seconds ? t.seconds : total->seconds;
    }
    close(ends[0]);
    for (int job = 0, result; job < c->jobs; job++)
        if (wait(&result) > 0 && (!WIFEXITED(result) || WEXITSTATUS(result) != 0))
            status = twc_fail(TWC_CHECK_FAILED, "a job ended badly (%s %d): run it alone with --jobs 1",
                              WIFEXITED(result) ? "exit code" : "signal",
                              WIFEXITED(result) ? WEXITSTATUS(result) : WTERMSIG(result));
    return status;
}

/* ---- replays ---- */

static int replay(const campaign *c, const char *path)
{
    twc_script *script = malloc(sizeof *script);
    twc_verdict verdict;
    if (!script)
        return twc_cli_report(c->command, twc_fail(TWC_IO, "not enough memory for a script"));
    twc_status status = twc_script_load(path, script);
    if (!status.code)
        status = twc_script_run(script, c->plant, &verdict);
    int code = twc_cli_report(c->command, status);
    if (!code && verdict.broken != TWC_HOLDS) {
        describe(script, &verdict, stdout);
        printf("repeat: twc fuzz --replay %s\n", path);
        code = TWC_CHECK_FAILED;
    } else if (!code) {
        printf("%s: all invariants hold over %d steps\n", path, verdict.steps);
    }
    free(script);
    return code;
}

/* Every *.json of a folder, by name; the first that fails ends it. */
static int replay_folder(const campaign *c, const char *folder)
{
    struct dirent **entry;
    int count = scandir(folder, &entry, NULL, alphasort), code = 0;
    for (int k = 0; k < count; k++) {
        size_t length = strlen(entry[k]->d_name);
        char path[4096];
        if (!code && length > 5 && strcmp(entry[k]->d_name + length - 5, ".json") == 0) {
            snprintf(path, sizeof path, "%s/%s", folder, entry[k]->d_name);
            code = replay(c, path);
        }
        free(entry[k]);
    }
    if (count >= 0)
        free(entry);
    if (count < 0 && errno == ENOENT) /* failures will make it */
        return TWC_OK;
    return count < 0 ? twc_cli_report(c->command, twc_fail(TWC_IO, "cannot read %s: %s", folder, strerror(errno)))
                     : code;
}

/* ---- the command ---- */

static void print_tally(const campaign *c, const tally *t)
{
    double rate = t->seconds > 0 ? (double)t->steps / t->seconds / c->jobs : 0;
    if (c->json)
        printf("{\"seed\": %" PRIu64 ", \"first\": %" PRIu64 ", \"scripts\": %" PRIu64 ", \"steps\": %" PRIu64
               ", \"failures\": %" PRIu64 ", \"seconds\": %.3f, \"steps_per_second_per_job\": %.1f}\n",
               c->seed, c->first, t->scripts, t->steps, t->failures, t->seconds, rate);
    else
        printf("%" PRIu64 " scripts, %" PRIu64 " checked steps in %.1f s (%.0f a second and job), %" PRIu64
               " failures; seed %" PRIu64 ", next script %" PRIu64 "\n",
               t->scripts, t->steps, t->seconds, rate, t->failures, c->seed, c->first + t->scripts);
}

static twc_status read_plant(const char *text, twc_invariant *plant)
{
    for (int k = 0; text && k < TWC_INVARIANT_COUNT; k++) {
        if (strcmp(text, twc_invariant_name((twc_invariant)k)) == 0) {
            *plant = (twc_invariant)k;
            return twc_ok();
        }
    }
    return text ? twc_fail(TWC_USAGE, "--plant takes apply, peers, stale, closed, query, undo or recovery, not \"%s\"",
                           text)
                : twc_ok();
}

int twc_cmd_fuzz(const twc_command *command, int argc, char **argv)
{
    enum { SECONDS, STEPS, JOBS, FIRST, CORPUS, REPLAY, PLANT, END };
    twc_cli_option options[END + 1] = {
        {"seconds", "S", "stop after so long (default 10, or none with --steps)", NULL},
        {"steps", "N", "stop after so many checked steps", NULL},
        {"jobs", "N", "processes (default 1)", NULL},
        {"first", "K", "number of the first script, to go on where another run ended", NULL},
        {"corpus", "DIR", "replay every script there first; failures are saved there (default out/fuzz)", NULL},
        {"replay", "FILE", "run one script", NULL},
        {"plant", "NAME", "plant a fault that this invariant must notice: the canary", NULL},
    };
    twc_cli cli;
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    campaign c = {.command = command, .seed = cli.seed, .jobs = 1, .corpus = "out/fuzz", .json = cli.json};
    int64_t jobs = 1, first = 0;
    twc_status status = read_plant(options[PLANT].text, &c.plant);
    if (!status.code && options[STEPS].text)
        status = twc_cli_integer("steps", options[STEPS].text, 1, INT64_MAX / MAX_JOBS, &c.steps);
    c.seconds = c.steps ? 0 : 10;
    if (!status.code && options[SECONDS].text)
        status = twc_cli_real("seconds", options[SECONDS].text, 0.01, 1e8, &c.seconds);
    if (!status.code && options[JOBS].text)
        status = twc_cli_integer("jobs", options[JOBS].text, 1, MAX_JOBS, &jobs);
    if (!status.code && options[FIRST].text)
        status = twc_cli_integer("first", options[FIRST].text, 0, INT64_MAX, &first);
    if (status.code)
        return twc_cli_report(command, status);
    c.jobs = (int)jobs;
    c.first = (uint64_t)first;
    if (options[REPLAY].text)
        return replay(&c, options[REPLAY].text);
    if (options[CORPUS].text) {
        c.corpus = options[CORPUS].text;
        code = c.plant ? TWC_OK : replay_folder(&c, c.corpus);
        if (code)
            return code;
    }
    tally total = {0};
    status = run_jobs(&c, &total);
    twc_progress("fuzz", -1);
    print_tally(&c, &total);
    if (status.code)
        return twc_cli_report(command, status);
    return total.failures ? TWC_CHECK_FAILED : TWC_OK;
}
