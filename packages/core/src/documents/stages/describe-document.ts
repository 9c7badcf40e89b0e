import { IMAGE_FORMATS, type ReadingWarning } from "@assay/contract";
import { chunks, datedFacts, documents, insertInBatches, segments, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Job, JobRef } from "../../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import { findActiveRunId } from "../../tenancy/find-active-run.ts";
import { lockEvidence } from "../../tenancy/lock-evidence.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { countedSegment } from "../counted-text.ts";
import { findCaptureDate } from "../dated-facts/find-capture-date.ts";
import { type DatedFact, findDatedFacts } from "../dated-facts/find-dated-facts.ts";
import { deriveEvidenceKind, KIND_TEXT_MAX } from "../evidence-kind/derive-evidence-kind.ts";
import { findDocumentRow } from "../get-document.ts";
import { listScreenshots } from "../recognition/list-screenshots.ts";
import { mayDiffer, renewDocuments } from "../renew-documents.ts";
import type { DocumentRow } from "../to-document.ts";
import { type Change, type DocumentServices, updateDocument } from "./open-document.ts";

/** Raised whenever the same text may give other dated facts, or another kind, than before. */
const FACTS_VERSION = 1;
/** Most dated facts that are kept of one document; the first ones count. */
const DATED_FACTS_MAX = 5000;

const OPENING_LENGTH = 2000;
/** Most characters that are shown of words whose day is not clear. */
const UNCLEAR_LENGTH = 100;

interface PlacedFact extends DatedFact {
  /** The range of the image that it speaks for, where that is more than the passage that holds it. */
  readonly of?: { readonly start: number; readonly end: number };
}

/** What is derived of a document's text. */
export interface Description {
  readonly evidenceKind: DocumentRow["evidenceKind"];
  /** As ranges of the document's text, in order. */
  readonly facts: readonly PlacedFact[];
  /** With those of the reading. */
  readonly warnings: readonly ReadingWarning[];
}

/** Derives the kind and the dated facts of a document that was read before these were found. */
export async function describeDocument(_: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const subject = await inTenant({ db, tenantId: job.tenantId }, (tx) => loadSubject(tx, job));
  if (!subject) return nothingLeft;
  if (mayDiffer(subject.document)) return { state: "done", write: (tx) => renewUnlessCited(tx, job) };
  const description = describe(subject);
  return {
    state: "done",
    async write(tx) {
      if (await updateDocument(tx, job, changeOf(description)))
        await saveFacts(tx, job, description, await listRanges(tx, job));
    },
  };
}

/** Later, with the next run, where one may cite the document now. */
async function renewUnlessCited(tx: Transaction, { tenantId, subjectId }: Job): Promise<readonly JobRef[]> {
  await lockEvidence(tx, tenantId);
  const row = await findDocumentRow(tx, tenantId, subjectId);
  if (!row || !mayDiffer(row) || (await findActiveRunId(tx, tenantId))) return [];
  return renewDocuments(tx, row.tenantId, [row]);
}

/** A document that cannot be described is left as it is, and not tried again. */
export async function skipDescription(tx: Transaction, job: Job): Promise<[]> {
  await tx
    .update(documents)
    .set({ factsVersion: FACTS_VERSION })
    .where(and(eq(documents.tenantId, job.tenantId), eq(documents.id, job.subjectId)));
  return [];
}

/** What a description is derived from. */
export interface Subject {
  readonly document: DocumentRow;
  readonly pieces: readonly Piece[];
  readonly screenshots: Awaited<ReturnType<typeof listScreenshots>>;
}

/** `pieces` are all segments, where the caller has them. Undefined when the document was deleted meanwhile. */
export async function loadSubject(tx: Transaction, job: Job, pieces?: readonly Piece[]): Promise<Subject | undefined> {
  const document = await findDocumentRow(tx, job.tenantId, job.subjectId);
  if (!document) return undefined;
  const stated = (pieces ?? (await listPieces(tx, job))).filter(({ kind }) => kind === "TEXT");
  return { document, pieces: stated, screenshots: await listScreenshots(tx, job) };
}

type Piece = Awaited<ReturnType<typeof listPieces>>[number];

function listPieces(tx: Transaction, { tenantId, subjectId }: Job) {
  return tx
    .select({
      segmentIndex: segments.segmentIndex,
      kind: segments.kind,
      text: segments.text,
      context: segments.context,
      location: segments.location,
      hidden: segments.hidden,
      struck: segments.struck,
      quoted: segments.quoted,
      startOffset: segments.startOffset,
    })
    .from(segments)
    .where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, subjectId)))
    .orderBy(asc(segments.segmentIndex));
}

