import { describeDocument, shinglesOfAll } from "@assay/core/assessments";
import { splitIntoChunks } from "@assay/core/documents";
import type { Embedder, EvidencePassage, ParsedPack } from "@assay/core/ports";
import type { FoundPassage } from "../evaluate-passages.ts";
import { createRanker } from "../retrieval/rank-passages.ts";
import type { ReadDocument } from "./read-folder.ts";

const PASSAGES_MAX = 8;
const SIMILARITY_MIN = 0.2;
const OPENING_LENGTH = 3000;

export interface AskedRequirement {
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly criterionTitle: string;
}

export function requirementsOf(pack: ParsedPack): AskedRequirement[] {
  return pack.criteria.flatMap(({ title: criterionTitle, requirements }) =>
    requirements.map(({ requirementId, title, subcheckLabel }) => ({
      requirementId,
      title,
      subcheckLabel,
      criterionTitle,
    })),
  );
}

/**
 * Returns what finds the passages of documents for a requirement, as a run of a new deployment does. `asked` are all
 * requirements: a document that repeats their words is told by them.
 */
export async function createFinder(
  embedder: Embedder,
  documents: readonly ReadDocument[],
  asked: readonly AskedRequirement[],
) {
  const passages = listPassages(documents);
  const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const set = {
    queries: [],
    passages: passages.map(({ chunkId: group, documentTitle: document, location, context, text }) => ({
      group,
      document,
      location,
      context,
      text,
    })),
  };
  const rank = await createRanker(set, { rank: "now", withHeader: true }, embedder, SIMILARITY_MIN);
  const openings = new Map(documents.map(({ title, segments }) => [title, openingOf(segments)]));
  const knownTexts = shinglesOfAll(asked.map(({ title }) => title));

  return async ({ requirementId: id, criterionTitle: criterion, title }: AskedRequirement): Promise<FoundPassage[]> => {
    const { groups } = await rank({ id, criterion, title, relevant: [] });
    const found = [...new Set(groups)].slice(0, PASSAGES_MAX).map((group) => byId.get(group)!);
    const states = new Map(
      [...Map.groupBy(found, ({ documentTitle }) => documentTitle)].map(([document, own]) => [
        document,
        describeDocument({
          title: document,
          openingText: openings.get(document) ?? "",
          passages: own.map(({ text }) => text),
          knownTexts,
        }),
      ]),
    );
    return found.map((passage) => ({
      ...passage,
      evidenceKind: "DESIGN",
      documentState: states.get(passage.documentTitle)!,
    }));
  };
}

function listPassages(documents: readonly ReadDocument[]): EvidencePassage[] {
  return documents.flatMap(({ title, segments }, document) =>
    segments.flatMap(({ text, location, context, pageNumber }, segment) =>
      splitIntoChunks(text).map(({ start, end }, at) => ({
        chunkId: `${document}.${segment}.${at}`,
        documentTitle: title,
        location,
        pageNumber,
        context,
        text: text.slice(start, end),
      })),
    ),
  );
}

function openingOf(segments: ReadDocument["segments"]): string {
  let opening = "";
  for (const { text } of segments) {
    if (opening.length >= OPENING_LENGTH) break;
    opening += `${text}\n`;
  }
  return opening.slice(0, OPENING_LENGTH);
}
