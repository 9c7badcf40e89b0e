import { AssayError, type LinkSession } from "@assay/contract";
import { type Database, runLinks, tenants } from "@assay/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";
import { tenantSuspended } from "../tenancy/tenant-suspended.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { sessionEnd } from "./find-link-holder.ts";
import { linkEnded } from "./link-ended.ts";
import { LINK_TOKEN_START } from "./link-secret.ts";
import { findLinkSession } from "./read-links.ts";
import { actorOfLink } from "./to-link.ts";

export interface ExchangedLink {
  readonly session: LinkSession;
  /** Nowhere but in this answer. */
  readonly token: string;
}

/**
 * Gives a link's secret back as the token of its one session. Throws UNAUTHORIZED with LINK_ENDED for a secret of no link
 * that is active, FORBIDDEN while the tenant is suspended, INVALID_STATE once the link was opened.
 */
export async function exchangeLink(db: Database, secret: string): Promise<ExchangedLink> {
  const secretHash = await sha256Hex(secret);
  const inForce = and(
    eq(runLinks.secretHash, secretHash),
    isNull(runLinks.revokedAt),
    gt(runLinks.expiresAt, sql`now()`),
  );
  const of = await findLink(db, secretHash);
  if (!of) throw linkEnded();
  const token = `${LINK_TOKEN_START}${newSecret()}`;
  const sessionHash = await sha256Hex(token);
  return inTenant({ db, tenantId: of.tenantId }, async (tx) => {
    const mine = and(eq(runLinks.tenantId, of.tenantId), eq(runLinks.id, of.id));
    const [row] = await tx
      .select({ opened: sql<boolean>`${runLinks.sessionHash} is not null`, runId: runLinks.runId })
      .from(runLinks)
      .where(and(mine, inForce))
      .for("update");
    if (!row) throw linkEnded();
    if (!of.isTenantActive) throw tenantSuspended();
    if (row.opened) throw alreadyOpened();
    await tx.update(runLinks).set({ sessionHash, sessionExpiresAt: sessionEnd, exchangedAt: sql`now()` }).where(mine);
    const session = await findLinkSession(tx, of);
    if (!session) throw linkEnded();
    const { runId } = row;
    await recordAudit(tx, actorOfLink(of), { action: "link.exchanged", objectType: "link", objectId: of.id, runId });
    return { session, token };
  });
}

function findLink(db: Database, secretHash: string) {
  return inSystem(db, async (tx) => {
    const [row] = await tx
      .select({ id: runLinks.id, tenantId: runLinks.tenantId, tenantStatus: tenants.status })
      .from(runLinks)
      .innerJoin(tenants, eq(tenants.id, runLinks.tenantId))
      .where(eq(runLinks.secretHash, secretHash));
    return row && { id: row.id, tenantId: row.tenantId, isTenantActive: row.tenantStatus === "ACTIVE" };
  });
}

function alreadyOpened(): AssayError {
  return new AssayError(
    "INVALID_STATE",
    "Cannot open this auditor's link because it was opened in another browser: ask whoever sent it to issue it again",
  );
}
