import { setTimeout as pause } from "node:timers/promises";
import { type Connection, rowsOf } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { disturbMessages } from "../faults/support/disturb-messages.ts";
import { type FaultCluster, faultCluster } from "../faults/support/fault-cluster.ts";
import { checkOracles } from "../faults/support/oracles.ts";
import { doWork, readResults, type Worked } from "../faults/support/workload.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { restartPostgres, type ServerControls } from "../support/own-postgres.ts";
import { pick, seededRandom } from "../support/seeded-random.ts";
import { widePack } from "../support/wide-pack.ts";

interface Asked {
  readonly seed: number;
  readonly minutes: number;
  readonly server: ServerControls;
}

const { seed, minutes, server } = JSON.parse(process.env.ASSAY_CHAOS!) as Asked;
const TENANTS_AT_A_TIME = 12;
const REQUIREMENTS = 24;
const DOCUMENTS = 4;
const KILL_MS = { least: 2000, most: 5000 };
const RESTART_MS = { least: 3000, most: 6000 };
const LOOK_MS = 500;

const counts = { kills: 0, restarts: 0 };

test("faults without end, and then none", { timeout: (minutes + 30) * 60_000 }, async () => {
  const cluster = await faultCluster({ serving: 2, standby: 2 });
  const owner = await cluster.database.asOwner();
  try {
    const first = await doWork(await makeTenant(cluster), { documents: DOCUMENTS });
    const golden = await readResults(first);
    const messages = disturbMessages(seededRandom(seed));
    cluster.qstash.fail(messages.faults);
    const over = AbortSignal.timeout(minutes * 60_000);
    const healed = new AbortController();
    const standing = watchStanding(owner, healed.signal);
    const faults = [
      repeat(over, KILL_MS, seededRandom(seed + 1), async (random) => {
        const victim = cluster.serving.length > 0 && pick(random, cluster.serving);
        if (!victim) return;
        cluster.kill(victim);
        counts.kills += 1;
      }),
      repeat(over, RESTART_MS, seededRandom(seed + 2), async () => {
        await restartPostgres(server);
        counts.restarts += 1;
      }),
    ];
    const works: Worked[] = [first];
    const workUntilOver = async () => {
      while (!over.aborted) works.push(await doWork(await makeTenant(cluster), { documents: DOCUMENTS }));
    };
    const done = Promise.all(Array.from({ length: TENANTS_AT_A_TIME }, workUntilOver));
    await Promise.all(faults);
    cluster.qstash.fail({});
    const faultsEnded = performance.now();
    await done;
    const healedMs = performance.now() - faultsEnded;
    healed.abort();

    const [counted] = await rowsOf<Record<string, number>>(owner.db, COUNTED);
    console.info(
      Object.entries({
        seed,
        "runs of tenants": works.length,
        "stage executions": counted!.executions,
        "kill -9": counts.kills,
        "restarts of PostgreSQL": counts.restarts,
        "messages lost": messages.struck.lost,
        "messages doubled": messages.struck.doubled,
        "messages reordered": messages.struck.reordered,
        "replies lost": messages.struck.lostReply,
        "leases lost": counted!.losses,
        "verdicts lost": counted!.lost,
        "verdicts doubled": counted!.doubled,
        "longest that due work stood still, ms": Math.round(await standing),
        "all done after the last fault, ms": Math.round(healedMs),
      })
        .map(([name, value]) => `${name.padEnd(40)} ${value}`)
        .join("\n"),
    );
    await checkOracles(cluster, works, golden);
    console.info("All oracles hold");
    expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  } finally {
    await owner.close();
    await cluster.close();
  }
});

/** Each claim is an execution of a stage. */
const COUNTED = sql`
  select (select sum(fence) from work_items)::int as executions, (select sum(losses) from work_items)::int as losses,
    (select sum(total_requirements) from runs)::int
      - (select count(distinct (run_id, requirement_id)) from assessments)::int as lost,
    (select count(*) - count(distinct (run_id, requirement_id)) from assessments)::int as doubled`;

/** Made past the service, and so again when a restart of the server hits it. */
async function makeTenant(cluster: FaultCluster): Promise<TestTenant> {
  for (;;) {
    try {
      const tenant = await cluster.newTenant({ pack: widePack(REQUIREMENTS) });
      await tenant.as("ADMIN");
      await tenant.as("SUPER_ADMIN");
      return tenant;
    } catch {
      await pause(200);
    }
  }
}

async function repeat(
  over: AbortSignal,
  every: { readonly least: number; readonly most: number },
  random: () => number,
  act: (random: () => number) => Promise<void>,
): Promise<void> {
  while (!over.aborted) {
    await pause(every.least + random() * (every.most - every.least));
    await act(random);
  }
}

/** The longest time in which a due job was seen in one and the same state: no loss takes longer to be driven again. */
async function watchStanding(owner: Connection, ended: AbortSignal): Promise<number> {
  const look: SQL = sql`
    select id || '.' || fence || '.' || state as at from work_items
    where state in ('PENDING', 'RUNNING') and available_at < now()`;
  let since = new Map<string, number>();
  let longest = 0;
  while (!ended.aborted) {
    await pause(LOOK_MS);
    const found = await rowsOf<{ at: string }>(owner.db, look).catch(() => undefined);
    if (!found) continue;
    const now = performance.now();
    since = new Map(found.map(({ at }) => [at, since.get(at) ?? now]));
    longest = Math.max(longest, ...[...since.values()].map((from) => now - from));
  }
  return longest;
}
