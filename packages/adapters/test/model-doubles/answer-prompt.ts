import type { EvidencePassage } from "@assay/core/ports";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";

export interface ReadPrompt {
  readonly mark: string;
  readonly passages: readonly (EvidencePassage & { readonly name: string })[];
  readonly requirement: string;
}

/** Reads a prompt as a model does: by its marks alone. */
export function readPrompt(user: string): ReadPrompt {
  const mark = /^The mark of this request is (\S+)$/m.exec(user)![1]!;
  const blocks = user.split(`\n\n${mark} `).slice(1);
  const passages = blocks.flatMap((block) => {
    const [, name, label, text] = /^PASSAGE (P\d+) (\{.*\})\n([\s\S]*)$/.exec(block) ?? [];
    if (!name) return [];
    const { document, location = null, page = null } = JSON.parse(label!);
    return [{ name, chunkId: name, documentTitle: document, location, pageNumber: page, context: null, text: text! }];
  });
  return { mark, passages, requirement: blocks.find((block) => block.startsWith("REQUIREMENT"))! };
}

/** An honest model: what the offline engine makes of the prompt, in the form that was asked for. */
export async function answerPrompt(user: string): Promise<string> {
  // A probe, which any word answers.
  if (!user.startsWith("The mark of this request")) return '{"ready": 1}';
  const { passages, requirement } = readPrompt(user);
  const title = /^Requirement \S+: (.*)$/m.exec(requirement)![1]!;
  const criterionTitle = /^Criterion: (.*)$/m.exec(requirement)![1]!;
  const names = new Map(Array.from(requirement.matchAll(/^(R\d+): (.*)$/gm), ([, name, words]) => [words!, name!]));
  const { quotes, parts, reasoning, remediation, confidence } = await createOfflinePartsAssessor().assess(
    {
      requirement: { requirementId: "1", title, subcheckLabel: null, criterionTitle },
      parts: [...names.keys()],
      guidance: [],
      passages,
    },
    { signal: AbortSignal.timeout(10_000) },
  );
  return JSON.stringify({
    parts: parts!.map(({ part, verdict, why, chunkId, quote }) => {
      return { part: names.get(part), passage: chunkId, quote, why, verdict };
    }),
    documents: quotes.slice(0, 1).map(({ chunkId }) => ({ passage: chunkId, kind: "policy", state: "IN_FORCE" })),
    conflicts: [],
    missing: [],
    reasoning,
    remediation: remediation ?? "",
    confidence,
  });
}

/** Vectors of a meaning, three times too long, as a vendor that does not normalise gives them. */
export async function embedLong(texts: readonly string[], kind: "query" | "document"): Promise<number[][]> {
  const vectors = await createOfflineEmbedder().embed(texts, { kind });
  return vectors.map((vector) => Array.from(vector!, (value) => value * 3));
}
