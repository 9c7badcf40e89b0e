import {
  type ActivationListQuery,
  AssayError,
  type CorpusActivation,
  type CreateActivationBody,
  isUuid,
} from "@assay/contract";
import { corpusActivationItems, corpusActivations, corpusIngestions, newId, oneRow, type Transaction } from "@assay/db";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { changePack } from "../packs/pack-place.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { missingIngestion } from "./ingestions/read-ingestions.ts";

type ActivationRow = typeof corpusActivations.$inferSelect;

/** Newest first; of a pack that is unknown, none. */
export function listActivations(
  ctx: Context,
  { packId, limit, cursor }: ActivationListQuery,
): Promise<Page<CorpusActivation>> {
  requireRole(ctx, "SUPER_ADMIN");
  const after = newestFirst("corpus-activations", corpusActivations.activatedAt, corpusActivations.id, cursor);
  if (packId !== undefined && !isUuid(packId)) return Promise.resolve({ items: [], nextCursor: null });
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(corpusActivations)
      .where(and(packId === undefined ? undefined : eq(corpusActivations.packId, packId), after))
      .orderBy(desc(corpusActivations.activatedAt), desc(corpusActivations.id))
      .limit(limit + 1);
    const page = toPage("corpus-activations", rows, limit, (row) => [row.activatedAt.toISOString(), row.id]);
    return { items: await toActivations(tx, page.items), nextCursor: page.nextCursor };
  });
}

/**
 * Activates a set of completed ingestions for new runs of the pack, permanently; previous runs keep theirs. Throws
 * NOT_FOUND for an unknown pack or an ingestion that is not the pack's, INVALID_STATE for one that is not COMPLETED.
 */
export function createActivation(ctx: Context, body: CreateActivationBody): Promise<CorpusActivation> {
  requireRole(ctx, "SUPER_ADMIN");
  return changePack(ctx, body.packId, async (tx, place) => {
    await requireCompleted(tx, body);
    const row = await asCatalog(tx, () => insertActivation(tx, body));
    const activation = oneRow(await toActivations(tx, [row]));
    await recordAudit(tx, place, {
      action: "corpus_activation.created",
      objectType: "corpus_activation",
      objectId: row.id,
    });
    return activation;
  });
}

async function requireCompleted(tx: Transaction, { packId, ingestionIds }: CreateActivationBody): Promise<void> {
  const known = ingestionIds.filter(isUuid);
  const rows = await tx
    .select({ id: corpusIngestions.id, status: corpusIngestions.status })
    .from(corpusIngestions)
    .where(and(eq(corpusIngestions.packId, packId), inArray(corpusIngestions.id, known)));
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const missing = ingestionIds.find((id) => !statuses.has(id));
  if (missing !== undefined) throw missingIngestion(missing);
  const open = rows.find(({ status }) => status !== "COMPLETED");
  if (open)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot activate corpus ingestion '${open.id}' because it must be COMPLETED: current status is ${open.status}`,
      { details: { id: open.id, status: open.status } },
    );
}

async function insertActivation(
  tx: Transaction,
  { packId, ingestionIds }: CreateActivationBody,
): Promise<ActivationRow> {
  const row = oneRow(
    await tx.insert(corpusActivations).values({ id: newId(), packId, activatedAt: sql`clock_timestamp()` }).returning(),
  );
  if (ingestionIds.length > 0)
    await tx
      .insert(corpusActivationItems)
      .values(ingestionIds.map((ingestionId) => ({ packId, activationId: row.id, ingestionId })));
  return row;
}

async function toActivations(tx: Transaction, rows: readonly ActivationRow[]): Promise<CorpusActivation[]> {
  if (rows.length === 0) return [];
  const items = await tx
    .select()
    .from(corpusActivationItems)
    .where(
      inArray(
        corpusActivationItems.activationId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(corpusActivationItems.ingestionId));
  const newest = await tx
    .selectDistinctOn([corpusActivations.packId], { id: corpusActivations.id })
    .from(corpusActivations)
    .where(inArray(corpusActivations.packId, [...new Set(rows.map(({ packId }) => packId))]))
    .orderBy(corpusActivations.packId, desc(corpusActivations.activatedAt), desc(corpusActivations.id));
  const inForce = new Set(newest.map(({ id }) => id));
  return rows.map(({ id, packId, activatedAt }) => ({
    id,
    packId,
    ingestionIds: items.filter(({ activationId }) => activationId === id).map(({ ingestionId }) => ingestionId),
    inForce: inForce.has(id),
    activatedAt: activatedAt.toISOString(),
  }));
}

/** The named activation of the pack, or its newest. Throws NOT_FOUND. */
export async function getCorpusActivationId(tx: Transaction, packId: string, id?: string): Promise<string> {
  if (id !== undefined && !isUuid(id)) throw missingActivation(id);
  const [activation] = await tx
    .select({ id: corpusActivations.id })
    .from(corpusActivations)
    .where(and(eq(corpusActivations.packId, packId), id === undefined ? undefined : eq(corpusActivations.id, id)))
    .orderBy(desc(corpusActivations.activatedAt), desc(corpusActivations.id))
    .limit(1);
  if (!activation) throw missingActivation(id ?? "none");
  return activation.id;
}

function missingActivation(id: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find corpus activation '${id}' of the pack`, { details: { id } });
}
