import { AssayError } from "@assay/contract";
import { assessments, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { Context, LinkAccess } from "../tenancy/context.ts";
import { inTenant, inTenantForRun } from "../tenancy/transact.ts";

/**
 * As `inTenant`, for what an auditor's link may reach too: a document that a verdict of its run cites. Throws FORBIDDEN for
 * a link and any other id, known or not.
 */
export function inTenantForDocument<T>(
  ctx: Context,
  documentId: string,
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { link } = ctx;
  if (!link) return inTenant(ctx, act);
  return inTenantForRun(ctx, link.runId, async (tx) => {
    if (!(await isCited(tx, ctx.tenantId, link, documentId))) throw notCited();
    return act(tx);
  });
}

async function isCited(tx: Transaction, tenantId: string, { runId }: LinkAccess, documentId: string) {
  const [row] = await tx
    .select({ id: assessments.id })
    .from(assessments)
    .where(
      and(
        eq(assessments.tenantId, tenantId),
        eq(assessments.runId, runId),
        sql`${assessments.citations} @> ${JSON.stringify([{ documentId }])}::jsonb`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

function notCited(): AssayError {
  return new AssayError(
    "FORBIDDEN",
    "Cannot look at this document with this auditor's link: no verdict of its run cites it",
  );
}
