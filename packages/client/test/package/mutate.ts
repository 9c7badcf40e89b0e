import { canonicalJson } from "@assay/contract";
import { type Json, type PackageParts, type SigningKey, sha256, statementOf } from "./make-package.ts";
import { listFiles, packParts, writeFiles } from "./pack.ts";
import type { Random } from "./random.ts";

/** Which file is changed first. */
export const MUTATED_FILES = [
  ...["snapshot.json", "chunks.jsonl", "manifests.jsonl", "reviews.json", "sign-offs.json", "exceptions.json"],
  ...["documents.csv", "statements.jsonl", "audit.jsonl", "checkpoint.txt", "manifest.json", "manifest.sig"],
  ...["assessment-plan.json", "assessment-results.json", "poam.json", "report.html", "verify.html", "verify.py"],
  "egress.json",
] as const;
type MutatedFile = (typeof MUTATED_FILES)[number];

export interface Mutation {
  readonly file: MutatedFile;
  /** Whether manifest, counts and every hash that nobody signed were computed again. */
  readonly isConsistent: boolean;
  /** What was changed, in words. */
  readonly what: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const LISTS: Partial<Record<MutatedFile, keyof PackageParts>> = {
  "chunks.jsonl": "chunks",
  "manifests.jsonl": "manifests",
  "reviews.json": "reviews",
  "sign-offs.json": "signOffs",
  "exceptions.json": "exceptions",
  "documents.csv": "documents",
  "statements.jsonl": "statements",
  "audit.jsonl": "audit",
  "snapshot.json": "snapshot",
  "checkpoint.txt": "checkpoint",
};

/** Changes one thing in one file of a package; undefined where the file has nothing that can be changed so. */
export function mutate(
  random: Random,
  parts: PackageParts,
  key: SigningKey,
  { file, isConsistent }: Pick<Mutation, "file" | "isConsistent">,
): Mutation | undefined {
  return isConsistent ? mutateConsistently(random, parts, key, file) : mutateBytes(random, parts, key, file);
}

/** One byte other, gone, more, or two of them changed over: nothing else is fixed. */
function mutateBytes(random: Random, parts: PackageParts, key: SigningKey, file: MutatedFile): Mutation | undefined {
  const files = packParts(parts, key);
  const before = files.get(file);
  if (!before || before.length === 0) return undefined;
  const at = random.below(before.length);
  const rest = [before.subarray(0, at), before.subarray(at + 1)] as const;
  const way = random.below(4);
  const middle = [[before[at]! ^ (1 << random.below(8))], [], [before[at]!, random.below(256)], [random.below(128)]][
    way
  ]!;
  const after = Uint8Array.from([...rest[0], ...middle, ...rest[1]]);
  if (Buffer.from(before).equals(after)) return undefined;
  return { file, isConsistent: false, what: `byte ${at}, way ${way}`, files: new Map([...files, [file, after]]) };
}

/** What somebody does who has all but the key: changes a value, and computes again what follows from it. */
function mutateConsistently(
  random: Random,
  parts: PackageParts,
  key: SigningKey,
  file: MutatedFile,
): Mutation | undefined {
  const honest = packParts(parts, key);
  if (file !== "manifest.json" && file !== "manifest.sig" && !honest.has(file)) return undefined;
  const changed = structuredClone({ ...parts, others: undefined }) as unknown as PackageParts;
  const copy = { ...changed, others: new Map(parts.others) };
  const what = changeValue(random, copy, file);
  if (what === undefined) return undefined;
  if (file !== "manifest.json" && file !== "manifest.sig") refit(copy, file);
  const files = writeIfPossible(copy);
  if (!files) return undefined;
  const manifest =
    file === "manifest.json" ? changeManifest(random, copy, files) : listOrLeaveCounts(copy, parts, files);
  const all = new Map([...files, ["manifest.json", new TextEncoder().encode(manifest)]]);
  all.set("manifest.sig", file === "manifest.sig" ? changeSignature(random, honest) : honest.get("manifest.sig")!);
  const isSame = [...honest].every(([name, data]) => Buffer.from(all.get(name) ?? []).equals(data));
  return isSame ? undefined : { file, isConsistent: true, what, files: all };
}

function changeValue(random: Random, parts: PackageParts, file: MutatedFile): string | undefined {
  const list = LISTS[file];
  if (list !== undefined) return changeSomewhere(random, parts[list]);
  const text = parts.others.get(file);
  if (text === undefined) return "the manifest";
  if (!file.endsWith(".json")) {
    parts.others.set(file, `${text} `);
    return "a space at its end";
  }
  const value = JSON.parse(text);
  const what = changeSomewhere(random, value);
  parts.others.set(file, canonicalJson(value));
  return what;
}

interface Spot {
  readonly holder: Json;
  readonly key: string | number;
  readonly path: string;
}

/** One value anywhere within: another text, number or answer, one gone from a list, or two of it changed over. */
function changeSomewhere(random: Random, root: Json): string | undefined {
  const spots = [...walk(root, "")];
  if (spots.length === 0) return undefined;
  const { holder, key, path } = random.pick(spots);
  const value = holder[key];
  if (Array.isArray(holder) && random.chance(3)) {
    holder.splice(Number(key), 1);
    return `${path} is gone`;
  }
  if (Array.isArray(holder) && random.chance(3) && holder.length > 1) {
    holder.reverse();
    return `${path}: the list is reversed`;
  }
  holder[key] = otherThan(random, value);
  return `${path} is ${JSON.stringify(holder[key])?.slice(0, 80)}`;
}

function* walk(holder: Json, path: string): Generator<Spot> {
  if (typeof holder !== "object" || holder === null) return;
  for (const key of Object.keys(holder)) {
    const at = `${path}/${key}`;
    yield { holder, key, path: at };
    yield* walk(holder[key], at);
  }
}

const OTHER_TEXTS = ["COMPLETE", "MISSING", "AGREED", "", "2026-01-01T00:01:40.000Z", "it is ready", "é"];

function otherThan(random: Random, value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return random.pick([value + 1, 0, 1, value / 2, -value - 1, 0.75]);
  if (typeof value === "string" && random.chance(2)) return random.pick(OTHER_TEXTS);
  if (typeof value === "string") return `${[...value].slice(1).join("")}${random.pick(["a", "0", "Z"])}`;
  return random.pick([null, [], {}, "text", 1]);
}

/** Every hash that nobody signed, from the snapshot's digests to the chain of the audit log. */
function refit(parts: PackageParts, file: MutatedFile): void {
  const attempt = (act: () => void) => {
    try {
      act();
    } catch {
      // A value of another type is in its place: what follows from it cannot be computed.
    }
  };
  const { snapshot } = parts;
  if (file === "snapshot.json" || file === "chunks.jsonl") attempt(() => refitSnapshot(parts, file));
  if (file !== "statements.jsonl") attempt(() => refitStatements(parts));
  if (file !== "audit.jsonl" || parts.audit.length > 0)
    attempt(() => refitAudit(parts, sha256(canonicalJson(snapshot))));
  const last = parts.audit.at(-1);
  if (file !== "checkpoint.txt" && last)
    attempt(() => Object.assign(parts.checkpoint.statement, { sequence: last.sequence, hash: last.hash }));
}

function refitSnapshot({ snapshot, chunks }: PackageParts, file: MutatedFile): void {
  const { assessments, run } = snapshot;
  const count = (status: string) => assessments.filter((each: Json) => each.status === status).length;
  if (file === "chunks.jsonl")
    for (const { id, content } of chunks) {
      const chunk = snapshot.chunks.find((each: Json) => each.id === id);
      if (chunk) Object.assign(chunk, { sha256Hash: sha256(content), endOffset: chunk.startOffset + content.length });
    }
  Object.assign(run, {
    ...{ totalRequirements: snapshot.requirements.length, assessedCount: assessments.length },
    ...{ completeCount: count("COMPLETE"), partialCount: count("PARTIAL"), missingCount: count("MISSING") },
    notJudgedCount: assessments.filter(({ flags = [] }: Json) => flags.includes("NOT_JUDGED")).length,
  });
  snapshot.citationDigests = assessments.map(({ requirementId, citations }: Json) => ({
    requirementId,
    sha256: citations.map(({ text }: Json) => sha256(text)),
  }));
}

function refitStatements(parts: PackageParts): void {
  for (const [at, envelope] of parts.statements.entries())
    envelope.payload = Buffer.from(canonicalJson(statementOf(parts, at))).toString("base64");
}

const ACTS = ["run.signed", "sign_off.declined", "sign_off.withdrawn"];

function refitAudit({ audit, signOffs, others }: PackageParts, snapshotHash: string): void {
  let previous: Json;
  for (const entry of audit) {
    if (previous) Object.assign(entry, { sequence: previous.sequence + 1, previousHash: previous.hash });
    if (entry.action === "snapshot.captured") entry.details.snapshotHash = snapshotHash;
    const egress = others.get("egress.json");
    if (entry.action === "run.completed" && egress !== undefined) entry.details.egressHash = sha256(egress);
    const act = ACTS.includes(entry.action) && signOffs.find(({ id }) => id === entry.object_id);
    if (act) entry.details.signOffHash = sha256(act.payload);
    if (entry.id) {
      const { hash: _, ...hashed } = entry;
      const { version, details, ...first } = hashed;
      entry.hash = sha256(canonicalJson(version === 1 && details === null ? first : hashed));
    }
    previous = entry;
  }
}

/** Undefined where a number that follows from a changed value is none: it has no form in JSON. */
function writeIfPossible(parts: PackageParts): Map<string, Uint8Array> | undefined {
  try {
    return writeFiles(parts);
  } catch {
    return undefined;
  }
}

/** Where a list is no list any more the counts stay as they were. */
function listOrLeaveCounts(
  changed: PackageParts,
  honest: PackageParts,
  files: ReadonlyMap<string, Uint8Array>,
): string {
  try {
    return listFiles(changed, files);
  } catch {
    return listFiles(honest, files);
  }
}

/** Something in the manifest itself, its list of files among it. */
function changeManifest(random: Random, parts: PackageParts, files: ReadonlyMap<string, Uint8Array>): string {
  const manifest = JSON.parse(listFiles(parts, files));
  changeSomewhere(random, manifest);
  return canonicalJson(manifest);
}

function changeSignature(random: Random, honest: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const signed = JSON.parse(new TextDecoder().decode(honest.get("manifest.sig")));
  changeSomewhere(random, signed);
  return new TextEncoder().encode(canonicalJson(signed));
}
