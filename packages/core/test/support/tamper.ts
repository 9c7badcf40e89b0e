import { type AuditEntry, CHECKPOINT_ORIGIN, canonicalJson } from "@assay/contract";
import { AUDIT_GENESIS, auditHash, streamAuditEntries } from "@assay/core/audit";
import type { Signer } from "@assay/core/ports";
import type { Context } from "@assay/core/tenancy";
import type { Transaction } from "@assay/db";
import type { TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { withOwner } from "./with-owner.ts";

/** Changes what is final, as anyone who owns the database can: with the guards off. */
export function tamper(database: TestDatabase, change: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const guards = (state: string) =>
    ["audit_entries", "audit_checkpoints"].map((table) => `alter table ${table} ${state} trigger ${table}_final`);
  return withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      for (const statement of guards("disable")) await tx.execute(sql.raw(statement));
      await change(tx);
      for (const statement of guards("enable always")) await tx.execute(sql.raw(statement));
    }),
  );
}

export async function listEntries(ctx: Context): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const batch of streamAuditEntries(ctx, {})) entries.push(...batch);
  return entries.toReversed();
}

/** Changes who did the second entry, makes the whole chain after it fit, and signs every checkpoint again. */
export async function rewriteAll(database: TestDatabase, ctx: Context, signer: Signer): Promise<void> {
  const entries = await listEntries(ctx);
  const hashes = new Map<number, string>();
  let previousHash = AUDIT_GENESIS;
  await tamper(database, async (tx) => {
    for (const { hash: _, ...entry } of entries) {
      const changed = { ...entry, actor: entry.sequence === 2 ? "somebody else" : entry.actor, previousHash };
      const hash = await auditHash(changed);
      await tx.execute(sql`update audit_entries set actor = ${changed.actor}, previous_hash = ${previousHash},
        hash = ${hash} where id = ${entry.id}`);
      hashes.set(entry.sequence, hash);
      previousHash = hash;
    }
    await tx.execute(sql`update audit_heads set hash = ${previousHash} where tenant_id = ${ctx.tenantId}`);
    const rows = (await tx.execute(sql`select id, sequence::int as sequence, counter, created_at as "createdAt"
      from audit_checkpoints where tenant_id = ${ctx.tenantId}`)) as unknown as {
      rows: { id: string; sequence: number; counter: number; createdAt: string | Date }[];
    };
    for (const { id, sequence, counter, createdAt } of rows.rows) {
      const statement = {
        origin: CHECKPOINT_ORIGIN,
        tenantId: ctx.tenantId,
        sequence,
        hash: hashes.get(sequence)!,
        createdAt: new Date(createdAt).toISOString(),
        counter,
      };
      const signature = await signer.sign(new TextEncoder().encode(canonicalJson(statement)));
      await tx.execute(sql`update audit_checkpoints set hash = ${statement.hash},
        signature = ${btoa(String.fromCharCode(...signature))} where id = ${id}`);
    }
  });
}
