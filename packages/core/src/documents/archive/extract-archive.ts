import { AssayError, DocumentError, isContainer } from "@assay/contract";
import { documents, type SkippedMember, type Transaction } from "@assay/db";
import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { AuditEvent } from "../../audit/record-audit.ts";
import { enqueue, type Job, type JobRef } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import type { ArchiveMember, ArchiveTree, SourceFile } from "../../ports/text-extractor.ts";
import { systemActor } from "../../tenancy/context.ts";
import { recordAndAnnounce } from "../../webhooks/announce.ts";
import { awaitMembers } from "../awaited/finalise-awaited.ts";
import { tapParts } from "../originals/digest-parts.ts";
import { saveParts } from "../originals/file-parts.ts";
import { lockPlaces } from "../places/lock-places.ts";
import { settleHolds } from "../places/settle-holds.ts";
import { fileKey, finaliseFiles, postponeReclaims } from "../register-upload.ts";
import { readingJob } from "../stages/advance.ts";
import { markFailed } from "../stages/fail-document.ts";
import { type DocumentServices, now, updateDocument } from "../stages/open-document.ts";
import type { DocumentRow } from "../to-document.ts";
import { completeArchive } from "./finalise-member.ts";
import { memberId } from "./member-id.ts";

type NewDocument = typeof documents.$inferInsert;
type FileMember = Extract<ArchiveMember, { kind: "file" }>;

/** A statement takes at most 65,535 parameters. */
const ROWS_PER_INSERT = 500;

/** Files between two looks at the clock. */
const FILES_PER_BATCH = 50;

/** After the last attempt that stored a file. */
const RECLAIM_AFTER_MS = 3_600_000;

/** A member that is to become a document, with the id under which its bytes are stored. */
interface Candidate {
  readonly id: string;
  readonly member: FileMember;
}

/**
 * Walks an archive of any depth, stores its members and registers all of them in one transaction: nothing of an archive is
 * visible before all of it has passed the limits.
 */
export async function extractArchive(
  services: DocumentServices,
  attempt: Attempt,
  archive: DocumentRow,
  file: SourceFile,
): Promise<Outcome> {
  await using tree = await walkArchive(services, attempt, file);
  if (tree.members.length === 0) throw new DocumentError("NO_TEXT", "Cannot find a file in the archive: it is empty");
  if (isAllSkipped(tree)) return { state: "done", write: (tx) => failAllSkipped(tx, attempt, tree) };
  const found = await storeMembers(services, attempt, tree);
  if (!found) return moreToStore;
  return { state: "done", write: (tx) => register(tx, attempt, archive, tree, found) };
}

/**
 * Registers the attachments of a mail, of every depth, as members of it, in one transaction; the next attempt reads the
 * mail's own text. Undefined where it has none, or they are registered: by an earlier attempt, or with the archive or
 * mail that this one came in.
 */
export async function extractAttachments(
  services: DocumentServices,
  attempt: Attempt,
  mail: DocumentRow,
  file: SourceFile,
): Promise<Outcome | undefined> {
  if (mail.memberCount !== null) return undefined;
  await using tree = await walkArchive(services, attempt, file);
  if (tree.members.length === 0) return undefined;
  const found = await storeMembers(services, attempt, tree);
  if (!found) return moreToStore;
  return { state: "more", write: (tx) => register(tx, attempt, mail, tree, found) };
}

const moreToStore: Outcome = { state: "more", write: async () => [] };

function walkArchive({ extractor, settings }: DocumentServices, { signal }: Attempt, file: SourceFile) {
  return extractor.walkArchive(file, { limits: settings.archive, signal });
}

