import { AssayError } from "@assay/contract";
import { runLinks } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";
import type { Context } from "../tenancy/context.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import type { IssuedLink } from "./create-link.ts";
import { readLink, withLink } from "./read-links.ts";

/** Ends the session of the link and gives it a new secret. Throws INVALID_STATE for a link that has ended. */
export async function reissueLink(ctx: Context, runId: string, linkId: string): Promise<IssuedLink> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "reissue an auditor's link");
  const { tenantId } = ctx;
  const secret = newSecret();
  const secretHash = await sha256Hex(secret);
  return withLink(ctx, { runId, linkId }, async (tx, { state }) => {
    if (state === "REVOKED" || state === "EXPIRED")
      throw new AssayError(
        "INVALID_STATE",
        `Cannot issue link '${linkId}' again because it must be in force: it is ${state}`,
        {
          details: { state },
        },
      );
    await tx
      .update(runLinks)
      .set({ secretHash, sessionHash: null, sessionExpiresAt: null, exchangedAt: null })
      .where(and(eq(runLinks.tenantId, tenantId), eq(runLinks.id, linkId)));
    const link = await readLink(tx, { tenantId, id: linkId });
    await recordAudit(tx, ctx, { action: "link.reissued", objectType: "link", objectId: linkId, runId });
    return { link, secret };
  });
}

/** Ends the link with the next request; one that was revoked before stays as it is. */
export async function revokeLink(ctx: Context, runId: string, linkId: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "revoke an auditor's link");
  const { tenantId, actor } = ctx;
  await withLink(ctx, { runId, linkId }, async (tx, { revokedAt }) => {
    if (revokedAt) return;
    await tx
      .update(runLinks)
      .set({ revokedAt: sql`now()`, revokedBy: actor.id })
      .where(and(eq(runLinks.tenantId, tenantId), eq(runLinks.id, linkId)));
    await recordAudit(tx, ctx, { action: "link.revoked", objectType: "link", objectId: linkId, runId });
  });
}
