import { hasEnded } from "../../wait-for-run.ts";
import { defineCommand } from "../command.ts";
import { evaluateRun } from "../evaluate-run.ts";
import { usageError } from "../exit-codes.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { loadResults, type Results } from "../load-results.ts";
import { noteReviews } from "../note-reviews.ts";
import { printResults } from "../print-results.ts";
import { printVerdict } from "../print-verdict.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { countVerdicts, FAIL_ON, formatCounts, GATE_NAMES, GATES, readGates, verdictOf } from "../verdicts.ts";

export const results = defineCommand({
  name: "results",
  group: "results",
  summary: "Show the verdict on each requirement, with its first quote",
  details: [
    "NOT JUDGED is a requirement for which no model gave a usable answer: a person must judge it. It is never counted as missing.",
    "Piped, each line has verdict, requirement, confidence, title, flags, file, page and quote.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    requirement: { type: "string", value: "<id>", says: "All of one verdict: reasoning, parts and every quote." },
    "fail-on": FAIL_ON,
    only: {
      type: "string",
      value: "<verdicts>",
      choices: ["complete", ...GATE_NAMES],
      list: true,
      says: "Show these verdicts alone.",
    },
  },
  examples: [
    { command: "assay results", does: "The newest run" },
    { command: "assay results --only missing,not-judged", does: "What is left to do" },
    { command: "assay results --requirement 2.1.a", does: "All of one verdict" },
    { command: "assay results --fail-on missing --quiet > results.tsv", does: "As a gate in CI" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const gates = readGates(options["fail-on"]);
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const all = await loadResults(connection, run, signal);
    if (options.requirement !== undefined) return showOne(terminal, all, options.requirement);
    const found = only(all, options.only);
    if (terminal.json) terminal.printJson(toJson(found));
    else printResults(terminal, found);
    if (!hasEnded(run)) terminal.note(`The run is ${run.status}: these are the results so far.`);
    if (terminal.isInteractive) terminal.print(formatCounts(countVerdicts(run)));
    else terminal.note(formatCounts(countVerdicts(run)));
    await noteReviews(connection, run, { terminal, signal });
    return evaluateRun(terminal, run, gates);
  },
});

function showOne(terminal: Terminal, all: Results, requirementId: string): undefined {
  const row = all.rows.find(({ requirement }) => requirement.requirementId === requirementId);
  if (!row)
    throw usageError(`The run has no requirement '${requirementId}'`, "`assay results` lists those that it has.");
  if (terminal.json) terminal.printJson(toJson({ ...all, rows: [row] }));
  else printVerdict(terminal, row, all);
}

function only(found: Results, list: string | undefined): Results {
  if (!list) return found;
  const names = { complete: "COMPLETE", ...GATES } as const;
  const wanted = list.split(",").map((name) => names[name.trim() as keyof typeof names]);
  return {
    ...found,
    rows: found.rows.filter(({ assessment }) => wanted.some((each) => each === verdictOf(assessment))),
  };
}

function toJson({ run, rows, exceptions }: Results) {
  return {
    run,
    counts: Object.fromEntries(
      Object.entries(countVerdicts(run)).map(([verdict, count]) => [verdict.replace(" ", "_"), count]),
    ),
    results: rows.map(({ requirement, assessment }) => ({
      requirementId: requirement.requirementId,
      title: requirement.title,
      criterionId: requirement.criterionId,
      criterionTitle: requirement.criterionTitle,
      verdict: verdictOf(assessment).replace(" ", "_"),
      assessment: assessment ?? null,
    })),
    ...(exceptions.length > 0 ? { exceptions } : {}),
  };
}
