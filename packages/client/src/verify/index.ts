import type { PinnedManifest } from "../generated/types.ts";
import { canonicalJson, sha256Hex } from "./canonical-json.ts";
import { type ManifestProof, proveManifests, type SignedManifest } from "./pinned-manifests.ts";
import type { SignOffKey } from "./signatures.ts";
import { type ChunkText, SNAPSHOT_FORMATS, type Snapshot } from "./snapshot.ts";
import {
  findChunkProblems,
  findCitationProblems,
  findCountProblems,
  findExceptionProblems,
  findManifestProblems,
  findMeaningProblems,
  findQuoteProblems,
  findStatusProblems,
  hasExceptions,
  toTexts,
} from "./snapshot-checks.ts";

export {
  type SignedName,
  type SignOffListOptions,
  type SignOffListVerification,
  type SignOffVerification,
  verifySignOff,
  verifySignOffs,
} from "./sign-offs.ts";
export type { ChunkText, SignedManifest, SignOffKey, Snapshot };

/** The checks of a snapshot, in their order, and what each proves. */
export const SNAPSHOT_CHECKS = {
  hash: "the bytes are those that the service captured",
  canonical: "the bytes are the RFC 8785 form of what they hold",
  counts: "the counts are those of the assessments",
  statuses: "each status follows from confidence and thresholds",
  citations: "each cited text has the digest that was taken of it",
  exceptions: "what is marked as covered has an exception in force",
  meaning: "what the check for meaning did to each quote follows from its scores and thresholds",
  manifests: "each source has one manifest, from before the run's end",
  signed: "each manifest has the hash that the run pins, and a key of the service signed it",
  chain:
    "each manifest follows from the first of its source, and none that was given is newer from before the run's start",
  chunks: "each cited chunk's text has the digest taken of it",
  quotes: "each quote lies in the chunk that it names",
} as const;

export type SnapshotCheckName = keyof typeof SNAPSHOT_CHECKS;

export interface SnapshotCheck {
  readonly check: SnapshotCheckName;
  /** NOT_PROVED where what it needs was not given. */
  readonly result: "PROVED" | "NOT_PROVED" | "FAILED";
  readonly problems: readonly string[];
}

export interface SnapshotVerification {
  /** Whether no check failed. */
  readonly valid: boolean;
  /** The SHA-256 of the bytes. */
  readonly hash: string;
  readonly format: string;
  readonly runId: string;
  /** What the sources had when the run started, by the manifests that it pins. */
  readonly manifests?: readonly PinnedManifest[];
  readonly checks: readonly SnapshotCheck[];
}

export interface VerifyOptions {
  /** The snapshot's hash from elsewhere, such as the audit log. */
  readonly hash?: string | undefined;
  /** The texts of the cited chunks. */
  readonly chunks?: readonly ChunkText[] | undefined;
  /** Of the sources whose manifests the run pins, all up to those. */
  readonly manifests?: readonly SignedManifest[] | undefined;
  /** Those that signed the manifests. */
  readonly keys?: readonly SignOffKey[] | undefined;
}

/**
 * Checks the bytes of a snapshot without the service. Throws TypeError where they are no snapshot, or one of a format
 * that this version does not know.
 */
export async function verifySnapshot(
  bytes: Uint8Array,
  { hash: expected, chunks, manifests: given, keys }: VerifyOptions = {},
): Promise<SnapshotVerification> {
  const hash = await sha256Hex(bytes);
  const snapshot = readSnapshot(bytes);
  const { manifests } = snapshot.configuration;
  const texts = chunks && toTexts(chunks);
  const proof = manifests && given && (await proveManifests(snapshot, given, keys));
  const hashProblems = expected && expected.toLowerCase() !== hash ? [`not ${expected}`] : [];
  const checks: SnapshotCheck[] = [
    toCheck("hash", expected === undefined ? undefined : hashProblems),
    toCheck("canonical", findFormProblems(bytes, snapshot)),
    toCheck("counts", findCountProblems(snapshot)),
    toCheck("statuses", findStatusProblems(snapshot)),
    toCheck("citations", await findCitationProblems(snapshot)),
    ...(hasExceptions(snapshot) ? [toCheck("exceptions", findExceptionProblems(snapshot))] : []),
    ...(snapshot.configuration.meaning ? [toCheck("meaning", findMeaningProblems(snapshot))] : []),
    ...(manifests
      ? [
          toCheck("manifests", findManifestProblems(snapshot)),
          toProof("signed", proof?.signed),
          toProof("chain", proof?.chain),
        ]
      : []),
    toCheck("chunks", texts && (await findChunkProblems(snapshot, texts))),
    toCheck("quotes", texts && findQuoteProblems(snapshot, texts)),
  ];
  const valid = checks.every(({ result }) => result !== "FAILED");
  return { valid, hash, format: snapshot.format, runId: snapshot.run.id, ...(manifests && { manifests }), checks };
}

/** The bytes of the replay that a snapshot means. */
export function cutReplay(bytes: Uint8Array): Uint8Array {
  const { assessments, tasks, exports } = readSnapshot(bytes);
  return new TextEncoder().encode(canonicalJson({ source: "snapshot", data: { assessments, tasks, exports } }));
}

function readSnapshot(bytes: Uint8Array): Snapshot {
  const value = parseJson(bytes) as Partial<Snapshot> | null;
  if (typeof value !== "object" || typeof value?.format !== "string")
    throw new TypeError("Cannot verify the file because it is no snapshot");
  if (!SNAPSHOT_FORMATS.includes(value.format))
    throw new TypeError(`Cannot verify the snapshot because its format is '${value.format}': use a later version`);
  const lists = [value.requirements, value.assessments, value.documents, value.chunks, value.citationDigests];
  if (!value.run || !value.configuration?.confidenceThresholds || !lists.every(Array.isArray))
    throw new TypeError("Cannot verify the snapshot because parts of it are absent");
  return value as Snapshot;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new TypeError("Cannot verify the file because it is not JSON in UTF-8", { cause });
  }
}

function findFormProblems(bytes: Uint8Array, snapshot: Snapshot): string[] {
  const form = new TextEncoder().encode(canonicalJson(snapshot));
  const isEqual = form.length === bytes.length && form.every((byte, at) => byte === bytes[at]);
  return isEqual ? [] : ["the file was written again in another form, or holds a key twice"];
}

/** Without problems it was not looked at. */
function toCheck(check: SnapshotCheckName, problems: readonly string[] | undefined): SnapshotCheck {
  if (!problems) return { check, result: "NOT_PROVED", problems: [] };
  return { check, result: problems.length === 0 ? "PROVED" : "FAILED", problems };
}

/** What is open is named: it was not looked at. */
function toProof(check: SnapshotCheckName, proof: ManifestProof | undefined): SnapshotCheck {
  if (!proof) return toCheck(check, undefined);
  const { problems, open } = proof;
  if (problems.length > 0 || open.length === 0) return toCheck(check, problems);
  return { check, result: "NOT_PROVED", problems: open };
}
