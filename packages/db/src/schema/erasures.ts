import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** Why nothing of a tenant may be erased, such as a lawsuit. Rows end and are never taken back. */
export const tenantHolds = pgTable(
  "tenant_holds",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    reason: text("reason").notNull(),
    setBy: text("set_by").notNull(),
    setAt: instant("set_at").notNull().defaultNow(),
    endedBy: text("ended_by"),
    endedAt: instant("ended_at"),
    /** Null while it is active, and for holds that ended before reasons were kept. */
    endReason: text("end_reason"),
  },
  (table) => [
    index("tenant_holds_in_order").on(table.tenantId, table.setAt),
    check("tenant_holds_ended", sql`(${table.endedAt} is null) = (${table.endedBy} is null)`),
    check("tenant_holds_end_reason", sql`${table.endReason} is null or ${table.endedAt} is not null`),
  ],
);

/** What was known of a tenant before the first of its rows went. */
export interface ErasureFacts {
  readonly tenantCreatedAt: string;
  readonly fileKeys: readonly string[];
  /** `sha256`: of the SHA-256 of each original in hex, ascending, each followed by a line feed. */
  readonly documents: { readonly count: number; readonly bytes: number; readonly sha256: string };
  readonly snapshots: readonly { readonly runId: string; readonly sha256: string }[];
}

/** That a tenant is erased, and how far. The row stays when the tenant is gone; once it is finished it is final. */
export const erasures = pgTable(
  "erasures",
  {
    id: primaryId(),
    /** The tenant, which has no row any more once this is finished, unless it was imported again. */
    erasedTenantId: uuid("erased_tenant_id").notNull(),
    tenantName: text("tenant_name").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    /** SHA-256 of the reason that was given. */
    reasonHash: text("reason_hash").notNull(),
    facts: jsonb("facts").$type<ErasureFacts>().notNull(),
    /** The last id whose files were counted: before they are deleted, so that each is counted once. */
    filesCounted: uuid("files_counted"),
    /** The last id whose files were deleted. */
    filesAfter: uuid("files_after"),
    /** Files that were found. */
    files: integer("files").notNull().default(0),
    /** Parts of uploads that were found. */
    uploadParts: integer("upload_parts").notNull().default(0),
    /** Files that came in while it began are what is left: those of the jobs that reclaim them. */
    filesLate: boolean("files_late").notNull().default(false),
    filesDoneAt: instant("files_done_at"),
    /** Of the table whose rows go now, in the order in which they go. */
    position: integer("position").notNull().default(0),
    /** Rows deleted, by table. */
    rows: jsonb("rows").$type<Readonly<Record<string, number>>>().notNull().default({}),
    rowsTotal: bigint("rows_total", { mode: "number" }).notNull().default(0),
    finishedAt: instant("finished_at"),
    /** RFC 8785, as it was signed. */
    certificate: text("certificate"),
    keyId: text("key_id"),
    /** Ed25519 over the certificate's bytes, base64url. */
    signature: text("signature"),
  },
  (table) => [
    index("erasures_open").on(table.id).where(sql`finished_at is null`),
    uniqueIndex("erasures_one_open").on(table.erasedTenantId).where(sql`finished_at is null`),
    check(
      "erasures_finished",
      sql`(${table.finishedAt} is null) = (${table.certificate} is null or ${table.keyId} is null or ${table.signature} is null)`,
    ),
  ],
);

/** After how many days what a tenant has is removed, by kind; null: never by this rule. */
export const tenantRetention = pgTable(
  "tenant_retention",
  {
    tenantId: uuid("tenant_id")
      .primaryKey()
      .references(() => tenants.id),
    spansDays: integer("spans_days"),
    logsDays: integer("logs_days"),
    runsDays: integer("runs_days"),
    /** When a number of days changed last, kept by a trigger: nothing is removed in the day after it. */
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** When all that was due was last removed. */
    appliedAt: instant("applied_at"),
  },
  (table) => [
    check("tenant_retention_spans", sql`${table.spansDays} between 1 and 36500`),
    // What people rely on is not lost by a slip of the hand.
    check("tenant_retention_runs", sql`${table.runsDays} between 30 and 36500`),
    check("tenant_retention_logs", sql`${table.logsDays} between 1 and 36500`),
  ],
);

/** Runs that a tenant's rule has removed. Each row is what lets the run's rows go, in the transaction that makes it. */
export const removedRuns = pgTable(
  "removed_runs",
  {
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    runId: uuid("run_id").notNull(),
    removedAt: instant("removed_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: "removed_runs_pk", columns: [table.tenantId, table.runId] })],
);
