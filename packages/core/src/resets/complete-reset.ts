import type { CompleteResetBody, OfferedReset } from "@assay/contract";
import { type Database, resets, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Accounts } from "../ports/accounts.ts";
import { endOpenLinks } from "../tenancy/end-open-resets.ts";
import { enterTenant, inTenant } from "../tenancy/transact.ts";
import { findResetBySecret, lockOpenReset, type WhichReset } from "./find-open-reset.ts";
import { listTenantsOf } from "./require-one-tenant.ts";

/** Shows to anyone who has the secret whose password it sets, and changes nothing. */
export async function exchangeReset(db: Database, accounts: Accounts, secret: string): Promise<OfferedReset> {
  const { userId, way, expiresAt } = await read(db, await findResetBySecret(db, secret));
  return { email: (await accounts.findEmail(userId)) ?? "", way, expiresAt: expiresAt.toISOString() };
}

/**
 * Sets the password that the person chose and ends their sessions; recorded in each of their tenants before it is set. Every
 * other link for their password ends. Throws UNAUTHORIZED with RESET_ENDED; as the port does.
 */
export async function completeReset(
  db: Database,
  accounts: Accounts,
  { secret, password }: CompleteResetBody,
): Promise<void> {
  const which = await findResetBySecret(db, secret);
  const { userId } = await read(db, which);
  await accounts.choosePassword({ userId, password }, () =>
    inTenant({ db, tenantId: which.tenantId }, (tx) => useReset(tx, which)),
  );
}

const read = (db: Database, which: WhichReset) =>
  inTenant({ db, tenantId: which.tenantId }, (tx) => lockOpenReset(tx, which));

async function useReset(tx: Transaction, which: WhichReset): Promise<void> {
  const { id, userId, confirmedBy, way } = await lockOpenReset(tx, which);
  await tx
    .update(resets)
    .set({ usedAt: sql`now()`, secretHashes: [] })
    .where(and(eq(resets.tenantId, which.tenantId), eq(resets.id, id)));
  const tenantIds = [...new Set([...(await listTenantsOf(tx, userId)), which.tenantId])].toSorted();
  for (const tenantId of tenantIds) {
    await enterTenant(tx, tenantId);
    await endOpenLinks(tx, tenantId, userId);
    const by = { tenantId, actor: { id: confirmedBy ?? userId, role: "VIEWER", tenantId } } as const;
    const event = { objectType: "member", objectId: userId, details: { kind: way } };
    await recordAudit(tx, by, { action: "member.password_reset", ...event });
  }
}
