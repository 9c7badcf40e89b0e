import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Embedder, OpenMeaningModel } from "@assay/core/ports";
import { checkOf } from "../meaning/check-of.ts";
import { authorsOf, readAuthors } from "../meaning/read-authors.ts";
import { requirementsOf } from "../read/find-passages.ts";
import { readFolder } from "../read/read-folder.ts";
import { readPack } from "../read/read-pack.ts";
import { drawOtherTrades, measurePacks } from "./measure-packs.ts";
import { printJudged, printPacks, printSample } from "./print-packs.ts";

export interface PoliciesToJudge {
  /** A folder of real policies. */
  readonly policies: string;
  readonly packs: readonly string[];
  /** Of the company that has adopted the templates of the folder. */
  readonly name?: string | undefined;
  /** Where to write the verdicts that a person judges. */
  readonly sample?: string | undefined;
  readonly seed: number;
}

const OTHER_TRADES = 100;

/** Returns how the offline engine judges packs, and requirements of other trades, over a folder of policies. */
export async function runPacks(
  { embedder }: { readonly embedder: Embedder },
  meaning: OpenMeaningModel,
  { policies, packs, name, sample, seed }: PoliciesToJudge,
): Promise<string> {
  const { documents, failed } = await readFolder(policies, { name });
  const asked = await Promise.all(
    packs.map(async (file) => ({ name: basename(file), requirements: requirementsOf(await readPack(file)) })),
  );
  const others = drawOtherTrades((await readAuthors(authorsOf("held out"))).pairs, OTHER_TRADES, seed);
  const engine = { embedder, entailment: meaning.entailment, check: checkOf(meaning, "wording") };
  const { lines, complete } = await measurePacks(engine, documents, [...asked, others]);
  if (sample !== undefined) await writeFile(sample, printSample(complete, seed));
  const head = `${documents.length} documents of '${policies}', embedder \`${embedder.model}\`.`;
  return [head, ...failed.map(({ title, reason }) => `Not read: ${title}: ${reason}`), "", printPacks(lines)].join(
    "\n",
  );
}

/** Returns what a person marked on the page that `sample` named. */
export async function countJudged(file: string): Promise<string> {
  return printJudged(await readFile(file, "utf8"));
}
