import { listAuditEntries } from "@assay/core/audit";
import { listDocuments, prepareFiles, registerUpload, type Upload } from "@assay/core/documents";
import { sweep } from "@assay/core/maintenance";
import { getRun, listRuns } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { type Database, documents, newId, oneRow, rowsOf } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { fillTenant } from "@assay/testing/fill-tenant";
import { eq, sql } from "drizzle-orm";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { startService } from "../start-service.ts";
import { type DatabaseSettings, withDatabase } from "../with-database.ts";

const TIMES = 80;
const FEW = 100;
const PAGE = { limit: 50 };
const DAY_MS = 86_400_000;
/** What the acts read. */
const TABLES = ["documents", "runs", "run_steps", "audit_entries", "result_checks", "work_items"];

type Act = (ctx: Context) => Promise<unknown>;

const ACTS: Readonly<Record<string, Act>> = {
  "List of documents": (ctx) => listDocuments(ctx, PAGE),
  "State of a run": async (ctx) => getRun(ctx, await idOf(ctx, "runs")),
  "List of runs": (ctx) => listRuns(ctx, PAGE),
  "Upload, quota included": addDocument,
  "Page of the audit log": (ctx) => listAuditEntries(ctx, PAGE),
  Sweep: ({ db }) => sweep(db, SWEEP),
};
const SWEEP = {
  stalledAfterMs: 900_000,
  waitMaxMs: DAY_MS,
  rehashEveryMs: DAY_MS,
  keepJobsMs: 7 * DAY_MS,
  keepSpansMs: 7 * DAY_MS,
  keepDeliveriesMs: 30 * DAY_MS,
  checkpointEveryMs: DAY_MS,
  quota: { quotas: {}, quotaWindowMs: 60_000, quotaArrivalMs: 5000, retryDelayMs: 2000 },
};

export const rows: Measure = {
  name: "rows",
  needsServer: true,
  run: ({ server }) =>
    withDatabase(server!, (settings) => measure(settings, process.env.ASSAY_BENCH_LARGE ? 1_000_000 : 10_000)),
};

async function measure(settings: DatabaseSettings, many: number): Promise<Figure[]> {
  // Makes a tenant with documents and a run, and ends before anything is measured.
  await (await startService(settings))[Symbol.asyncDispose]();
  await using stack = new AsyncDisposableStack();
  const open = (url: string) => {
    const connection = connectServer(url, { poolSize: 1, statementTimeoutMs: 900_000 });
    stack.defer(() => connection.close());
    return connection.db;
  };
  const owner = open(settings.DATABASE_MIGRATE_URL);
  const { tenantId } = oneRow(
    await rowsOf<{ tenantId: string }>(owner, sql`select tenant_id as "tenantId" from runs limit 1`),
  );
  const actor = { id: "system", role: "SUPER_ADMIN", tenantId } as const;
  const ctx: Context = { db: open(settings.DATABASE_URL), tenantId, actor };
  await fillTenant(owner, { tenantId, to: FEW, tables: TABLES });
  const few = await timeAll(ctx, owner);
  // Past the numbers that the uploads took.
  await fillTenant(owner, { tenantId, from: 10 * FEW, to: 10 * FEW + many, tables: TABLES });
  const grown = await timeAll(ctx, owner);
  return Object.keys(ACTS).map((name) => {
    const [small, large] = [few[name]!, grown[name]!];
    return {
      what: `${name}, ${many} rows`,
      value: `${rounded(large.ms)} ms`,
      reference: `by primary key ${rounded(large.keyMs)} ms; ${FEW} rows: ${rounded(small.ms)} and ${rounded(small.keyMs)} ms`,
      ratio: large.ms / large.keyMs / (small.ms / small.keyMs),
      target: { atMost: 1.5 },
    };
  });
}

interface Times {
  readonly ms: number;
  /** Of a query by primary key, in turn with the act. */
  readonly keyMs: number;
}

async function timeAll(ctx: Context, owner: Database): Promise<Record<string, Times>> {
  await owner.execute(sql`vacuum analyze`);
  const id = await idOf(ctx, "documents");
  const byKey: Act = ({ db, tenantId }) =>
    inTenant({ db, tenantId }, (tx) => tx.select().from(documents).where(eq(documents.id, id)));
  const times: Record<string, Times> = {};
  for (const [name, act] of Object.entries(ACTS)) {
    const [ms, keyMs]: [number[], number[]] = [[], []];
    for (let time = 0; time < TIMES; time++) {
      ms.push(await timed(() => act(ctx)));
      keyMs.push(await timed(() => byKey(ctx)));
    }
    times[name] = { ms: quick(ms), keyMs: quick(keyMs) };
  }
  return times;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

/** What a machine that others use too allows now and then. */
const quick = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 3]!;

async function idOf({ db, tenantId }: Context, table: "documents" | "runs"): Promise<string> {
  const query = sql`select id from ${sql.identifier(table)} order by id limit 1`;
  return oneRow(await inTenant({ db, tenantId }, (tx) => rowsOf<{ id: string }>(tx, query))).id;
}

async function addDocument(ctx: Context): Promise<void> {
  const [documentId] = (await prepareFiles(ctx, 1, { reclaimAfterMs: DAY_MS })) as [string];
  const stored = { sha256: (newId() + newId()).replaceAll("-", ""), sizeBytes: 1 };
  const upload: Upload = { documentId, filename: "plan.txt", fileType: "txt", stored, fields: {} };
  await registerUpload(ctx, upload, { documentsMax: 1e9, bytesMax: 1e15 });
}
