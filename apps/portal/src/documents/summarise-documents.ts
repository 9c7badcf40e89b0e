import type { Document } from "@assay/client";
import { titleOfFailure } from "@assay/site/document-failure-title";
import { describeUnread, isEncodingUnsure } from "./describe-coverage.ts";
import { formatDay, isPast, isReviewDue } from "./format-day.ts";
import { isEvidence } from "./is-evidence.ts";
import { isSettled } from "./is-settled.ts";

const DAY_MS = 86_400_000;
/** Evidence that expires within so many days should be renewed. */
const SOON_DAYS = 30;

interface DocumentConcern {
  readonly document: Document;
  readonly weight: "bad" | "warning";
  readonly text: string;
}

export interface DocumentSummary {
  /** Archives are counted by what came out of them; a mail with attachments also by itself. */
  readonly total: number;
  readonly ready: number;
  readonly waiting: number;
  readonly failed: number;
  readonly pages: number;
  readonly pagesWithText: number;
  readonly passages: number;
  /** Largest first. */
  readonly categories: readonly { readonly name: string; readonly count: number }[];
  readonly concerns: readonly DocumentConcern[];
}

/** Of what later runs judge. */
export function summariseDocuments(listed: readonly Document[], now = Date.now()): DocumentSummary {
  const all = listed.filter(isEvidence);
  const documents = all.filter(({ fileType }) => fileType !== "zip");
  const ready = documents.filter(({ status }) => status === "READY");
  const count = (of: (coverage: NonNullable<Document["coverage"]>) => number) =>
    ready.reduce((sum, { coverage }) => sum + (coverage ? of(coverage) : 0), 0);
  return {
    total: documents.length,
    ready: ready.length,
    waiting: documents.filter((document) => !isSettled(document)).length,
    failed: documents.filter(({ status }) => status === "FAILED").length,
    pages: count(({ pages }) => pages),
    pagesWithText: count(({ pagesWithText }) => pagesWithText),
    passages: count(({ chunks }) => chunks),
    categories: countCategories(documents),
    concerns: all.flatMap((document) => concernOf(document, now)).sort(byWeight),
  };
}

function countCategories(documents: readonly Document[]): DocumentSummary["categories"] {
  const groups = Map.groupBy(documents, ({ category }) => category ?? "No category");
  return [...groups].map(([name, { length: count }]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

function byWeight(a: DocumentConcern, b: DocumentConcern): number {
  return Number(a.weight === "warning") - Number(b.weight === "warning");
}

function concernOf(document: Document, now: number): DocumentConcern[] {
  const { failure, expiresAt, reviewBy, archive } = document;
  const warn = (text: string): DocumentConcern[] => [{ document, weight: "warning", text }];
  if (failure) return [{ document, weight: "bad", text: titleOfFailure(failure.code) }];
  if (expiresAt && isPast(expiresAt)) return warn(`Expired ${formatDay(expiresAt)}`);
  if (expiresAt && Date.parse(expiresAt) - now < SOON_DAYS * DAY_MS) return warn(`Expires ${formatDay(expiresAt)}`);
  if (isReviewDue(reviewBy)) return warn(`Review due ${formatDay(reviewBy)}`);
  const unread = isSettled(document) ? describeUnread(document) : undefined;
  if (unread) return warn(unread);
  if (isEncodingUnsure(document)) return warn("Encoding unsure");
  if (archive && archive.skipped.length > 0) return warn(`${archive.skipped.length} left out of the archive`);
  return [];
}
