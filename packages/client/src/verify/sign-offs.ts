import type { FixedException, Review, SignOff, SignOffPayload, SignOffRole } from "../generated/types.ts";
import { canonicalJson, sha256Hex } from "./canonical-json.ts";
import { findTurnProblems, type Standing } from "./sign-off-turns.ts";
import { findSignatureProblems, type SignOffKey } from "./signatures.ts";

export interface SignOffVerification {
  /** Whether there is no problem. */
  readonly valid: boolean;
  /** What was signed; null where it cannot be read. */
  readonly payload: SignOffPayload | null;
  readonly problems: readonly string[];
}

export interface SignOffListVerification {
  /** Whether neither an act nor the list has a problem. */
  readonly valid: boolean;
  /** The last role whose signature is; null where none does. */
  readonly signedAs: SignOffRole | null;
  readonly runId: string | null;
  /** Of the snapshot that the first act is of. */
  readonly snapshotHash: string | null;
  /** In the order of the list. */
  readonly acts: readonly SignOffVerification[];
}

export interface SignOffListOptions {
  /** The hash of the snapshot that the signatures must be of. */
  readonly snapshotHash?: string | undefined;
  /** Those of that snapshot, `[]` where it has none. Omitted: not compared. */
  readonly exceptions?: readonly FixedException[] | undefined;
  /** All reviews of the run, with its requirements in pack order. Omitted: not compared. */
  readonly reviews?: readonly Review[] | undefined;
  readonly requirementIds?: readonly string[] | undefined;
  /** Acts are known to be absent: whose turn it was and what is active is not compared. */
  readonly isPartial?: boolean | undefined;
}

interface JudgedAct {
  readonly payload: SignOffPayload | null;
  readonly problems: string[];
}

const ORIGINS: readonly string[] = ["assay/sign-off/v1", "assay/sign-off/v2"];

/** Checks one act of a sign-off by itself, without the service: form, fields and signature. */
export async function verifySignOff(signOff: SignOff, keys: readonly SignOffKey[]): Promise<SignOffVerification> {
  const payload = readPayload(signOff.payload);
  const problems =
    typeof payload === "string"
      ? [payload]
      : [...findFieldProblems(signOff, payload), ...(await findSignatureProblems(signOff, keys))];
  return { valid: problems.length === 0, payload: typeof payload === "string" ? null : payload, problems };
}

/**
 * Checks all acts of a run's sign-off without the service: each by itself, and that they are one run's and one snapshot's,
 * without a gap, each role in its turn and by the right person. What was cut off at the end of the list cannot be seen.
 */
export async function verifySignOffs(
  signOffs: readonly SignOff[],
  keys: readonly SignOffKey[],
  { snapshotHash: expected, exceptions, reviews, requirementIds = [], isPartial }: SignOffListOptions = {},
): Promise<SignOffListVerification> {
  const first = signOffs[0] && readPayload(signOffs[0].payload);
  const { runId, tenantId, snapshotHash } = typeof first === "object" ? first : ({} as Partial<SignOffPayload>);
  const exceptionsHash = exceptions && (await hashExceptions(exceptions));
  const reviewsHash = reviews && (await hashReviews(reviews, requirementIds));
  const standing: Standing = new Map();
  const ended = new Map<string, string>();
  const acts: JudgedAct[] = [];
  for (const [at, signOff] of signOffs.entries()) {
    const { payload, problems: own } = await verifySignOff(signOff, keys);
    const problems = [...own];
    if (payload) {
      if (!isPartial && payload.sequence !== at + 1)
        problems.push(`it has the number ${payload.sequence} at place ${at + 1}`);
      if (payload.runId !== runId || payload.tenantId !== tenantId) problems.push("it is of another run");
      if (payload.snapshotHash !== (expected?.toLowerCase() ?? snapshotHash))
        problems.push(`it signs the snapshot ${payload.snapshotHash}`);
      if (exceptionsHash && payload.exceptionsHash !== exceptionsHash)
        problems.push("it signs other exceptions than those of the snapshot");
      if (!isPartial) problems.push(...findTurnProblems(standing, payload));
      for (const id of payload.withdraws) ended.set(id, payload.signOffId);
    }
    acts.push({ payload, problems });
  }
  // An act that a later one has ended was signed over other reviews, where these were opened again.
  for (const { payload, problems } of acts)
    if (reviewsHash && payload?.act === "SIGNED" && !ended.has(payload.signOffId))
      if (payload.reviewsHash !== reviewsHash) problems.push("it signs other reviews than those of the list");
  const judged = acts.map((act, at) => withStateProblems(act, signOffs[at]!, isPartial ? undefined : ended));
  return {
    valid: judged.every(({ valid }) => valid),
    signedAs: [...standing.keys()].at(-1) ?? null,
    runId: runId ?? null,
    snapshotHash: snapshotHash ?? null,
    acts: judged,
  };
}

