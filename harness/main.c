/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc: one program, one file a command (cmd_NAME.c). */
#include <stdio.h>
#include <string.h>

#include "commands/cli.h"
#include "commands/commands.h"

const twc_command twc_commands[] = {
    {"reproduce", "the paper's tables, measured beside printed",
     "  twc reproduce                                 everything, into out/\n"
     "  twc reproduce --section table5 --seeds 0      one section, without its ensemble\n"
     "  twc reproduce --json > results.json           the tables go to stderr\n",
     twc_cmd_reproduce},
    {"report", "what twc reproduce wrote, as one HTML file",
     "  twc report                                    out/report.html from out/\n"
     "  twc report --from other --out review.html\n",
     twc_cmd_report},
    {"import", "turn an elevation grid, or the parameters of a region, into a world",
     "  twc import experiments/data/mountain_valley_10m.asc --fill nearest --datum auto --out valley.h5\n"
     "  twc import heights.raw --size 1025x1025 --order big --cell 4 --scale 0.01 --offset=-200\n"
     "  twc import survey.tif --extent 2x3             anything GDAL reads, when gdal-bin is installed\n"
     "  twc import experiments/region.json --seed 7    the test region of another seed\n",
     twc_cmd_import},
    {"export", "write the heights of a world as an elevation grid",
     "  twc export valley.h5 --out valley.asc\n"
     "  twc export valley.h5 --out valley.png\n"
     "  twc export valley.h5 --out valley.raw --order big\n",
     twc_cmd_export},
    {"build", "meshes of a world: VTKHDF, GLB, PLY, OBJ",
     "  twc build valley.h5                            valley.hdf, which ParaView opens; with its features\n"
     "  twc build valley.h5 --format glb,ply,obj --out out/valley\n"
     "  twc build valley.h5 --chunks 0,-1,2,2 --fine-only --out part.glb\n"
     "  twc build valley.h5 --area=-100,0,300,200      the chunks that meet 300 x 200 m\n",
     twc_cmd_build},
    {"query", "height, triangle, facet and class at points of a world",
     "  twc query valley.h5 12.5,-30 0,0               x,z in metres: x east, z south of the origin\n"
     "  twc query valley.h5 --points points.txt --json\n"
     "  seq -f '%g,0' 0 10 100 | twc query valley.h5 --points -\n",
     twc_cmd_query},
    {"plot", "figures as PDF, SVG and PNG",
     "  twc plot --list                               what there is\n"
     "  twc plot lattice boundary                     two figures of the test region, into out/figures\n"
     "  twc plot error --world valley.h5              another world\n"
     "  twc plot boundary --at=-120,350 --size 640    another place\n"
     "  twc plot corridor --world valley.h5 --road=100,-300:220,-80:300,150\n"
     "  twc plot view --eye 0,60,400 --target 0,40,0 --weather rain\n",
     twc_cmd_plot},
    {"check", "the fast kernels against the reference, bit for bit",
     "  twc check                                      every kernel, level, thread count and schedule\n"
     "  twc check --kernel lattice --level v3          one kernel at one level\n"
     "  twc check --seconds 60 --seed 7                other cases, for longer\n"
     "  twc check --replay ground.lattice-v3-4.replay  a failing case again\n",
     twc_cmd_check},
    {"fuzz", "sequences of edits, every invariant after every step",
     "  twc fuzz                                       ten seconds from seed 1\n"
     "  twc fuzz --seconds 3600 --jobs 2 --seed 7      an hour on two processors\n"
     "  twc fuzz --replay out/fuzz/fuzz-stale-1.json   a failing script again\n"
     "  twc fuzz --plant stale                         a fault that must be found\n",
     twc_cmd_fuzz},
    {"bench", "the speed of the fast library, reference and fast in the same run",
     "  twc bench ground                               builds, sizes and every kernel of the ground\n"
     "  twc bench ground.build --processes 9           builds only, more samples\n"
     "  twc bench --out base.json                      everything, kept as Google Benchmark's JSON\n"
     "  twc bench ground --compare base.json           against a run kept before: 1 slower, 3 inconclusive\n"
     "  twc bench ground --counts tests/instruction_counts/ground.json\n"
     "                                                 instructions under callgrind, within 1 %\n"
     "  twc bench edits --out out                      how long an edit takes, and a figure of it\n",
     twc_cmd_bench},
    {"edit", "a brush stroke, a road, undo or redo, as a fact in a world's event log",
     "  twc edit valley.h5 valley.log raise --at 40,-25 --radius 20 --strength 3\n"
     "  twc edit valley.h5 valley.log flatten --at 0,0 --radius 50 --to 312.5\n"
     "  twc edit valley.h5 valley.log road --id 7 --nodes=\"120,-300 150,-180 180,-60\"\n"
     "  twc edit valley.h5 valley.log remove --id 7\n"
     "  twc edit valley.h5 valley.log undo             of the last edit not undone; again: of the one before\n"
     "  twc edit valley.h5 valley.log redo\n"
     "  twc edit then.h5 valley.log raise --at 40,-25  on from a snapshot of the log (twc replay --out)\n",
     twc_cmd_edit},
    {"replay", "an event log applied to its world",
     "  twc replay valley.h5 valley.log                the fingerprint after all facts\n"
     "  twc replay valley.h5 valley.log --last 12 --out then.h5\n"
     "                                                 a snapshot after fact 12, features and all\n"
     "  twc replay valley.log --from then.h5           on from the snapshot\n"
     "  twc replay valley.log --from then.h5 --last 40 --out later.h5\n",
     twc_cmd_replay},
    {"diff", "where two worlds differ: tile, chunk, stage",
     "  twc diff valley.h5 then.h5\n"
     "  twc diff valley.h5 valley.h5+valley.log        a world against itself after its log\n"
     "  twc diff then.h5+valley.log valley.h5+valley.log\n"
     "                                                 the log from a snapshot, and from the start\n",
     twc_cmd_diff},
    {NULL, NULL, NULL, NULL},
};

static void print_help(FILE *out)
{
    fprintf(out, "Examples:\n"
                 "  twc reproduce              the paper's tables, measured beside printed\n"
                 "  twc COMMAND --help         examples and options of one command\n\n"
                 "Commands:\n");
    for (const twc_command *command = twc_commands; command->name; command++)
        fprintf(out, "  %-12s %s\n", command->name, command->summary);
    fprintf(out, "\nExit codes: 0 ok, 1 a check failed, 2 usage, 3 inconclusive, 4 input/output.\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return TWC_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return TWC_OK;
    }
    for (const twc_command *command = twc_commands; command->name; command++)
        if (strcmp(command->name, argv[1]) == 0)
            return command->run(command, argc - 2, argv + 2);
    fprintf(stderr, "twc: there is no command \"%s\" (twc --help lists them)\n", argv[1]);
    return TWC_USAGE;
}
