import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import type { Config } from "@assay/api/config";
import { openMeaning } from "@assay/api/meaning";
import { draw } from "./draw.ts";
import { findFallen, readFiguresFile } from "./figures-file.ts";
import { guardPairs, type PairSet, readAuthors, readPairs } from "./labelled-pair.ts";
import { measureMeaning } from "./measure-meaning.ts";
import { printFallen, printMeaning } from "./print-meaning.ts";

const PAIRS = 1200;
const GATE_COUNT = 200;

const OPTIONS = {
  authors: { type: "string" },
  pairs: { type: "string" },
  seed: { type: "string", default: "7" },
  out: { type: "string" },
  against: { type: "string" },
} as const;

/**
 * `meaning [files…]`: measures the model that the settings choose on the sets of the repository, or on files of labelled
 * pairs. Prints tables, writes the figures to `--out`, and says which fell `--against` those of another engine. Returns
 * whether none did.
 */
export async function runMeaning(config: Config, args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const seed = readCount("seed", values.seed);
  const count = readCount("pairs", values.pairs ?? String(PAIRS));
  const authors = values.authors?.split(",").map((author) => author.trim()) ?? [];
  const all = positionals.length > 0 ? await Promise.all(positionals.map(readPairs)) : [await readAuthors(authors)];
  const sets = all.map(({ name, pairs }): PairSet => ({ name, pairs: draw(pairs, count, seed) }));
  const { meaning, close } = await openMeaning(config, tmpdir());
  try {
    if (!meaning) throw new Error("Cannot measure the check for meaning because the settings choose no model for it");
    const figures = await measureMeaning(meaning, {
      sets: positionals.length > 0 ? sets : [...sets, guardPairs()],
      gate: { name: all[0]!.name, pairs: all.flatMap(({ pairs }) => pairs) },
      ...{ gateCount: GATE_COUNT, seed },
    });
    console.log(printMeaning(figures));
    if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
    if (values.against === undefined) return true;
    const fallen = findFallen(await readFiguresFile(values.against), figures);
    console.log(`\n${printFallen(fallen)}`);
    return fallen.length === 0;
  } finally {
    await close();
  }
}

function readCount(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`Cannot read --${name} as it must be a whole number: it is '${text}'`);
  return Number(text);
}
