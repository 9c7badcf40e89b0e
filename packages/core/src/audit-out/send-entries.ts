import type { AuditEntry } from "@assay/contract";
import { auditEntries, auditPositions, type Database, newId, rowsOf } from "@assay/db";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { toAuditEntry } from "../audit/to-audit-entry.ts";
import { databaseTimeIn } from "../database-clock.ts";
import type { AuditDestination } from "../ports/audit-destination.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";

export interface AuditOutSettings {
  /** How long one process sends for a tenant before another one may: longer than `sendMs`. */
  readonly holdMs: number;
  /** The longest that one batch may take. */
  readonly sendMs: number;
  /** The wait after a failure; twice as long after each further one, up to `retryMaxMs`. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
}

export interface AuditOutFailure {
  readonly destination: AuditDestination["name"];
  readonly tenantId: string;
  readonly sequence: number;
  readonly problem: string;
}

interface Held {
  readonly tenantId: string;
  readonly sequence: number;
  readonly failures: number;
  readonly holder: string;
}

const BATCH = 100;

/** The log says that there are more, and they are not there: its end was lost. */
const LOST = { taken: 0, problem: "the entries that follow are missing: see audit:resume" };

/**
 * Gives a destination the entries that it has not taken, of each tenant in the order of its chain, by one process at a time.
 * How far it got is stored once the destination has taken them: a process that dies before sends them again.
 */
export async function sendEntries(
  db: Database,
  destination: AuditDestination,
  settings: AuditOutSettings,
  { signal, report }: { readonly signal: AbortSignal; report(failure: AuditOutFailure): void },
): Promise<void> {
  while (!signal.aborted) {
    const held = await hold(db, destination, settings);
    if (!held) return;
    const entries = await readEntries(db, held);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.sendMs)]);
    const { taken, problem } = entries.length === 0 ? LOST : await send(destination, entries, limit);
    const last = entries[taken - 1];
    if (problem !== undefined)
      report({
        destination: destination.name,
        tenantId: held.tenantId,
        sequence: entries[taken]?.sequence ?? held.sequence,
        problem,
      });
    const failures = problem === undefined ? 0 : taken > 0 ? 1 : held.failures + 1;
    const waitMs =
      failures === 0 ? 0 : Math.min(settings.retryMaxMs, settings.retryMs * 2 ** Math.min(failures - 1, 20));
    await release(db, destination, held, { sequence: last?.sequence ?? held.sequence, failures, waitMs });
  }
}

async function send(
  destination: AuditDestination,
  entries: readonly AuditEntry[],
  signal: AbortSignal,
): Promise<{ readonly taken: number; readonly problem?: string }> {
  try {
    return await destination.send(entries, { signal });
  } catch (error) {
    // Too slow, or ended with this process: what it has taken is not known.
    if (!signal.aborted) throw error;
    return { taken: 0, problem: "it took too long" };
  }
}

/** Takes the tenant that is furthest behind, of those for which nobody sends and no wait is left. */
function hold(db: Database, { name }: AuditDestination, { holdMs }: AuditOutSettings): Promise<Held | undefined> {
  const holder = newId();
  return inSystem(db, async (tx) => {
    const [held] = await rowsOf<Omit<Held, "holder">>(
      tx,
      sql`insert into audit_positions as held (destination, tenant_id, holder, held_until)
        select ${name}, head.tenant_id, ${holder}::uuid, ${databaseTimeIn(holdMs)} from audit_heads head
        left join audit_positions known on known.destination = ${name} and known.tenant_id = head.tenant_id
        where head.sequence > coalesce(known.sequence, 0) and coalesce(known.held_until, '-infinity') <= now()
        order by head.sequence - coalesce(known.sequence, 0) desc, head.tenant_id limit 1
        on conflict (destination, tenant_id) do update
          set holder = excluded.holder, held_until = excluded.held_until where held.held_until <= now()
        returning held.tenant_id as "tenantId", held.sequence::float8 as sequence, held.failures`,
    );
    return held && { ...held, holder };
  });
}

function readEntries(db: Database, { tenantId, sequence }: Held): Promise<AuditEntry[]> {
  return inTenant({ db, tenantId }, async (tx) => {
    const rows = await tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, tenantId), gt(auditEntries.sequence, sequence)))
      .orderBy(asc(auditEntries.sequence))
      .limit(BATCH);
    return rows.map(toAuditEntry);
  });
}

/** Stores how far it got, unless somebody else sends by now. */
async function release(
  db: Database,
  { name }: AuditDestination,
  { tenantId, holder }: Held,
  { sequence, failures, waitMs }: { readonly sequence: number; readonly failures: number; readonly waitMs: number },
): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .update(auditPositions)
      .set({ sequence, failures, holder: null, heldUntil: databaseTimeIn(waitMs) })
      .where(
        and(
          eq(auditPositions.tenantId, tenantId),
          eq(auditPositions.destination, name),
          eq(auditPositions.holder, holder),
        ),
      ),
  );
}
