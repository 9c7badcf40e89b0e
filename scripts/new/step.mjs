import { camel } from "./names.mjs";

/** A step of a run, before the exports. */
export function newStep(name, _read) {
  const [constant, file] = [name.toUpperCase().replaceAll("-", "_"), name.toLowerCase().replaceAll("_", "-")];
  const run = camel(`run-${file}`);
  return {
    files: {
      [`packages/core/src/runs/steps/${file}/run-${file}.ts`]: `import type { Transaction } from "@assay/db";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { loadOpenRun, type OpenRun, type RunServices } from "../../open-run.ts";
import { endStep, type StepResult } from "../advance.ts";

/** Say what the step does to the run. It may be repeated: what is left is a query, never a cursor. */
export async function ${run}(_: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
  return open ? endStep(open, (tx) => store(tx, open)) : nothingLeft;
}

async function store(_: Transaction, { run }: OpenRun): Promise<StepResult> {
  return { outputRefs: { runId: run.id } };
}
`,
    },
    rows: [
      {
        path: "packages/contract/src/flow.ts",
        before: /^ {2}\{ name: "EXPORT"/m,
        row: `  { name: "${constant}", title: "${constant[0]}${constant.slice(1).toLowerCase().replaceAll("_", " ")}", jobPer: "run" },\n`,
      },
      {
        path: "packages/core/src/flow.ts",
        before: /^ {2}\{ name: "EXPORT"/m,
        row: `  { name: "${constant}", run: ${run} },\n`,
      },
      {
        path: "packages/core/src/flow.ts",
        before: /^import \{ retrievePassages \}/m,
        row: `import { ${run} } from "./runs/steps/${file}/run-${file}.ts";\n`,
      },
    ],
    left: [
      "its place in the order (packages/contract/src/flow.ts, packages/core/src/flow.ts), a migration where a column checks the names of steps",
      `a suite in packages/core/test/database that says what it guarantees`,
      "npm test -- contract -u test/flow.test.ts, npm run types:client, a changeset",
    ],
  };
}
newStep.usage = "<name>, such as redaction";
