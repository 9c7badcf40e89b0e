import { recordAudit } from "@assay/core/audit";
import { createTenant, inSystem, inTenant, systemActor } from "@assay/core/tenancy";
import {
  createLeases,
  type Engine,
  type EngineSettings,
  enqueue,
  type Outcome,
  type StageWork,
  type WorkItem,
  type WorkRef,
} from "@assay/core/work";
import { type Database, newId, type Transaction, workItems } from "@assay/db";
import { rowsOf } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { ENGINE_SETTINGS, ofEachKind } from "./test-engine.ts";

/** The bare engine with one stage, `file.probe`, whose behaviour a test sets. */
export async function createProbeEngine(
  db: Database,
  options: { settings?: Partial<EngineSettings>; limitMs?: number } = {},
) {
  const settings = { ...ENGINE_SETTINGS, ...options.settings };
  const { id: tenantId } = await createTenant(db, { name: "Probe" });
  const woken: WorkRef[] = [];
  const reports: { error: unknown; final: boolean }[] = [];
  const failed: WorkItem[] = [];
  const probe = {
    tenantId,
    woken,
    reports,
    /** The items that `fail` was called for. */
    failed,
    slices: 0,
    fail: (_item: WorkItem): void => {},
    run: (_work: StageWork): Promise<Outcome> => Promise.resolve(probe.done()),
    /** Ends the slice and leaves a trace in the audit log. */
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
        rowsOf({ db: tx } as never, sql`select 1 from audit_entries where action = 'probe.written'`),
      );
      return rows.length;
    },
    async add(tenant = tenantId): Promise<string> {
      const item = { tenantId: tenant, kind: "file" as const, subjectId: newId(), stage: "probe" };
      const [added] = await inTenant({ db, tenantId: tenant }, (tx) => enqueue(tx, [item]));
      return added!.workItemId;
    },
    async item(id: string): Promise<typeof workItems.$inferSelect & { dueInMs: number }> {
      const [row] = await inSystem(db, (tx) => tx.select().from(workItems).where(eq(workItems.id, id)));
      const [due] = await inSystem(db, (tx) =>
        rowsOf<{ ms: number }>(
          { db: tx } as never,
          sql`select (extract(epoch from available_at - now()) * 1000)::float8 as ms from work_items where id = ${id}`,
        ),
      );
      return { ...row!, dueInMs: due!.ms };
    },
    /** Lets a delayed retry begin now. */
    async hurry(id: string): Promise<void> {
      await inSystem(db, (tx) => tx.update(workItems).set({ availableAt: sql`now()` }).where(eq(workItems.id, id)));
    },
    engine: undefined as unknown as Engine,
  };
  const stage = {
    run: (work: StageWork) => {
      probe.slices += 1;
      return probe.run(work);
    },
    fail: async (_tx: Transaction, item: WorkItem) => {
      failed.push(item);
      probe.fail(item);
      return undefined;
    },
    limitMs: options.limitMs ?? 60_000,
  };
  probe.engine = {
    db,
    stages: { ...ofEachKind({}), file: { probe: stage } },
    waker: { wake: async (items) => void woken.push(...items) },
    settings,
    leases: createLeases(db, settings),
    report: ({ error, final }) => void reports.push({ error, final }),
  };
  return probe;
}
