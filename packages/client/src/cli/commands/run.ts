import type { Period, Session, StartRun } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";
import { agreeOnCost } from "../agree-on-cost.ts";
import { defineCommand } from "../command.ts";
import { evaluateRun } from "../evaluate-run.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { followRun, printRun } from "../follow-run.ts";
import { FAIL_ON, readGates } from "../verdicts.ts";

export const run = defineCommand({
  name: "run",
  group: "assess",
  summary: "Assess the uploaded evidence, and wait for the end",
  options: {
    pack: { type: "string", value: "<name or id>", says: "The pack, where the tenant uses several." },
    period: {
      type: "string",
      value: "<from>..<to>",
      says: "The time that the run is about, such as 2026-01-01..2026-06-30.",
    },
    name: { type: "string", value: "<name>", says: "A name for the run." },
    continue: { type: "string", value: "<run>", says: "Finish this FAILED run; `latest` for the newest one." },
    reuse: { type: "boolean", says: "Reuse earlier answers of the model whose input is equal." },
    "ready-only": { type: "boolean", says: "Do not wait for documents that are still being read: skip them." },
    "fail-on": FAIL_ON,
    "no-wait": { type: "boolean", says: "Do not wait for the end." },
    yes: { type: "boolean", says: "Do not ask whether to start a run that costs something." },
  },
  examples: [
    { command: "assay run", does: "Assess, and show the counts" },
    { command: "assay run --fail-on missing,not-judged", does: "As a gate in CI" },
    { command: "assay run --continue latest", does: "Finish a run that failed" },
  ],
  async run(invocation) {
    const { options, terminal, signal } = invocation;
    const gates = readGates(options["fail-on"]);
    if (options["no-wait"] && gates.length > 0)
      throw usageError("--fail-on needs the end of the run: leave out --no-wait");
    if (options.continue && (options.pack || options.period || options.reuse))
      throw usageError("--continue takes pack and period of the earlier run: leave out --pack, --period and --reuse");
    const connection = await invocation.connect();
    const request = await toRequest(connection, options, signal);
    if (!(await agreeOnCost(connection, request, { terminal, signal, yes: options.yes === true }))) {
      terminal.note("No run was started.");
      return undefined;
    }
    const started = await connection.assay.runs.start(request, { signal });
    invocation.afterInterrupt = `The run continues: follow it with \`assay status ${started.id} --watch\`.`;
    if (options["no-wait"]) {
      if (terminal.json) terminal.printJson({ run: started });
      else terminal.print(terminal.isInteractive ? `Started run ${started.id}` : started.id);
      return undefined;
    }
    terminal.note(`Run ${started.id}`);
    if (started.documentsPending && options["ready-only"])
      terminal.note(`It leaves out what is still being read: ${countDocuments(started.documentsPending)}.`);
    const ended = await followRun(connection, started.id, { terminal, signal });
    if (terminal.json) terminal.printJson({ run: ended });
    else printRun(terminal, ended, connection.address);
    const gate = evaluateRun(terminal, ended, gates);
    if (gate) return gate;
    if (ended.status === "COMPLETED") return undefined;
    terminal.note(`Finish it with \`assay run --continue ${ended.id}\`: what was assessed is taken over.`);
    return "INCOMPLETE";
  },
});

async function toRequest(
  { assay }: Connection,
  options: {
    pack?: string;
    period?: string;
    name?: string;
    continue?: string;
    reuse?: boolean;
    "ready-only"?: boolean;
  },
  signal: AbortSignal,
): Promise<StartRun> {
  const { pack, period, name, reuse } = options;
  const waitForDocuments = !options["ready-only"];
  if (options.continue === "latest") {
    const { items } = await assay.runs.list({ status: "FAILED", signal }).page({ limit: 1 });
    if (!items[0]) throw new CommandError("SERVICE", "Cannot continue a run: none has failed");
    return { continueRunId: items[0].id, name, waitForDocuments };
  }
  if (options.continue) return { continueRunId: options.continue, name, waitForDocuments };
  return {
    packId: pack && findPack(await assay.session({ signal }), pack),
    period: period === undefined ? undefined : readPeriod(period),
    name,
    reuse: reuse || undefined,
    waitForDocuments,
  };
}

/** The id of the tenant's pack with this name or id. Throws CommandError with those that there are. */
function findPack({ packs }: Session, pack: string): string {
  const wanted = pack.toLowerCase();
  const found = packs.filter(({ id, name }) => id === pack || name.toLowerCase() === wanted);
  if (found.length === 1) return found[0]!.id;
  const named = packs.map(({ id, name }) => `${name} (${id})`).join(", ") || "none";
  if (found.length === 0) throw usageError(`There is no pack '${pack}' that your tenant uses`, `It uses: ${named}.`);
  throw usageError(`Several packs have the name '${pack}'`, `Give the id of one: ${named}.`);
}

/** Throws CommandError USAGE for what is not two days. */
function readPeriod(text: string): Period {
  const [, from, to] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  if (!from || !to) throw usageError(`--period cannot be '${text}': it is two days, such as 2026-01-01..2026-06-30`);
  return { from, to };
}

function countDocuments(count: number): string {
  return count === 1 ? "1 document" : `${count} documents`;
}
