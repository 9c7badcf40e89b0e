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
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import { failStored, storedFileFailure } from "../documents/file-stages.ts";
import { fileKey } from "../documents/register-upload.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { enqueue } from "../work/work-item.ts";
import {
  beginStep,
  completeStep,
  loadOpenRun,
  lockOpenRun,
  type RunServices,
  recordRunAudit,
  touchRun,
} from "./run-stage.ts";
import type { RunRow } from "./to-run.ts";

const BATCH = 50;

interface Passage {
  runRequirementId: string;
  rank: number;
  chunkId: string;
  documentId: string;
  chunk: { content: string; startOffset: number; flaggedRanges: FlaggedRange[]; segmentIndex: number } | null;
  document: { status: string; sizeBytes: number; sha256Hash: string } | null;
}

/** Checks what was retrieved for a batch of requirements; progress is the requirements not yet verified. */
export async function verify({ files }: RunServices, work: StageWork): Promise<Outcome> {
  const open = await loadOpenRun(work);
  if (!open) return { state: "done", write: async () => [] };
  const { run } = open;
  const batch = await listUnverified(work);
  if (batch.length === 0) return { state: "done", write: (tx) => finish(tx, run) };
  const passages = await listPassages(work, batch);
  const broken = await findBrokenFiles(files, run, passages);
  const texts = await loadSegmentTexts(work, passages);
  const excluded = passages.flatMap((passage) => {
    const reason = exclusionOf(passage, broken, texts);
    return reason ? [{ passage, reason }] : [];
  });
  return {
    state: "more",
    async write(tx) {
      if (!(await lockOpenRun(tx, run))) return;
      const events = await excludeDocuments(tx, run, broken);
      for (const { passage, reason } of excluded)
        await tx
          .update(retrievals)
          .set({ excludedReason: reason })
          .where(and(eq(retrievals.runRequirementId, passage.runRequirementId), eq(retrievals.rank, passage.rank)));
      await tx
        .update(runRequirements)
        .set({ verifiedAt: sql`now()` })
        .where(and(eq(runRequirements.tenantId, run.tenantId), inArray(runRequirements.id, batch)));
      await touchRun(tx, run);
      if (events.length > 0) await recordRunAudit(tx, run, ...events);
    },
  };
}

async function listUnverified({ db, item }: StageWork): Promise<string[]> {
  const rows = await inTenant({ db, tenantId: item.tenantId }, (tx) =>
    tx
      .select({ id: runRequirements.id })
      .from(runRequirements)
      .where(
        and(
          eq(runRequirements.tenantId, item.tenantId),
          eq(runRequirements.runId, item.subjectId),
          isNull(runRequirements.verifiedAt),
        ),
      )
      .orderBy(asc(runRequirements.position))
      .limit(BATCH),
  );
  return rows.map(({ id }) => id);
}

function listPassages({ db, item }: StageWork, batch: string[]): Promise<Passage[]> {
  return inTenant({ db, tenantId: item.tenantId }, (tx) =>
    tx
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
      .where(and(eq(retrievals.tenantId, item.tenantId), inArray(retrievals.runRequirementId, batch))),
  );
}

async function findBrokenFiles(
  files: RunServices["files"],
  run: RunRow,
  passages: readonly Passage[],
): Promise<Map<string, DocumentError>> {
  const broken = new Map<string, DocumentError>();
  const distinct = new Map(passages.map((passage) => [passage.documentId, passage.document]));
  for (const [documentId, document] of distinct) {
    if (!document) continue;
    const failure = storedFileFailure(document, await files.stat(fileKey({ tenantId: run.tenantId, documentId })));
    if (failure) broken.set(documentId, failure);
  }
  return broken;
}

async function loadSegmentTexts({ db, item }: StageWork, passages: readonly Passage[]) {
  const wanted = new Map<string, Set<number>>();
  for (const { documentId, chunk } of passages)
    if (chunk) wanted.set(documentId, (wanted.get(documentId) ?? new Set()).add(chunk.segmentIndex));
  const texts = new Map<string, { text: string; startOffset: number }>();
  for (const [documentId, indexes] of wanted) {
    const rows = await inTenant({ db, tenantId: item.tenantId }, (tx) =>
      tx
        .select({ index: segments.segmentIndex, text: segments.text, startOffset: segments.startOffset })
        .from(segments)
        .where(
          and(
            eq(segments.tenantId, item.tenantId),
            eq(segments.documentId, documentId),
            inArray(segments.segmentIndex, [...indexes]),
          ),
        ),
    );
    for (const { index, ...row } of rows) texts.set(`${documentId}/${index}`, row);
  }
  return texts;
}

function exclusionOf(
  { documentId, document, chunk }: Passage,
  broken: ReadonlyMap<string, DocumentError>,
  texts: ReadonlyMap<string, { text: string; startOffset: number }>,
): string | undefined {
  if (!document || !chunk) return "DELETED";
  if (broken.has(documentId)) return broken.get(documentId)!.code;
  if (document.status !== "READY") return "NOT_READY";
  const segment = texts.get(`${documentId}/${chunk.segmentIndex}`);
  const from = chunk.startOffset - (segment?.startOffset ?? 0);
  if (segment?.text.slice(from, from + chunk.content.length) !== chunk.content) return "TEXT_MISMATCH";
  return undefined;
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
