import { AssayError } from "@assay/contract";
import { addComment } from "@assay/core/comments";
import { importPack } from "@assay/core/packs";
import { importRun, startRun } from "@assay/core/runs";
import { changeTask, tasksOf } from "@assay/core/tasks";
import { asCatalog, type Context, inCatalog, inTenant, putMember } from "@assay/core/tenancy";
import {
  assessments,
  auditEntries,
  criteria,
  criteriaVersions,
  exports,
  newId,
  requirements,
  retrievals,
  rowsOf,
  runDocuments,
  runRequirements,
  runSteps,
  runs,
  snapshots,
  tasks,
} from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let seeded: SeededTenant;
let ctx: Context;
let openRunId: string;
let draft: { packId: string; criteriaVersionId: string };

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  seeded = await seedTenant(engine);
  ctx = seeded.ctx;
  const actor = { id: newId(), role: "ADMIN" as const, tenantId: ctx.tenantId };
  await putMember(database.db, { ...actor, userId: actor.id, email: "a@example.test" });
  await addComment({ ...ctx, actor }, seeded.run.id, { kind: "COMMENT", text: "Where is the log?" });
  openRunId = (await startRun(ctx, engine.models, {})).run.id;
  draft = await inCatalog(database.db, async (tx) => {
    const [version] = await tx.select({ packId: criteriaVersions.packId }).from(criteriaVersions);
    const criteriaVersionId = newId();
    await tx.insert(criteriaVersions).values({ id: criteriaVersionId, packId: version!.packId, version: 2 });
    await tx.insert(criteria).values({ criteriaVersionId, criterionId: 1, title: "Draft", position: 0 });
    return { packId: version!.packId, criteriaVersionId };
  });
});
afterAll(() => database.close());

/** What every attempt must meet: the trigger's own SQLSTATE. */
async function expectFinal(attempt: Promise<unknown>): Promise<void> {
  await expect(attempt).rejects.toMatchObject({ cause: { code: "AS001" } });
}

const FINAL = ["assessments", "exports", "snapshots", "result_digests", "audit_entries"];
const NEVER_EMPTIED = [
  ...FINAL,
  ...["audit_heads", "runs", "run_steps", "run_documents", "run_documents_left_out"],
  ...["run_requirements", "retrievals", "tasks", "comments"],
  ...["criteria_versions", "criteria", "requirements", "corpus_activations", "retrieval_versions"],
];
/** A change of a row of the finished run that would alter nothing if it were let through. */
const TOUCH: Record<string, string> = {
  assessments: "update assessments set confidence = confidence",
  exports: "update exports set filename = filename",
  snapshots: "update snapshots set snapshot_hash = snapshot_hash",
  result_digests: "update result_digests set bytes = bytes",
  audit_entries: "update audit_entries set actor = actor",
  runs: "update runs set failure_reason = 'x' where status = 'COMPLETED'",
  run_steps: "update run_steps set output_refs = '{}' where run_id = $run",
  run_documents: "update run_documents set excluded_reason = 'x' where run_id = $run",
  run_requirements: "update run_requirements set verified_at = now() where run_id = $run",
  retrievals: "update retrievals set excluded_reason = 'x'",
  tasks: "update tasks set title = 'x'",
  criteria_versions: "update criteria_versions set status = 'DRAFT' where status = 'PUBLISHED'",
  criteria: "update criteria set title = 'x'",
  requirements: "update requirements set title = 'x'",
  comments: "update comments set text = 'x'",
  corpus_activations: "update corpus_activations set activated_at = now()",
  retrieval_versions: "update retrieval_versions set confidence_complete = 0.1",
};
const REMOVE = [...Object.keys(TOUCH), "audit_heads"].map((table) => `delete from ${table}`);

describe("as the owner of the tables, with ordinary triggers switched off", () => {
  test.each([...Object.values(TOUCH), ...REMOVE, ...NEVER_EMPTIED.map((table) => `truncate ${table} cascade`)])(
    "refused: %s",
    async (statement) => {
      await withOwner(database, ({ db }) =>
        expectFinal(
          db.transaction(async (tx) => {
            await tx.execute(sql`set local session_replication_role = replica`);
            await tx.execute(sql.raw(statement.replace("$run", `'${seeded.run.id}'`)));
          }),
        ),
      );
    },
  );

  test("every guard fires whatever the session says", async () => {
    const guards = await rowsOf<{ name: string; when: string }>(
      database.db,
      sql`select tgname as name, tgenabled as when from pg_trigger where not tgisinternal`,
    );
    expect(guards.length).toBeGreaterThan(30);
    expect(guards.filter(({ when }) => when !== "A")).toEqual([]);
  });
});

