import { defineCommand } from "../command.ts";
import { CommandError } from "../exit-codes.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { formatCount } from "../format-count.ts";
import { findBase } from "../gate/find-base.ts";
import { findGoneQuotes } from "../gate/find-gone-quotes.ts";
import { findRegressions, GATE_CAUSES, type Regression } from "../gate/find-regressions.ts";
import { loadSide } from "../gate/load-side.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const gate = defineCommand({
  name: "gate",
  group: "results",
  summary: "Fail where a run is worse than an earlier one of its pack",
  details: [
    "Worse is a lower verdict, a quote whose words no document has any more, fewer records, a new contradiction, or a file that was not read.",
    "Piped, each line has cause, requirement or file, what is worse, and what to do.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    against: {
      type: "string",
      value: "<run>",
      says: "A run, `previous`, or `signed` for the last that is approved. Default previous.",
    },
    source: { type: "string", value: "<name>", says: "Only runs that pin a manifest of this source." },
    except: { type: "string", value: "<causes>", choices: GATE_CAUSES, list: true, says: "What does not fail it." },
  },
  examples: [
    { command: "assay gate", does: "Against the run before" },
    { command: "assay gate --against signed --except unread --json", does: "Against what was approved" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const connection = await connect();
    const { source } = options;
    const run = await findRun(connection, args[0], signal, source);
    if (run.status !== "COMPLETED")
      throw new CommandError("INCOMPLETE", `The gate cannot pass because the run is ${run.status}`);
    const base = await findBase(connection, run, { against: options.against ?? "previous", source, signal });
    if (!base) {
      if (terminal.json) terminal.printJson({ run: run.id, against: null, passed: true, regressions: [] });
      terminal.note("The gate passes: there is no earlier run of the pack to compare with.");
      return undefined;
    }
    const [before, now] = await Promise.all([base, run].map((each) => loadSide(connection, each, signal)));
    const except = new Set(options.except?.split(",").map((cause) => cause.trim()));
    const all = [...findRegressions(before!, now!), ...(await findGoneQuotes(connection, before!, now!, signal))];
    const regressions = all.filter(({ cause }) => !except.has(cause));
    const passed = regressions.length === 0;
    if (terminal.json) terminal.printJson({ run: run.id, against: base.id, passed, regressions });
    else for (const each of regressions) printRegression(terminal, each);
    const compared = `compared with run ${base.id} of ${base.createdAt.slice(0, 10)}`;
    if (passed) terminal.note(`The gate passes, ${compared}.`);
    else terminal.error(`The gate fails: ${formatCount(regressions.length, "regression")}, ${compared}`);
    return passed ? undefined : "CHECK_FAILED";
  },
});

function printRegression(terminal: Terminal, { cause, subject, says, fix }: Regression): void {
  if (terminal.isInteractive) {
    terminal.print(`${terminal.paint("red", cause.padEnd(13))}  ${toOneLine(`${subject}: ${says}`)}`);
    terminal.print(`${" ".repeat(15)}${terminal.paint("dim", toOneLine(`To fix it: ${fix}`))}`);
  } else terminal.print([cause, subject, says, fix].map(toOneLine).join("\t"));
}
