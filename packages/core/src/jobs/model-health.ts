import type { Database } from "@assay/db";
import { oneRow, pauses, rowsOf, type Transaction } from "@assay/db";
import { eq, or, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { ModelPart } from "./asked-model.ts";
import type { OutageCode } from "./pauses.ts";

/** What all processes together know of a model. */
export type ModelHealth =
  /** It has answered somebody lately. */
  | { readonly state: "answers" }
  | { readonly state: "paused"; readonly waitMs: number; readonly code: OutageCode }
  /** Somebody else asks whether it answers. */
  | { readonly state: "probed" }
  /** Nobody knows: the caller is the one to ask. */
  | { readonly state: "unknown" };

export interface HealthQuestion {
  /** An answer since then counts; the database's time, in milliseconds since the epoch. */
  readonly sinceMs: number;
  /** So does one that is this old. */
  readonly withinMs: number;
  /** How long the caller may ask where nobody knows. */
  readonly probeMs: number;
}

/** Says what is known of a model. Where nobody knows, one caller at a time over all processes is told so. */
export function findHealth(db: Database, part: ModelPart, question: HealthQuestion): Promise<ModelHealth> {
  return inSystem(db, async (tx) => {
    await tx.insert(pauses).values({ part, failures: 0, until: sql`now()` }).onConflictDoNothing();
    const health = await lockHealth(tx, part, question);
    if (health.state === "unknown")
      await tx
        .update(pauses)
        .set({ probeUntil: databaseTimeIn(question.probeMs) })
        .where(eq(pauses.part, part));
    return health;
  });
}

async function lockHealth(tx: Transaction, part: ModelPart, { sinceMs, withinMs }: HealthQuestion) {
  const isRecent = sql`answered_at > ${databaseTimeIn(-withinMs)}`;
  const rows = await rowsOf<{ pausedMs: number | null; code: OutageCode; answers: boolean; probed: boolean }>(
    tx,
    sql`select
      case when failures > 0 and until > now() then (extract(epoch from until - now()) * 1000)::float8 end as "pausedMs",
      coalesce(code, 'MODEL_UNAVAILABLE') as code,
      coalesce(answered_at >= to_timestamp(${sinceMs}::float8 / 1000) or ${isRecent}, false) as answers,
      coalesce(probe_until > now(), false) as probed
    from pauses where part = ${part} for update`,
  );
  const { pausedMs, code, answers, probed } = oneRow(rows);
  const paused: ModelHealth | undefined = pausedMs === null ? undefined : { state: "paused", waitMs: pausedMs, code };
  // A model whose quota is used up answers: its pause says nothing of this request.
  if (paused && code !== "MODEL_RATE_LIMITED") return paused;
  if (answers) return { state: "answers" } as const;
  return paused ?? ({ state: probed ? "probed" : "unknown" } as const);
}

/** Not before the pause ends: what was under way when it began says nothing of what is asked since. */
const answered = {
  answeredAt: sql`now()`,
  failures: sql`case when ${pauses.until} > now() then ${pauses.failures} else 0 end`,
};

/** Notes that a model has answered, where that is news after `everyMs`: healthy models cost a write now and then. */
export function noteAnswer(db: Database, part: ModelPart, { everyMs }: { readonly everyMs: number }): Promise<void> {
  const isNews = or(
    sql`${pauses.answeredAt} is null`,
    sql`${pauses.answeredAt} < ${databaseTimeIn(-everyMs)}`,
    sql`${pauses.failures} > 0 and ${pauses.until} <= now()`,
  );
  return inSystem(db, async (tx) => {
    await tx
      .insert(pauses)
      .values({ part, failures: 0, until: sql`now()`, answeredAt: sql`now()` })
      .onConflictDoUpdate({ target: pauses.part, set: answered, setWhere: isNews as SQL });
  });
}

/** Ends a probe. `answers` where it was answered. */
export async function endProbe(
  db: Database,
  part: ModelPart,
  { answers }: { readonly answers: boolean },
): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .update(pauses)
      .set({ probeUntil: null, ...(answers ? answered : {}) })
      .where(eq(pauses.part, part)),
  );
}
