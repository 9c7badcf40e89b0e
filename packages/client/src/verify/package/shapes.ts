import { PackageFault } from "./findings.ts";

/**
 * What must be there of a value that came from outside; other fields are left alone. A name that ends in `?` may be absent, a
 * list has one shape, `{ "*": shape }` is a map, `orNull` allows null.
 */
export type Shape =
  | "text"
  | "number"
  | "integer"
  | "boolean"
  | "anything"
  | readonly [Shape]
  | { readonly orNull: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> };

const text = "text";
const integer = "integer";
const number = "number";
const textOrNull: Shape = { orNull: text };
const object = (fields: Readonly<Record<string, Shape>>): Shape => ({ fields });
const listOf = (fields: Readonly<Record<string, Shape>>): Shape => [object(fields)];

const limits = { related: number, supports: number, contradicts: number } as const;
const pairs = listOf({
  scores: { orNull: object({ supports: number, partly: number, contradicts: number, unrelated: number }) },
  "kind?": text,
});
const way = { provider: text, host: text, purpose: text } as const;
const signed = { payload: text, signature: text, keyId: text } as const;
const point = { sequence: integer, hash: text } as const;

export const MANIFEST = object({
  origin: text,
  release: text,
  asOf: text,
  run: object({ id: text, tenantId: text, snapshotHash: text, format: text }),
  auditHead: object(point),
  files: listOf({ name: text, size: integer, sha256: text }),
  counts: object({ "*": integer }),
  leftOut: listOf({ what: text, why: text }),
  "breaks?": listOf({
    statement: object({ tenantId: text, sequence: integer, broken: object({ sequence: integer }) }),
    reason: text,
    keyId: text,
    signature: text,
  }),
});

export const MANIFEST_SIGNATURE = object({ keyId: text, signature: text });

export const SNAPSHOT = object({
  format: text,
  run: object({
    id: text,
    tenantId: text,
    startedAt: text,
    completedAt: text,
    totalRequirements: integer,
    assessedCount: integer,
    completeCount: integer,
    partialCount: integer,
    missingCount: integer,
    "notJudgedCount?": integer,
  }),
  configuration: object({
    confidenceThresholds: object({ complete: number, partial: number }),
    "evidenceRules?": { orNull: object({ "*": text }) },
    "meaning?": { orNull: object({ thresholds: object({ ...limits, "kinds?": object({ "*": object(limits) }) }) }) },
    "manifests?": listOf({ source: text, manifestId: text, sha256: text, closedAt: text }),
    "egress?": object({ run: listOf(way), documents: listOf(way), olderDocuments: integer }),
  }),
  requirements: listOf({ requirementId: text }),
  assessments: listOf({
    requirementId: text,
    status: text,
    confidence: number,
    citations: listOf({ documentId: text, chunkId: text, text }),
    "flags?": [text],
    "citationNotes?": listOf({ index: integer, "meaning?": pairs }),
    "setAside?": listOf({ meaning: pairs }),
  }),
  "exceptions?": listOf({ id: text, requirementId: text, validFrom: text, validUntil: text }),
  documents: listOf({ id: text, originalFilename: text, sha256Hash: text }),
  chunks: listOf({ id: text, documentId: text, startOffset: integer, endOffset: integer, sha256Hash: text }),
  citationDigests: listOf({ requirementId: text, sha256: [text] }),
});

export const AUDIT_LINK_FIELDS = { ...point, previousHash: text } as const;
export const AUDIT_ENTRY_FIELDS = {
  ...AUDIT_LINK_FIELDS,
  id: text,
  tenantId: text,
  runId: textOrNull,
  action: text,
  object_type: text,
  object_id: text,
  actor: text,
  created_at: text,
  version: integer,
  details: { orNull: object({ "*": "anything" }) },
} as const;

export const REVIEWS = object({
  reviews: listOf({
    id: text,
    runId: text,
    requirementId: text,
    sequence: integer,
    decision: text,
    status: textOrNull,
    reasonCode: textOrNull,
    reason: textOrNull,
    reasonHash: textOrNull,
    reviewerId: text,
    openedCount: integer,
    citedCount: integer,
    confirmsReviewId: textOrNull,
    rejectedCitations: [integer],
    createdAt: text,
  }),
});

const act = { sequence: integer, act: text, role: text, statement: text, signerId: text } as const;

