import type { Assessment, CheckedPair, MeaningThresholds } from "../generated/types.ts";
import { sha256Hex } from "./canonical-json.ts";
import type { ChunkText, Snapshot } from "./snapshot.ts";

/** The run's counts are those of its assessments, and each requirement has at most one. */
export function findCountProblems({ run, requirements, assessments }: Snapshot): string[] {
  const count = (status: Assessment["status"]) => assessments.filter((each) => each.status === status).length;
  const found = {
    totalRequirements: requirements.length,
    assessedCount: assessments.length,
    completeCount: count("COMPLETE"),
    partialCount: count("PARTIAL"),
    missingCount: count("MISSING"),
    ...(run.notJudgedCount !== undefined && { notJudgedCount: assessments.filter(isNotJudged).length }),
  };
  const wrong = Object.entries(found)
    .filter(([name, value]) => run[name as keyof typeof found] !== value)
    .map(([name, value]) => `run.${name} is ${run[name as keyof typeof found]}, counted are ${value}`);
  const known = new Set(requirements.map(({ requirementId }) => requirementId));
  const seen = new Set<string>();
  for (const { requirementId } of assessments) {
    if (!known.has(requirementId)) wrong.push(`${requirementId} is assessed and not in the requirements`);
    if (seen.has(requirementId)) wrong.push(`${requirementId} is assessed twice`);
    seen.add(requirementId);
  }
  return wrong;
}

/** Each status follows from the confidence and the thresholds, and none above MISSING is without a citation. */
export function findStatusProblems({ configuration, assessments }: Snapshot): string[] {
  const { complete, partial } = configuration.confidenceThresholds;
  return assessments.flatMap((assessment) => {
    const { requirementId, status, confidence, citations } = assessment;
    if (status === "FAILED" || isNotJudged(assessment)) {
      const isEmpty = confidence === 0 && citations.length === 0 && (status === "FAILED" || status === "MISSING");
      return isEmpty ? [] : [`${requirementId} was not judged, and has a verdict all the same`];
    }
    const meant = confidence >= complete ? "COMPLETE" : confidence >= partial ? "PARTIAL" : "MISSING";
    if (status !== meant) return [`${requirementId} is ${status}, its confidence ${confidence} means ${meant}`];
    return status !== "MISSING" && citations.length === 0 ? [`${requirementId} is ${status} without a citation`] : [];
  });
}

/** Each source is pinned once, and by a manifest from before the run's end. */
export function findManifestProblems({ configuration: { manifests = [] }, run }: Snapshot): string[] {
  return manifests.flatMap(({ source, closedAt }, at) => {
    if (manifests.findIndex((each) => each.source === source) !== at) return [`${source} is pinned twice`];
    return closedAt > run.completedAt ? [`${source}: its manifest is later than the run`] : [];
  });
}

/** Each cited text has the digest that was taken of it, and its document and chunk belong together. */
export async function findCitationProblems(snapshot: Snapshot): Promise<string[]> {
  const digests = new Map(snapshot.citationDigests.map(({ requirementId, sha256 }) => [requirementId, sha256]));
  const documents = new Set(snapshot.documents.map(({ id }) => id));
  const chunks = new Map(snapshot.chunks.map((chunk) => [chunk.id, chunk]));
  const problems: string[] = [];
  for (const { requirementId, citations } of snapshot.assessments) {
    const taken = digests.get(requirementId) ?? [];
    if (taken.length !== citations.length) problems.push(`${requirementId} has not one digest for each citation`);
    for (const [index, { documentId, chunkId, text }] of citations.entries()) {
      const name = `${requirementId}, citation ${index + 1}`;
      if ((await sha256Hex(text)) !== taken[index]) problems.push(`${name}: the text is not that of its digest`);
      if (!documents.has(documentId)) problems.push(`${name}: its document is not in the snapshot`);
      const chunk = chunks.get(chunkId);
      if (chunk && chunk.documentId !== documentId) problems.push(`${name}: its chunk is of another document`);
    }
  }
  return problems;
}

/** Each chunk that is cited is among the texts, with the length and the digest that the snapshot names. */
export async function findChunkProblems({ chunks }: Snapshot, texts: ReadonlyMap<string, string>): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, startOffset, endOffset, sha256Hash } of chunks) {
    const content = texts.get(id);
    if (content === undefined) problems.push(`chunk ${id}: its text is not in the file of chunks`);
    else if (content.length !== endOffset - startOffset || (await sha256Hex(content)) !== sha256Hash)
      problems.push(`chunk ${id}: its text is not that of its digest`);
  }
  return problems;
}

