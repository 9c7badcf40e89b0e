import { tmpdir } from "node:os";
import { openLearnedModels } from "@assay/adapters/onnx";
import { guardPairs, readPairs } from "./labelled-pair.ts";
import { measureMeaning } from "./measure-meaning.ts";
import { printMeaning } from "./print-meaning.ts";

/** Measures the check for meaning on files of labelled pairs, else on the pairs of the support guard; returns tables. */
export async function runMeaning(files: readonly string[]): Promise<string> {
  const models = await openLearnedModels({
    entailment: "entailment-1",
    embedder: "embedder-1",
    tempDir: tmpdir(),
  });
  try {
    const sets =
      files.length === 0
        ? [{ name: "Pairs of the support guard", pairs: guardPairs() }]
        : await Promise.all(files.map(async (name) => ({ name, pairs: await readPairs(name) })));
    const tables: string[] = [];
    for (const { name, pairs } of sets)
      for (const beside of ["reading", "wording"] as const) {
        const figures = await measureMeaning(models, models.thresholds[beside], pairs);
        const { related, supports, contradicts } = models.thresholds[beside];
        const limits = `related ${related}, supports ${supports}, contradicts ${contradicts}`;
        tables.push(
          printMeaning(`${name}, ${models.entailment.model} beside an assessor of ${beside} (${limits})`, figures),
        );
      }
    return tables.join("\n\n");
  } finally {
    await models.close();
  }
}
