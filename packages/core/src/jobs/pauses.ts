import type { ErrorCode, ModelErrorCode, Part } from "@assay/contract";
import { type Database, oneRow, pauses } from "@assay/db";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";

/** Why a part cannot be used now. */
export type OutageCode = ErrorCode | ModelErrorCode;

/** What is known of a part that failed lately; times are the database's, in milliseconds since the epoch. */
export interface KnownPause {
  readonly untilMs: number;
  /** 0 when it answers again. */
  readonly failures: number;
  readonly answeredAtMs: number | null;
  /** Of the error that began it. */
  readonly code: OutageCode | null;
}

export type KnownPauses = Partial<Readonly<Record<Part, KnownPause>>>;

export interface PauseLimits {
  /** The first pause; each further failure doubles it. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** What the part itself asked for, which then holds as it is; 0 where it named no time. */
  readonly askedMs: number;
  /** Of the error that calls for it. */
  readonly code: OutageCode;
}

/** Everything that is known of pauses, as a column of another query. */
export const knownPauses = sql<KnownPauses>`coalesce((
  select jsonb_object_agg(part, jsonb_build_object('failures', failures, 'code', code,
    'untilMs', extract(epoch from until) * 1000, 'answeredAtMs', extract(epoch from answered_at) * 1000))
  from pauses), '{}')`;

/** A failure that long after the last pause is the first one again. */
const FORGOTTEN_AFTER = sql`interval '10 minutes'`;

/** Pauses a part for everybody. Failures of calls that were under way together count as one. Returns how long it lasts. */
export function beginPause(db: Database, part: Part, { firstMs, mostMs, askedMs, code }: PauseLimits): Promise<number> {
  const asked = databaseTimeIn(askedMs);
  const lasting = (before: SQL) =>
    askedMs > 0 ? asked : databaseTimeIn(sql`least(${mostMs}, ${firstMs} * power(2, least(${before}, 20)))`);
  // A part that names its times has not failed more often the longer it does.
  const counted = (before: SQL) => (askedMs > 0 ? sql`greatest(1, ${before})` : sql`${before} + 1`);
  const { failures, until } = pauses;
  const isSame = sql`${failures} > 0 and ${until} > now()`;
  const before = sql`case when ${until} < now() - ${FORGOTTEN_AFTER} then 0 else ${failures} end`;
  return inSystem(db, async (tx) => {
    const row = oneRow(
      await tx
        .insert(pauses)
        .values({ part, code, failures: 1, until: lasting(sql`0`) })
        .onConflictDoUpdate({
          target: pauses.part,
          set: {
            code,
            failures: sql`case when ${isSame} then ${failures} else ${counted(before)} end`,
            until: sql`case when ${isSame} then greatest(${until}, ${asked}) else ${lasting(before)} end`,
          },
        })
        .returning({ waitMs: sql<number>`greatest(0, extract(epoch from ${until} - now()) * 1000)::float8` }),
    );
    return row.waitMs;
  });
}

/** The part answers again. */
export async function endPause(db: Database, part: Part): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .update(pauses)
      .set({ failures: 0, until: sql`now()`, answeredAt: sql`now()` })
      .where(and(eq(pauses.part, part), gt(pauses.failures, 0))),
  );
}

/** Whether nothing may ask the part now. */
export const isPaused = (part: Part) => sql<boolean>`exists (select 1 from pauses
  where part = ${part} and failures > 0 and until > now())`;
