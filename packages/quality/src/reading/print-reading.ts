import { parseArgs } from "node:util";
import { wilson } from "@assay/core/retrieval-versions";
import { createTextExtractor } from "@assay/reader";
import { type Judged, judgeReading } from "./measure-reading.ts";
import { listLabels } from "./reading-labels.ts";

// Prints what the reader makes of choices and crossed-out sentences, a format a row. Wrong items of the open half
// are named with `--wrong`; of the held-out half totals alone are printed.
const { values } = parseArgs({ options: { wrong: { type: "boolean", default: false } } });
const extractor = createTextExtractor();
try {
  const judged = await judgeReading(listLabels(), extractor);
  for (const [what, items] of Map.groupBy(judged, (each) => each.what)) printKind(what, items);
  if (values.wrong)
    for (const { file, item, outcome } of judged.filter((each) => !each.isKept && !each.isRight))
      console.log(`- ${file}: ${item}: ${outcome}`);
} finally {
  await extractor.close();
}

function printKind(what: string, items: readonly Judged[]): void {
  console.log(`\n| ${what} | open | held-out | 95 % of all | other than right |\n|---|---|---|---|---|`);
  const formats = Map.groupBy(items, ({ format }) => format);
  for (const [format, each] of [...formats].toSorted(([one], [other]) => one.localeCompare(other)))
    printRow(format, each);
  printRow("all", items);
}

function printRow(name: string, items: readonly Judged[]): void {
  const right = items.filter(({ isRight }) => isRight).length;
  const half = (kept: boolean) => {
    const those = items.filter((each) => each.isKept === kept);
    return `${those.filter(({ isRight }) => isRight).length} of ${those.length}`;
  };
  const [low, high] = wilson(right, items.length).map((share) => (share * 100).toFixed(1));
  const wrong = Map.groupBy(
    items.filter(({ isRight }) => !isRight),
    ({ outcome }) => outcome,
  );
  const causes = [...wrong].map(([outcome, those]) => `${those.length} ${outcome}`).join(", ");
  console.log(`| ${name} | ${half(false)} | ${half(true)} | ${low}–${high} % | ${causes} |`);
}
