import type { DocumentState } from "@assay/contract";
import { type FlaggedRange, requirements, rowsOf, runDocuments, runRequirements, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { describeDocument, OPENING_LENGTH } from "../../../assessments/guard/describe-document.ts";
import { shinglesOfAll } from "../../../assessments/guard/shingles.ts";
import { countedSegment, countedText, type MarkedSegment } from "../../../documents/counted-text.ts";
import { loadGuidance } from "../../../guidance/find-guidance.ts";
import type { OpenRun } from "../../open-run.ts";
import type { RunRow } from "../../to-run.ts";
import type { Passage } from "./load-batch.ts";

/** Chunks of a document that are read next to its opening, spread over its length. */
const SAMPLE = 12;

/** A document of the run that nobody has described, with what tells what it is. */
interface Undescribed {
  readonly documentId: string;
  readonly title: string;
  readonly opening: readonly MarkedSegment[];
  readonly sample: readonly { readonly text: string; readonly flagged: readonly FlaggedRange[] }[];
}

export interface ToDescribe {
  readonly documents: readonly Undescribed[];
  /** The pack's requirements, and the guidance of those that are checked now. */
  readonly knownTexts: readonly string[];
}

const NOTHING: ToDescribe = { documents: [], knownTexts: [] };

/** What the batch found of documents without a state, unless the engine version asks for none. */
export async function loadToDescribe(
  tx: Transaction,
  { run, version }: OpenRun,
  batch: readonly string[],
  passages: readonly Passage[],
): Promise<ToDescribe> {
  const { weakSupport = "OFF", contradicted = "OFF" } = version.evidenceRules ?? {};
  if (passages.length === 0 || (weakSupport === "OFF" && contradicted === "OFF")) return NOTHING;
  const documents = await listUndescribed(tx, run, [...new Set(passages.map(({ documentId }) => documentId))]);
  return documents.length === 0 ? NOTHING : { documents, knownTexts: await loadKnownTexts(tx, run, batch) };
}

function listUndescribed(tx: Transaction, run: RunRow, documentIds: readonly string[]): Promise<Undescribed[]> {
  const ids = sql.join(
    documentIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  return rowsOf<Undescribed>(
    tx,
    sql`
    with wanted as (
      select rd.document_id, rd.original_filename as title, d.tenant_id,
        (select count(*) from chunks c where c.tenant_id = ${run.tenantId} and c.document_id = rd.document_id) as chunk_count
      from run_documents rd join documents d on d.tenant_id = rd.tenant_id and d.id = rd.document_id
      where rd.tenant_id = ${run.tenantId} and rd.run_id = ${run.id} and rd.state is null
        and rd.document_id in (${ids}))
    select w.document_id as "documentId", w.title,
      coalesce((select json_agg(json_build_object('text', left(s.text, ${OPENING_LENGTH}), 'hidden', s.hidden,
          'struck', s.struck, 'quoted', s.quoted) order by s.segment_index) from segments s
        where s.tenant_id = ${run.tenantId} and s.document_id = w.document_id and s.segment_index < 3 and s.kind = 'TEXT'), '[]') as opening,
      coalesce((select json_agg(json_build_object('text', c.content, 'flagged', c.flagged_ranges) order by c.chunk_index) from chunks c
        where c.tenant_id = ${run.tenantId} and c.document_id = w.document_id
          and c.chunk_index % greatest(1, w.chunk_count / ${SAMPLE}) = 0
          and c.chunk_index / greatest(1, w.chunk_count / ${SAMPLE}) < ${SAMPLE}), '[]') as sample
    from wanted w order by w.document_id`,
  );
}

async function loadKnownTexts(tx: Transaction, run: RunRow, batch: readonly string[]): Promise<string[]> {
  const titles = await tx
    .select({ title: requirements.title })
    .from(runRequirements)
    .innerJoin(requirements, eq(requirements.id, runRequirements.requirementRecordId))
    .where(and(eq(runRequirements.tenantId, run.tenantId), eq(runRequirements.runId, run.id)));
  const guided = await tx
    .select({ ids: runRequirements.guidanceChunkIds })
    .from(runRequirements)
    .where(and(eq(runRequirements.tenantId, run.tenantId), inArray(runRequirements.id, [...batch])));
  const guidance = await loadGuidance(tx, [...new Set(guided.flatMap(({ ids }) => ids))]);
  return [...titles.map(({ title }) => title), ...guidance];
}

/** What each document is, by its own words and those of the pack. */
export function describeDocuments({ documents, knownTexts }: ToDescribe): Map<string, DocumentState> {
  const known = shinglesOfAll(knownTexts);
  return new Map(
    documents.map(({ documentId, title, opening, sample }) => {
      const openingText = opening.map(countedSegment).join("\n").slice(0, OPENING_LENGTH);
      const passages = sample.map(({ text, flagged }) => countedText(text, flagged));
      return [documentId, describeDocument({ title, openingText, passages, knownTexts: known })];
    }),
  );
}

export async function saveStates(
  tx: Transaction,
  { tenantId, id }: RunRow,
  states: ReadonlyMap<string, DocumentState>,
): Promise<void> {
  for (const [state, documents] of Map.groupBy(states, ([, each]) => each))
    await tx
      .update(runDocuments)
      .set({ state })
      .where(
        and(
          eq(runDocuments.tenantId, tenantId),
          eq(runDocuments.runId, id),
          inArray(
            runDocuments.documentId,
            documents.map(([documentId]) => documentId),
          ),
        ),
      );
}