export const SIGN_OFFS = object({
  signOffs: listOf({
    ...act,
    id: text,
    runId: text,
    signerName: text,
    "nameSalt?": textOrNull,
    signerRole: text,
    valid: "boolean",
    standing: "boolean",
    withdrawnById: textOrNull,
    createdAt: text,
    ...signed,
  }),
});

export const SIGN_OFF_PAYLOAD = object({
  ...act,
  origin: text,
  "version?": integer,
  "signerName?": text,
  "nameDigest?": text,
  signOffId: text,
  withdraws: [text],
  runId: text,
  tenantId: text,
  snapshotHash: text,
  reviewsHash: text,
  exceptionsHash: text,
  signerRole: text,
  signedAt: text,
});

export const EGRESS = object({
  run: listOf({ ...way, requests: integer, bytes: integer }),
  documents: listOf({ ...way, documents: integer, bytes: integer }),
  olderDocuments: integer,
});

export const EXCEPTIONS = object({ exceptions: listOf({ id: text }) });
export const CHUNK = object({ id: text, documentId: text, content: text });
export const SIGNED_TEXT = object(signed);

export const SOURCE_MANIFEST = object({
  origin: text,
  manifestId: text,
  tenantId: text,
  source: text,
  sequence: integer,
  previousHash: textOrNull,
  closedAt: text,
});

export const CHECKPOINT = object({
  statement: object({ ...point, origin: text, tenantId: text, createdAt: text, "counter?": integer }),
  keyId: text,
  signature: text,
});

export const ENVELOPE = object({ payloadType: text, payload: text, signatures: listOf({ keyid: text, sig: text }) });

export const STATEMENT = object({
  subject: listOf({ digest: object({ sha256: text }) }),
  predicate: object({ scores: ["anything"] }),
});

/** Of a certificate of deletion. */
export const DELETION_STATEMENT = object({
  ...{ origin: text, deploymentId: text, erasureId: text, requestedBy: text, requestedAt: text, reasonHash: text },
  finishedAt: text,
  tenant: object({ id: text, name: text, createdAt: text }),
  deleted: object({
    rows: object({ "*": integer }),
    ...{ rowsTotal: integer, files: integer, uploadParts: integer },
    fileKeys: [text],
    documents: object({ count: integer, bytes: integer, sha256: text }),
  }),
  hashes: object({ auditHead: object(point), snapshots: listOf({ runId: text, sha256: text }) }),
  notCovered: object({ backups: listOf({ takenAt: text, manifestHash: text }), other: [text] }),
});

/** The value, which then has the shape. Throws PackageFault that says where it has not. */
export function requireShape<T>(value: unknown, shape: Shape, at: string): T {
  const problem = findMisfit(value, shape, at);
  if (problem) throw new PackageFault(problem);
  return value as T;
}

/** Of an object with these fields and no others. */
export function requireExactly<T>(value: unknown, fields: Readonly<Record<string, Shape>>, at: string): T {
  const fitting = requireShape<object>(value, { fields }, at);
  if (Object.keys(fitting).length !== Object.keys(fields).length)
    throw new PackageFault(`${at} has other fields than the format's`);
  return fitting as T;
}

function findMisfit(value: unknown, shape: Shape, at: string): string | undefined {
  if (typeof shape === "string") return isOf(value, shape) ? undefined : `${at} is not of type ${shape}`;
  if ("orNull" in shape) return value === null ? undefined : findMisfit(value, shape.orNull, at);
  if (!("fields" in shape)) {
    if (!Array.isArray(value)) return `${at} is no list`;
    return findFirst(value.entries(), ([index, each]) => findMisfit(each, shape[0], `${at}[${index}]`));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${at} is no object`;
  const given = new Map(Object.entries(value));
  return findFirst(Object.entries(shape.fields), ([name, inner]) => {
    if (name === "*") return findFirst(given, ([key, each]) => findMisfit(each, inner, `${at}.${key}`));
    const key = name.replace("?", "");
    if (given.has(key)) return findMisfit(given.get(key), inner, `${at}.${key}`);
    return key === name ? `${at} has no ${key}` : undefined;
  });
}

function isOf(value: unknown, type: Extract<Shape, string>): boolean {
  if (type === "anything") return true;
  if (type === "integer") return typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= 2 ** 53;
  return typeof value === (type === "text" ? "string" : type);
}

function findFirst<T>(values: Iterable<T>, find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
