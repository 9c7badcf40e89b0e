import type { ClosedSync } from "@assay/contract";
import { documentPlaces } from "@assay/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Context } from "../../tenancy/context.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { lockPlaces } from "./lock-places.ts";
import { settleHolds } from "./settle-holds.ts";
import { vacatePlaces } from "./vacate-places.ts";

/** Ends a sync: `paths` is all that the source has now. What stands at others of its places is there no longer, and retired unless something else holds it. */
export async function closeSync(
  ctx: Context,
  source: string,
  { paths, dryRun }: { readonly paths: readonly string[]; readonly dryRun?: boolean | undefined },
): Promise<ClosedSync> {
  requireRole(ctx, "MEMBER");
  const wanted = new Set(paths);
  return inTenant(ctx, async (tx) => {
    await lockPlaces(tx, ctx.tenantId);
    const standing = await tx
      .select({ id: documentPlaces.id, path: documentPlaces.path, documentId: documentPlaces.documentId })
      .from(documentPlaces)
      .where(
        and(
          eq(documentPlaces.tenantId, ctx.tenantId),
          eq(documentPlaces.source, source),
          isNull(documentPlaces.heldUntil),
        ),
      )
      .orderBy(asc(documentPlaces.path));
    const absent = standing.filter(({ path }) => !wanted.has(path));
    const known = new Set(standing.map(({ path }) => path));
    if (absent.length > 0 && !dryRun) {
      const left = await vacatePlaces(
        tx,
        ctx.tenantId,
        absent.map(({ id }) => id),
      );
      await recordAudit(tx, ctx, ...(await settleHolds(tx, ctx.tenantId, left, "RETIRED")));
    }
    return {
      source,
      kept: standing.length - absent.length,
      removed: absent.map(({ path, documentId }) => ({ path, documentId })),
      notHeld: [...wanted].filter((path) => !known.has(path)),
    };
  });
}
