/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fuzzer: its fixed seeds hold, its alarm rings for a fault in each invariant, and a failure shrinks to a script
 * one can read.
 */
#include "fuzz/invariants.h"
#include "fuzz/run.h"
#include "common/scratch.h"
#include "common/suite.h"
#include "world/edit_worlds.h"

static twc_script script;

static void fixed_seeds_hold(void)
{
    int bad = 0, steps = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        twc_verdict verdict;
        twc_script_draw(seed, &script);
        twc_status status = twc_script_run(&script, TWC_HOLDS, &verdict);
        SUITE_EXPECT(bad, status.code == TWC_OK && verdict.broken == TWC_HOLDS && verdict.steps == script.step_count,
                     "seed %d step %d %s: %s %s", (int)seed, verdict.step, twc_invariant_name(verdict.broken),
                     verdict.detail, status.message);
        steps += verdict.steps;
    }
    printf("%d steps ", steps);
    SUITE_NONE(bad);
}

/* Every planted fault is found within a few hundred scripts, by its own invariant, and what is left still shows it. */
static void planted_faults_are_found_and_shrunk(void)
{
    int bad = 0;
    for (int plant = TWC_BROKEN_APPLY; plant < TWC_INVARIANT_COUNT; plant++) {
        twc_verdict verdict = {TWC_HOLDS, 0, 0, ""};
        uint64_t seed = 1;
        for (; verdict.broken == TWC_HOLDS && seed < 400; seed++) {
            twc_script_draw(seed, &script);
            CU_ASSERT_EQUAL(twc_script_run(&script, (twc_invariant)plant, &verdict).code, TWC_OK);
        }
        SUITE_EXPECT(bad, (int)verdict.broken == plant, "%s was noticed as %s",
                     twc_invariant_name((twc_invariant)plant), twc_invariant_name(verdict.broken));
        int before = script.step_count, runs = twc_script_shrink(&script, (twc_invariant)plant, 150, &verdict);
        SUITE_EXPECT(
            bad, (int)verdict.broken == plant && script.step_count <= before && script.step_count <= 8 && runs <= 150,
            "%s: %d steps left of %d after %d runs", twc_invariant_name((twc_invariant)plant), script.step_count,
            before, runs);
        /* Its last step breaks it, so that looking after that one alone is enough. */
        twc_verdict through;
        script.step_count = verdict.step + 1 < script.step_count ? verdict.step + 1 : script.step_count;
        CU_ASSERT_EQUAL(twc_script_run_through(&script, (twc_invariant)plant, &through).code, TWC_OK);
        SUITE_EXPECT(bad, (int)through.broken == plant, "%s was noticed at the end as %s",
                     twc_invariant_name((twc_invariant)plant), twc_invariant_name(through.broken));
        CU_ASSERT_EQUAL(twc_script_run_through(&script, TWC_HOLDS, &through).code, TWC_OK);
        SUITE_EXPECT(bad, through.broken == TWC_HOLDS, "%s at the end of a sound script",
                     twc_invariant_name(through.broken));
        /* Without the plant the script is sound. */
        CU_ASSERT_EQUAL(twc_script_run(&script, TWC_HOLDS, &verdict).code, TWC_OK);
        SUITE_EXPECT(bad, verdict.broken == TWC_HOLDS, "%s", verdict.detail);
    }
    SUITE_NONE(bad);
}

/* A triangle turned over leaves no edge open: the fuzzer's "closed" has to be all of the mesh check, not that alone. */
static void closed_is_more_than_no_open_edge(void)
{
    twc_session *session = edit_session((twc_rect){0, 0, 1, 1}, 5, 0, 1);
    char detail[256] = "";
    twc_view view;
    int broken = 1;
    CU_ASSERT_PTR_NOT_NULL_FATAL(session);
    CU_ASSERT_EQUAL_FATAL(twc_view_open(session, &view).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_view_open_somewhere(&view, 0, &broken, detail).code, TWC_OK);
    CU_ASSERT_EQUAL(broken, 0);
    twc_triangle *turned = &view.mesh[0].triangles[100];
    const twc_triangle kept = *turned;
    turned->corner[1] = kept.corner[2];
    turned->corner[2] = kept.corner[1];
    CU_ASSERT_EQUAL(twc_view_open_somewhere(&view, 0, &broken, detail).code, TWC_OK);
    CU_ASSERT_EQUAL(broken, 1);
    CU_ASSERT_PTR_EQUAL(strstr(detail, "0 open"), detail);
    *turned = kept;
    twc_view_close(&view);
    twc_session_destroy(session);
}

