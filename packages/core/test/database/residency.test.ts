import { ModelError } from "@assay/contract";
import { listChunks, reprocessDocument } from "@assay/core/documents";
import { runJob } from "@assay/core/jobs";
import type { Destination } from "@assay/core/ports";
import { bindEngine, changeResidency, listEgress, readResidency } from "@assay/core/residency";
import { createRetrievalVersion, listRetrievalVersions } from "@assay/core/retrieval-versions";
import { getRun, getRunConfiguration, getSnapshot } from "@assay/core/runs";
import { searchEvidence } from "@assay/core/search";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { documents, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setOfTenant } from "../../src/tenancy/set-of-tenant.ts";
import { makePack } from "../support/make-pack.ts";
import { createQuotingAssessor, createWordEmbedder, sizeOf } from "../support/model-doubles.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const CLOUD: Destination = { provider: "gemini", host: "cloud.example.test" };
const TEXT = "Backups are taken every day by the operations team.";
const PACK = makePack(["Backups are taken every day", "Backups are taken by the team"]);
const ALL = { limit: 200 };

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let fallback: ReturnType<typeof createQuotingAssessor>;
const local = createWordEmbedder(64, 384);

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fallback = createQuotingAssessor("fallback-double-1");
  fallback.sendsTo = CLOUD;
  engine = await createTestEngine(database.db, { fallback, furtherEmbedders: [local] });
  engine.embedder.sendsTo = CLOUD;
  engine.assessor.sendsTo = CLOUD;
  ctx = await engine.makeBoundTenant(PACK);
});

const allow = (allowedProviders: ("offline" | "gemini" | "clamd")[] | null, of = ctx) =>
  changeResidency(of, { allowedProviders }, []);
const ledger = async (of = ctx) => (await listEgress(of, ALL)).items;
const sentOf = async (purpose: string, of = ctx) => {
  const rows = (await ledger(of)).filter((row) => row.purpose === purpose);
  return {
    requests: rows.reduce((sum, { requests }) => sum + requests, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};
const asked = () => engine.embedder.calls.length + engine.assessor.asked.length + engine.assessor.probes;
const waitingJobs = (of = ctx) =>
  inTenant(of, (tx) =>
    rowsOf<{ waiting_for: string }>(
      tx,
      sql`select waiting_for from work_items where tenant_id = ${of.tenantId} and state = 'PENDING' and waiting_for is not null`,
    ),
  );
/** As long as jobs that wait look again, no drain comes to an end. */
async function serve(of = ctx, times = 30): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    const rows = await inTenant(of, (tx) =>
      rowsOf<{ id: string }>(
        tx,
        sql`select id from work_items where tenant_id = ${of.tenantId} and state = 'PENDING' and waiting_for is null
          order by available_at, id limit 1`,
      ),
    );
    if (!rows[0]) return;
    await runJob(engine.engine, rows[0].id);
  }
}

describe("a tenant that allows no provider", () => {
  test("sends nothing: an upload waits and says so, also when it is read again, and goes on once it is allowed", async () => {
    const before = asked();
    await allow(["offline"]);
    const { id } = await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const waiting = { reason: "PROVIDER_NOT_ALLOWED", provider: "gemini" };
    expect(await engine.document(ctx, id)).toMatchObject({ status: "PARSED", waiting });
    expect(await waitingJobs()).toEqual([{ waiting_for: "provider:gemini" }]);
    expect([asked() - before, await ledger()]).toEqual([0, []]);

    const { jobs } = await allow(null);
    for (const { jobId } of jobs) await runJob(engine.engine, jobId);
    await serve();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "READY", waiting: null });

    const sent = await ledger();
    await allow([]);
    await inTenant(ctx, (tx) =>
      tx
        .update(documents)
        .set({ readerVersion: null })
        .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id))),
    );
    await reprocessDocument(ctx, id, {});
    await serve();
    expect(await engine.document(ctx, id)).toMatchObject({ status: "PARSED", waiting });
    expect(await ledger()).toEqual(sent);
  });

  test("gets no run: 409 INVALID_STATE names the provider", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const before = asked();
    await allow(["clamd"]);
    await expect(engine.startRun(ctx)).rejects.toMatchObject({
      code: "INVALID_STATE",
      details: { provider: "gemini" },
    });
    expect(asked()).toBe(before);
  });

  test("has a run under way wait where it stands, with nothing more sent, not even a probe", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const run = await engine.startRun(ctx);
    const before = asked();
    await allow([]);
    await serve();
    expect(asked()).toBe(before);
    expect((await getRun(ctx, run.id)).status).toBe("IN_PROGRESS");
    const { jobs } = await allow(["gemini"]);
    for (const { jobId } of jobs) await runJob(engine.engine, jobId);
    await serve();
    expect((await getRun(ctx, run.id)).status).toBe("COMPLETED");
  });

  test("searches by words alone, and says why", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    await allow([]);
    const before = asked();
    const { reply } = await searchEvidence(ctx, engine.models, { q: "backups taken", limit: 5 });
    expect(reply).toMatchObject({ legs: ["LEXICAL"], degraded: "EMBEDDER_NOT_ALLOWED" });
    expect(reply.results).toHaveLength(1);
    expect(asked()).toBe(before);
  });

  test("holds up nobody else", async () => {
    const other = await engine.makeBoundTenant(PACK);
    await allow([]);
    await engine.upload(ctx, "policy.txt", TEXT);
    const { id } = await engine.upload(other, "policy.txt", TEXT);
    await serve();
    await serve(other);
    expect(await engine.document(other, id)).toMatchObject({ status: "READY" });
  });
});

