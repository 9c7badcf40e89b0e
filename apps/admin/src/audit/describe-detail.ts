import type { AuditDetails } from "@assay/client/admin";

export interface DetailRow {
  readonly term: string;
  readonly value: string;
  readonly isHash: boolean;
}

const TERMS: Readonly<Record<Exclude<keyof AuditDetails, "corrections">, string>> = {
  snapshotHash: "Hash of the snapshot",
  replayHash: "Hash of the replay",
  runHash: "Hash of the run",
  resultsHash: "Hash of its results",
  egressHash: "SHA-256 of where its text was sent",
  exceptionCount: "Exceptions active at the start",
  recordedHash: "Hash as recorded",
  foundHash: "Hash as found",
  rowHash: "Hash of the row",
  sourceHash: "Hash of the source's name",
  reasonHash: "Hash of the reason",
  errorCode: "Error",
  resumptionHash: "Hash of the statement that continues the log",
  brokenSequence: "First wrong entry",
  lostFrom: "First lost entry",
  lostTo: "Last lost entry",
  urlHash: "Hash of the address",
  events: "Events",
  textHash: "Hash of the text",
  requirementId: "Requirement",
  decision: "Decision",
  status: "Status",
  reasonCode: "Reason",
  openedCount: "Cited passages opened",
  citedCount: "Cited passages",
  addressProof: "Address proved by",
  invitedBy: "Link handed over by",
  rejectedCount: "Citations rejected",
  count: "How many",
  kind: "Kind",
  validFrom: "Valid from",
  validUntil: "Valid until",
  languages: "Languages",
  allowedProviders: "Allowed providers",
  retrievalVersionId: "Engine version",
  documentsMax: "Most documents",
  bytesMax: "Most bytes of documents",
  runsPerDay: "Runs per UTC day",
  tokensPerMonth: "Tokens per UTC month",
  required: "Required of",
  role: "Role",
  signOffHash: "Hash of what was signed",
  capabilities: "Allows",
  expiresAt: "Expires",
  assigneeId: "Assignee",
  encoding: "Encoding",
  dueDate: "Due",
  replacedVersionId: "Replaced version",
  placeHash: "Hash of the place",
  version: "Version",
  replacedDocumentId: "Replaced document",
  manifestHash: "Hash of the manifest",
  byDocumentId: "Newer document",
  retention: "Days after which it is removed",
  removedFrom: "First removed",
  removedTo: "Last removed",
  removedHash: "Hash of what was removed",
};

const FIELDS = {
  title: "Title",
  category: "Category",
  effectiveDate: "Effective from",
  expiresAt: "Expires",
  evidenceKind: "Kind of evidence",
  ownerId: "Owner",
  reviewBy: "Look at it again by",
  originalFilename: "Name",
} as const;

/** What an entry recorded next to its subject. What is unknown here is shown as it is written. */
export function describeDetail(details: AuditDetails | null): DetailRow[] {
  if (!details) return [];
  const { corrections = [], ...values } = details;
  return [
    ...Object.entries(values).map(([name, value]) => {
      const text = textOf(value);
      return { term: TERMS[name as keyof typeof TERMS] ?? name, value: text, isHash: isHash(text) };
    }),
    ...corrections.map(({ field, before, after }) => ({
      term: FIELDS[field],
      value: `${show(before)} → ${show(after)}`,
      isHash: false,
    })),
  ];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name} ${each ?? "kept"}`)
    .join(", ");
}

/** Of texts the log keeps digests alone, which say that there was one and whether it is the same. */
function show(value: string | null): string {
  if (value === null) return "none";
  return isHash(value) ? `text with SHA-256 ${value.slice(0, 12)}…` : value;
}

function isHash(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value);
}
