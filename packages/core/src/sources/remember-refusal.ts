import type { AssayError } from "@assay/contract";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { sourcePlanFiles } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findUnderWay } from "./open-plan.ts";

interface Refused {
  readonly source: string;
  readonly path: string;
  /** Of the bytes that came. */
  readonly sha256: string;
  readonly error: Pick<AssayError, "code" | "message">;
}

/**
 * Notes that these bytes at this path were refused, so that the manifest of the source's sync says so and later plans do not ask
 * for them. Returns whether a sync is under way that asked for them.
 */
export async function rememberRefusal(ctx: Context, { source, path, sha256, error }: Refused): Promise<boolean> {
  requireRole(ctx, "MEMBER");
  const { tenantId } = ctx;
  const pathHash = await sha256Hex(path);
  const reason = error.message.slice(0, TEXT_LIMITS.refusalReason);
  return inTenant(ctx, async (tx) => {
    const plan = await findUnderWay(tx, tenantId, source);
    if (!plan) return false;
    const noted = await tx
      .update(sourcePlanFiles)
      .set({ refusal: { code: error.code, reason, checked: true } })
      .where(
        and(
          eq(sourcePlanFiles.tenantId, tenantId),
          eq(sourcePlanFiles.planId, plan.id),
          eq(sourcePlanFiles.pathHash, pathHash),
          eq(sourcePlanFiles.sha256Hash, sha256),
          eq(sourcePlanFiles.action, "upload"),
        ),
      )
      .returning({ path: sourcePlanFiles.path });
    return noted.length > 0;
  });
}
