import type { DocumentError } from "@assay/contract";
import {
  chunks,
  documents,
  type FlaggedRange,
  retrievals,
  runDocuments,
  runRequirements,
  segments,
  type Transaction,
} from "@assay/db";
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import { failStored, storedFileFailure } from "../documents/file-stages.ts";
import { fileKey } from "../documents/register-upload.ts";
import { enqueue, type Job } from "../jobs/job.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import {
  beginStep,
  completeStep,
  loadWithOpenRun,
  lockOpenRun,
  type RunServices,
  recordRunAudit,
  touchRun,
} from "./run-stage.ts";
import type { RunRow } from "./to-run.ts";

const BATCH = 50;
const FILES_AT_A_TIME = 8;

interface Passage {
  runRequirementId: string;
  rank: number;
  chunkId: string;
  documentId: string;
  chunk: { content: string; startOffset: number; flaggedRanges: FlaggedRange[]; segmentIndex: number } | null;
  document: { status: string; sizeBytes: number; sha256Hash: string } | null;
}

/** Checks what was retrieved for a batch of requirements; progress is the requirements not yet verified. */
export async function verify({ files }: RunServices, attempt: Attempt): Promise<Outcome> {
  const open = await loadWithOpenRun(attempt, (tx) => loadBatch(tx, attempt.job));
  if (!open) return { state: "done", write: async () => [] };
  const { run, batch, passages, texts } = open;
  if (batch.length === 0) return { state: "done", write: (tx) => finish(tx, run) };
  const broken = await findBrokenFiles(files, run, passages);
  const excluded = passages.flatMap((passage) => {
    const reason = exclusionOf(passage, broken, texts);
    return reason ? [{ passage, reason }] : [];
  });
  return {
    state: "more",
    async write(tx) {
      if (!(await lockOpenRun(tx, run))) return;
      const events = await excludeDocuments(tx, run, broken);
      for (const [reason, ofReason] of Map.groupBy(excluded, (each) => each.reason))
        await excludePassages(
          tx,
          run,
          reason,
          ofReason.map(({ passage }) => passage),
        );
      await tx
        .update(runRequirements)
        .set({ verifiedAt: sql`now()` })
        .where(and(eq(runRequirements.tenantId, run.tenantId), inArray(runRequirements.id, batch)));
      await touchRun(tx, run);
      if (events.length > 0) await recordRunAudit(tx, run, ...events);
    },
  };
}

type Texts = ReadonlyMap<string, { text: string; startOffset: number }>;

async function loadBatch(tx: Transaction, job: Job) {
  const batch = await listUnverified(tx, job);
  const passages = batch.length === 0 ? [] : await listPassages(tx, job, batch);
  return { batch, passages, texts: await loadSegmentTexts(tx, job, passages) };
}

