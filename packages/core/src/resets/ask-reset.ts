import { AssayError } from "@assay/contract";
import { type Database, memberships, resets, type Transaction, tenants } from "@assay/db";
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { databaseTimeIn } from "../database-clock.ts";
import type { JobRef } from "../jobs/job.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import type { Accounts } from "../ports/accounts.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { insertReset } from "./insert-reset.ts";

/** A link so young is still in the mailbox: another question sends none. A link works for longer than that. */
const SAME_MS = 15 * 60_000;

/** Looked up for an address without an account, so that it costs what another one does. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Finds whether a link for a new password may go to an address: the person of an account proved it, and signs in with a
 * password. Returns what then puts the mail into the outbox, for the caller to do where nobody waits for it: all else is
 * the same for every address. Throws INVALID_STATE where no mail is sent, or the accounts are kept by somebody else.
 */
export async function askReset(
  db: Database,
  accounts: Accounts,
  { email, isMailed }: { readonly email: string; readonly isMailed: boolean },
): Promise<() => Promise<readonly JobRef[]>> {
  if (accounts.resetsByMail)
    throw new AssayError(
      "INVALID_STATE",
      "Cannot reset the password here because Supabase keeps the accounts: the sign-in page has it send a mail",
    );
  if (!isMailed)
    throw new AssayError(
      "INVALID_STATE",
      "Cannot mail a link because this service sends no mail: ask two administrators of your organisation, or who runs the service",
    );
  const userId = await accounts.findByAddress(email);
  const tenantId = await inSystem(db, (tx) => findProvedTenant(tx, { userId: userId ?? NOBODY, email }));
  return async () => (userId && tenantId ? writeLink(db, { tenantId, userId, email }) : []);
}

function writeLink(
  db: Database,
  { tenantId, userId, email }: { readonly tenantId: string; readonly userId: string; readonly email: string },
): Promise<readonly JobRef[]> {
  return inTenant({ db, tenantId }, async (tx) => {
    const isMember = and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
    // One at a time for each person.
    await tx.select({ userId: memberships.userId }).from(memberships).where(isMember).for("update");
    if (await hasYoungLink(tx, { tenantId, userId })) return [];
    const reset = { tenantId, userId, kind: "PASSWORD", way: "MAIL", requestedBy: userId } as const;
    const id = await insertReset(tx, reset);
    const jobs = await enqueueMail(tx, { tenantId, kind: "RESET", subjectId: id, address: email });
    // Who asked is not known.
    const nobody = { tenantId, actor: { id: "system", role: "VIEWER", tenantId } } as const;
    const event = { objectType: "member", objectId: userId, details: { kind: "PASSWORD" } };
    await recordAudit(tx, nobody, { action: "member.reset_asked", ...event });
    return jobs;
  });
}

/** A tenant in which the address of the person is proved by a mail or by an operator. For the role of the system. */
export async function findProvedTenant(
  tx: Transaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<string | undefined> {
  const [row] = await tx
    .select({ tenantId: memberships.tenantId })
    .from(memberships)
    .innerJoin(tenants, and(eq(tenants.id, memberships.tenantId), eq(tenants.status, "ACTIVE")))
    .where(
      and(
        eq(memberships.userId, userId),
        inArray(memberships.addressProof, ["MAIL", "OPERATOR"]),
        eq(sql`lower(${memberships.email})`, email),
        isNull(memberships.revokedAt),
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.tenantId))
    .limit(1);
  return row?.tenantId;
}

async function hasYoungLink(tx: Transaction, { tenantId, userId }: { tenantId: string; userId: string }) {
  const rows = await tx
    .select({ id: resets.id })
    .from(resets)
    .where(
      and(
        eq(resets.tenantId, tenantId),
        eq(resets.userId, userId),
        eq(resets.requestedBy, userId),
        isNull(resets.usedAt),
        isNull(resets.withdrawnAt),
        gt(resets.createdAt, databaseTimeIn(-SAME_MS)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
