import { AssayError, type DamagedResult, type RunDocument } from "@assay/contract";
import { auditEntries, chunks, comments, sourceManifests, type Transaction } from "@assay/db";
import { and, asc, count, eq, inArray, lte, max, min } from "drizzle-orm";
import { checkChain } from "../audit/check-chain.ts";
import { listCheckpointKeys } from "../audit/checkpoint-keys.ts";
import { listResumptions } from "../audit/resumptions.ts";
import { brokenChain } from "../checkpoints/broken-chain.ts";
import { sha256Hex } from "../digest.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { listRunDocuments } from "../runs/list-run-documents.ts";
import { withShownRun } from "../runs/read-runs.ts";
import { findSnapshot, readSnapshot } from "../runs/results/snapshots.ts";
import { type ShownRun, toRun } from "../runs/to-run.ts";
import { findSealedHash, notSealed } from "../sealed/index.ts";
import { showActs } from "../sign-offs/list-sign-offs.ts";
import { findDamagedManifests } from "../sources/compare-manifests.ts";
import type { Context } from "../tenancy/context.ts";
import { ensureCheckpoint, type PackageServices } from "./ensure-checkpoint.ts";
import type {
  LeftOut,
  PackageState,
  PackedAudit,
  PackedChunk,
  PackedChunkRef,
  PackedManifest,
  PackedSnapshot,
} from "./package-state.ts";
import { readChanges } from "./read-changes.ts";
import { readCovering } from "./read-covering.ts";
import { readErrorRate } from "./read-error-rate.ts";
import { readPackedEgress } from "./read-packed-egress.ts";
import { readPackedReviews } from "./read-packed-reviews.ts";
import { readPackedTasks } from "./read-packed-tasks.ts";
import { readPackName, recordedNames } from "./read-recorded-names.ts";
import { readSigners } from "./read-signers.ts";

/** How often it is read again because people wrote meanwhile. */
const TRIES = 5;
const BATCH = 200;
const PAGE = 500;

type State = Omit<PackageState, "originals">;

/**
 * A captured run with what people said of it, all of one moment: between its first and its last statement nothing was
 * recorded of the run. Throws INVALID_STATE for a run whose snapshotStatus is not CAPTURED, INTEGRITY_ERROR where what was sealed
 * or the audit chain is not what it was, SERVICE_UNAVAILABLE while people write faster than it is read.
 */
export async function readPackageState(ctx: Context, services: PackageServices, runId: string): Promise<State> {
  const keys = await listCheckpointKeys(ctx.db, services.signer);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const last = await withShownRun(ctx, runId, (tx, run) => readMark(tx, requireCaptured(run)));
    const checkpoint = await ensureCheckpoint(services, { db: ctx.db, tenantId: ctx.tenantId, keys, last });
    const documents = await readDocuments(ctx, runId);
    const changes = await readChanges(ctx, runId);
    const state = await withShownRun(ctx, runId, (tx, run) =>
      readState(tx, run, { keys, last, checkpoint, documents, changes, release: services.release }),
    );
    if (!state) continue;
    const { firstSequence, head, breaks } = state.audit;
    const from = { sequence: firstSequence - 1, hash: state.previousHash };
    const scope = { db: ctx.db, tenantId: ctx.tenantId };
    const { firstBroken } = await checkChain(scope, { from, end: head, resumptions: breaks });
    if (firstBroken) throw brokenChain(ctx.tenantId, { ...firstBroken, lastGood: null, signedUpTo: head.sequence });
    const { previousHash: _, ...read } = state;
    return read;
  }
  throw new AssayError(
    "SERVICE_UNAVAILABLE",
    `Cannot make a package of run '${runId}' because it was changed ${TRIES} times while it was read: try again`,
    { details: { runId } },
  );
}