test("a fallback that the tenant does not allow is not asked: what the pinned assessor refuses is left to a person", async () => {
  engine.embedder.sendsTo = { provider: "openai-compatible", host: "own.example.test" };
  engine.assessor.sendsTo = engine.embedder.sendsTo;
  engine.assessor.beforeAnswer = async () => {
    throw new ModelError("MODEL_REFUSED", "No");
  };
  await changeResidency(ctx, { allowedProviders: ["openai-compatible"] }, []);
  await engine.upload(ctx, "policy.txt", TEXT);
  await serve();
  const run = await engine.startRun(ctx);
  await serve();
  expect(await getRun(ctx, run.id)).toMatchObject({ status: "COMPLETED", notJudgedCount: 2 });
  expect(fallback.asked).toEqual([]);
  expect((await ledger()).map(({ provider }) => provider)).not.toContain("gemini");
});

describe("the ledger", () => {
  test("counts what was sent by host and purpose, for the run and without one, each request once", async () => {
    const { id } = await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const [embedded] = engine.embedder.calls.slice(-1);
    expect(await sentOf("EMBEDDING")).toEqual({ requests: 1, bytes: sizeOf(embedded) });
    expect((await listChunks(ctx, id, ALL)).items).toHaveLength(1);
    const run = await engine.startRun(ctx);
    await serve();
    const ofRun = (await listEgress(ctx, { ...ALL, runId: run.id })).items;
    expect(ofRun.map(({ purpose, requests, host }) => [purpose, requests, host])).toEqual([
      ["EMBEDDING", 1, CLOUD.host],
      ["ASSESSMENT", 2, CLOUD.host],
    ]);
    expect((await ledger()).filter(({ runId }) => runId === null)).toHaveLength(1);
    expect(await ledger(await engine.makeTenant())).toEqual([]);
  });

  test("counts each request before it leaves, also those of attempts that fail", async () => {
    let failures = 2;
    const counted: number[] = [];
    engine.embedder.beforeAnswer = async () => {
      counted.push((await sentOf("EMBEDDING")).bytes);
      if (failures-- > 0) throw new ModelError("MODEL_INVALID_OUTPUT", "Broken");
    };
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const calls = engine.embedder.calls.map(sizeOf);
    expect(counted).toEqual(calls.map((_, at) => calls.slice(0, at + 1).reduce((sum, size) => sum + size)));
    expect(calls).toHaveLength(3);
  });

  test("only grows, no matter who writes it, and belongs to its tenant", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const lower = inTenant(ctx, (tx) => tx.execute(sql`update egress set bytes = 0 where tenant_id = ${ctx.tenantId}`));
    await expect(lower).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    const remove = inTenant(ctx, (tx) => tx.execute(sql`delete from egress where tenant_id = ${ctx.tenantId}`));
    await expect(remove).rejects.toThrow();
    const other = await engine.makeTenant();
    const forge = inTenant(other, (tx) =>
      tx.execute(sql`insert into egress (tenant_id, day, provider, host, purpose, requests, bytes)
        values (${ctx.tenantId}, '2026-01-01', 'gemini', 'x', 'SCAN', 1, 1)`),
    );
    await expect(forge).rejects.toThrow();
    expect(await inTenant(other, (tx) => rowsOf(tx, sql`select 1 from egress`))).toEqual([]);
  });
});

