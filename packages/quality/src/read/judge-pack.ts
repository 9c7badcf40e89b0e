import { describeDocument, shinglesOfAll, type Verdict } from "@assay/core/assessments";
import { splitIntoChunks } from "@assay/core/documents";
import type { Assessor, Embedder, ParsedPack } from "@assay/core/ports";
import { type GivenPassage, judgePassages } from "../judge-passages.ts";
import { createRanker } from "../retrieval/rank-passages.ts";
import type { ReadDocument } from "./read-folder.ts";

const PASSAGES_MAX = 8;
const SIMILARITY_MIN = 0.2;
const OPENING_LENGTH = 3000;

export interface JudgedRequirement {
  readonly requirement: { readonly requirementId: string; readonly title: string; readonly criterionTitle: string };
  readonly passages: readonly GivenPassage[];
  /** Undefined where no passage is similar enough. */
  readonly verdict: Verdict | undefined;
}

/** Judges each requirement of a pack over the documents as a run of a new deployment does, one after the other. */
export async function* judgePack(
  engine: { readonly assessor: Assessor; readonly embedder: Embedder; readonly judge?: typeof judgePassages },
  pack: ParsedPack,
  documents: readonly ReadDocument[],
): AsyncGenerator<JudgedRequirement> {
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
  const rank = await createRanker(set, { rank: "now", withHeader: true }, engine.embedder, SIMILARITY_MIN);
  const openings = new Map(documents.map(({ title, segments }) => [title, openingOf(segments)]));
  const known = shinglesOfAll(pack.criteria.flatMap(({ requirements }) => requirements.map(({ title }) => title)));
  for (const { title: criterionTitle, requirements } of pack.criteria)
    for (const { requirementId, title, subcheckLabel } of requirements) {
      const { groups } = await rank({ id: requirementId, criterion: criterionTitle, title, relevant: [] });
      const found = [...new Set(groups)].slice(0, PASSAGES_MAX).map((group) => byId.get(group)!);
      const requirement = { requirementId, title, subcheckLabel, criterionTitle };
      const states = new Map(
        [...new Set(found.map(({ documentTitle }) => documentTitle))].map((document) => [
          document,
          describeDocument({
            title: document,
            openingText: openings.get(document) ?? "",
            passages: found.filter(({ documentTitle }) => documentTitle === document).map(({ text }) => text),
            knownTexts: known,
          }),
        ]),
      );
      const verdict =
        found.length === 0
          ? undefined
          : await (engine.judge ?? judgePassages)(
              engine.assessor,
              requirement,
              found.map((passage) => ({ ...passage, documentState: states.get(passage.documentTitle)! })),
            );
      yield { requirement, passages: found, verdict };
    }
}

function listPassages(documents: readonly ReadDocument[]): GivenPassage[] {
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
