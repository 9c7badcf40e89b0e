import type { AuditEntry } from "@assay/contract";
import { auditHash, recordAudit } from "@assay/core/audit";
import {
  type AuditOutFailure,
  type AuditOutSettings,
  createAuditWebhook,
  sendEntries,
  severityOf,
  toOcsf,
} from "@assay/core/audit-out";
import type { AuditDestination } from "@assay/core/ports";
import { type Context, inTenant } from "@assay/core/tenancy";
import { newId, rowsOf, type Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows, withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let ours: Context;
let theirs: Context;
const SETTINGS: AuditOutSettings = { holdMs: 60_000, sendMs: 45_000, retryMs: 3_600_000, retryMaxMs: 3_600_000 };

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  // What an earlier test left is taken.
  await withOwner(database, ({ db }) =>
    db.execute(sql`insert into audit_positions (destination, tenant_id, sequence)
      select 'syslog', tenant_id, sequence from audit_heads
      on conflict (destination, tenant_id) do update set sequence = excluded.sequence, held_until = now(), failures = 0`),
  );
  ours = await engine.makeTenant();
  theirs = await engine.makeTenant();
});

const record = (ctx: Context, count: number) =>
  inTenant(ctx, (tx) =>
    recordAudit(
      tx,
      ctx,
      ...Array.from({ length: count }, () => ({
        action: "document.uploaded" as const,
        objectType: "document",
        objectId: newId(),
      })),
    ),
  );

interface Double extends AuditDestination {
  readonly taken: AuditEntry[];
  /** What the next call does in place of taking all. */
  next: ((entries: readonly AuditEntry[]) => Promise<number>)[];
}

function openDouble(): Double {
  const double: Double = {
    name: "syslog",
    taken: [],
    next: [],
    async send(entries) {
      const act = double.next.shift();
      const count = act ? await act(entries) : entries.length;
      double.taken.push(...entries.slice(0, count));
      return count < entries.length ? { taken: count, problem: "refused" } : { taken: count };
    },
  };
  return double;
}

async function send(destination: AuditDestination, settings = SETTINGS): Promise<AuditOutFailure[]> {
  const failures: AuditOutFailure[] = [];
  const signal = new AbortController().signal;
  await sendEntries(database.db, destination, settings, { signal, report: (failure) => failures.push(failure) });
  return failures;
}

const sequencesOf = ({ taken }: Double, { tenantId }: Context) =>
  taken.filter((entry) => entry.tenantId === tenantId).map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const headOf = async ({ tenantId }: Context) =>
  Number(
    (
      await ownerRows<{ n: string }>(database, sql`select sequence as n from audit_heads where tenant_id = ${tenantId}`)
    )[0]!.n,
  );
/** Of a process that died nobody waits any longer. */
const endHolds = () => withOwner(database, ({ db }) => db.execute(sql`update audit_positions set held_until = now()`));