describe("the snapshot of a run", () => {
  const way = (purpose: string) => ({ provider: CLOUD.provider, host: CLOUD.host, purpose });
  const ofBoth = {
    run: [way("ASSESSMENT"), way("EMBEDDING")],
    documents: [way("EMBEDDING")],
    olderDocuments: 0,
  };
  const finish = async () => {
    const run = await engine.startRun(ctx);
    await serve();
    const snapshot = JSON.parse(new TextDecoder().decode((await getSnapshot(ctx, run.id)).bytes));
    return { run, snapshot };
  };
  const countedFor = async (runId: string) => {
    const [row] = await inTenant(ctx, (tx) =>
      rowsOf<{ egress: Record<"run" | "documents", { purpose: string; requests: number; bytes: number }[]> }>(
        tx,
        sql`select egress from runs where tenant_id = ${ctx.tenantId} and id = ${runId}`,
      ),
    );
    return row!.egress;
  };

  test("names each host that the run and its documents were sent to, and for what, as its configuration does", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const { run, snapshot } = await finish();
    expect(snapshot).toMatchObject({ format: "assay-snapshot/7", configuration: { egress: ofBoth } });
    expect((await getRunConfiguration(ctx, run.id)).egress).toEqual(ofBoth);
    const { documents } = await countedFor(run.id);
    expect(documents).toEqual([{ ...way("EMBEDDING"), documents: 1, bytes: sizeOf(engine.embedder.calls[0]) }]);
  });

  test("is the same where attempts failed and models were probed: counts alone differ", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    let failures = 1;
    engine.embedder.beforeAnswer = async () => {
      if (failures-- > 0) throw new ModelError("MODEL_INVALID_OUTPUT", "Broken");
    };
    const { run, snapshot } = await finish();
    expect(snapshot.configuration.egress).toEqual(ofBoth);
    const counted = (await countedFor(run.id)).run.find(({ purpose }) => purpose === "EMBEDDING");
    expect(counted!.requests).toBe(2);
  });

  test("says that nothing was sent, of a run whose text stayed in the service", async () => {
    engine.embedder.sendsTo = undefined as never;
    engine.assessor.sendsTo = undefined as never;
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const { snapshot } = await finish();
    expect(snapshot.configuration.egress).toEqual({ run: [], documents: [], olderDocuments: 0 });
  });

  test("says of how many documents it is not known, and is in the form of before for a run that is older than the counts", async () => {
    await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const knownSince = (at: SQL) =>
      inSystem(database.db, (tx) =>
        tx.execute(sql`update tenants set egress_known_since = ${at} where id = ${ctx.tenantId}`),
      );
    await knownSince(sql`clock_timestamp()`);
    expect((await finish()).snapshot.configuration.egress).toMatchObject({ olderDocuments: 1 });
    await knownSince(sql`clock_timestamp() + interval '1 hour'`);
    const { snapshot } = await finish();
    expect([snapshot.format, snapshot.configuration.egress]).toEqual(["assay-snapshot/2", undefined]);
  });
});

