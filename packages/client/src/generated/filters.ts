// Made from packages/contract/src/operations by `npm run types:client`: change the table, not this file.
import type { RequestOptions } from "../http.ts";
import type { ListOptions } from "../list.ts";
import type {
  AssessmentStatus,
  CalendarDate,
  CommentKind,
  DocumentGap,
  DocumentStatus,
  EvidenceKind,
  ExceptionKind,
  ExceptionStatus,
  PageState,
  ReviewDecision,
  RunStatus,
  Sha256,
  TaskStatus,
  Timestamp,
} from "./types.ts";
export interface RequirementFilters extends RequestOptions {
  readonly packId?: string | undefined;
}

export interface SearchFilters extends RequestOptions {
  /** 1 to 50. Default: 10. */
  readonly limit?: number | undefined;
  /** Only this document and, of an archive, what came from it. */
  readonly documentId?: string | undefined;
  readonly category?: string | undefined;
}

export interface DocumentFilters extends ListOptions {
  readonly status?: DocumentStatus | undefined;
  readonly category?: string | undefined;
  /** The id of the document that they came out of, or `none`: of none. */
  readonly parentDocumentId?: string | undefined;
  /** Part of the file name, the title or the first heading, in any case. */
  readonly q?: string | undefined;
  readonly sha256?: Sha256 | undefined;
  /** What stands at a place of this source now. */
  readonly source?: string | undefined;
  /** What stands at this path now. */
  readonly path?: string | undefined;
  /** Whether later runs judge it: neither superseded nor retired. */
  readonly isEvidence?: boolean | undefined;
  readonly kind?: EvidenceKind | undefined;
  readonly ownerId?: string | undefined;
  /** Those whose `expiresAt` is this day or later. */
  readonly expiresFrom?: CalendarDate | undefined;
  /** Those whose `expiresAt` is before this day. */
  readonly expiresBefore?: CalendarDate | undefined;
  /** What of them later runs cannot judge. */
  readonly gap?: DocumentGap | undefined;
  /** Those whose `reviewBy` is before this day. */
  readonly reviewBefore?: CalendarDate | undefined;
  /** Default: newest first. `expiresAt` and `reviewBy`: the earliest first, and only those that have one. */
  readonly sort?: "uploadedAt" | "expiresAt" | "reviewBy" | undefined;
  /** Counts all that the filters find, in `total` of the reply. */
  readonly total?: "true" | undefined;
}

export interface DocumentSummaryFilters extends RequestOptions {
  /** Counts only what was uploaded at this time or later. */
  readonly uploadedFrom?: Timestamp | undefined;
}

export interface SegmentFilters extends ListOptions {
  /** The first `segmentIndex` to return. */
  readonly from?: number | undefined;
  /** Only the segment that contains this chunk. */
  readonly chunkId?: string | undefined;
  /** Only segments of this kind. */
  readonly kind?: "TEXT" | "COMMENT" | undefined;
}

export interface DocumentPageFilters extends ListOptions {
  readonly state?: PageState | undefined;
}

export interface RunFilters extends ListOptions {
  readonly status?: RunStatus | undefined;
  readonly packId?: string | undefined;
  /** Runs that pin a manifest of this source. */
  readonly source?: string | undefined;
  /** The `startedBy` of a run: a user's id or `api-key:` and the key's. */
  readonly startedBy?: string | undefined;
  /** Created on this day (UTC) or later. */
  readonly from?: CalendarDate | undefined;
  /** Created on this day (UTC) or before. */
  readonly to?: CalendarDate | undefined;
}

export interface AssessmentFilters extends RequestOptions {
  readonly status?: AssessmentStatus | undefined;
}

export interface RunDocumentFilters extends ListOptions {
  readonly judged?: boolean | undefined;
  /** Whether a requirement of the run cites it. */
  readonly cited?: boolean | undefined;
  readonly evidenceKind?: EvidenceKind | undefined;
  readonly documentId?: string | undefined;
  /** Part of the file name, in any case. */
  readonly q?: string | undefined;
}

export interface RunPackageFilters extends RequestOptions {
  /** Also the cited originals. */
  readonly originals?: "cited" | undefined;
}

export interface RunPackageContentsFilters extends RequestOptions {
  /** Also the cited originals. */
  readonly originals?: "cited" | undefined;
}

export interface ReviewFilters extends ListOptions {
  readonly requirementId?: string | undefined;
  readonly decision?: ReviewDecision | undefined;
}

export interface AskedConnectionFilters extends RequestOptions {
  /** Given back as it is. */
  readonly state?: string | undefined;
}

export interface CommentFilters extends ListOptions {
  /** `none`: only those about the whole run. */
  readonly requirementId?: string | undefined;
  readonly kind?: CommentKind | undefined;
  /** `true`: evidence requests that nobody has answered. */
  readonly open?: boolean | undefined;
}

export interface PersonFilters extends ListOptions {
  readonly q?: string | undefined;
}

export interface ExceptionFilters extends ListOptions {
  readonly packId?: string | undefined;
  readonly requirementId?: string | undefined;
  readonly kind?: ExceptionKind | undefined;
  readonly status?: ExceptionStatus | undefined;
  readonly ownerId?: string | undefined;
  /** Active, and its last day is within so many days. 1 to 999. */
  readonly expiringWithinDays?: number | undefined;
  /** Approved, and today is within its days. */
  readonly inForce?: "true" | undefined;
  /** The earliest last day first; without it the newest first. */
  readonly sort?: "validUntil" | undefined;
}

export interface TaskFilters extends ListOptions {
  readonly status?: TaskStatus | undefined;
  readonly runId?: string | undefined;
  /** `none`: tasks of nobody; `me`: those of the caller. */
  readonly assigneeId?: string | undefined;
  /** Not completed, and no active exception covers the requirement. */
  readonly open?: "true" | undefined;
  /** Not completed, `dueDate` has passed, and no exception covers it now. */
  readonly overdue?: "true" | undefined;
}
