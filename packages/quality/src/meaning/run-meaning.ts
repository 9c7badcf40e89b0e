import { tmpdir } from "node:os";
import type { Config } from "@assay/api/config";
import { openMeaning } from "@assay/api/meaning";
import { guardPairs, readPairs } from "./labelled-pair.ts";
import { measureMeaning } from "./measure-meaning.ts";
import { printMeaning } from "./print-meaning.ts";

/**
 * Measures the check for meaning, by the model that the settings choose, on files of labelled pairs, else on the pairs of
 * the support guard. Returns tables: beside an assessor that reads, and beside one that goes by words.
 */
export async function runMeaning(config: Config, files: readonly string[]): Promise<string> {
  const { meaning, close } = await openMeaning(config, tmpdir());
  try {
    if (!meaning) throw new Error("Cannot measure the check for meaning because the settings choose no model for it");
    const sets =
      files.length === 0
        ? [{ name: "Pairs of the support guard", pairs: guardPairs() }]
        : await Promise.all(files.map(async (name) => ({ name, pairs: await readPairs(name) })));
    const tables: string[] = [];
    for (const { name, pairs } of sets)
      for (const beside of ["reading", "wording"] as const) {
        const thresholds = meaning.thresholds[beside];
        const limits = `related ${thresholds.related}, supports ${thresholds.supports}, contradicts ${thresholds.contradicts}`;
        const title = `${name}: ${meaning.entailment.model}, thresholds for an assessor of ${beside} (${limits})`;
        tables.push(printMeaning(title, await measureMeaning(meaning, thresholds, pairs)));
      }
    return tables.join("\n\n");
  } finally {
    await close();
  }
}
