import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import type { LabelledPair, PairSet } from "./labelled-pair.ts";

const TITLE = "Agreement";
/** Longer evidence would be cut before the model reads it. */
const EVIDENCE_LENGTH_MAX = 800;

const contracts = z.object({
  documents: z.array(
    z.object({
      text: z.string(),
      spans: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
      annotation_sets: z.array(
        z.object({
          annotations: z.record(
            z.string(),
            z.object({
              choice: z.enum(["Entailment", "Contradiction", "NotMentioned"]),
              spans: z.array(z.int().nonnegative()),
            }),
          ),
        }),
      ),
    }),
  ),
  labels: z.record(z.string(), z.object({ hypothesis: z.string().min(1) })),
});

/** Reads a file of ContractNLI. */
export async function readContracts(path: string): Promise<PairSet> {
  return { name: basename(path), authors: [], pairs: parseContracts(await readFile(path, "utf8"), path) };
}

/** Pairs of a file of ContractNLI: each hypothesis with the clauses that entail or contradict it. */
export function parseContracts(text: string, path: string): LabelledPair[] {
  const read = contracts.safeParse(readJson(text));
  if (!read.success) throw new Error(`Cannot read ${path} because it must be a file of ContractNLI, or JSONL of pairs`);
  const { documents, labels } = read.data;
  return documents.flatMap((document) =>
    document.annotation_sets.flatMap(({ annotations }) =>
      Object.entries(annotations).flatMap(([name, { choice, spans }]): LabelledPair[] => {
        const requirement = labels[name]?.hypothesis;
        const clauses = spans.flatMap((span) => {
          const place = document.spans[span];
          return place
            ? [
                document.text
                  .slice(...place)
                  .replace(/\s+/g, " ")
                  .trim(),
              ]
            : [];
        });
        const evidence = clauses.join(" ");
        if (choice === "NotMentioned" || requirement === undefined) return [];
        if (evidence === "" || evidence.length > EVIDENCE_LENGTH_MAX) return [];
        const label = choice === "Entailment" ? "S" : "C";
        return [{ requirement, evidence, title: TITLE, label, code: "", trade: "" }];
      }),
    ),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