interface StoredMembers {
  readonly candidates: readonly Candidate[];
  /** Ids of those whose bytes are stored; the others were known to the tenant. */
  readonly stored: ReadonlySet<string>;
  /** The digests of the parts of those that this attempt wrote; the daily check takes the others'. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

/**
 * Stores the bytes of the members that the tenant does not have, batch by batch. Undefined where the attempt's time is up
 * and members are left: the next attempt continues behind those that are stored. Jobs delete what is never registered.
 */
async function storeMembers(
  services: DocumentServices,
  attempt: Attempt,
  tree: ArchiveTree,
): Promise<StoredMembers | undefined> {
  const { attemptMs } = services.settings;
  const begunAt = performance.now();
  const candidates = await listCandidates(tree, attempt.job);
  const wanted = await dropDuplicates(attempt, tree, candidates);
  const parts = new Map<string, readonly string[]>();
  for (let at = 0; at < wanted.length; at += FILES_PER_BATCH) {
    if (parts.size > 0 && performance.now() - begunAt >= attemptMs) return undefined;
    for (const each of await storeBatch(services, attempt, wanted.slice(at, at + FILES_PER_BATCH))) parts.set(...each);
  }
  return { candidates, stored: new Set(wanted.map(({ id }) => id)), parts };
}

/** Returns the ids of the files that it wrote, with the digests of their parts: those that an earlier attempt stored are kept. */
async function storeBatch(
  { files, settings }: DocumentServices,
  attempt: Attempt,
  batch: readonly Candidate[],
): Promise<[id: string, parts: string[]][]> {
  const { tenantId } = attempt.job;
  const areNew = await attempt.checkpoint((tx) =>
    announceFiles(
      tx,
      tenantId,
      batch.map(({ id }) => id),
    ),
  );
  const written: [id: string, parts: string[]][] = [];
  for (const { id, member } of batch) {
    attempt.signal.throwIfAborted();
    const key = fileKey({ tenantId, documentId: id });
    const known = areNew ? null : await files.stat(key);
    if (known?.sha256 === member.sha256 && known.sizeBytes === member.sizeBytes) continue;
    if (known) await files.delete(key);
    const { body, end } = tapParts(await member.open(), member.sizeBytes);
    await files.put(key, body, { limitBytes: settings.archive.bytesMax });
    written.push([id, await end()]);
  }
  return written;
}

/** Calls for the deletion of the files unless they are registered in time. Returns whether none was announced before. */
async function announceFiles(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<boolean> {
  const reclaims = ids.map((subjectId) => ({
    tenantId,
    kind: "file" as const,
    subjectId,
    stage: "reclaim",
    delayMs: RECLAIM_AFTER_MS,
  }));
  const added = await enqueue(tx, reclaims);
  if (added.length === ids.length) return true;
  if ((await postponeReclaims(tx, tenantId, ids, RECLAIM_AFTER_MS)) === ids.length) return false;
  throw new AssayError(
    "SERVICE_UNAVAILABLE",
    "Cannot store the archive's files because what an earlier attempt stored is being deleted",
  );
}

function isAllSkipped({ members }: ArchiveTree): boolean {
  return members.length > 0 && members.every(({ kind }) => kind === "skipped");
}

/** The list of what was skipped, and why, stays with the archive. */
async function failAllSkipped(tx: Transaction, { job }: Attempt, tree: ArchiveTree): Promise<readonly JobRef[]> {
  await updateDocument(tx, job, skippedChange(tree));
  return markFailed(tx, job, { code: "NO_TEXT", message: ALL_SKIPPED });
}

const ALL_SKIPPED = "Cannot find a file to read in the archive: all its members were skipped";

function skippedChange({ members }: ArchiveTree) {
  const membersSkipped = members.flatMap((member) =>
    member.kind === "skipped" ? [{ name: member.name, reason: member.reason }] : [],
  );
  return { memberCount: 0, membersPending: 0, membersSkipped };
}

function listCandidates(tree: ArchiveTree, job: Job): Promise<Candidate[]> {
  return Promise.all(
    listFiles(tree).map(async (member, position) => ({ id: await memberId(job.id, position, member.sha256), member })),
  );
}

function listFiles({ members }: ArchiveTree): FileMember[] {
  return members.flatMap((member) => {
    if (member.kind === "skipped") return [];
    return [member, ...(member.archive ? listFiles(member.archive) : [])];
  });
}

// Only spares storing what is known already; the decision falls in the transaction, by the unique index.
async function dropDuplicates(
  attempt: Attempt,
  tree: ArchiveTree,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const known = await attempt.checkpoint((tx) => findKnown(tx, attempt.job.tenantId, candidates));
  const wanted = new Set(listNew(tree, new Set(known.keys())));
  return candidates.filter(({ member }) => wanted.has(member));
}

// Walks as `register` does, so that both take the same one of several equal members.
function listNew(tree: ArchiveTree, known: Set<string>): FileMember[] {
  return tree.members.flatMap((member) => {
    if (member.kind === "skipped" || known.has(member.sha256)) return [];
    known.add(member.sha256);
    return [member, ...(member.archive && !failureOf(member) ? listNew(member.archive, known) : [])];
  });
}

async function findKnown(
  tx: Transaction,
  tenantId: string,
  candidates: readonly Candidate[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let at = 0; at < candidates.length; at += 500) {
    const hashes = candidates.slice(at, at + 500).map(({ member }) => member.sha256);
    const rows = await tx
      .select({ id: documents.id, sha256Hash: documents.sha256Hash })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.sha256Hash, hashes)));
    for (const row of rows) known.set(row.sha256Hash, row.id);
  }
  return known;
}