export function describe({ document, pieces, screenshots }: Subject): Description {
  const { facts: found } = findDatedFacts(pieces);
  const unclear = pieces.flatMap(({ text }, at) =>
    found[at]!.flatMap(({ date, start, end }) => (date === null ? [text.slice(start, end)] : [])),
  );
  const facts = pieces.flatMap(({ segmentIndex, startOffset, text }, at): PlacedFact[] => {
    const place = <T extends DatedFact>(fact: T) => ({
      ...fact,
      start: fact.start + startOffset,
      end: fact.end + startOffset,
    });
    const screenshot = screenshots.get(segmentIndex);
    const captured = screenshot && findCaptureDate(screenshot);
    const of = { start: startOffset, end: startOffset + text.length };
    return [...found[at]!.map(place), ...(captured ? [{ ...place(captured), of }] : [])];
  });
  return {
    evidenceKind: deriveEvidenceKind({
      filename: document.originalFilename,
      fileType: document.fileType,
      headings: [...new Set(pieces.flatMap(({ location }) => location?.split(" > ") ?? []))].slice(0, 200),
      opening: pieces[0] ? countedSegment(pieces[0]).slice(0, OPENING_LENGTH) : "",
      text: firstText(pieces),
      factCount: facts.length,
      isScreenshot: screenshots.size > 0 && IMAGE_FORMATS.some(({ type }) => type === document.fileType),
    }),
    facts: facts.slice(0, DATED_FACTS_MAX),
    warnings: [...(document.readingWarnings ?? []).filter(isOfReading), ...warningsOf(unclear, facts.length)],
  };
}

function firstText(pieces: readonly Piece[]): string {
  let text = "";
  for (const piece of pieces) {
    if (text.length >= KIND_TEXT_MAX) break;
    text += `${countedSegment(piece)}\n`;
  }
  return text;
}

function isOfReading({ code }: ReadingWarning): boolean {
  return code !== "DATES_UNCLEAR" && code !== "DATED_FACTS_LIMIT";
}

/** `unclear`: the words of each fact whose day is not clear. */
function warningsOf(unclear: readonly string[], count: number): ReadingWarning[] {
  return [
    ...(unclear.length > 0 ? [{ code: "DATES_UNCLEAR" as const, message: describeUnclear(unclear) }] : []),
    ...(count > DATED_FACTS_MAX
      ? [
          {
            code: "DATED_FACTS_LIMIT" as const,
            message: `Keeps the first ${DATED_FACTS_MAX} of ${count} dated entries: later ones do not count as occurrences`,
          },
        ]
      : []),
  ];
}

function describeUnclear([first, ...others]: readonly string[]): string {
  const line = first!.replace(/\s+/g, " ");
  const words = line.length <= UNCLEAR_LENGTH ? line : `${line.slice(0, UNCLEAR_LENGTH - 1).toWellFormed()}…`;
  if (others.length === 0)
    return `Cannot tell which day is meant by one date, in '${words}': it does not count as an occurrence`;
  return `Cannot tell which day is meant by ${others.length + 1} dates, the first in '${words}': they do not count as occurrences`;
}

/** What a description changes of the document's row. What a person said of its kind stays. */
export function changeOf({ evidenceKind, warnings }: Description): Change {
  return {
    evidenceKind: sql`case when ${documents.evidenceKindSource} = 'USER' then ${documents.evidenceKind} else ${evidenceKind} end`,
    factsVersion: FACTS_VERSION,
    readingWarnings: warnings,
  };
}

/** Stores the dated facts next to the chunks of the document, in place of earlier ones. */
export async function saveFacts(
  tx: Transaction,
  { tenantId, subjectId: documentId }: Job,
  { facts }: Description,
  ranges: readonly ChunkRange[],
): Promise<void> {
  await tx.delete(datedFacts).where(and(eq(datedFacts.tenantId, tenantId), eq(datedFacts.documentId, documentId)));
  const rows = placeFacts(facts, ranges).map((fact) => ({ tenantId, documentId, ...fact }));
  await insertInBatches(tx, datedFacts, rows);
}

/** Of all chunks, in order. */
export function listRanges(tx: Transaction, { tenantId, subjectId }: Job): Promise<ChunkRange[]> {
  return tx
    .select({ id: chunks.id, startOffset: chunks.startOffset, endOffset: chunks.endOffset })
    .from(chunks)
    .where(and(eq(chunks.tenantId, tenantId), eq(chunks.documentId, subjectId)))
    .orderBy(asc(chunks.chunkIndex));
}

interface ChunkRange {
  readonly id: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * Chunks overlap: a fact belongs to each that holds its words; one that a cut goes through, to the chunk in which it
 * begins; the clock of an image to all chunks of its words.
 */
function placeFacts(facts: readonly PlacedFact[], ranges: readonly ChunkRange[]) {
  const counts = new Map<string, number>();
  return facts.flatMap(({ date, scope, start, end, of }) =>
    chunksOfFact({ start, end, of }, ranges).map(({ id: chunkId, endOffset }) => {
      const factIndex = counts.get(chunkId) ?? 0;
      counts.set(chunkId, factIndex + 1);
      return { chunkId, factIndex, date, scope, startOffset: start, endOffset: of ? end : Math.min(end, endOffset) };
    }),
  );
}

function chunksOfFact({ start, end, of }: Omit<PlacedFact, "date" | "scope">, ranges: readonly ChunkRange[]) {
  if (of) return ranges.filter(({ startOffset, endOffset }) => startOffset < of.end && endOffset > of.start);
  const begun = ranges.filter(({ startOffset, endOffset }) => startOffset <= start && start < endOffset);
  const whole = begun.filter(({ endOffset }) => end <= endOffset);
  return whole.length > 0 ? whole : begun.slice(0, 1);
}