describe("as the service, inside the tenant", () => {
  const act = <T>(write: Parameters<typeof inTenant<T>>[1]) => inTenant(ctx, write);

  test.each(FINAL.flatMap((table) => [TOUCH[table]!, `delete from ${table}`, `truncate ${table}`]))(
    "the role lacks the right: %s",
    async (statement) => {
      await expect(act((tx) => tx.execute(sql.raw(statement)))).rejects.toMatchObject({ cause: { code: "42501" } });
    },
  );

  test("a refused change of a finished run is IMMUTABLE_RESOURCE", async () => {
    const attempts = [
      () => act((tx) => tx.update(runs).set({ failureReason: "x" }).where(eq(runs.id, seeded.run.id))),
      () => act((tx) => tx.update(runs).set({ status: "IN_PROGRESS" }).where(eq(runs.id, seeded.run.id))),
      () => act((tx) => tx.update(runs).set({ snapshotStatus: "FAILED" }).where(eq(runs.id, seeded.run.id))),
      () => act((tx) => tx.update(runSteps).set({ status: "FAILED" }).where(eq(runSteps.runId, seeded.run.id))),
      () =>
        act((tx) => tx.update(runDocuments).set({ excludedReason: "x" }).where(eq(runDocuments.runId, seeded.run.id))),
      () =>
        act((tx) =>
          tx.update(runRequirements).set({ verifiedAt: null }).where(eq(runRequirements.runId, seeded.run.id)),
        ),
      () => act((tx) => tx.update(retrievals).set({ excludedReason: "x" })),
    ];
    for (const attempt of attempts) await expectImmutable(attempt());
  });

  test("what an open run has fixed does not change: its name, and of a document all but why it is omitted", async () => {
    const document = {
      documentId: newId(),
      originalFilename: "a.txt",
      sha256Hash: "0".repeat(64),
      category: "Policies",
    };
    const ofRun = and(eq(runDocuments.tenantId, ctx.tenantId), eq(runDocuments.documentId, document.documentId));
    await act((tx) => tx.insert(runDocuments).values({ tenantId: ctx.tenantId, runId: openRunId, ...document }));
    await act((tx) => tx.update(runDocuments).set({ excludedReason: "OBJECT_MISSING" }).where(ofRun));
    await withOwner(database, async ({ db }) => {
      for (const change of [{ category: null }, { originalFilename: "b.txt" }, { pages: 3 }])
        await expectFinal(db.update(runDocuments).set(change).where(ofRun));
      await expectFinal(db.update(runs).set({ name: "Another" }).where(eq(runs.id, openRunId)));
    });
  });

  test("a finished run takes no further parts", async () => {
    const copies: [PgTable, Record<string, unknown>][] = [
      [assessments, { id: newId(), requirementRecordId: newId() }],
      [tasks, { id: newId(), requirementId: "9.9" }],
      [exports, { id: newId() }],
      [runSteps, { stepIndex: 9 }],
      [runDocuments, { documentId: newId() }],
      [runRequirements, { id: newId() }],
      [snapshots, { id: newId() }],
    ];
    for (const [table, change] of copies)
      await expectImmutable(
        act(async (tx) => {
          const [row] = await tx
            .select()
            .from(table as typeof runSteps)
            .where(sql`run_id = ${seeded.run.id}`)
            .limit(1);
          expect(row).toBeDefined();
          await tx.insert(table).values({ ...row, ...change } as never);
        }),
      );
    await expectImmutable(
      act(async (tx) => {
        const [row] = await tx.select().from(retrievals).limit(1);
        await tx.insert(retrievals).values({ ...row!, rank: 99 });
      }),
    );
  });

  test("a part does not leave its run for an open one", async () => {
    await expectImmutable(
      act((tx) =>
        tx
          .update(runSteps)
          .set({ runId: openRunId, stepIndex: 77 })
          .where(and(eq(runSteps.runId, seeded.run.id), eq(runSteps.stepIndex, 0))),
      ),
    );
  });

  test("the pins of an open run do not change", async () => {
    for (const pin of [
      { reuse: true },
      { startedBy: "x" },
      { totalRequirements: 9 },
      { traceId: "0" },
      { createdAt: new Date(0) },
    ])
      await expectImmutable(act((tx) => tx.update(runs).set(pin).where(eq(runs.id, openRunId))));
  });

  test("a task changes its status, assignee and due date, and nothing else", async () => {
    const [task] = await act((tx) => tasksOf(tx, { tenantId: ctx.tenantId, runId: seeded.run.id }));
    expect((await changeTask(ctx, task!.id, { status: "COMPLETED" })).status).toBe("COMPLETED");
    expect((await changeTask(ctx, task!.id, { status: "PENDING" })).status).toBe("PENDING");
    const rename = act((tx) => tx.update(tasks).set({ title: "x" }).where(eq(tasks.id, task!.id)));
    await expect(rename).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("an imported run is final once its transaction has ended", async () => {
    const imported = await importRun(ctx, {
      startedAt: "2026-01-01T00:00:00.000Z",
      completedAt: "2026-01-01T01:00:00.000Z",
      assessments: [{ requirementId: "1.1", confidence: 0.5, citations: [], reasoning: "Earlier." }],
      tasks: [],
    });
    const parts = await act((tx) => tx.select().from(assessments).where(eq(assessments.runId, imported.id)));
    expect(parts).toHaveLength(1);
    await expectImmutable(
      act((tx) => tx.insert(assessments).values({ ...parts[0]!, id: newId(), requirementRecordId: newId() })),
    );
  });
});

describe("what all tenants share", () => {
  const publish = (title: string) => importPack(ctx, makePack([title]));

  test("a published version, its criteria and its requirements are final", async () => {
    const { criteriaVersionId } = await publish("Published");
    const of = eq(requirements.criteriaVersionId, criteriaVersionId);
    const attempts = [
      () =>
        inCatalog(database.db, (tx) =>
          tx.update(criteriaVersions).set({ status: "DRAFT" }).where(eq(criteriaVersions.id, criteriaVersionId)),
        ),
      () =>
        inCatalog(database.db, (tx) =>
          tx.update(criteria).set({ title: "x" }).where(eq(criteria.criteriaVersionId, criteriaVersionId)),
        ),
      () => inCatalog(database.db, (tx) => tx.delete(requirements).where(of)),
      () => inCatalog(database.db, (tx) => tx.update(requirements).set({ title: "x" }).where(of)),
      () =>
        inCatalog(database.db, (tx) =>
          tx.update(requirements).set({ criteriaVersionId: draft.criteriaVersionId }).where(of),
        ),
      () =>
        inCatalog(database.db, (tx) =>
          tx
            .insert(requirements)
            .values({ criteriaVersionId, requirementId: "1.9", criterionId: 1, title: "x", position: 9 }),
        ),
      () =>
        inCatalog(database.db, (tx) =>
          tx.insert(criteria).values({ criteriaVersionId, criterionId: 9, title: "x", position: 9 }),
        ),
    ];
    for (const attempt of attempts) await expectImmutable(attempt());
  });

  test("a draft may still change", async () => {
    const { criteriaVersionId } = draft;
    await inCatalog(database.db, async (tx) => {
      await tx
        .insert(requirements)
        .values({ criteriaVersionId, requirementId: "1.1", criterionId: 1, title: "a", position: 0 });
      await tx.update(requirements).set({ title: "b" }).where(eq(requirements.criteriaVersionId, criteriaVersionId));
      await tx.delete(requirements).where(eq(requirements.criteriaVersionId, criteriaVersionId));
    });
  });

  test("a tenant cannot write what all share but through the catalogue role", async () => {
    const direct = inTenant(ctx, (tx) => tx.update(requirements).set({ title: "x" }));
    await expect(direct).rejects.toMatchObject({ cause: { code: "42501" } });
    await expectImmutable(inTenant(ctx, (tx) => asCatalog(tx, () => tx.update(requirements).set({ title: "x" }))));
  });
});

test("a run that ends takes its snapshot status with it, once", async () => {
  await engine.drain();
  const [finished] = await inTenant(ctx, (tx) => tx.select().from(runs).where(eq(runs.id, openRunId)));
  expect(finished).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  await expectImmutable(
    inTenant(ctx, (tx) => tx.update(runs).set({ snapshotStatus: "PENDING" }).where(eq(runs.id, openRunId))),
  );
  expect(await inTenant(ctx, (tx) => tx.select().from(auditEntries))).not.toEqual([]);
});

async function expectImmutable(attempt: Promise<unknown>): Promise<void> {
  const error = await attempt.then(
    () => "nothing was refused",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AssayError);
  expect(error).toMatchObject({ code: "IMMUTABLE_RESOURCE" });
}