async function register(
  tx: Transaction,
  { job }: Attempt,
  archive: DocumentRow,
  tree: ArchiveTree,
  { candidates, stored, parts }: StoredMembers,
): Promise<readonly JobRef[]> {
  const isMail = !isContainer(archive.fileType);
  await lockPlaces(tx, archive.tenantId);
  // Locks the parent, so that a deletion waits and then finds the members.
  if (!(await updateDocument(tx, job, isMail ? { memberCount: 0 } : { extractedAt: now }))) return [];
  const known = await findKnown(tx, archive.tenantId, candidates);
  const idOf = new Map(candidates.map(({ id, member }) => [member, id]));
  const events: AuditEvent[] = [];
  const rows: NewDocument[] = [];
  const unread: string[] = [];
  const finalisedArchives: string[] = [];

  const planLevel = (level: ArchiveTree, parentId: string): Level => {
    const skipped: SkippedMember[] = [];
    let count = 0;
    let pending = 0;
    for (const member of level.members) {
      if (member.kind === "skipped") {
        skipped.push({ name: member.name, reason: member.reason });
        continue;
      }
      const id = idOf.get(member)!;
      const knownId = known.get(member.sha256);
      if (knownId === undefined && !stored.has(id))
        throw new AssayError(
          "SERVICE_UNAVAILABLE",
          "Cannot register the archive because a document was deleted meanwhile",
        );
      if (knownId !== undefined) {
        skipped.push({ name: member.name, reason: "DUPLICATE", documentId: knownId, sha256: member.sha256 });
        continue;
      }
      known.set(member.sha256, id);
      count += 1;
      if (!planMember(member, id, parentId)) pending += 1;
    }
    return { skipped, count, pending };
  };

  /** Returns whether the member is READY or FAILED at once. */
  const planMember = (member: FileMember, id: string, parentId: string): boolean => {
    const failure = failureOf(member);
    const row: NewDocument = {
      id,
      tenantId: archive.tenantId,
      originalFilename: member.name,
      fileType: member.fileType,
      sha256Hash: member.sha256,
      sizeBytes: member.sizeBytes,
      parentDocumentId: parentId,
      heldByUpload: false,
      category: archive.category,
      effectiveDate: archive.effectiveDate,
      expiresAt: archive.expiresAt,
      ...failure,
      ...(failure && member.archive && isAllSkipped(member.archive) ? skippedChange(member.archive) : {}),
    };
    rows.push(row);
    events.push({ action: "document.uploaded", objectType: "document", objectId: id });
    if (failure) {
      events.push({ action: "document.failed", objectType: "document", objectId: id });
      return true;
    }
    const inner = member.archive && planLevel(member.archive, id);
    if (!isContainer(member.fileType) || !inner) {
      if (inner) Object.assign(row, mailChange(inner));
      unread.push(id);
      return false;
    }
    Object.assign(row, archiveChange(inner));
    events.push({ action: "document.extracted", objectType: "document", objectId: id });
    if (inner.pending > 0) return false;
    finalisedArchives.push(id);
    return true;
  };

  const level = planLevel(tree, archive.id);
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const batch = rows.slice(at, at + ROWS_PER_INSERT);
    await tx.insert(documents).values(batch);
    await finaliseFiles(
      tx,
      archive.tenantId,
      batch.map(({ id }) => id!),
    );
  }
  for (const { id, tenantId, sha256Hash, sizeBytes } of rows) {
    const digests = parts.get(id!);
    if (digests) await saveParts(tx, { id: id!, tenantId, sha256Hash, sizeBytes }, digests);
  }
  const jobs = await enqueue(
    tx,
    unread.map((id) => readingJob({ tenantId: archive.tenantId, id })),
  );
  for (const id of finalisedArchives)
    events.push(...(await completeArchive(tx, archive, { id, parentDocumentId: null })));
  await updateDocument(tx, job, isMail ? mailChange(level) : archiveChange(level));
  // What it omits as known may have left the evidence: it is back in it.
  const omitted = [level, ...rows.map((row) => ({ skipped: row.membersSkipped ?? [] }))].flatMap(({ skipped }) =>
    skipped.flatMap(({ documentId }) => documentId ?? []),
  );
  if (omitted.length > 0) events.push(...(await settleHolds(tx, archive.tenantId, omitted, "RETIRED")));
  events.push(...(await leaveWith(tx, archive)));
  if (!isMail && level.pending === 0)
    events.push(
      ...(await completeArchive(tx, systemActor(archive.tenantId), {
        id: archive.id,
        parentDocumentId: archive.parentDocumentId,
      })),
    );
  const begun = await awaitMembers(tx, archive, unread);
  if (!isMail) events.unshift({ action: "document.extracted", objectType: "document", objectId: archive.id });
  const announced = await recordAndAnnounce(tx, systemActor(archive.tenantId), ...events);
  return [...jobs, ...begun, ...announced];
}

