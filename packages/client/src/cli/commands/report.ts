import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { formatMarkdown } from "../report/format-markdown.ts";
import { formatOutputs, toOutputs } from "../report/format-outputs.ts";
import { loadReport } from "../report/load-report.ts";
import { FORCE, writeOutput } from "../write-output.ts";

const FILES = ["csv", "xlsx", "html", "docx", "oscal"] as const;

export const report = defineCommand({
  name: "report",
  group: "results",
  summary: "Write what changed since a previous run, and what is left to do",
  details: [
    "As Markdown for a job summary or a comment, or as lines `name=value` with the counts. As csv or xlsx a row for each requirement, with the reviews, exceptions and sign-offs as they are now; as html a page to print, as docx the same for Word, as oscal the assessment results of the run's package. `assay export` saves the files that the run made at its end.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    format: {
      type: "string",
      value: "<format>",
      choices: ["markdown", "outputs", ...FILES],
      says: "Default markdown.",
    },
    "compare-with": {
      type: "string",
      value: "<run>",
      says: "A run, `previous` for the one before of the same pack, or `none`. Default previous.",
    },
    output: { type: "string", short: "o", value: "<path>", completes: "file", says: "A file, in place of the output." },
    force: FORCE,
  },
  examples: [
    { command: 'assay report >> "$GITHUB_STEP_SUMMARY"', does: "In the summary of a job" },
    { command: 'assay report --format outputs >> "$GITHUB_OUTPUT"', does: "As outputs of a step" },
    { command: "assay report --format xlsx --output report.xlsx", does: "With the reviews, as a spreadsheet" },
    { command: "assay report --format html --output report.html", does: "For an auditor, to print" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { format = "markdown", output, force = false, "compare-with": compareWith = "previous" } = options;
    const file = FILES.find((each) => each === format);
    if ((file === "xlsx" || file === "docx") && (output === undefined || output === "-") && terminal.stdout.isTTY)
      throw usageError(`A file of ${file} is not written to a terminal`, "Use --output, or pipe it.");
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    if (file) {
      const response = await connection.assay.runs.report(run.id, file, { signal });
      await writeOutput(terminal, new Uint8Array(await response.arrayBuffer()), { path: output ?? "-", force });
      return undefined;
    }
    const loaded = await loadReport(connection, run, { compareWith, signal });
    const outputs = toOutputs(loaded, connection.address);
    if (terminal.json) {
      terminal.printJson({ ...outputs, changes: loaded.changes?.diff ?? null });
      return undefined;
    }
    const text = format === "outputs" ? formatOutputs(outputs) : formatMarkdown(loaded, connection.address);
    await writeOutput(terminal, new TextEncoder().encode(text), { path: output ?? "-", force });
    return undefined;
  },
});
