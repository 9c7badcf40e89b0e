import { AssayError } from "@assay/contract";
import { resets } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { dropMails } from "../mail/enqueue-mail.ts";
import type { Context } from "../tenancy/context.ts";
import { requireMember } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { onReset } from "./on-reset.ts";

/** Ends a reset and its link; one that has ended otherwise than by being used stays as it is. Throws INVALID_STATE for a used one. */
export async function withdrawReset(ctx: Context, id: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  requireMember(ctx, "withdraw a reset");
  const { tenantId } = ctx;
  await onReset(ctx, id, async (tx, { state, withdrawnAt, userId, kind }) => {
    if (state === "USED") throw new AssayError("INVALID_STATE", "Cannot withdraw the reset because it was used");
    if (withdrawnAt) return;
    const isIt = and(eq(resets.tenantId, tenantId), eq(resets.id, id));
    await tx.update(resets).set({ withdrawnAt: sql`now()`, secretHashes: [] }).where(isIt);
    await dropMails(tx, { tenantId, subjectId: id });
    const event = { objectType: "member", objectId: userId, details: { kind } };
    await recordAudit(tx, ctx, { action: "member.reset_withdrawn", ...event });
  });
}
