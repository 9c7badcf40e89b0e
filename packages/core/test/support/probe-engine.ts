import { recordAudit } from "@assay/core/audit";
import {
  type Attempt,
  createEngine,
  type Engine,
  type EngineSettings,
  enqueue,
  type Job,
  type JobRef,
  type Outcome,
} from "@assay/core/jobs";
import { createTenant, inSystem, inTenant, systemActor } from "@assay/core/tenancy";
import { type Database, jobs, newId, rowsOf, type Transaction } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { ENGINE_SETTINGS, ofEachKind } from "./test-engine.ts";

/** The bare engine with the stages `file.probe` and `file.heavy`, whose behaviour a test sets. */
export async function createProbeEngine(
  db: Database,
  options: { settings?: Partial<EngineSettings>; limitMs?: number } = {},
) {
  const settings = { ...ENGINE_SETTINGS, ...options.settings };
  const { id: tenantId } = await createTenant(db, { name: "Probe" });
  const dispatched: JobRef[] = [];
  const reports: { error: unknown; final: boolean }[] = [];
  const failed: Job[] = [];
  const probe = {
    tenantId,
    dispatched,
    reports,
    /** The jobs that `fail` was called for. */
    failed,
    attempts: 0,
    fail: (_item: Job): void => {},
    run: (_work: Attempt): Promise<Outcome> => Promise.resolve(probe.done()),
    /** Ends the attempt and leaves a trace in the audit log. */
    done: (state: Outcome["state"] = "done"): Outcome => ({
      state,
      async write(tx) {
        await probe.trace(tx);
        return undefined;
      },
    }),
    trace: (tx: Transaction) =>
      recordAudit(tx, systemActor(tenantId), { action: "probe.written", objectType: "probe", objectId: "1" }),
    async traces(): Promise<number> {
      const rows = await inTenant({ db, tenantId }, (tx) =>
        rowsOf(tx, sql`select 1 from audit_entries where action = 'probe.written'`),
      );
      return rows.length;
    },
    async add(tenant = tenantId): Promise<string> {
      const job = { tenantId: tenant, kind: "file" as const, subjectId: newId(), stage: "probe" };
      const [added] = await inTenant({ db, tenantId: tenant }, (tx) => enqueue(tx, [job]));
      return added!.jobId;
    },
    async job(id: string): Promise<typeof jobs.$inferSelect & { dueInMs: number }> {
      const [row] = await inSystem(db, (tx) => tx.select().from(jobs).where(eq(jobs.id, id)));
      const [due] = await inSystem(db, (tx) =>
        rowsOf<{ ms: number }>(
          tx,
          sql`select (extract(epoch from available_at - now()) * 1000)::float8 as ms from work_items where id = ${id}`,
        ),
      );
      return { ...row!, dueInMs: due!.ms };
    },
    /** Lets a delayed retry begin now. */
    async hurry(id: string): Promise<void> {
      await inSystem(db, (tx) =>
        tx.update(jobs).set({ availableAt: sql`now() - interval '1 second'` }).where(eq(jobs.id, id)),
      );
    },
    engine: undefined as unknown as Engine,
  };
  const stage = {
    run: (attempt: Attempt) => {
      probe.attempts += 1;
      return probe.run(attempt);
    },
    fail: async (_tx: Transaction, job: Job) => {
      failed.push(job);
      probe.fail(job);
      return undefined;
    },
    limitMs: options.limitMs ?? 60_000,
  };
  probe.engine = createEngine({
    db,
    stages: { ...ofEachKind({}), file: { probe: stage, heavy: { ...stage, heavy: true } } },
    dispatcher: { dispatch: async (items) => void dispatched.push(...items) },
    settings,
    report: ({ error, final }) => void reports.push({ error, final }),
    probed: () => {},
  });
  return probe;
}