/** As the service hashes the exceptions of a run: by their ids. */
function hashExceptions(exceptions: readonly FixedException[]): Promise<string> {
  return sha256Hex(canonicalJson(exceptions.toSorted((a, b) => (a.id < b.id ? -1 : 1))));
}

/** As the service hashes the reviews that count: the newest of each requirement, in pack order. */
function hashReviews(reviews: readonly Review[], requirementIds: readonly string[]): Promise<string> {
  const counting = new Map<string, Review>();
  for (const review of reviews.toSorted((a, b) => a.sequence - b.sequence)) counting.set(review.requirementId, review);
  return sha256Hex(canonicalJson(requirementIds.flatMap((id) => counting.get(id) ?? []).map(toSigned)));
}

/** Of a reason only its digest, so that its redaction changes nothing. */
function toSigned(review: Review) {
  const { requirementId, sequence, decision, status, reasonCode, reasonHash, reviewerId } = review;
  const { openedCount, citedCount, confirmsReviewId, rejectedCitations, createdAt } = review;
  return {
    ...{ requirementId, sequence, decision, status, reasonCode, reasonHash, reviewerId },
    ...{ openedCount, citedCount, confirmsReviewId },
    ...(rejectedCitations.length > 0 && { rejectedCitations }),
    createdAt,
  };
}

/** The payload, or why there is none. */
function readPayload(text: string): SignOffPayload | string {
  try {
    const value = JSON.parse(text) as Partial<SignOffPayload> | null;
    if (!value || !ORIGINS.includes(value.origin ?? ""))
      return `its payload is none of ${ORIGINS.join(", ")}: a later version may know it`;
    if (canonicalJson(value) !== text) return "its payload is not in canonical form";
    const { withdraws, snapshotHash, statement } = value;
    if (!Array.isArray(withdraws) || typeof snapshotHash !== "string" || typeof statement !== "string")
      return "parts of its payload are absent";
    return value as SignOffPayload;
  } catch {
    return "its payload cannot be read";
  }
}

/** What is shown next to the payload must say what was signed. */
function findFieldProblems(signOff: SignOff, payload: SignOffPayload): string[] {
  const { signOffId, signedAt } = payload;
  const { runId, sequence, act, role, statement, signerId, signerName, signerRole } = payload;
  const signed = { id: signOffId, createdAt: signedAt, runId, sequence, act, role, statement };
  return Object.entries({ ...signed, signerId, signerName, signerRole })
    .filter(([name, value]) => signOff[name as keyof SignOff] !== value)
    .map(([name]) => `${name} is not what was signed`);
}

/** Whether a signature is is shown next to it, and follows from the later acts. */
function withStateProblems(
  { payload, problems }: JudgedAct,
  { id, standing, withdrawnById }: SignOff,
  ended: ReadonlyMap<string, string> | undefined,
): SignOffVerification {
  const endedBy = ended?.get(id) ?? null;
  const stands = payload?.act === "SIGNED" && endedBy === null;
  const all =
    !ended || (withdrawnById === endedBy && standing === stands)
      ? problems
      : [...problems, "whether it stands is not what the later acts say"];
  return { valid: all.length === 0, payload, problems: all };
}