/** What came out of an archive or mail that has left the evidence meanwhile is none either. Needs `lockPlaces`. */
async function leaveWith(tx: Transaction, { tenantId, id }: DocumentRow): Promise<AuditEvent[]> {
  const [left] = await tx
    .select({ byDocumentId: documents.supersededById })
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, tenantId),
        eq(documents.id, id),
        or(isNotNull(documents.supersededById), isNotNull(documents.retiredAt)),
      ),
    );
  if (!left) return [];
  return settleHolds(tx, tenantId, [id], left.byDocumentId === null ? "RETIRED" : { byDocumentId: left.byDocumentId });
}

interface Level {
  readonly skipped: SkippedMember[];
  readonly count: number;
  readonly pending: number;
}

function archiveChange(level: Level) {
  return {
    status: "EXTRACTED" as const,
    extractedAt: now,
    memberCount: level.count,
    membersPending: level.pending,
    membersSkipped: level.skipped,
  };
}

/** A mail is read by its own text, and waits for no member. */
function mailChange({ count, skipped }: Level) {
  return { memberCount: count, membersSkipped: skipped };
}

function failureOf(member: FileMember) {
  if (member.mismatch)
    return failed("FILE_TYPE_MISMATCH", "Cannot read the file because its bytes are not what its extension names");
  if (!isContainer(member.fileType)) return undefined;
  if (!member.archive) return failed("UNREADABLE_FILE", "Cannot read the inner archive");
  if (member.archive.members.length === 0)
    return failed("NO_TEXT", "Cannot find a file in the inner archive: it is empty");
  if (isAllSkipped(member.archive)) return failed("NO_TEXT", ALL_SKIPPED);
  return undefined;
}

function failed(code: "FILE_TYPE_MISMATCH" | "UNREADABLE_FILE" | "NO_TEXT", message: string) {
  return { status: "FAILED" as const, failureStage: "extract" as const, failureCode: code, failureMessage: message };
}
