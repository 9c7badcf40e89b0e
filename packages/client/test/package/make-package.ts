import { createHash, type KeyObject, sign } from "node:crypto";
import { canonicalJson } from "@assay/contract";
import { type Random, startRandom } from "./random.ts";

// biome-ignore lint/suspicious/noExplicitAny: a package is changed in every way, also in those that its types forbid
export type Json = any;

/** The files of a package before they are made one, so that a test can change any of them. */
export interface PackageParts {
  readonly snapshot: Json;
  readonly reviews: Json[];
  readonly signOffs: Json[];
  readonly exceptions: Json[];
  readonly chunks: Json[];
  readonly manifests: Json[];
  readonly audit: Json[];
  readonly checkpoint: Json;
  readonly documents: string[][];
  readonly statements: Json[];
  readonly manifest: Json;
  /** Those of which only the digest is checked, and `verify.py`. */
  readonly others: Map<string, string>;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const PAYLOAD_TYPE = "application/vnd.in-toto+json";

const WORDS = [
  "Backups",
  "are",
  "taken",
  "täglich",
  "доступ",
  "审查",
  "نسخة",
  "🔐",
  "weekly",
  "by\tthe\nteam",
  '"quoted"',
];
const TENANT = "01900000-0000-7000-8000-000000000001";
const RUN = "01900000-0000-7000-8000-000000000002";
const time = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const idOf = (kind: number, number: number) =>
  `01900000-0000-7${kind.toString().padStart(3, "0")}-8000-${number.toString(16).padStart(12, "0")}`;

/** A run that was judged, reviewed and signed as chance has it: an honest package, by the description of the format. */
export function makePackageParts(seed: number, key: SigningKey): PackageParts {
  const random = startRandom(seed);
  const sentence = () => Array.from({ length: 3 + random.below(12) }, () => random.pick(WORDS)).join(" ");
  const documents = Array.from({ length: 1 + random.below(4) }, (_, at) => ({
    id: idOf(1, at),
    originalFilename: random.pick(["policy, of backups.txt", "レビュー.pdf", 'a "b".docx']),
    sha256Hash: sha256(`document ${seed} ${at}`),
  }));
  const texts = Array.from({ length: 1 + random.below(6) }, () => `${sentence()}. ${sentence()}. ${sentence()}.`);
  const chunks = texts.map((content, at) => ({
    id: idOf(2, at),
    documentId: random.pick(documents).id,
    content,
    startOffset: random.below(10_000),
  }));
  const hasMeaning = random.chance(2);
  const assessments = Array.from({ length: 1 + random.below(8) }, (_, at) =>
    makeAssessment(random, `${at + 1}.${random.below(9)}`, chunks, hasMeaning),
  );
  const manifests = makeManifests(random, key);
  const count = (status: string) => assessments.filter((each) => each.status === status).length;
  const covered = assessments.filter(() => random.chance(6));
  for (const each of covered) each.flags = [...(each.flags ?? []), "COVERED_BY_EXCEPTION"];
  const exceptions = covered.map(({ requirementId }, at) => ({
    ...{ id: idOf(3, 50 - at), requirementId, kind: "RISK_ACCEPTED", scope: null, reason: sentence() },
    ...{ validFrom: "2025-12-01", validUntil: "2026-06-01", approvedBy: idOf(9, 3) },
  }));
  const snapshot = {
    format: `assay-snapshot/${2 + random.below(5)}`,
    run: {
      ...{ id: RUN, tenantId: TENANT, packId: idOf(4, 1), startedAt: time(100), completedAt: time(200) },
      ...{ totalRequirements: assessments.length, assessedCount: assessments.length },
      ...{ completeCount: count("COMPLETE"), partialCount: count("PARTIAL"), missingCount: count("MISSING") },
      notJudgedCount: assessments.filter(({ flags }) => flags?.includes("NOT_JUDGED")).length,
    },
    configuration: {
      confidenceThresholds: { complete: 0.75, partial: 0.4 },
      similarityThreshold: 0.2,
      ...(random.chance(2) && { evidenceRules: { expired: "CAP", designOnly: "NOTE", weakSupport: "CAP" } }),
      ...(hasMeaning && { meaning: { model: "m", thresholds: { related: 0.3, supports: 0.5, contradicts: 0.5 } } }),
      ...(manifests.length > 0 && { manifests: [pinOf(manifests.at(-1)!)] }),
    },
    requirements: assessments.map(({ requirementId }) => ({ requirementId, title: sentence() })),
    assessments,
    ...(exceptions.length > 0 && { exceptions }),
    tasks: [],
    exports: [],
    documents,
    chunks: chunks.map(({ id, documentId, startOffset, content }) => ({
      ...{ id, documentId, startOffset, endOffset: startOffset + content.length, sha256Hash: sha256(content) },
    })),
    citationDigests: assessments.map(({ requirementId, citations }) => ({
      requirementId,
      sha256: citations.map(({ text }: { text: string }) => sha256(text)),
    })),
  };
  const egress = random.chance(2) ? makeEgress(random) : undefined;
  if (egress) Object.assign(snapshot, { format: "assay-snapshot/7" });
  if (egress) Object.assign(snapshot.configuration, { egress: toDestinations(egress) });
  const reviews = makeReviews(random, assessments, sentence);
  const parts: PackageParts = {
    snapshot,
    reviews,
    signOffs: [],
    exceptions: exceptions.map((each) => ({ ...each, status: "APPROVED", fixedWithRun: true })),
    chunks: chunks.map(({ id, documentId, content }) => ({ id, documentId, content })),
    manifests,
    audit: [],
    checkpoint: {},
    documents: documents.map(({ id, originalFilename, sha256Hash }) => [
      ...[id, originalFilename, sha256Hash, "DESIGN", "", "2027-01-01", "3 of 3 pages", "yes"],
    ]),
    statements: [],
    manifest: {},
    others: new Map([
      ["assessment-plan.json", canonicalJson({ "assessment-plan": { uuid: idOf(5, seed) } })],
      ["assessment-results.json", canonicalJson({ "assessment-results": { results: assessments.length } })],
      ...(egress ? [["egress.json", canonicalJson(egress)] as const] : []),
      ["poam.json", canonicalJson({ "plan-of-action-and-milestones": {} })],
      ["report.html", `<!doctype html><title>${sentence()}</title>`],
      ["verify.html", "<!doctype html>"],
      ["verify.py", "#!/usr/bin/env python3\n"],
    ]),
  };
  addSignOffs(random, parts, key, seed);
  addAudit(random, parts, key);
  addStatements(parts, key);
  addManifest(parts);
  return parts;
}

function makeAssessment(random: Random, requirementId: string, chunks: readonly Json[], hasMeaning: boolean): Json {
  if (random.chance(8))
    return { requirementId, status: "MISSING", confidence: 0, citations: [], flags: ["NOT_JUDGED"], reasoning: "" };
  if (random.chance(12)) return { requirementId, status: "FAILED", confidence: 0, citations: [], reasoning: "" };
  const confidence = random.pick([0, 0.1, 0.35, 0.4, 0.399999, 0.55, 0.75, 0.7499, 0.9, 1, 1e-7, 0.123456789012345]);
  const status = confidence >= 0.75 ? "COMPLETE" : confidence >= 0.4 ? "PARTIAL" : "MISSING";
  const flags = confidence < 0.75 && random.chance(2) ? ["EXPIRED_EVIDENCE"] : ["DESIGN_ONLY"];
  const citations = Array.from({ length: (status === "MISSING" ? 0 : 1) + random.below(3) }, () => {
    const { id, documentId, content } = random.pick(chunks);
    const start = content.indexOf(". ") + 2;
    const text = content.slice(start, start + 5 + random.below(20)).replace(/[\ud800-\udbff]$/, "");
    return { documentId, chunkId: id, text, pageNumber: null };
  });
  const scores = { supports: 0.8, partly: 0.1, contradicts: 0.05, unrelated: 0.05 };
  const notes = citations.map((_, index) => ({ index, meaning: [{ part: null, scores }] }));
  return {
    requirementId,
    status,
    confidence,
    citations,
    reasoning: "r",
    flags,
    ...(hasMeaning && { citationNotes: notes }),
  };
}

function makeEgress(random: Random): Json {
  const ways = (counts: (at: number) => Json) =>
    Array.from({ length: random.below(4) }, (_, at) => ({
      ...{ provider: "gemini", host: `models-${at}.example:443`, bytes: 10 + random.below(9000), ...counts(at) },
      purpose: random.pick(["ASSESSMENT", "EMBEDDING", "MEANING", "PROBE"]),
    }));
  return {
    run: ways(() => ({ requests: 1 + random.below(9) })),
    documents: ways(() => ({ documents: 1 + random.below(3) })),
    olderDocuments: random.below(3),
  };
}

function toDestinations({ run, documents, olderDocuments }: Json): Json {
  const list = (rows: readonly Json[]) =>
    rows
      .filter(({ purpose }) => purpose !== "PROBE")
      .map(({ provider, host, purpose }) => ({ provider, host, purpose }));
  return { run: list(run), documents: list(documents), olderDocuments };
}

function makeManifests(random: Random, key: SigningKey): Json[] {
  let previousHash: string | null = null;
  return Array.from({ length: random.below(4) }, (_, at) => {
    const payload: string = canonicalJson({
      ...{ origin: "assay/source-manifest/v1", manifestId: idOf(6, at), tenantId: TENANT, source: "drive" },
      ...{ sequence: at + 1, previousHash, closedAt: time(10 + at), fileCount: 3 },
    });
    previousHash = sha256(payload);
    return { payload, signature: signUrl(key, payload), keyId: key.kid };
  });
}

function pinOf({ payload }: { payload: string }) {
  const { source, manifestId, closedAt } = JSON.parse(payload);
  return { source, manifestId, closedAt, sha256: sha256(payload) };
}

function makeReviews(random: Random, assessments: readonly Json[], sentence: () => string): Json[] {
  const reviewed = assessments.flatMap((each) => Array.from({ length: random.below(3) }, () => each));
  return reviewed.map(({ requirementId, citations }, at) => {
    const isChanged = random.chance(3);
    const reason = isChanged ? sentence() : null;
    return {
      ...{ id: idOf(7, at), runId: RUN, requirementId, sequence: at + 1, decision: isChanged ? "CHANGED" : "AGREED" },
      ...{ status: isChanged ? "PARTIAL" : null, reasonCode: isChanged ? "OTHER" : null },
      ...{ reason: random.chance(4) ? null : reason, reasonHash: reason === null ? null : sha256(reason) },
      ...{
        redactedAt: null,
        redactedBy: null,
        reviewerId: idOf(9, 1),
        reviewerName: "a@b.test",
        reviewerRole: "MEMBER",
      },
      ...{ openedChunkIds: [], citedCount: citations.length, openedCount: 0, confirmsReviewId: null },
      ...{ rejectedCitations: citations.length > 0 && random.chance(4) ? [0] : [], durationMs: null },
      createdAt: time(300 + at),
    };
  });
}

const SIGNED_FIELDS = [
  ...["requirementId", "sequence", "decision", "status", "reasonCode", "reasonHash", "reviewerId"],
  ...["openedCount", "citedCount", "confirmsReviewId"],
];

function hashOfReviews({ snapshot, reviews }: PackageParts): string {
  const newest = new Map<string, Json>(reviews.map((review) => [review.requirementId, review]));
  const counting = snapshot.assessments.flatMap(({ requirementId }: Json) => newest.get(requirementId) ?? []);
  const signed = counting.map((review: Json) => ({
    ...Object.fromEntries(SIGNED_FIELDS.map((name) => [name, review[name]])),
    ...(review.rejectedCitations.length > 0 && { rejectedCitations: review.rejectedCitations }),
    createdAt: review.createdAt,
  }));
  return sha256(canonicalJson(signed));
}

/** Up to all three roles; now and then one is withdrawn again. */
function addSignOffs(random: Random, parts: PackageParts, key: SigningKey, seed: number): void {
  const { snapshot, signOffs } = parts;
  const roles = ["PREPARED", "REVIEWED", "APPROVED"].slice(0, random.below(4));
  const acts = roles.map((role, at) => ({ act: "SIGNED", role, signer: at + 1, withdraws: [] as string[] }));
  const last = roles.at(-1);
  if (last && random.chance(4))
    acts.push({ act: "WITHDRAWN", role: last, signer: acts.length, withdraws: [idOf(8, acts.length)] });
  const byId = (a: Json, b: Json) => (a.id < b.id ? -1 : 1);
  for (const [at, { act, role, signer, withdraws }] of acts.entries()) {
    const shown = {
      ...{ runId: RUN, sequence: at + 1, act, role, statement: "I have read it.", signerRole: "ADMIN" },
      signerId: idOf(9, signer),
    };
    // Version 1 holds the name, version 2 a salted digest of it, also once it was erased.
    const written = random.pick(["NAMED", "SALTED", "ERASED"]);
    const [name, nameSalt] = [`${signer}@assay.test`, sha256(`salt ${seed} ${signer}`)];
    const named =
      written === "NAMED"
        ? { signerName: name }
        : {
            signerName: written === "SALTED" ? name : `erased-${shown.signerId.slice(-12)}`,
            nameSalt: written === "SALTED" ? nameSalt : null,
          };
    const payload = canonicalJson({
      ...(written === "NAMED" ? named : { version: 2, nameDigest: sha256(`${nameSalt}\n${name}`) }),
      ...{ ...shown, origin: "assay/sign-off/v2", signOffId: idOf(8, at + 1), withdraws, tenantId: TENANT },
      ...{ snapshotHash: sha256(canonicalJson(snapshot)), reviewsHash: hashOfReviews(parts) },
      ...{
        exceptionsHash: sha256(canonicalJson((snapshot.exceptions ?? []).toSorted(byId))),
        signedAt: time(400 + at),
      },
      ...{ assurance: "TOTP", assuredAt: time(399) },
    });
    const isEnded = acts.some((each) => each.withdraws.includes(idOf(8, at + 1)));
    signOffs.push({
      ...{
        ...shown,
        ...named,
        id: idOf(8, at + 1),
        payload,
        signature: signUrl(key, payload),
        keyId: key.kid,
        valid: true,
      },
      ...{ standing: act === "SIGNED" && !isEnded, withdrawnById: isEnded ? idOf(8, acts.length) : null },
      createdAt: time(400 + at),
    });
  }
}

const ACTIONS: Record<string, string> = { SIGNED: "run.signed", WITHDRAWN: "sign_off.withdrawn" };

function addAudit(
  random: Random,
  { snapshot, reviews, signOffs, audit, checkpoint, others }: PackageParts,
  key: SigningKey,
) {
  const snapshotHash = sha256(canonicalJson(snapshot));
  let previousHash = sha256("before");
  let sequence = 1 + random.below(1000);
  const add = (action: string, objectId: string, details: Json) => {
    const entry = {
      ...{ id: idOf(10, sequence), tenantId: TENANT, runId: RUN, action, object_type: "run", object_id: objectId },
      ...{ actor: "system", created_at: time(100 + audit.length), sequence, previousHash },
      ...{ version: details === null ? 1 : 2, details },
    };
    const hash = hashOfEntry(entry);
    audit.push({ ...entry, hash });
    previousHash = hash;
    sequence += 1;
    if (!random.chance(3)) return;
    const other = { sequence, previousHash, hash: sha256(`other ${sequence}`) };
    audit.push(other);
    previousHash = other.hash;
    sequence += 1;
  };
  add("run.created", RUN, random.chance(2) ? null : { requirementCount: snapshot.requirements.length });
  const egress = others.get("egress.json");
  add("run.completed", RUN, egress === undefined ? null : { egressHash: sha256(egress) });
  add("snapshot.captured", idOf(11, 1), { snapshotHash, replayHash: sha256("replay") });
  for (const { id, requirementId } of reviews) add("review.added", id, { requirementId });
  for (const { id, act, payload } of signOffs) add(ACTIONS[act]!, id, { signOffHash: sha256(payload), snapshotHash });
  const last = audit.at(-1);
  const statement = {
    ...{ origin: "assay/audit-checkpoint/v2", tenantId: TENANT, sequence: last.sequence, hash: last.hash },
    ...{ createdAt: time(500), counter: 1 + random.below(9) },
  };
  const signature = sign(null, Buffer.from(canonicalJson(statement)), key.privateKey).toString("base64");
  Object.assign(checkpoint, { statement, keyId: key.kid, signature });
}

/** The links of an audit log of which entries were changed, and the checkpoint of its end. */
export function chainAgain({ audit, checkpoint, manifest }: PackageParts, key: SigningKey): void {
  let previousHash: string = audit[0].previousHash;
  for (const each of audit) {
    each.previousHash = previousHash;
    if (each.id !== undefined) each.hash = hashOfEntry(each);
    previousHash = each.hash;
  }
  checkpoint.statement.hash = previousHash;
  if (manifest.auditHead) manifest.auditHead.hash = previousHash;
  checkpoint.signature = sign(null, Buffer.from(canonicalJson(checkpoint.statement)), key.privateKey).toString(
    "base64",
  );
}

function hashOfEntry({ hash: _, ...entry }: Json): string {
  const { version: __, details: ___, ...first } = entry;
  return sha256(canonicalJson(entry.details === null ? first : entry));
}

/** Of every verdict, after those that are there. */
export function addStatements(parts: PackageParts, key: SigningKey): void {
  for (const [at] of parts.snapshot.assessments.entries()) {
    const payload = canonicalJson(statementOf(parts, at));
    const type = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${Buffer.byteLength(payload)} ${payload}`;
    const sig = sign(null, Buffer.from(type), key.privateKey).toString("base64");
    parts.statements.push({
      ...{ payloadType: PAYLOAD_TYPE, payload: Buffer.from(payload).toString("base64") },
      signatures: [{ keyid: key.kid, sig }],
    });
  }
}

/** What is signed of a verdict. */
export function statementOf({ snapshot, chunks, reviews }: PackageParts, at: number): Json {
  const { requirementId, status, confidence, flags = [], citations, citationNotes = [] } = snapshot.assessments[at];
  const documentOf = (id: string) => snapshot.documents.find((each: Json) => each.id === id)?.sha256Hash ?? "";
  const review = reviews.findLast((each) => each.requirementId === requirementId);
  const cited = citations.map(({ documentId, chunkId, text }: Json) => {
    const content = chunks.find(({ id }) => id === chunkId)?.content ?? "";
    const start = (snapshot.chunks.find(({ id }: Json) => id === chunkId)?.startOffset ?? 0) + content.indexOf(text);
    return { documentSha256: documentOf(documentId), start, end: start + text.length, textSha256: sha256(text) };
  });
  const hashes = [...new Set(cited.map(({ documentSha256 }: Json) => documentSha256))];
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [sha256(canonicalJson(snapshot)), ...hashes].map((sha256, index) => ({
      ...{ name: index === 0 ? "snapshot.json" : "document", digest: { sha256 } },
    })),
    predicateType: "https://assay.example/verdict/v1",
    predicate: {
      ...{ runId: snapshot.run.id, requirementId, status, judged: !flags.includes("NOT_JUDGED"), confidence },
      citations: cited,
      scores: citations.map((_: Json, index: number) => {
        const { scores } = citationNotes[index]?.meaning[0] ?? {};
        return scores ? [scores.supports, scores.partly, scores.contradicts, scores.unrelated] : null;
      }),
      configurationSha256: sha256(canonicalJson(snapshot.configuration)),
      review: review
        ? { decision: review.decision, status: review.status, reviewerId: review.reviewerId, at: review.createdAt }
        : null,
    },
  };
}

function addManifest(parts: PackageParts): void {
  Object.assign(parts.manifest, {
    ...{ origin: "assay/package/v1", release: "0.1.0", asOf: time(500), method: "EXAMINE", files: [], counts: {} },
    run: {},
    ...{ comments: { count: 0 }, leftOut: [], losses: [], notRecorded: ["applicability", "mappings"] },
  });
}

export function signUrl({ privateKey }: SigningKey, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString("base64url");
}
