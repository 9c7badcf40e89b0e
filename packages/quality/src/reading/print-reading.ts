import { parseArgs } from "node:util";
import type { TextExtractor } from "@assay/core/ports";
import { wilson } from "@assay/core/retrieval-versions";
import { createTextExtractor } from "@assay/reader";
import { childSeconds, downloadPublic, type PublicPlacing, placePublic, readPublic } from "./measure-public.ts";
import { type Judged, judgeReading } from "./measure-reading.ts";
import { listLabels, listPublic, listPublicTables } from "./reading-labels.ts";

// Prints what the reader makes of what a page means, a format a row. Wrong items of the open half are named with
// `--wrong`; of the held-out half totals alone are printed. `--public <folder>` reads the public files of that folder too,
// `--download` gets those that it lacks.
const { values } = parseArgs({
  options: {
    wrong: { type: "boolean", default: false },
    public: { type: "string" },
    download: { type: "boolean", default: false },
  },
});
if (values.public !== undefined) {
  if (values.download) await downloadPublic(values.public, [...listPublic(), ...listPublicTables()]);
  await printPublic(values.public);
  await printTables(values.public);
}
await withReader(async (reader) => {
  const judged = await judgeReading(listLabels(), reader);
  for (const [what, items] of Map.groupBy(judged, (each) => each.what)) printKind(what, items);
  if (values.wrong)
    for (const { file, item, outcome } of judged.filter((each) => !each.isKept && !each.isRight))
      console.log(`- ${file}: ${item}: ${outcome}`);
});

/** The reader's processes end with it, and their processor time is known from then on. */
async function withReader<T>(use: (reader: TextExtractor) => Promise<T>): Promise<T> {
  const reader = createTextExtractor();
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

async function printPublic(folder: string): Promise<void> {
  const before = childSeconds();
  const readings = await withReader((reader) => readPublic(folder, listPublic(), reader));
  const after = childSeconds();
  console.log("| public files | read | refused | lost words, of | of them warned | files with silent losses |");
  console.log("|---|---|---|---|---|---|");
  const formats = [...Map.groupBy(readings, ({ format }) => format)];
  for (const [name, those] of [...formats, ["all", readings] as const]) {
    const lost = those.flatMap((each) => each.lost);
    const warned = those.filter(({ isWarned }) => isWarned).flatMap((each) => each.lost).length;
    const silent = those.filter((each) => each.lost.length > 0 && !each.isWarned).length;
    const words = those.flatMap(({ file }) => file.words).length;
    const refused = those.filter((each) => each.refused !== undefined).length;
    console.log(
      `| ${name} | ${those.length - refused} of ${those.length} | ${refused} | ${lost.length} of ${words} | ${warned} | ${silent} |`,
    );
  }
  const pages = readings.reduce((total, each) => total + each.pages, 0);
  if (before !== undefined && after !== undefined)
    console.log(`\nProcessor time: ${(((after - before) * 1000) / pages).toFixed(0)} ms a page, of ${pages} pages`);
  if (!values.wrong) return;
  for (const { file, refused, lost, isWarned } of readings)
    if (file.half === "open" && lost.length > 0)
      console.log(
        `- ${file.repository} ${file.path}: ${refused ?? (isWarned ? "warned" : "silent")}: ${lost.join(" ")}`,
      );
}

async function printTables(folder: string): Promise<void> {
  const placings = await withReader((reader) => placePublic(folder, listPublicTables(), reader));
  console.log("\n| values of public tables (held-out) | tables | under their heading | 95 % | misplaced | lost |");
  console.log("|---|---|---|---|---|---|");
  for (const [name, those] of [...Map.groupBy(placings, ({ format }) => format), ["all", placings] as const]) {
    const sum = (of: (each: PublicPlacing) => number) => those.reduce((total, each) => total + of(each), 0);
    const [right, misplaced, all] = [sum((each) => each.right), sum((each) => each.misplaced), sum((each) => each.of)];
    const [low, high] = wilson(right, all).map((share) => (share * 100).toFixed(1));
    const tables = sum((each) => each.tables);
    console.log(
      `| ${name} | ${tables} | ${right} of ${all} | ${low}–${high} % | ${misplaced} | ${all - right - misplaced} |`,
    );
  }
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
