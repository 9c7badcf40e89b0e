// The tables of docs/build/metrics.md that show the recorded runs of CI, between marks that nobody reads.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

/** Measured once on two cores, before suites ran as one schedule. */
const BEFORE = { firstLook: "643 s", whole: "37–44 min" };

const PAGE = join(ROOT, "docs/build/metrics.md");
const TABLES = { durations: showDurations, results: showResults };

/** `runs`: those of one state of the product and its tests. */
export function writeRunTables(runs) {
  let text = readFileSync(PAGE, "utf8");
  for (const [name, show] of Object.entries(TABLES)) {
    const parts = new RegExp(`(<!-- ${name} of CI -->\\n)[\\s\\S]*?(<!-- end of runs -->)`);
    if (!parts.test(text)) throw new Error(`Cannot write the runs of CI into ${PAGE}: it has no marks for ${name}`);
    text = text.replace(parts, (_, start, end) => `${start}${show(runs)}\n${end}`);
  }
  writeFileSync(PAGE, text);
}

export function showDurations(runs) {
  return table([
    ["On two cores", "before", "quiet", "busy loop on each core"],
    ["`npm test` on a bare clone", BEFORE.firstLook, ...both(runs, (run) => run.firstLookSeconds, " s")],
    ["`.ci/run`", BEFORE.whole, ...both(runs, (run) => Math.round(run.seconds / 6) / 10, " min")],
  ]);
}

export function showResults(runs) {
  const rows = ["quiet", "busy"].map((load) => {
    const those = runs.filter((run) => run.load === load);
    const counts = [...new Set(those.map(({ passed, skipped }) => `${passed} passed, ${skipped} skipped`))];
    const failed = those.filter(({ status }) => status !== 0).length;
    return [load, `${those.length}`, `${failed}`, counts.join("; ") || "–"];
  });
  return table([["Load", "Runs", "Failed", "Tests"], ...rows]);
}

function both(runs, secondsOf, unit) {
  return ["quiet", "busy"].map((load) => {
    const values = runs.filter((run) => run.load === load && run.status === 0).map(secondsOf);
    if (values.length === 0) return "–";
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return `${least === most ? least : `${least}–${most}`}${unit}`;
  });
}

function table([head, ...rows]) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