describe("the entries of each tenant", () => {
  test("come once each, in the order of the chain, with all that their hashes cover", async () => {
    const double = openDouble();
    await record(ours, 250);
    await record(theirs, 3);
    expect(await send(double)).toEqual([]);
    const heads = [await headOf(ours), await headOf(theirs)];
    expect(heads[0]).toBeGreaterThanOrEqual(250);
    expect(sequencesOf(double, ours)).toEqual(upTo(heads[0]!));
    expect(sequencesOf(double, theirs)).toEqual(upTo(heads[1]!));
    for (const { hash, ...entry } of double.taken) expect(await auditHash(entry)).toBe(hash);
    await send(double);
    expect(double.taken).toHaveLength(heads[0]! + heads[1]!);
    await record(ours, 2);
    await send(double);
    expect(sequencesOf(double, ours)).toEqual(upTo(heads[0]! + 2));
  });

  test("come again from where the destination stopped, and a tenant that waits holds up no other one", async () => {
    const double = openDouble();
    await record(ours, 20);
    double.next.push(async () => 5);
    const failures = await send(double);
    expect(failures).toMatchObject([
      { destination: "syslog", tenantId: ours.tenantId, sequence: 6, problem: "refused" },
    ]);
    expect(sequencesOf(double, ours)).toEqual(upTo(5));
    expect(sequencesOf(double, theirs)).toEqual(upTo(await headOf(theirs)));
    // Not before its wait is over.
    await send(double);
    expect(sequencesOf(double, ours)).toEqual(upTo(5));
    await endHolds();
    await send(double);
    expect(sequencesOf(double, ours)).toEqual(upTo(await headOf(ours)));
  });

  test("come again, in order, where a process dies before it has stored that they were taken", async () => {
    const double = openDouble();
    await record(ours, 7);
    double.next.push(async (entries) => {
      double.taken.push(...entries);
      throw new Error("The process died");
    });
    await expect(send(double)).rejects.toThrow("The process died");
    const head = await headOf(ours);
    expect(sequencesOf(double, ours)).toEqual(upTo(head));
    // While the dead one may still send, nobody else does.
    await send(double);
    expect(sequencesOf(double, ours)).toEqual(upTo(head));
    await endHolds();
    await send(double);
    expect(sequencesOf(double, ours)).toEqual([...upTo(head), ...upTo(head)]);
  });

  test("come once from several processes, and one that lost its turn stores nothing", async () => {
    const double = openDouble();
    await record(ours, 150);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    double.next.push(async (entries) => {
      begin();
      await held;
      return entries.length;
    });
    const slow = send(double);
    await begun;
    await Promise.all([send(double), send(double)]);
    expect(sequencesOf(double, ours)).toEqual([]);
    await endHolds();
    const other = openDouble();
    await send(other);
    const head = await headOf(ours);
    expect(sequencesOf(other, ours)).toEqual(upTo(head));
    letGo();
    await slow;
    const [position] = await ownerRows<{ sequence: string }>(
      database,
      sql`select sequence from audit_positions where destination = 'syslog' and tenant_id = ${ours.tenantId}`,
    );
    expect(Number(position!.sequence)).toBe(head);
  });

  test("are kept for later where a destination is too slow", async () => {
    await record(ours, 1);
    const never: AuditDestination = {
      name: "syslog",
      send: (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
    };
    const failures = await send(never, { ...SETTINGS, sendMs: 10 });
    expect(failures.map(({ problem }) => problem)).toContain("it took too long");
    await endHolds();
    const double = openDouble();
    await send(double);
    expect(sequencesOf(double, ours)).toEqual(upTo(await headOf(ours)));
  });
});

test("a tenant moves no position, and reads its own alone", async () => {
  await Promise.all([record(ours, 1), record(theirs, 1)]);
  await send(openDouble());
  const move = (tx: Transaction) => tx.execute(sql`update audit_positions set sequence = 0`);
  await expect(inTenant(ours, move)).rejects.toThrow();
  const read = (tx: Transaction) =>
    rowsOf<{ tenantId: string }>(tx, sql`select tenant_id as "tenantId" from audit_positions`);
  expect(await inTenant(ours, read)).toEqual([{ tenantId: ours.tenantId }]);
});

test("a webhook gets each entry by itself in OCSF's names, under the entry's id, and none behind one that it refuses", async () => {
  await record(ours, 4);
  const bodies: { id: string; type: string; data: ReturnType<typeof toOcsf> }[] = [];
  let refuseAt = 2;
  const destination = createAuditWebhook({
    url: "https://siem.example.com/",
    secret: "whsec_x",
    version: "1.0.0",
    now: () => new Date(0),
    sender: {
      check: (url) => url,
      async send({ id, body }) {
        if (bodies.length === refuseAt) return { status: 503, retryAfterSeconds: undefined };
        bodies.push({ id, ...(JSON.parse(body) as { type: string; data: ReturnType<typeof toOcsf> }) });
        return { status: 202, retryAfterSeconds: undefined };
      },
    },
  });
  const of = () => bodies.filter(({ data }) => data.metadata.tenant_uid === ours.tenantId);
  const entries: AuditEntry[] = [];
  const double = openDouble();
  await send(double);
  entries.push(...double.taken.filter(({ tenantId }) => tenantId === ours.tenantId));
  const signal = new AbortController().signal;
  expect(await destination.send(entries, { signal })).toEqual({ taken: 2, problem: "it answered 503" });
  refuseAt = -1;
  expect(await destination.send(entries.slice(2), { signal })).toEqual({ taken: entries.length - 2 });
  expect(of().map(({ data }) => data.metadata.sequence)).toEqual(entries.map(({ sequence }) => sequence));
  expect(of()[0]).toMatchObject({ id: `msg_${entries[0]!.id}`, type: "audit.recorded" });
  expect(of().map(({ data }) => data.unmapped.entry)).toEqual(entries);
  expect(of().at(-1)!.data).toMatchObject({
    class_uid: 3004,
    category_uid: 3,
    activity_id: 1,
    type_uid: 300_401,
    severity_id: 1,
    time: Date.parse(entries.at(-1)!.created_at),
    metadata: { event_code: "document.uploaded", product: { name: "Assay", version: "1.0.0" } },
    entity: { uid: entries.at(-1)!.object_id, type: "document" },
  });
});

test("what is damaged is critical, and an action without a name of OCSF's keeps its own", () => {
  const entry: AuditEntry = {
    ...{ id: newId(), tenantId: newId(), runId: null, object_type: "run", object_id: "1", actor: "system" },
    ...{ created_at: "2026-01-01T00:00:00.000Z", sequence: 1, previousHash: "0", version: 2, details: {}, hash: "1" },
    action: "integrity.failed",
  };
  expect(severityOf(entry)).toBe("Critical");
  expect(toOcsf(entry, { version: "1" })).toMatchObject({
    activity_id: 99,
    activity_name: "integrity.failed",
    type_uid: 300_499,
    severity_id: 5,
  });
});
