import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { ModelFilesError } from "./model-files-error.ts";
import type { PairToScore } from "./open-model.ts";

/** S: proves it; P: proves a part of it; C: contradicts it; N: says nothing of it. */
export type PairLabel = "S" | "P" | "C" | "N";

export interface DevelopmentPair extends PairToScore {
  readonly label: PairLabel;
}

const Split = z.object({ development: z.array(z.string().regex(/^[a-z0-9-]+$/)).min(1) });
const Line = z.object({ r: z.string(), e: z.string(), d: z.string(), y: z.enum(["S", "P", "C", "N"]) });

/**
 * Reads the pairs on which models are compared and thresholds chosen, about so many of them: `split.json` names their authors.
 * Those whose pairs the model was trained on are omitted. Throws ModelFilesError.
 */
export async function readDevelopmentPairs(
  folder: string,
  { trainedOn, most }: { readonly trainedOn: readonly string[]; readonly most: number },
): Promise<DevelopmentPair[]> {
  const authors = await readAuthors(folder);
  const unseen = authors.filter((author) => !trainedOn.includes(author));
  if (unseen.length === 0)
    throw new ModelFilesError(
      `Cannot measure the thresholds of the model because it was trained on all pairs of ${authors.join(", ")}: state in its card the thresholds that you measured on other pairs`,
    );
  const files = await Promise.all(unseen.map((author) => readFile(join(folder, `${author}.jsonl`), "utf8")));
  const lines = files.flatMap((text) => text.split("\n").filter((line) => line.trim() !== ""));
  const every = Math.max(1, Math.floor(lines.length / most));
  return lines
    .filter((_, at) => at % every === 0)
    .map((line) => {
      const { r, e, d, y } = Line.parse(JSON.parse(line));
      return { requirement: r, evidence: e, context: d, label: y };
    });
}

async function readAuthors(folder: string): Promise<readonly string[]> {
  if (!(await readdir(folder).catch((): string[] => [])).includes("split.json"))
    throw new ModelFilesError(
      `Cannot measure the thresholds of the model because the pairs of packages/quality/sets/pairs are not in '${folder}': add it in a checkout of the repository, or state thresholds in its card`,
    );
  return Split.parse(JSON.parse(await readFile(join(folder, "split.json"), "utf8"))).development;
}
