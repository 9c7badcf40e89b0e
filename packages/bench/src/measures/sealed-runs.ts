import { getRunReport } from "@assay/core/reports";
import { getReviewQueue } from "@assay/core/reviews";
import { getRun, getRunDetails, listAssessmentsOrDamage } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import type { Database } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { sql } from "drizzle-orm";
import { makeText } from "../make-text.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { withServices } from "../services.ts";

const ROUNDS = 15;

type Act = (ctx: Context, runId: string) => Promise<unknown>;

const ACTS: Readonly<Record<string, Act>> = {
  "Run with its verdicts": async (ctx, id) => [await getRun(ctx, id), await listAssessmentsOrDamage(ctx, id, {})],
  "Review queue": getReviewQueue,
  "Run in the console": getRunDetails,
  "CSV report": async (ctx, runId) => {
    const { bytes } = await getRunReport(ctx, noWorkbook, { runId, format: "csv" });
    let size = 0;
    for await (const part of bytes) size += part.length;
    return size;
  },
};

/** A CAPTURED run next to an equal one of which nothing was recorded when it ended, so that nothing is compared. */
export const sealedRuns: Measure = {
  name: "sealed-runs",
  needsServer: true,
  run: ({ server }) => {
    const requirements = 1800;
    const options = { dispatch: "loop", processes: 1, requirements, env: { TEST_PLAIN_MODEL: "true" } } as const;
    return withServices(server!, options, async (services) => {
      await services.read(Array.from({ length: 20 }, (_, at) => makeText(at, 3000)));
      const { runId: sealed } = await services.run();
      const { runId: bare } = await services.run();
      await using stack = new AsyncDisposableStack();
      const open = (url: string) => {
        const connection = connectServer(url, { poolSize: 1 });
        stack.defer(() => connection.close());
        return connection.db;
      };
      await forget(open(services.ownerUrl), bare);
      const { tenantId } = services;
      const actor = { id: "system", role: "SUPER_ADMIN", tenantId } as const;
      const ctx: Context = { db: open(services.databaseUrl), tenantId, actor };
      const figures: Figure[] = [];
      for (const [name, act] of Object.entries(ACTS)) {
        const { ms, bareMs } = await compare(
          () => act(ctx, sealed),
          () => act(ctx, bare),
        );
        figures.push({
          what: `${name}, compared with what was sealed`,
          value: `${rounded(ms)} ms of ${requirements} requirements`,
          reference: `nothing compared: ${rounded(bareMs)} ms`,
          ratio: ms / bareMs,
          target: { atMost: 1.2 },
        });
      }
      return figures;
    });
  },
};

/** As a run of which no digest was recorded and no snapshot captured. */
async function forget(owner: Database, runId: string): Promise<void> {
  await owner.transaction(async (tx) => {
    for (const table of ["audit_entries", "runs"])
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger all`);
    await tx.execute(sql`delete from audit_entries where run_id = ${runId} and action = 'snapshot.captured'`);
    await tx.execute(
      sql`update audit_entries set details = details - 'runHash' - 'resultsHash' where run_id = ${runId} and action = 'run.completed'`,
    );
    await tx.execute(sql`update runs set snapshot_status = 'FAILED' where id = ${runId}`);
  });
}

/** The least of each, in turn, as others may use the machine; the first round reads and compares for the first time. */
async function compare(act: () => Promise<unknown>, bare: () => Promise<unknown>) {
  let [ms, bareMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round <= ROUNDS; round++) {
    const taken = { act: await time(act), bare: await time(bare) };
    if (round === 0) continue;
    ms = Math.min(ms, taken.act);
    bareMs = Math.min(bareMs, taken.bare);
  }
  return { ms, bareMs };
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

const noWorkbook = { write: refuse, stream: refuse };

function refuse(): never {
  throw new Error("Cannot write a workbook because CSV is measured");
}
