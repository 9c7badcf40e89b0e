import type {
  Assessment,
  AssessmentStatus,
  DamagedResult,
  ExceptionKind,
  ExceptionStatus,
  ExpectationKind,
  PageStates,
  Requirement,
  ReviewDecision,
  Run,
  SignOffAct,
  SignOffPayload,
  SignOffRole,
} from "@assay/contract";

/** A verdict as people read it: nothing was found out of one that was not judged, so it is not MISSING. */
export type ShownVerdict = AssessmentStatus | "NOT_JUDGED";

/** Requirements by their verdict and by the review that counts. */
export interface VerdictGroup {
  readonly verdict: ShownVerdict;
  /** Null for those that nobody has reviewed. */
  readonly decision: ReviewDecision | null;
  /** The status of a CHANGED review. */
  readonly reviewedStatus: AssessmentStatus | null;
  /** What the requirements ask for; null where the pack does not say. */
  readonly kind: ExpectationKind | null;
  readonly requirements: number;
  /** Over the reviews: the passages that their verdicts cite, and those of them that were opened. */
  readonly citedPassages: number;
  readonly openedPassages: number;
}

export interface ReportedSignOff {
  readonly act: SignOffAct;
  readonly role: SignOffRole;
  readonly signerName: string;
  readonly signerRole: string;
  readonly at: string;
  readonly stands: boolean;
  readonly statement: string;
  readonly keyId: string;
  /** Of what was signed; null where the payload is of a form that is not known. */
  /** How the signer had proved who they are, and what had happened to the account; undefined where the payload does not say. */
  readonly signer: Pick<SignOffPayload, "assurance" | "factorEnrolledAt" | "signerChanges"> | undefined;
  readonly hashes: { readonly snapshot: string; readonly reviews: string; readonly exceptions: string } | null;
}

export interface ReportedException {
  readonly requirementId: string;
  readonly kind: ExceptionKind;
  readonly scope: string | null;
  readonly reason: string;
  readonly compensatingControl: string | null;
  readonly owner: string;
  readonly approver: string | null;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly status: ExceptionStatus;
  /** Whether it was active when the run started. */
  readonly fixedWithRun: boolean;
}

/** What a report says of the run as a whole, as of one moment. */
export interface ReportHead {
  readonly run: Run;
  readonly packName: string;
  readonly madeAt: string;
  readonly snapshotHash: string | null;
  /** Reviews, comments, exceptions and sign-offs that are stored otherwise than they were recorded, or are gone. */
  readonly damaged: readonly DamagedRef[];
  readonly groups: readonly VerdictGroup[];
  readonly reviewers: number;
  readonly comments: number;
  readonly signOffs: readonly ReportedSignOff[];
  readonly exceptions: readonly ReportedException[];
  readonly evidence: ReportedEvidence;
}

export interface DamagedRef {
  readonly kind: "review" | "comment" | "exception" | "sign-off";
  readonly id: string;
}

/** What was read of the documents that the run judged. */
export interface ReportedEvidence {
  readonly documents: number;
  /** Their pages together. */
  readonly states: PageStates;
  /** How many of them have a page that is an image and was not read, or is unreadable. */
  readonly notFullyRead: number;
}

export interface ReportedReview {
  readonly decision: ReviewDecision;
  readonly status: AssessmentStatus | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly isRedacted: boolean;
  readonly reviewerName: string;
  /** Nobody has shown that the reviewer reads that address. */
  readonly isAddressUnproved: boolean;
  readonly at: string;
  readonly citedCount: number;
  readonly openedCount: number;
  readonly openedChunkIds: readonly string[];
  /** Positions in the verdict's citations. */
  readonly rejectedCitations: readonly number[];
}

/** One requirement with what the engine and what people say of it. */
export interface ReportRow {
  readonly requirement: Pick<Requirement, "requirementId" | "criterionId" | "criterionTitle" | "title">;
  /** Undefined where a FAILED run did not come to it. */
  readonly assessment: Assessment | undefined;
  readonly review: ReportedReview | DamagedResult | undefined;
  readonly comments: number;
}

export interface ReportBatch {
  readonly rows: readonly ReportRow[];
  /** Of the documents that the batch cites, by id. */
  readonly documentNames: ReadonlyMap<string, string>;
}
