import { readFile, writeFile } from "node:fs/promises";
import { describeTarget, type Figure, isMet, rounded } from "./measure.ts";

const STORED = new URL("../figures.json", import.meta.url);
const PAGE = new URL("../../../docs/build/metrics.md", import.meta.url);
const [BEGIN, END] = ["<!-- figures -->", "<!-- /figures -->"];

export interface StoredFigures {
  readonly [measure: string]: { readonly measuredOn: string; readonly figures: readonly Figure[] };
}

export async function readFigures(): Promise<StoredFigures> {
  return JSON.parse(await readFile(STORED, "utf8")) as StoredFigures;
}

/** Keeps the figures of the measures that were run, and writes the table of docs/build/metrics.md. */
export async function saveFigures(measured: Readonly<Record<string, readonly Figure[]>>): Promise<void> {
  const measuredOn = new Date().toISOString().slice(0, 10);
  const stored = { ...(await readFigures()) };
  for (const [name, figures] of Object.entries(measured)) stored[name] = { measuredOn, figures };
  await writeFile(STORED, `${JSON.stringify(stored, null, 2)}\n`);
  await writeFile(PAGE, withTable(await readFile(PAGE, "utf8"), stored));
}

/** The page with its table made from the stored figures. */
export function withTable(page: string, stored: StoredFigures): string {
  const [before, rest] = page.split(BEGIN) as [string, string];
  const rows = Object.values(stored).flatMap(({ measuredOn, figures }) =>
    figures.map((figure) => `| ${[...cellsOf(figure), measuredOn].join(" | ")} |`),
  );
  const table = [
    "| What | Measured | Compared with | Ratio | Target | On |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  return `${before}${BEGIN}\n${table}\n${END}${rest.split(END)[1]}`;
}

export const readPage = (): Promise<string> => readFile(PAGE, "utf8");

export function cellsOf(figure: Figure): string[] {
  const { what, value, reference, ratio, target } = figure;
  return [what, value, reference || "–", rounded(ratio), `${describeTarget(target)}${isMet(figure) ? "" : ", missed"}`];
}
