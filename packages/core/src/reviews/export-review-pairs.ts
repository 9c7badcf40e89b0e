import { runDocuments, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { damagedRecord } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type LabelledVerdict, listLabelled } from "./list-labelled.ts";

/** A requirement with a quote, and whether a person says that the quote proves it. */
export interface ReviewPair {
  readonly requirement: string;
  readonly quote: string;
  /** Of the document, as the run has it. */
  readonly title: string;
  readonly proves: boolean;
}

/**
 * The pairs that people's reviews make: a quote that a review rejects proves nothing; the only quote of a COMPLETE that
 * was agreed with proves it. Evidence leaves the tenant by this, so that it is recorded. For an ADMIN. Throws INTEGRITY_ERROR where a review, or what
 * it judges, is stored otherwise than it was recorded.
 */
export function exportReviewPairs(ctx: Context): Promise<ReviewPair[]> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const { labels, damaged } = await listLabelled(tx, ctx.tenantId);
    if (damaged[0] !== undefined) throw damagedRecord("review", damaged[0]);
    const said = labels.flatMap(quotesOf);
    const titles = await readTitles(tx, ctx.tenantId, [...new Set(said.map(({ runId }) => runId))]);
    const pairs = said.map(({ runId, documentId, ...pair }) => ({
      ...pair,
      title: titles.get(`${runId} ${documentId}`) ?? "",
    }));
    await recordAudit(tx, ctx, {
      action: "reviews.exported",
      objectType: "tenant",
      objectId: ctx.tenantId,
      details: { count: pairs.length },
    });
    return pairs;
  });
}

function quotesOf({ title, runId, decision, right, citations, citationNotes, rejectedCitations }: LabelledVerdict) {
  const isOnly = decision === "AGREED" && right === "COMPLETE" && citations.length === 1;
  return citations.flatMap(({ documentId, text: quote }, at) => {
    const isRejected = rejectedCitations.includes(at);
    const proves = isOnly && !citationNotes.some(({ index, weak }) => index === at && weak);
    return isRejected || proves ? [{ requirement: title, quote, runId, documentId, proves: !isRejected }] : [];
  });
}

async function readTitles(
  tx: Transaction,
  tenantId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .select({
      runId: runDocuments.runId,
      documentId: runDocuments.documentId,
      name: runDocuments.originalFilename,
    })
    .from(runDocuments)
    .where(and(eq(runDocuments.tenantId, tenantId), inArray(runDocuments.runId, [...runIds])));
  return new Map(rows.map(({ runId, documentId, name }) => [`${runId} ${documentId}`, name]));
}
