import { replayRun } from "@assay/core/runs";
import { rowsOf } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import { listAllDocuments, readAuditChain } from "../../support/read-results.ts";
import { until } from "../../support/test-client.ts";
import type { FaultCluster } from "./fault-cluster.ts";
import { CANARY, readResults, type Worked } from "./workload.ts";

type Results = Awaited<ReturnType<typeof readResults>>;

const OPEN = sql`state in ('PENDING', 'RUNNING') and available_at < now()`;

/** Holds all that was done under faults to what it must be; the numbers are those of docs/operate/reliability.md. */
export async function checkOracles(cluster: FaultCluster, works: readonly Worked[], golden: Results): Promise<void> {
  const owner = await cluster.database.asOwner();
  const rows = <T = Record<string, unknown>>(query: SQL) => rowsOf<T>(owner.db, query);
  try {
    // O4: nothing that is due is left, neither unpublished nor held.
    await until(
      () => rows(sql`select id from work_items where ${OPEN}`),
      (open) => open.length === 0,
    );
    for (const work of works) await checkWork(rows, work, golden);
    await checkRelations(rows);
  } finally {
    await owner.close();
  }
  checkStoredFiles(cluster, await listDocumentIds(works));
  for (const { output } of cluster.all) {
    // O10: evidence is in no log.
    expect(output().stdout + output().stderr).not.toContain(CANARY);
  }
}

type Rows = <T = Record<string, unknown>>(query: SQL) => Promise<T[]>;

async function checkWork(rows: Rows, work: Worked, golden: Results): Promise<void> {
  const { tenant, runId } = work;
  const requirements = golden.run.assessments.length;
  // O1 and O5: terminal, and equal to the undisturbed run.
  expect(await readResults(work)).toEqual(golden);
  // O2: one assessment of each requirement.
  const [counted] = await rows(sql`
    select count(*)::int as count, count(distinct requirement_id)::int as requirements
    from assessments where run_id = ${runId}`);
  expect(counted).toEqual({ count: requirements, requirements });
  // O6: one chain, and each change is in it once.
  const changes = (await readAuditChain(await tenant.as("ADMIN"))).map(
    ({ action, object_id, runId }) => `${action} ${object_id} ${runId}`,
  );
  expect(changes.length).toBe(new Set(changes).size);
  // O7: throws where the stored bytes are not those of the snapshot's hash.
  await replayRun(tenant.ctx, runId);
}

/** O3 and O8: no half or doubled set of rows, and none of another tenant than its parent. */
async function checkRelations(rows: Rows): Promise<void> {
  const strangers = await rows(sql`
    select 'chunk' as row from chunks join documents d on d.id = document_id where d.tenant_id <> chunks.tenant_id
    union all select 'vector' from chunk_vectors v join chunks c on c.id = v.chunk_id where c.tenant_id <> v.tenant_id
    union all select 'assessment' from assessments a join runs r on r.id = a.run_id where r.tenant_id <> a.tenant_id
    union all select 'task' from tasks t join runs r on r.id = t.run_id where r.tenant_id <> t.tenant_id
    union all select 'job' from work_items w join runs r on r.id = w.run_id where r.tenant_id <> w.tenant_id`);
  expect(strangers).toEqual([]);
  const doubled = await rows(sql`
    select 'run' as row from runs where status in ('PENDING', 'IN_PROGRESS') group by tenant_id having count(*) > 1
    union all select 'open job' from work_items where state in ('PENDING', 'RUNNING')
      group by tenant_id, kind, subject_id, stage having count(*) > 1
    union all select 'snapshot' from snapshots group by run_id having count(*) > 1`);
  expect(doubled).toEqual([]);
}

async function listDocumentIds(works: readonly Worked[]): Promise<string[]> {
  const lists = await Promise.all(works.map(async ({ tenant }) => listAllDocuments(await tenant.as("ADMIN"))));
  return lists.flat().map(({ id }) => id);
}

/** O9: the store has the files of the documents and, until their time, of uploads that were cut off. */
function checkStoredFiles({ supabase }: FaultCluster, documentIds: readonly string[]): void {
  const names = supabase.storage.list("evidence").map(({ name }) => name);
  for (const id of documentIds)
    expect(names.filter((name) => name.includes(id) && name.endsWith("/record.json"))).toHaveLength(1);
}

/** O9: the model was asked once for each verdict, and again for what died with its process. */
export function checkModelCalls({ all, killed }: FaultCluster, works: readonly Worked[], { run }: Results): void {
  const count = (event: string, of = all) => of.reduce((sum, { logged }) => sum + logged(event).length, 0);
  const calls = count("test.model_called");
  const lost = count("test.model_called", killed) - count("test.recorded", killed);
  const needed = works.length * run.assessments.length;
  expect(calls).toBeGreaterThanOrEqual(needed);
  // On a busy machine a living process loses a lease now and then.
  expect(calls).toBeLessThanOrEqual(needed * 1.25 + lost);
}