async function listUnverified(tx: Transaction, job: Job): Promise<string[]> {
  const rows = await tx
    .select({ id: runRequirements.id })
    .from(runRequirements)
    .where(
      and(
        eq(runRequirements.tenantId, job.tenantId),
        eq(runRequirements.runId, job.subjectId),
        isNull(runRequirements.verifiedAt),
      ),
    )
    .orderBy(asc(runRequirements.position))
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

async function listPassages(tx: Transaction, job: Job, batch: string[]): Promise<Passage[]> {
  return tx
    .select({
      runRequirementId: retrievals.runRequirementId,
      rank: retrievals.rank,
      chunkId: retrievals.chunkId,
      documentId: retrievals.documentId,
      chunk: {
        content: chunks.content,
        startOffset: chunks.startOffset,
        flaggedRanges: chunks.flaggedRanges,
        segmentIndex: chunks.segmentIndex,
      },
      document: { status: documents.status, sizeBytes: documents.sizeBytes, sha256Hash: documents.sha256Hash },
    })
    .from(retrievals)
    .leftJoin(chunks, and(eq(chunks.tenantId, retrievals.tenantId), eq(chunks.id, retrievals.chunkId)))
    .leftJoin(documents, and(eq(documents.tenantId, retrievals.tenantId), eq(documents.id, retrievals.documentId)))
    .where(and(eq(retrievals.tenantId, job.tenantId), inArray(retrievals.runRequirementId, batch)));
}

async function findBrokenFiles(
  files: RunServices["files"],
  run: RunRow,
  passages: readonly Passage[],
): Promise<Map<string, DocumentError>> {
  const broken = new Map<string, DocumentError>();
  const distinct = [...new Map(passages.map((passage) => [passage.documentId, passage.document]))];
  const check = async ([documentId, document]: (typeof distinct)[number]) => {
    if (!document) return;
    const failure = storedFileFailure(document, await files.stat(fileKey({ tenantId: run.tenantId, documentId })));
    if (failure) broken.set(documentId, failure);
  };
  for (let at = 0; at < distinct.length; at += FILES_AT_A_TIME)
    await Promise.all(distinct.slice(at, at + FILES_AT_A_TIME).map(check));
  return broken;
}

async function loadSegmentTexts(tx: Transaction, job: Job, passages: readonly Passage[]): Promise<Texts> {
  const wanted = new Map(
    passages.flatMap(({ documentId, chunk }) =>
      chunk ? [[`${documentId}/${chunk.segmentIndex}`, sql`(${documentId}::uuid, ${chunk.segmentIndex}::int)`]] : [],
    ) as [string, SQL][],
  );
  if (wanted.size === 0) return new Map();
  const places = sql.join([...wanted.values()], sql`, `);
  const rows = await tx
    .select({
      documentId: segments.documentId,
      index: segments.segmentIndex,
      text: segments.text,
      startOffset: segments.startOffset,
    })
    .from(segments)
    .where(
      and(eq(segments.tenantId, job.tenantId), sql`(${segments.documentId}, ${segments.segmentIndex}) in (${places})`),
    );
  return new Map(rows.map(({ documentId, index, ...row }) => [`${documentId}/${index}`, row]));
}

function exclusionOf(
  { documentId, document, chunk }: Passage,
  broken: ReadonlyMap<string, DocumentError>,
  texts: Texts,
): string | undefined {
  if (!document || !chunk) return "DELETED";
  if (broken.has(documentId)) return broken.get(documentId)!.code;
  if (document.status !== "READY") return "NOT_READY";
  const segment = texts.get(`${documentId}/${chunk.segmentIndex}`);
  const from = chunk.startOffset - (segment?.startOffset ?? 0);
  if (segment?.text.slice(from, from + chunk.content.length) !== chunk.content) return "TEXT_MISMATCH";
  return undefined;
}

async function excludePassages(
  tx: Transaction,
  { tenantId }: RunRow,
  reason: string,
  passages: readonly Passage[],
): Promise<void> {
  const places = sql.join(
    passages.map(({ runRequirementId, rank }) => sql`(${runRequirementId}::uuid, ${rank}::int)`),
    sql`, `,
  );
  await tx
    .update(retrievals)
    .set({ excludedReason: reason })
    .where(
      and(eq(retrievals.tenantId, tenantId), sql`(${retrievals.runRequirementId}, ${retrievals.rank}) in (${places})`),
    );
}

async function excludeDocuments(
  tx: Transaction,
  run: RunRow,
  broken: ReadonlyMap<string, DocumentError>,
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const [documentId, failure] of broken) {
    await tx
      .update(runDocuments)
      .set({ excludedReason: failure.code })
      .where(
        and(
          eq(runDocuments.tenantId, run.tenantId),
          eq(runDocuments.runId, run.id),
          eq(runDocuments.documentId, documentId),
        ),
      );
    events.push(...(await failStored(tx, { id: documentId, tenantId: run.tenantId }, failure)));
  }
  return events;
}

async function finish(tx: Transaction, run: RunRow) {
  if (!(await lockOpenRun(tx, run))) return;
  const { rows } = (await tx.execute(sql`
    select count(*)::int as passages, count(*) filter (where r.excluded_reason is not null)::int as excluded,
      count(*) filter (where jsonb_array_length(c.flagged_ranges) > 0)::int as flagged
    from retrievals r join run_requirements rr on rr.tenant_id = r.tenant_id and rr.id = r.run_requirement_id
    left join chunks c on c.tenant_id = r.tenant_id and c.id = r.chunk_id
    where rr.tenant_id = ${run.tenantId} and rr.run_id = ${run.id}`)) as unknown as {
    rows: { passages: number; excluded: number; flagged: number }[];
  };
  const outside = await tx
    .select({ documentId: runDocuments.documentId })
    .from(runDocuments)
    .where(
      and(
        eq(runDocuments.tenantId, run.tenantId),
        eq(runDocuments.runId, run.id),
        sql`${runDocuments.excludedReason} is not null`,
      ),
    );
  const { passages, excluded, flagged } = rows[0]!;
  const event = await completeStep(tx, run, "VERIFICATION", {
    passageCount: passages,
    excludedPassageCount: excluded,
    flaggedPassageCount: flagged,
    excludedDocumentIds: outside.map(({ documentId }) => documentId),
  });
  await beginStep(tx, run, "ASSESSMENT", {
    requirementCount: run.totalRequirements,
    passageCount: passages - excluded,
  });
  const items = await tx
    .select({ id: runRequirements.id })
    .from(runRequirements)
    .where(and(eq(runRequirements.tenantId, run.tenantId), eq(runRequirements.runId, run.id)))
    .orderBy(asc(runRequirements.position));
  const next = await enqueue(
    tx,
    items.map(({ id }) => ({
      tenantId: run.tenantId,
      kind: "assessment" as const,
      subjectId: id,
      runId: run.id,
      stage: "ASSESSMENT",
    })),
  );
  await recordRunAudit(tx, run, event);
  return next;
}