function requireCaptured(run: ShownRun): ShownRun {
  if (run.snapshotStatus === "CAPTURED") return run;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot make a package of run '${run.id}' because snapshotStatus must be CAPTURED: it is ${run.snapshotStatus}`,
    { details: { runId: run.id, snapshotStatus: run.snapshotStatus } },
  );
}

/** The number of the last entry that says anything of what a package holds of people. */
async function readMark(tx: Transaction, run: ShownRun): Promise<number> {
  const { exceptionIds } = await readCovering(tx, run);
  const [ofRun] = await tx
    .select({ last: max(auditEntries.sequence) })
    .from(auditEntries)
    .where(and(eq(auditEntries.tenantId, run.tenantId), eq(auditEntries.runId, run.id)));
  if (exceptionIds.length === 0) return ofRun?.last ?? 0;
  const [ofExceptions] = await tx
    .select({ last: max(auditEntries.sequence) })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, run.tenantId),
        eq(auditEntries.objectType, "exception"),
        inArray(auditEntries.objectId, exceptionIds),
      ),
    );
  return Math.max(ofRun?.last ?? 0, ofExceptions?.last ?? 0);
}

interface Known {
  readonly keys: readonly PublicSigningKey[];
  readonly last: number;
  readonly checkpoint: PackageState["checkpoint"];
  readonly documents: readonly (RunDocument | DamagedResult)[];
  readonly changes: PackageState["changes"];
  readonly release: string;
}

async function readState(
  tx: Transaction,
  run: ShownRun,
  { keys, last, checkpoint, documents, changes, release }: Known,
): Promise<(State & { readonly previousHash: string }) | undefined> {
  const { hash: snapshotHash, bytes: snapshotBytes } = await readSealed(tx, run);
  const snapshot: PackedSnapshot = JSON.parse(new TextDecoder().decode(snapshotBytes));
  const audit = await readAuditRange(tx, run, checkpoint, await listResumptions(tx, run.tenantId, keys));
  const reviews = await readPackedReviews(tx, run, snapshot.requirements);
  const { signOffs } = await showActs(tx, run, keys);
  const tasks = await readPackedTasks(tx, run, snapshot, audit.range.head.sequence);
  const acts = signOffs.flatMap((act) => ("damaged" in act ? [] : [act]));
  const names = recordedNames(reviews.sound, acts);
  const nameOf = (id: string | null) => names.get(id ?? "") ?? null;
  const damagedActs = signOffs.flatMap((act) => ("damaged" in act ? [act.id] : []));
  const { covering, damaged } = await readCovering(tx, run, audit.asOf.slice(0, 10));
  const found = await findChunks(tx, run.tenantId, snapshot.chunks);
  const manifests = await readManifests(tx, run, snapshot);
  const egress = await readPackedEgress(tx, run);
  const [written] = await tx
    .select({ value: count() })
    .from(comments)
    .where(and(eq(comments.tenantId, run.tenantId), eq(comments.runId, run.id)));
  const state = {
    release,
    run: { ...toRun(run), startedByName: nameOf(run.startedBy) },
    packName: await readPackName(tx, run, snapshot),
    snapshotHash,
    snapshotBytes,
    snapshot,
    reviews: reviews.sound,
    tasks: tasks.told,
    damaged: {
      reviews: reviews.damaged,
      signOffs: damagedActs,
      exceptions: damaged,
      withheldReviews: reviews.withheld,
      unclear: reviews.unclear,
    },
    signOffs: acts,
    signers: await readSigners(tx, {
      tenantId: run.tenantId,
      ids: acts.map(({ signerId }) => signerId),
      upTo: audit.range.head.sequence,
    }),
    exceptions: covering.map((each) => ({
      ...each,
      ownerName: nameOf(each.ownerId),
      proposedByName: nameOf(each.proposedBy),
      approvedByName: nameOf(each.approvedBy),
      revokedByName: nameOf(each.revokedBy),
    })),
    documents: documents.flatMap((each) => ("damaged" in each ? [] : [each])).sort(byId),
    chunks: found.present,
    manifests: manifests.sound,
    egress: egress === "DAMAGED" ? null : egress,
    comments: written!.value,
    audit: audit.range,
    checkpoint,
    asOf: audit.asOf,
    changes,
    errorRate: await readErrorRate(tx, snapshot.configuration.snapshotRetrievalVersionId),
    previousHash: audit.previousHash,
    leftOut: [
      ...found.leftOut,
      ...reviews.damaged.map((id) => damagedRecord("review", id)),
      ...reviews.withheld.map((id) => ({
        what: `review ${id}`,
        why: "the one after it is damaged: which counts is not known",
      })),
      ...tasks.unknown.map((id) => ({
        what: `task ${id}`,
        why: "the audit log does not say of which requirement it is",
      })),
      ...damagedActs.map((id) => damagedRecord("sign-off", id)),
      ...damaged.map((id) => damagedRecord("exception", id)),
      ...documents.flatMap((each) => ("damaged" in each ? [damagedRecord("document", each.id)] : [])),
      ...manifests.damaged.map((id) => damagedRecord("manifest", id)),
      ...(egress === "DAMAGED" ? [damagedRecord("egress", run.id)] : []),
    ],
  };
  return (await readMark(tx, run)) === last ? state : undefined;
}

const byId = (one: RunDocument, other: RunDocument) => (one.documentId < other.documentId ? -1 : 1);

function damagedRecord(what: string, id: string): LeftOut {
  return { what: `${what} ${id}`, why: "it is stored otherwise than the audit log recorded it, or is gone" };
}

async function readSealed(tx: Transaction, run: ShownRun): Promise<{ hash: string; bytes: Uint8Array }> {
  const hash = await findSealedHash(tx, run);
  const row = await findSnapshot(tx, { tenantId: run.tenantId, runId: run.id });
  if (!row || row.snapshotHash !== hash) throw notSealed(run.id, "its snapshot is missing");
  return { hash, bytes: await readSnapshot(row) };
}

async function readDocuments(ctx: Context, runId: string): Promise<(RunDocument | DamagedResult)[]> {
  const all: (RunDocument | DamagedResult)[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listRunDocuments(ctx, runId, { limit: PAGE, cursor });
    all.push(...page.items);
    if (page.nextCursor === null) return all;
    cursor = page.nextCursor;
  }
}

async function readAuditRange(
  tx: Transaction,
  { tenantId, id }: ShownRun,
  { statement: { sequence, hash } }: PackageState["checkpoint"],
  resumptions: PackedAudit["breaks"],
) {
  const ofTenant = eq(auditEntries.tenantId, tenantId);
  const [of] = await tx
    .select({ first: min(auditEntries.sequence), entries: count() })
    .from(auditEntries)
    .where(and(ofTenant, eq(auditEntries.runId, id), lte(auditEntries.sequence, sequence)));
  const firstSequence = of!.first!;
  const rows = await tx
    .select({
      sequence: auditEntries.sequence,
      previousHash: auditEntries.previousHash,
      createdAt: auditEntries.createdAt,
    })
    .from(auditEntries)
    .where(and(ofTenant, inArray(auditEntries.sequence, [firstSequence, sequence])));
  const at = (wanted: number) => rows.find((row) => row.sequence === wanted);
  const end = at(sequence);
  if (!end) throw brokenChain(tenantId, { sequence, problem: "ENTRIES_LOST", lastGood: null, signedUpTo: sequence });
  const breaks = resumptions.filter(
    ({ statement }) => statement.broken.sequence >= firstSequence && statement.sequence <= sequence,
  );
  return {
    range: { firstSequence, head: { sequence, hash }, entriesOfRun: of!.entries, breaks },
    previousHash: at(firstSequence)!.previousHash,
    asOf: end.createdAt.toISOString(),
  };
}

/** The cited chunks whose text is still the one that was captured. */
async function findChunks(tx: Transaction, tenantId: string, wanted: readonly PackedChunkRef[]) {
  const present: PackedChunkRef[] = [];
  const leftOut: LeftOut[] = [];
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    const found = new Map((await readContents(tx, tenantId, batch)).map(({ id, content }) => [id, content]));
    for (const chunk of batch) {
      const content = found.get(chunk.id);
      if (content === undefined) leftOut.push({ what: `chunk ${chunk.id}`, why: "its document is deleted" });
      else if ((await sha256Hex(content)) === chunk.sha256Hash) present.push(chunk);
      else leftOut.push({ what: `chunk ${chunk.id}`, why: "its text is not the one that was captured" });
    }
  }
  return { present, leftOut };
}

/** Those of the chunks that are still there, in their order. */
export async function readContents(
  tx: Transaction,
  tenantId: string,
  refs: readonly PackedChunkRef[],
): Promise<PackedChunk[]> {
  const ids = refs.map(({ id }) => id);
  const isWanted = and(eq(chunks.tenantId, tenantId), inArray(chunks.id, ids));
  const rows = await tx.select({ id: chunks.id, content: chunks.content }).from(chunks).where(isWanted);
  const contents = new Map(rows.map(({ id, content }) => [id, content]));
  return refs.flatMap(({ id, documentId }) => {
    const content = contents.get(id);
    return content === undefined ? [] : [{ id, documentId, content }];
  });
}

/** Of each source that the run pins, from its first manifest to the pinned one. */
async function readManifests(tx: Transaction, { tenantId }: ShownRun, { configuration }: PackedSnapshot) {
  const sound: PackedManifest[] = [];
  const damaged: string[] = [];
  const pinned = [...(configuration.manifests ?? [])].sort((one, other) => (one.source < other.source ? -1 : 1));
  for (const { source, manifestId } of pinned) {
    const ofSource = and(eq(sourceManifests.tenantId, tenantId), eq(sourceManifests.source, source));
    const [pin] = await tx
      .select({ sequence: sourceManifests.sequence })
      .from(sourceManifests)
      .where(and(ofSource, eq(sourceManifests.id, manifestId)));
    if (!pin) {
      damaged.push(manifestId);
      continue;
    }
    const rows = await tx
      .select()
      .from(sourceManifests)
      .where(and(ofSource, lte(sourceManifests.sequence, pin.sequence)))
      .orderBy(asc(sourceManifests.sequence));
    const wrong = await findDamagedManifests(tx, tenantId, rows);
    damaged.push(...wrong);
    for (const { id, payload, signature, keyId } of rows) if (!wrong.has(id)) sound.push({ payload, signature, keyId });
  }
  return { sound, damaged };
}
