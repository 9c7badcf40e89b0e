import type { RetentionKind } from "@assay/contract";
import { type SQL, sql } from "drizzle-orm";

/** A table whose rows go by a rule. */
export interface RetentionSource {
  readonly kind: Exclude<RetentionKind, "runs">;
  readonly table: string;
  /** What names a row in the digest of what was removed. */
  readonly id: SQL;
  /** What its age is counted from. */
  readonly at: SQL;
  /** Rows that this is not true of stay, however old. */
  readonly hasEnded: SQL;
}

const HAS_ENDED = sql`state <> 'PENDING'`;

export const RETENTION_SOURCES: readonly RetentionSource[] = [
  { kind: "spans", table: "spans", id: sql`trace_id || '/' || span_id`, at: sql`ended_at`, hasEnded: sql`true` },
  { kind: "logs", table: "access_records", id: sql`id::text`, at: sql`created_at`, hasEnded: sql`true` },
  {
    kind: "logs",
    table: "webhook_deliveries",
    id: sql`id::text`,
    at: sql`coalesce(last_attempt_at, created_at)`,
    hasEnded: HAS_ENDED,
  },
  { kind: "logs", table: "mails", id: sql`id::text`, at: sql`created_at`, hasEnded: HAS_ENDED },
];

/** Of a tenant what is older than so many days, and a day more: a clock that is a day ahead removes nothing early. */
export function isPast({ at }: RetentionSource, { tenantId, days }: { tenantId: string; days: number }): SQL {
  return sql`tenant_id = ${tenantId} and ${at} < now() - make_interval(days => ${days + 1}::int)`;
}