/* Every byte but those of the peers, which hold padding. */
static int same(const twc_script *one, const twc_script *other)
{
    static twc_script copy[2];
    int equal = 1;
    copy[0] = *one;
    copy[1] = *other;
    for (int k = 0; k < 2; k++) {
        equal &= strcmp(one->peer[k].name, other->peer[k].name) == 0 && one->peer[k].level == other->peer[k].level;
        memset(copy[k].peer, 0, sizeof copy[k].peer);
    }
    return equal && memcmp(&copy[0], &copy[1], sizeof copy[0]) == 0;
}

static void scripts_survive_json(void)
{
    static twc_script back;
    int bad = 0;
    const char *path = scratch_path("script.json");
    for (uint64_t seed = 1; seed <= 300; seed++) {
        twc_script_draw(seed, &script);
        CU_ASSERT_EQUAL(twc_script_save(path, &script, "a \"comment\"").code, TWC_OK);
        twc_status status = twc_script_load(path, &back);
        SUITE_EXPECT(bad, status.code == TWC_OK, "%s", status.message);
        SUITE_EXPECT(bad, same(&script, &back), "seed %d", (int)seed);
        twc_script_draw(seed, &back);
        SUITE_EXPECT(bad, same(&script, &back), "seed %d drawn twice", (int)seed);
    }
    SUITE_NONE(bad);
}

static void bad_scripts_are_refused(void)
{
    static const char head[] =
        "{\"version\":1,\"seed\":\"1\",\"peers\":[\"base\",\"reference\"],\"threads\":[1,2],"
        "\"world\":{\"extent\":[0,0,1,1],\"terrain\":\"flat\",\"classes\":\"fine\",\"seed\":3},\"steps\":[{\"op\":\"undo\"},";
    static const struct {
        const char *step, *message;
    } bad[] = {
        {"{\"op\":\"explode\"}]}", "step 2: \"op\": there is no \"explode\""},
        {"{\"op\":\"samples\"}]}", "step 2: member \"rect\" is missing"},
        {"{\"op\":\"samples\",\"rect\":[0,0,0,1],\"fill\":\"level\",\"value\":1,\"seed\":1}]}",
         "step 2: \"rect\" is empty"},
        {"{\"op\":\"samples\",\"rect\":[0,0,1,1],\"fill\":\"level\",\"value\":70000,\"seed\":1}]}",
         "step 2: \"value\" takes a number from 0 to 65535"},
        {"{\"op\":\"crash\",\"cut\":-1}]}", "step 2: \"cut\""},
        {"3]}", "step 2: "},
        {"{\"op\":\"undo\"}", "is not valid JSON"},
    };
    const char *path = scratch_path("bad.json");
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        FILE *file = fopen(path, "w");
        fprintf(file, "%s%s", head, bad[k].step);
        fclose(file);
        twc_status status = twc_script_load(path, &script);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        if (!strstr(status.message, bad[k].message) || !strstr(status.message, "bad.json")) {
            printf("\n    %s: %s", bad[k].message, status.message);
            CU_FAIL("the message does not say what is wrong");
        }
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"fixed seeds hold", fixed_seeds_hold},
        {"planted faults are found and shrunk", planted_faults_are_found_and_shrunk},
        {"closed is more than no open edge", closed_is_more_than_no_open_edge},
        {"scripts survive JSON", scripts_survive_json},
        {"bad scripts are refused", bad_scripts_are_refused},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("fuzz", tests);
    scratch_remove();
    return failed;
}
