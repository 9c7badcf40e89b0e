import type { Part } from "@assay/contract";
import { type Database, lockUntilCommit, modelCalls, newId, rowsOf, type Transaction } from "@assay/db";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { Job } from "./job.ts";

/** What a model's account allows, over all processes; what is omitted is not limited. */
export interface ModelQuota {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** Calls under way at a time. */
  readonly parallelCalls?: number | undefined;
}

export interface QuotaSettings {
  readonly quotas: Partial<Readonly<Record<Part, ModelQuota>>>;
  /** The length of a quota's minute. */
  readonly quotaWindowMs: number;
  /** A request has reached the model within this time: until then it may count at the model later than here. */
  readonly quotaArrivalMs: number;
  /** How long to wait where nobody knows when a call ends. */
  readonly retryDelayMs: number;
}

export interface WantedCall {
  readonly part: Part;
  readonly tenantId: Job["tenantId"];
  /** An estimate of what the call reads and writes. */
  readonly tokens: number;
  /** The longest that the call can take. */
  readonly lastsMs: number;
}

/** A call that the quota counts, or how long to wait before it may be made. */
export type Turn = { readonly id: string; readonly waitMs: 0 } | { readonly id: undefined; readonly waitMs: number };

/** Takes a place in the model's quota, or says when to come again: the jobs of each tenant in turn. */
export function takeTurn(db: Database, settings: QuotaSettings, quota: ModelQuota, wanted: WantedCall): Promise<Turn> {
  return inSystem(db, async (tx) => {
    const use = await lockUse(tx, settings, wanted.part);
    const delayMs = await findDelayMs(tx, settings, quota, wanted, use);
    if (delayMs === undefined) return { id: await begin(tx, wanted, 0), waitMs: 0 };
    const place = await findPlace(tx, wanted);
    const perWindow = callsPerWindow(quota, use, wanted);
    return { id: undefined, waitMs: delayMs + (place / perWindow) * settings.quotaWindowMs };
  });
}

/** Reserves the next place for a further request of a call under way. Returns how long to wait for it. */
export function reserveTurn(
  db: Database,
  settings: QuotaSettings,
  quota: ModelQuota,
  wanted: WantedCall,
): Promise<{ readonly id: string; readonly waitMs: number }> {
  return inSystem(db, async (tx) => {
    const use = await lockUse(tx, settings, wanted.part);
    // The call itself is one of those under way.
    const waitMs = (await findDelayMs(tx, settings, { ...quota, parallelCalls: undefined }, wanted, use)) ?? 0;
    return { id: await begin(tx, wanted, waitMs), waitMs };
  });
}

/** The call has ended. `tokens` is what it used, where that is known. */
export async function endTurn(db: Database, id: string, tokens: number | undefined): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .update(modelCalls)
      .set({ endedAt: sql`now()`, ...(tokens === undefined ? {} : { tokens }) })
      .where(and(eq(modelCalls.id, id), isNull(modelCalls.endedAt))),
  );
}

async function begin(tx: Transaction, { part, tokens, lastsMs }: WantedCall, inMs: number): Promise<string> {
  const id = newId();
  const startedAt = databaseTimeIn(inMs);
  await tx.insert(modelCalls).values({ id, part, tokens, startedAt, expiresAt: databaseTimeIn(inMs + lastsMs) });
  return id;
}

interface Use {
  readonly requests: number;
  readonly tokens: number;
  readonly underWay: number;
}

/** When a call counts at the model: not before it began, not after it ended. */
const countedAt = ({ quotaArrivalMs }: QuotaSettings) =>
  sql`least(coalesce(ended_at, 'infinity'), started_at + make_interval(secs => ${quotaArrivalMs / 1000}::float8))`;

const inWindow = (settings: QuotaSettings) => sql`${countedAt(settings)} > ${databaseTimeIn(-settings.quotaWindowMs)}`;

const isUnderWay = sql`ended_at is null and expires_at > now()`;

/** What of the quota is in use. Until the transaction ends nobody else takes of it. */
async function lockUse(tx: Transaction, settings: QuotaSettings, part: Part): Promise<Use> {
  await lockUntilCommit(tx, `quota:${part}`);
  await tx.execute(
    sql`delete from model_calls where part = ${part} and not (${isUnderWay}) and not (${inWindow(settings)})`,
  );
  return readUse(tx, settings, part);
}

/** What of the quota is in use now. */
export async function readUse(tx: Transaction, settings: QuotaSettings, part: Part): Promise<Use> {
  const [use] = await rowsOf<Use>(
    tx,
    sql`select count(*) filter (where ${inWindow(settings)})::int as requests,
      coalesce(sum(tokens) filter (where ${inWindow(settings)}), 0)::float8 as tokens,
      count(*) filter (where ${isUnderWay})::int as "underWay"
    from model_calls where part = ${part}`,
  );
  return use!;
}

/** How long until the quota has room for the call; undefined where it has. */
async function findDelayMs(
  tx: Transaction,
  settings: QuotaSettings,
  quota: ModelQuota,
  { part, tokens }: WantedCall,
  use: Use,
): Promise<number | undefined> {
  const { requestsPerMinute = Infinity, tokensPerMinute = Infinity, parallelCalls = Infinity } = quota;
  const delays: number[] = [];
  if (use.underWay >= parallelCalls) delays.push(settings.retryDelayMs);
  if (use.requests >= requestsPerMinute)
    delays.push(await freeInMs(tx, settings, part, sql`ended + 1 > ${use.requests - requestsPerMinute}`));
  // A call that is larger than the quota is made alone.
  if (use.requests > 0 && use.tokens + tokens > tokensPerMinute)
    delays.push(
      await freeInMs(
        tx,
        settings,
        part,
        sql`released >= ${Math.min(use.tokens, use.tokens + tokens - tokensPerMinute)}`,
      ),
    );
  return delays.length === 0 ? undefined : Math.max(...delays);
}

