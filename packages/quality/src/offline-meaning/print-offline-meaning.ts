import { tmpdir } from "node:os";
import { readConfig } from "@assay/api/config";
import { openMeaning } from "@assay/api/meaning";
import { wilson } from "@assay/core/retrieval-versions";
import { checkOf } from "../meaning/check-of.ts";
import { evaluateOffline, OFFLINE_WAYS, type OfflineEngine, type OfflineWay } from "./evaluate-offline.ts";
import { listCases, type OfflineCase } from "./list-cases.ts";

const HALVES = ["chosen", "reported"] as const;
const STATUSES = ["COMPLETE", "PARTIAL", "MISSING", "FAILED"];

const { meaning, close } = await openMeaning(readConfig(process.env), tmpdir());
try {
  if (!meaning) throw new Error("Cannot measure verdicts by meaning because the settings choose no model for it");
  const engine = {
    entailment: meaning.entailment,
    check: checkOf(meaning, "wording"),
  };
  const cases = listCases();
  for (const half of HALVES) {
    console.log(`\n### ${half === "chosen" ? "On which the thresholds were chosen" : "By other authors"}\n`);
    console.log(`| in truth | cases | ${OFFLINE_WAYS.map((way) => `${way}: COMPLETE (95 %) / PARTIAL`).join(" | ")} |`);
    console.log(`|---|---|${OFFLINE_WAYS.map(() => "---|").join("")}`);
    const groups = Map.groupBy(
      cases.filter((each) => each.half === half),
      ({ group }) => group,
    );
    for (const [group, own] of groups) {
      const cells = [];
      for (const way of OFFLINE_WAYS) cells.push(await cellOf(engine, way, own));
      console.log(`| ${group} | ${own.length} | ${cells.join(" | ")} |`);
    }
  }
} finally {
  await close();
}

async function cellOf(engine: OfflineEngine, way: OfflineWay, cases: readonly OfflineCase[]): Promise<string> {
  const counts = STATUSES.map(() => 0);
  for (const each of cases) {
    const { status } = await evaluateOffline(engine, way, each);
    const at = STATUSES.indexOf(status);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const [complete = 0, partial = 0] = counts;
  const interval = wilson(complete, cases.length).map((share) => (share * 100).toFixed(0));
  return `${complete} (${interval.join("–")} %) / ${partial}`;
}
