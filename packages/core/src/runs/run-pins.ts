import type { RunPins } from "@assay/contract";
import { corpusActivations, criteriaVersions, oneRow, packBindings, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { findVersionOf, getRetrievalVersion, type RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import type { RunRow } from "./to-run.ts";

// Written out: within a query of one table, Drizzle leaves the tables' names off the columns.
const shownActivation = {
  id: corpusActivations.id,
  activatedAt: corpusActivations.activatedAt,
  ingestionCount: sql<number>`(select count(*)::int from corpus_activation_items item
    where item.activation_id = corpus_activations.id)`,
};
type ShownActivation = Pick<typeof corpusActivations.$inferSelect, "id" | "activatedAt"> & { ingestionCount: number };

/** What the run pinned next to what a run of its pack would pin now. */
export async function readPins(tx: Transaction, tenantId: string, run: RunRow): Promise<RunPins> {
  const { packId, retrievalVersionId } = run;
  const inForce = await findVersionOf(tx, tenantId);
  return {
    criteria: {
      pinned: { id: run.criteriaVersionId, version: await getVersionNumber(tx, run.criteriaVersionId) },
      inForce: await findBoundVersion(tx, tenantId, packId),
    },
    guidance: await readGuidance(tx, run),
    retrieval: {
      pinned: toEngine(await getRetrievalVersion(tx, retrievalVersionId)),
      inForce: inForce ? toEngine(inForce) : null,
    },
  };
}

async function findActiveGuidance(tx: Transaction, packId: string) {
  const [row] = await tx
    .select(shownActivation)
    .from(corpusActivations)
    .where(eq(corpusActivations.packId, packId))
    .orderBy(sql`activated_at desc, id desc`)
    .limit(1);
  return row ? toGuidance(row) : null;
}

async function readGuidance(tx: Transaction, { packId, corpusActivationId }: RunRow): Promise<RunPins["guidance"]> {
  const pinned = oneRow(
    await tx.select(shownActivation).from(corpusActivations).where(eq(corpusActivations.id, corpusActivationId)),
  );
  return { pinned: toGuidance(pinned), inForce: await findActiveGuidance(tx, packId) };
}

async function getVersionNumber(tx: Transaction, id: string): Promise<number> {
  const row = oneRow(
    await tx.select({ version: criteriaVersions.version }).from(criteriaVersions).where(eq(criteriaVersions.id, id)),
  );
  return row.version;
}

async function findBoundVersion(tx: Transaction, tenantId: string, packId: string) {
  const [row] = await tx
    .select({ id: criteriaVersions.id, version: criteriaVersions.version })
    .from(packBindings)
    .innerJoin(criteriaVersions, eq(criteriaVersions.id, packBindings.criteriaVersionId))
    .where(and(eq(packBindings.tenantId, tenantId), eq(packBindings.packId, packId)));
  return row ?? null;
}

function toGuidance({ id, activatedAt, ingestionCount }: ShownActivation) {
  return { id, activatedAt: activatedAt.toISOString(), ingestionCount };
}

function toEngine({ id, embedderModel, assessorModel, activatedAt }: RetrievalVersion) {
  return { id, embedderModel, assessorModel, activatedAt: activatedAt?.toISOString() ?? null };
}