/** How long until so many of the counted calls have left the window that `isEnough` holds. */
async function freeInMs(tx: Transaction, settings: QuotaSettings, part: Part, isEnough: SQL): Promise<number> {
  const [row] = await rowsOf<{ ms: number | null }>(
    tx,
    sql`with counted as (
      select ${countedAt(settings)} as at,
        row_number() over (order by ${countedAt(settings)}, id) - 1 as ended,
        sum(tokens) over (order by ${countedAt(settings)}, id) as released
      from model_calls where part = ${part} and ${inWindow(settings)})
    select (extract(epoch from min(at) - now()) * 1000)::float8 as ms from counted where ${isEnough}`,
  );
  return Math.max(0, (row?.ms ?? 0) + settings.quotaWindowMs);
}

/** Beyond these a job comes again before its turn, and waits again: to count all that wait would cost each of them more. */
const PLACE_MAX = { tenants: 100, ofEach: 20 } as const;

/** How many calls come first, where each tenant that waits has its turn before the second of any. */
async function findPlace(tx: Transaction, { part, tenantId }: WantedCall): Promise<number> {
  const waits = sql`state = 'PENDING' and waiting_for = ${part}`;
  const next = (which: SQL) => sql`(
    select tenant_id from work_items job where ${waits} and ${which} order by tenant_id, available_at limit 1)`;
  const [row] = await rowsOf<{ place: number }>(
    tx,
    sql`with recursive mine as (
      select count(*)::int as jobs from (
        select 1 from work_items where ${waits} and tenant_id = ${tenantId} limit ${PLACE_MAX.ofEach}::int) as waiting),
    tenants (tenant_id, nth) as (
      select ${next(sql`true`)}, 1
      union all
      select ${next(sql`job.tenant_id > tenants.tenant_id`)}, nth + 1 from tenants
      where tenant_id is not null and nth < ${PLACE_MAX.tenants}::int)
    select coalesce(sum(waiting.jobs), 0)::int as place
    from tenants cross join mine cross join lateral (
      select count(*) as jobs from (
        select 1 from work_items job where ${waits} and job.tenant_id = tenants.tenant_id limit mine.jobs) as counted) waiting`,
  );
  return row!.place;
}

function callsPerWindow(
  { requestsPerMinute = Infinity, tokensPerMinute = Infinity, parallelCalls = Infinity }: ModelQuota,
  use: Use,
  { tokens }: WantedCall,
): number {
  const tokensEach = Math.max(1, use.requests > 0 ? use.tokens / use.requests : tokens);
  const most = Math.min(requestsPerMinute, tokensPerMinute / tokensEach);
  // Calls under way say nothing of how many fit into a minute: one that waits for them is called when one ends.
  return Math.max(1, Number.isFinite(most) ? most : parallelCalls);
}

/** Makes jobs due that wait for a quota with room: the others of their tenants may have ended, or the quota grown. */
export async function callWaiting(db: Database, settings: QuotaSettings): Promise<void> {
  await inSystem(db, async (tx) => {
    const next = (which: SQL) => sql`(
      select waiting_for from work_items job where state = 'PENDING' and waiting_for is not null and ${which}
      order by waiting_for limit 1)`;
    const parts = await rowsOf<{ part: Part }>(
      tx,
      sql`with recursive parts (part) as (
          select ${next(sql`true`)}
          union all
          select ${next(sql`job.waiting_for > parts.part`)} from parts where part is not null)
        select part from parts where part like 'model:%'
          and not exists (select 1 from pauses where pauses.part = parts.part and failures > 0 and until > now())`,
    );
    for (const { part } of parts) {
      const quota = settings.quotas[part] ?? {};
      const room = await countRoom(tx, settings, quota, part);
      if (room > 0) await makeDue(tx, part, room);
    }
  });
}

const CALLED_MAX = 1000;

async function countRoom(tx: Transaction, settings: QuotaSettings, quota: ModelQuota, part: Part): Promise<number> {
  const { requestsPerMinute = Infinity, tokensPerMinute = Infinity, parallelCalls = Infinity } = quota;
  const { requests, tokens, underWay } = await readUse(tx, settings, part);
  if (tokens >= tokensPerMinute) return 0;
  return Math.min(requestsPerMinute - requests, parallelCalls - underWay, CALLED_MAX);
}

/** A call has ended: where calls at a time are limited, the next job need not wait any longer. */
export async function callNext(db: Database, settings: QuotaSettings, part: Part): Promise<void> {
  const quota = settings.quotas[part];
  if (quota?.parallelCalls === undefined) return;
  await inSystem(db, async (tx) => {
    if ((await countRoom(tx, settings, quota, part)) > 0) await makeDue(tx, part, 1);
  });
}

/** Of how many that come first the turns are taken: when each comes was set by its turn, so that those are the next ones. */
const CANDIDATES_EACH = 8;

async function makeDue(tx: Transaction, part: Part, most: number): Promise<void> {
  const waits = sql`state = 'PENDING' and waiting_for = ${part} and last_error = 'MODEL_RATE_LIMITED'`;
  await tx.execute(sql`
    with first as (
      select id, tenant_id, available_at from work_items where ${waits}
      order by available_at limit ${most * CANDIDATES_EACH}::int),
    waiting as (
      select id, row_number() over (partition by tenant_id order by available_at, id) as turn, available_at from first),
    next as (
      select id from work_items
      where id = any(array(select id from waiting order by turn, available_at, id limit ${most}::int))
      and available_at > now() for update skip locked)
    update work_items set available_at = now(), delayed = false, published_at = null
    where id = any(array(select id from next))`);
}
