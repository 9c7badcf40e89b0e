// What `npm run new` would write: its rows find their places in the tables, and each file is one that a compiler reads.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { plan } from "./new/plan.mjs";
import { ROOT } from "./toolchain.mjs";

const EXAMPLES = [
  ["route", "new-things", "list"],
  ["route", "tasks", "count-new"],
  ["format", "new-format"],
  ["step", "new-step"],
  ["view", "new-view"],
  ["vendor", "new-vendor"],
];

export function checkSkeletons() {
  const problems = EXAMPLES.flatMap(([kind, ...names]) => {
    try {
      const { files } = plan(kind, names, read);
      return Object.entries(files).flatMap(([path, text]) =>
        parseSync(path, text).errors.map(
          ({ message }) => `npm run new ${kind} writes ${path}, which is broken: ${message}`,
        ),
      );
    } catch ({ message }) {
      return [`npm run new ${kind}: ${message}`];
    }
  });
  for (const problem of problems) console.error(problem);
  return { ok: problems.length === 0, looked: `what npm run new writes, by ${EXAMPLES.length} examples` };
}

function read(path) {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : undefined;
}
