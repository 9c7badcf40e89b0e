import type { FixedException, Review, SignOff, SignOffPayload, SignOffRole } from "../generated/types.ts";
import { canonicalJson, sha256Hex } from "./canonical-json.ts";
import { findTurnProblems, type Standing } from "./sign-off-turns.ts";
import { findSignatureProblems, type SignOffKey } from "./signatures.ts";

export interface SignOffVerification {
  /** Whether there is no problem. */
  readonly valid: boolean;
  /** What was signed; null where it cannot be read. */
  readonly payload: SignOffPayload | null;
  /** What the signer is called next to it. */
  readonly signerName: string;
  /** Whether that is the name that was signed; ERASED: nobody can tell by now, and the signature still holds. */
  readonly name: SignedName;
  readonly problems: readonly string[];
}

/** SIGNED: in the payload itself, as in version 1. PROVED: by the salted digest in the payload. */
export type SignedName = "SIGNED" | "PROVED" | "ERASED" | "UNKNOWN";

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
  readonly signerName: string;
  readonly name: SignedName;
  readonly problems: string[];
}

const ORIGINS: readonly string[] = ["assay/sign-off/v1", "assay/sign-off/v2"];

/** Checks one act of a sign-off by itself, without the service: form, fields and signature. */
export async function verifySignOff(signOff: SignOff, keys: readonly SignOffKey[]): Promise<SignOffVerification> {
  const payload = readPayload(signOff.payload);
  const { signerName } = signOff;
  if (typeof payload === "string")
    return { valid: false, payload: null, signerName, name: "UNKNOWN", problems: [payload] };
  const name = await checkName(signOff, payload);
  const problems = [
    ...findFieldProblems(signOff, payload),
    ...(name === "UNKNOWN" ? ["signerName is not what was signed"] : []),
    ...(await findSignatureProblems(signOff, keys)),
  ];
  return { valid: problems.length === 0, payload, signerName, name, problems };
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
    const { payload, signerName, name, problems: own } = await verifySignOff(signOff, keys);
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
    acts.push({ payload, signerName, name, problems });
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
    const { withdraws, snapshotHash, statement, version, signerName, nameDigest } = value;
    if (version !== undefined && version !== 2)
      return "its payload is of none of the versions 1 and 2: a later release may know it";
    if (!Array.isArray(withdraws) || typeof snapshotHash !== "string" || typeof statement !== "string")
      return "parts of its payload are absent";
    // One of the two, by the version: a name next to its digest would outlive its erasure.
    if (
      typeof (version === 2 ? nameDigest : signerName) !== "string" ||
      (version === 2 ? signerName : nameDigest) !== undefined
    )
      return "its payload has not the name or the digest of its version";
    return value as SignOffPayload;
  } catch {
    return "its payload cannot be read";
  }
}

/** What is shown next to the payload must say what was signed. */
function findFieldProblems(signOff: SignOff, payload: SignOffPayload): string[] {
  const { signOffId, signedAt } = payload;
  const { runId, sequence, act, role, statement, signerId, signerRole } = payload;
  const signed = { id: signOffId, createdAt: signedAt, runId, sequence, act, role, statement };
  return Object.entries({ ...signed, signerId, signerRole })
    .filter(([name, value]) => signOff[name as keyof SignOff] !== value)
    .map(([name]) => `${name} is not what was signed`);
}

/** Of the name that is shown next to the payload. */
async function checkName({ signerName, nameSalt }: SignOff, payload: SignOffPayload): Promise<SignedName> {
  const { version, signerId, nameDigest } = payload;
  if (version !== 2) return signerName === payload.signerName ? "SIGNED" : "UNKNOWN";
  // Without its salt no name can be checked: then none may be shown, but the token that it becomes.
  if (typeof nameSalt !== "string") return signerName === `erased-${signerId.slice(-12)}` ? "ERASED" : "UNKNOWN";
  return (await sha256Hex(`${nameSalt}\n${signerName}`)) === nameDigest ? "PROVED" : "UNKNOWN";
}

/** Whether a signature is is shown next to it, and follows from the later acts. */
function withStateProblems(
  { payload, signerName, name, problems }: JudgedAct,
  { id, standing, withdrawnById }: SignOff,
  ended: ReadonlyMap<string, string> | undefined,
): SignOffVerification {
  const endedBy = ended?.get(id) ?? null;
  const stands = payload?.act === "SIGNED" && endedBy === null;
  const all =
    !ended || (withdrawnById === endedBy && standing === stands)
      ? problems
      : [...problems, "whether it stands is not what the later acts say"];
  return { valid: all.length === 0, payload, signerName, name, problems: all };
}
