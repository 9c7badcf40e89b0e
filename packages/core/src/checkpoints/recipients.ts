import { AssayError, type CheckpointRecipients } from "@assay/contract";
import { auditCheckpoints, mails, oneRow, type Transaction, tenants } from "@assay/db";
import { and, eq, gt, ne } from "drizzle-orm";
import { toStatement } from "../audit/checkpoint-statement.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { databaseTimeIn } from "../database-clock.ts";
import type { JobRef } from "../jobs/job.ts";
import type { MailSubject, MailWriter } from "../mail/deliver-mail.ts";
import { addMails } from "../mail/enqueue-mail.ts";
import { mailOf } from "../mail/mail-of.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { setOfTenant } from "../tenancy/set-of-tenant.ts";
import { inTenant } from "../tenancy/transact.ts";
import { noteDeparture } from "./send-checkpoints.ts";

/** A day, less what a daily job may be early. */
const PAUSE_MS = 72_000_000;

/** Who gets checkpoints of the tenant by mail. */
export function readCheckpointRecipients(ctx: Context): Promise<CheckpointRecipients> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => ({ addresses: (await findTenant(tx, ctx.tenantId)).addresses }));
}

/** They get the next checkpoint that is mailed; the same again changes nothing. */
export function changeCheckpointRecipients(ctx: Context, asked: CheckpointRecipients): Promise<CheckpointRecipients> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  const addresses = [...new Set(asked.addresses)];
  return inTenant(ctx, async (tx) => {
    const before = await setOfTenant(tx, tenantId, { checkpointRecipients: addresses });
    const details = { count: addresses.length };
    const action = "tenant.checkpoint_recipients_changed";
    if (before.checkpointRecipients.join() !== addresses.join())
      await recordAudit(tx, ctx, { action, objectType: "tenant", objectId: tenantId, details });
    return { addresses };
  });
}

/** At most one checkpoint a day goes out by mail: the next one covers what this one would have. */
export async function mailCheckpoint(tx: Transaction, tenantId: string, checkpointId: string): Promise<JobRef[]> {
  const { addresses } = await findTenant(tx, tenantId);
  if (addresses.length === 0) return [];
  const [recent] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.tenantId, tenantId),
        eq(mails.kind, "CHECKPOINT"),
        ne(mails.state, "DROPPED"),
        gt(mails.createdAt, databaseTimeIn(-PAUSE_MS)),
      ),
    )
    .limit(1);
  if (recent) return [];
  const mail = { tenantId, kind: "CHECKPOINT" as const, subjectId: checkpointId };
  return addMails(
    tx,
    addresses.map((address) => ({ ...mail, address })),
  );
}

/** The checkpoint as the file that verifies it, and how to do so. Nothing for who was taken off the list meanwhile. */
const writeCheckpointMail: MailWriter = async (tx, { tenantId, subjectId, address }) => {
  const [row] = await tx
    .select()
    .from(auditCheckpoints)
    .where(and(eq(auditCheckpoints.tenantId, tenantId), eq(auditCheckpoints.id, subjectId)));
  const { name, addresses } = await findTenant(tx, tenantId);
  if (!row || !addresses.includes(address)) return undefined;
  const { keyId, signature } = row;
  const statement = toStatement(row);
  return {
    ...mailOf({
      subject: `Checkpoint ${statement.sequence} of the audit log of ${name}`,
      paragraphs: [
        `The audit log of ${name} in Assay ended with entry ${statement.sequence} at ${statement.createdAt}. Its hash is ${statement.hash}.`,
        "Keep the attached file. It proves later whether the log was changed: drop it in the console under Audit log, Verification and checkpoints, or run: assay audit verify --checkpoint <file>",
      ],
      closing: "An administrator chose this address. At most one such mail comes in a day.",
    }),
    attachment: {
      filename: `checkpoint-${statement.sequence}.json`,
      contentType: "application/json",
      content: `${JSON.stringify({ statement, keyId, signature }, null, 2)}\n`,
    },
  };
};

/** A mail that a server took has left the service. */
export const checkpointMail: MailSubject = {
  write: writeCheckpointMail,
  async settled(tx, { tenantId, subjectId: checkpointId, address: location }, state) {
    if (state !== "SENT" && state !== "FAILED") return;
    const error = new AssayError("SERVICE_UNAVAILABLE", "No server took it");
    const kept = state === "SENT" ? { location } : { error };
    await noteDeparture(tx, { tenantId, checkpointId, destination: `mail:${location}` }, kept);
  },
};

async function findTenant(tx: Transaction, tenantId: string) {
  const shown = { name: tenants.name, addresses: tenants.checkpointRecipients };
  return oneRow(await tx.select(shown).from(tenants).where(eq(tenants.id, tenantId)));
}