describe("an engine version that a tenant is bound to", () => {
  const bind = (retrievalVersionId: string | null, of = ctx) =>
    bindEngine(of, { retrievalVersionId }, { models: engine.models, destinations: [], dispatch: async () => {} });
  const pinnedBy = (runId: string, of = ctx) =>
    inTenant(of, (tx) =>
      rowsOf(tx, sql`select retrieval_version_id as id from runs where tenant_id = ${of.tenantId} and id = ${runId}`),
    );
  const makeLocal = async () => {
    local.sendsTo = undefined as never;
    engine.assessor.sendsTo = undefined as never;
    const { record } = await createRetrievalVersion(ctx, engine.models, { embedderModel: local.model } as never);
    return record;
  };

  test("is what its documents, runs and searches go by, after its vectors are made; others go by the active one", async () => {
    const { id } = await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const { items } = await listRetrievalVersions(ctx, ALL);
    const active = items.find(({ inForce }) => inForce)!;
    const version = await makeLocal();
    await allow(["offline"]);
    await expect(bind(active.id)).rejects.toMatchObject({ details: { provider: "gemini" } });
    await expect(bind(version.id)).rejects.toMatchObject({ code: "INVALID_STATE", details: { missing: 1 } });
    await serve();
    expect(await bind(version.id)).toMatchObject({ retrievalVersionId: version.id });
    const sent = await ledger();
    const second = await engine.upload(ctx, "second.txt", `${TEXT} Also on Sundays.`);
    await serve();
    for (const each of [id, second.id]) expect((await engine.document(ctx, each)).status).toBe("READY");
    const run = await engine.startRun(ctx);
    await serve();
    expect((await getRun(ctx, run.id)).status).toBe("COMPLETED");
    expect(await pinnedBy(run.id)).toEqual([{ id: version.id }]);
    const { reply } = await searchEvidence(ctx, engine.models, { q: "backups taken", limit: 5 });
    expect(reply).toMatchObject({ degraded: null, retrievalVersionId: version.id });
    expect(await ledger()).toEqual(sent);
    const other = await engine.makeBoundTenant(PACK);
    expect(await pinnedBy((await engine.startRun(other)).id, other)).toEqual([{ id: active.id }]);

    await allow(null);
    await expect(bind(null)).rejects.toMatchObject({ details: { missing: 1 } });
    await serve();
    expect(await bind(null)).toMatchObject({ retrievalVersionId: null });
  });

  test("can be left where the active one is not allowed: documents wait and say so, and no run goes without passages", async () => {
    const version = await makeLocal();
    engine.assessor.sendsTo = CLOUD;
    await allow(["offline"]);
    await inTenant(ctx, (tx) => setOfTenant(tx, ctx.tenantId, { retrievalVersionId: version.id }));
    const read = await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    expect((await engine.document(ctx, read.id)).status).toBe("READY");
    expect(await bind(null)).toMatchObject({ retrievalVersionId: null });
    const { id } = await engine.upload(ctx, "second.txt", `${TEXT} Also on Sundays.`);
    await serve();
    const waiting = { reason: "PROVIDER_NOT_ALLOWED", provider: "gemini" };
    expect(await engine.document(ctx, id)).toMatchObject({ status: "PARSED", waiting });
    await expect(engine.startRun(ctx)).rejects.toMatchObject({ details: { provider: "gemini" } });
    expect(await ledger()).toEqual([]);

    const { jobs } = await allow(null);
    await expect(engine.startRun(ctx)).rejects.toMatchObject({ code: "INVALID_STATE", details: { missing: 1 } });
    for (const { jobId } of jobs) await runJob(engine.engine, jobId);
    await serve();
    expect((await engine.document(ctx, id)).status).toBe("READY");
    expect(await engine.startRun(ctx)).toBeDefined();
  });

  test("gives way to the active one where a release no longer runs it: documents are read, and the log says why", async () => {
    const first = await engine.upload(ctx, "policy.txt", TEXT);
    await serve();
    const version = await makeLocal();
    await serve();
    await bind(version.id);
    const other = await engine.makeTenant();
    // Two processes of the next release start.
    [engine] = await Promise.all([createTestEngine(database.db), createTestEngine(database.db)]);
    const entries = await inTenant(ctx, (tx) =>
      rowsOf(
        tx,
        sql`select actor, details from audit_entries
          where tenant_id = ${ctx.tenantId} and action = 'tenant.engine_unbound'`,
      ),
    );
    const details = { retrievalVersionId: null, replacedVersionId: version.id };
    expect(entries).toEqual([{ actor: "system", details }]);
    for (const of of [ctx, other]) expect(await readResidency(of, [])).toMatchObject({ retrievalVersionId: null });
    const second = await engine.upload(ctx, "second.txt", `${TEXT} Also on Sundays.`);
    await serve();
    for (const { id } of [first, second]) expect((await engine.document(ctx, id)).status).toBe("READY");
    const run = await engine.startRun(ctx);
    await serve();
    expect((await getRun(ctx, run.id)).status).toBe("COMPLETED");
  });

  test("is bound by a SUPER_ADMIN alone", async () => {
    const admin: Context = { ...ctx, actor: { ...ctx.actor, role: "ADMIN" } };
    await expect(bind(null, admin)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
