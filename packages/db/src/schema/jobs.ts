import { JOB_KINDS, type ModelAbilities } from "@assay/contract";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** The outbox, the claim and the retry counter at once: a row is born in the transaction that calls for the work. */
export const jobs = pgTable(
  "work_items",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    kind: text("kind", {
      enum: JOB_KINDS,
    }).notNull(),
    subjectId: uuid("subject_id").notNull(),
    /** The run that the job belongs to, so that a failed run takes its jobs with it. */
    runId: uuid("run_id"),
    stage: text("stage").notNull(),
    state: text("state", { enum: ["PENDING", "RUNNING", "DONE", "FAILED"] })
      .notNull()
      .default("PENDING"),
    /** Recorded failures; leases lost to crashes are counted apart. */
    attempts: integer("attempts").notNull().default(0),
    crashes: integer("crashes").notNull().default(0),
    /** Grows with each claim: only the newest holder may commit. */
    fence: integer("fence").notNull().default(0),
    leaseUntil: instant("lease_until"),
    /** The process, or on runtimes without one the request, that claimed the job last. */
    holder: uuid("holder"),
    /** Leases that ran out since the job last got on; `crashes` are those of which it may be the cause. */
    losses: integer("losses").notNull().default(0),
    availableAt: instant("available_at").notNull().defaultNow(),
    /** Known to be for later. The first look for jobs after `availableAt` clears it; who makes the job due may too. */
    delayed: boolean("delayed").notNull().default(false),
    publishedAt: instant("published_at"),
    lastError: text("last_error"),
    /** The part that the job waits for, without a spent attempt, and since when. */
    waitingFor: text("waiting_for"),
    waitingSince: instant("waiting_since"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("work_items_one_open")
      .on(table.tenantId, table.kind, table.subjectId, table.stage)
      .where(sql`state in ('PENDING', 'RUNNING')`),
    // One entry a tenant is read of it, so it holds no job that no look may take yet.
    index("work_items_next")
      .on(table.kind, table.tenantId, table.losses, table.availableAt, table.id)
      .where(sql`state = 'PENDING' and not delayed and losses < 2`),
    index("work_items_suspect")
      .on(table.kind, table.losses, table.availableAt, table.id)
      .where(sql`state = 'PENDING' and not delayed and losses >= 2`),
    index("work_items_delayed").on(table.availableAt).where(sql`state = 'PENDING' and delayed`),
    index("work_items_waiting")
      .on(table.waitingFor, table.tenantId, table.availableAt)
      .where(sql`state = 'PENDING' and waiting_for is not null`),
    // Which of those that wait for a model's quota comes next.
    index("work_items_rate_limited")
      .on(table.waitingFor, table.availableAt)
      .where(sql`state = 'PENDING' and waiting_for is not null and last_error = 'MODEL_RATE_LIMITED'`),
    index("work_items_held").on(table.holder, table.kind, table.tenantId).where(sql`state = 'RUNNING'`),
    index().on(table.tenantId, table.runId),
    // Whether all that is left of a run waits, and until when: asked again and again while it is watched.
    index("work_items_run_free")
      .on(table.tenantId, table.runId)
      .where(sql`state = 'PENDING' and run_id is not null and waiting_for is null`),
    index("work_items_run_waiting")
      .on(table.tenantId, table.runId, table.availableAt)
      .where(sql`state = 'PENDING' and run_id is not null and waiting_for is not null`),
    // What the sweep finds jobs by that the queue was never told of, and those of a tenant whose message may be lost.
    index("work_items_untold").on(table.availableAt).where(sql`state = 'PENDING' and published_at is null`),
    index("work_items_told")
      .on(table.tenantId, sql`greatest(published_at, available_at)`)
      .where(sql`state = 'PENDING' and published_at is not null`),
    index("work_items_checkpoints").on(table.tenantId, table.createdAt).where(sql`kind = 'checkpoint'`),
    // What the sweep finds ended jobs by.
    index("work_items_ended").on(table.createdAt).where(sql`state in ('DONE', 'FAILED')`),
  ],
);

/** What is known of parts: nothing that needs one asks it before `until` while it has failures. */
export const pauses = pgTable("pauses", {
  part: text("part").primaryKey(),
  /** In a row; 0 when it answers again. */
  failures: integer("failures").notNull(),
  until: instant("until").notNull(),
  /** The newest answer that was noted, of a model to within seconds. */
  answeredAt: instant("answered_at"),
  /** Until when somebody asks a model whether it answers at all; nobody else does meanwhile. */
  probeUntil: instant("probe_until"),
  /** Of the error that began it. */
  code: text("code"),
});

/** The calls of a model that its quota counts: those under way, and those of the last window. */
export const modelCalls = pgTable(
  "model_calls",
  {
    id: primaryId(),
    part: text("part").notNull(),
    startedAt: instant("started_at").notNull().defaultNow(),
    /** Null while it is under way, and permanently where its process died. */
    endedAt: instant("ended_at"),
    /** After this it counts as ended, whatever became of its process. */
    expiresAt: instant("expires_at").notNull(),
    /** An estimate until the call has ended. */
    tokens: integer("tokens").notNull(),
  },
  (table) => [index("model_calls_of_part").on(table.part, table.startedAt)],
);

/** What a model's server accepts, found out once for all processes. */
export const modelAbilities = pgTable("model_abilities", {
  /** SHA-256 of the server's address and the model's name. */
  key: text("key").primaryKey(),
  model: text("model").notNull(),
  abilities: jsonb("abilities").$type<ModelAbilities>().notNull(),
  foundAt: instant("found_at").notNull().defaultNow(),
});