/** Each quote lies in the chunk that it names. */
export function findQuoteProblems({ assessments }: Snapshot, texts: ReadonlyMap<string, string>): string[] {
  return assessments.flatMap(({ requirementId, citations }) =>
    citations.flatMap(({ chunkId, text }, index) => {
      const content = texts.get(chunkId);
      const name = `${requirementId}, citation ${index + 1}`;
      if (content === undefined) return [`${name}: the text of its chunk is not known`];
      return content.includes(text) ? [] : [`${name}: the quote does not lie in its chunk`];
    }),
  );
}

type Kept = "SOUND" | "WEAK" | "OFF_TOPIC";

/** A quote that is about something else is set aside, and one that proves nothing it is cited for is marked as weak. */
export function findMeaningProblems({ configuration, assessments }: Snapshot): string[] {
  const { thresholds } = configuration.meaning!;
  const best = (pairs: readonly CheckedPair[]) =>
    KEPT.find((kept) => pairs.some((pair) => readPair(pair, thresholds) === kept)) ?? "SOUND";
  return assessments.flatMap(({ requirementId, flags = [], citationNotes = [], setAside = [] }) => [
    ...(citationNotes.some(({ meaning = [] }) => meaning.some(({ scores }) => scores === null)) &&
    !flags.includes("NOT_CHECKED_FOR_MEANING")
      ? [`${requirementId}: a quote was not checked for meaning, and the verdict does not say so`]
      : []),
    ...citationNotes.flatMap(({ index, weak, meaning }) => {
      if (!meaning) return [];
      const name = `${requirementId}, citation ${index + 1}`;
      const kept = best(meaning);
      if (kept === "OFF_TOPIC") return [`${name}: its scores say that it is about something else`];
      return kept === "WEAK" && weak === undefined ? [`${name}: its scores prove nothing, and it is not weak`] : [];
    }),
    ...setAside.flatMap(({ meaning }, index) =>
      best(meaning) === "OFF_TOPIC" ? [] : [`${requirementId}, quote ${index + 1} set aside: its scores do not say so`],
    ),
  ]);
}

/** From the best that a quote can be. */
const KEPT: readonly Kept[] = ["SOUND", "WEAK", "OFF_TOPIC"];

function readPair({ scores, kind }: CheckedPair, thresholds: MeaningThresholds): Kept {
  if (scores === null) return "SOUND";
  const { related, supports, contradicts } = (kind && thresholds.kinds?.[kind]) ?? thresholds;
  if (scores.unrelated > 1 - related) return "OFF_TOPIC";
  const isContrary = scores.contradicts >= contradicts && scores.contradicts > scores.supports;
  return isContrary || scores.supports < supports ? "WEAK" : "SOUND";
}

/** Whether the snapshot speaks of exceptions: most do not. */
export function hasExceptions({ exceptions, assessments }: Snapshot): boolean {
  return exceptions !== undefined || assessments.some(isCovered);
}

/** A verdict is marked as covered where an exception covers its requirement, each on the day when the run started. */
export function findExceptionProblems({ run, requirements, assessments, exceptions = [] }: Snapshot): string[] {
  const day = run.startedAt.slice(0, 10);
  const known = new Set(requirements.map(({ requirementId }) => requirementId));
  const covered = new Set(exceptions.map(({ requirementId }) => requirementId));
  const wrong = exceptions.flatMap(({ id, requirementId, validFrom, validUntil }) => [
    ...(known.has(requirementId) ? [] : [`exception ${id} is of ${requirementId}, which is not in the requirements`]),
    ...(validFrom <= day && day <= validUntil ? [] : [`exception ${id} was not in force on ${day}`]),
  ]);
  const unmarked = assessments.filter((each) => isCovered(each) !== covered.has(each.requirementId));
  return [
    ...wrong,
    ...unmarked.map((each) =>
      isCovered(each)
        ? `${each.requirementId} is marked as covered, and no exception covers it`
        : `${each.requirementId} is covered by an exception, and not marked so`,
    ),
  ];
}

export function toTexts(chunks: readonly ChunkText[]): ReadonlyMap<string, string> {
  return new Map(chunks.map(({ id, content }) => [id, content]));
}

function isCovered({ flags }: Pick<Assessment, "flags">): boolean {
  return flags?.includes("COVERED_BY_EXCEPTION") ?? false;
}

function isNotJudged({ flags }: Pick<Assessment, "flags">): boolean {
  return flags?.includes("NOT_JUDGED") ?? false;
}
