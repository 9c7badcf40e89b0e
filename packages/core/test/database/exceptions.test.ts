import {
  AssayError,
  type ExceptionBody,
  type ExceptionListQuery,
  exception as exceptionShown,
  fixedException,
} from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { sha256Hex } from "@assay/core/digest";
import {
  approveException,
  getException,
  listExceptions,
  proposeException,
  revokeException,
} from "@assay/core/exceptions";
import { listTasks } from "@assay/core/tasks";
import { type Context, changeMember, createApiKey, inTenant, putMember, removeMember } from "@assay/core/tenancy";
import { apiKeys, exceptions, newId, runExceptions, runs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exceptionsOfRun, fixExceptions } from "../../src/exceptions/fix-exceptions.ts";
import { addRuns } from "../support/add-runs.ts";
import { allSound } from "../support/all-sound.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
/** People of one tenant: two ADMINs, a MEMBER, and their colleague. */
let ada: Context;
let bo: Context;
let max: Context;
let other: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  const tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a badge"]));
  [ada, bo, max, other] = await Promise.all([
    person(tenant, "ADMIN"),
    person(tenant, "ADMIN"),
    person(tenant, "MEMBER"),
    person(tenant, "MEMBER"),
  ]);
});
afterAll(() => database.close());

async function person(tenant: Context, role: "ADMIN" | "MEMBER"): Promise<Context> {
  const { db, tenantId } = tenant;
  const id = newId();
  await putMember(db, { tenantId, userId: id, email: `${id}@example.test`, role });
  return { db, tenantId, actor: { id, role, tenantId } };
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const body = (change: Partial<ExceptionBody> = {}): ExceptionBody => ({
  requirementId: "1.2",
  kind: "RISK_ACCEPTED",
  reason: "The site has no visitors",
  ownerId: max.actor.id,
  validUntil: day(90),
  ...change,
});
const propose = (change: Partial<ExceptionBody> = {}, ctx = max) => proposeException(ctx, body(change));
const list = async (query: Partial<ExceptionListQuery> = {}, ctx = max) => {
  const page = await listExceptions(ctx, { limit: 50, ...query });
  return { ...page, items: allSound(page.items) };
};
const refused = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details: expect.objectContaining(details) } : { code });
/** A session that was opened with another role than its person has by now. */
const as = (role: "ADMIN" | "MEMBER" | "VIEWER", ctx: Context): Context => ({ ...ctx, actor: { ...ctx.actor, role } });
const entryOf = async (ctx: Context, objectId: string) =>
  (await listAuditEntries(ctx, { limit: 1, objectId })).items[0];
const set = (id: string, change: Partial<typeof exceptions.$inferInsert>, ctx = ada) =>
  inTenant(ctx, (tx) =>
    tx
      .update(exceptions)
      .set(change)
      .where(and(eq(exceptions.tenantId, ctx.tenantId), eq(exceptions.id, id))),
  );

describe("a proposal", () => {
  test("is the proposer's, names its people, and is in the audit log by ids, days and a digest of its reason", async () => {
    const document = await engine.upload(ada, "site.txt", "The head office has no visitors.");
    const terms = { scope: "Head office", compensatingControl: "Cameras", documentId: document.id, validFrom: day(2) };
    const made = exceptionShown.parse(await propose(terms));
    expect(made).toMatchObject({
      ...terms,
      requirementId: "1.2",
      kind: "RISK_ACCEPTED",
      reason: "The site has no visitors",
      status: "PROPOSED",
      inForce: false,
      validFrom: day(2),
      validUntil: day(90),
      proposedBy: max.actor.id,
      proposedByName: `${max.actor.id}@example.test`,
      ownerName: `${max.actor.id}@example.test`,
      approvedBy: null,
    });
    expect(await getException(other, made.id)).toEqual(made);
    const [entry] = (await listAuditEntries(ada, { limit: 1 })).items;
    expect(entry).toMatchObject({
      action: "exception.proposed",
      object_id: made.id,
      details: {
        requirementId: "1.2",
        kind: "RISK_ACCEPTED",
        validFrom: day(2),
        validUntil: day(90),
        reasonHash: await sha256Hex("The site has no visitors"),
      },
    });
    expect(JSON.stringify(entry)).not.toMatch(/visitors|Head office/);
  });

  const issues = [{ field: "validUntil", issue: expect.any(String) }];
  test.each<[string, () => Partial<ExceptionBody>, string, object?]>([
    ["a requirement that the pack lacks", () => ({ requirementId: "9.9" }), "NOT_FOUND", { id: "9.9" }],
    ["a pack that the tenant does not use", () => ({ packId: newId() }), "NOT_FOUND"],
    ["an owner whom nobody knows", () => ({ ownerId: newId() }), "NOT_FOUND"],
    ["an owner's id of another form", () => ({ ownerId: "me" }), "NOT_FOUND"],
    ["an unknown document", () => ({ documentId: newId() }), "NOT_FOUND"],
    ["a document's id of another form", () => ({ documentId: "mine" }), "NOT_FOUND", { id: "mine" }],
    ["a last day before the first", () => ({ validFrom: day(10), validUntil: day(9) }), "VALIDATION_ERROR", { issues }],
    ["a last day that has passed", () => ({ validFrom: day(-9), validUntil: day(-1) }), "VALIDATION_ERROR"],
    ["more than 24 months", () => ({ validUntil: day(2 * 366 + 1) }), "VALIDATION_ERROR"],
  ])("is refused for %s", async (_, change, code, details) => {
    await expect(propose(change())).rejects.toEqual(refused(code, details));
  });

  test("is refused for a requirement that only another pack has, and where the tenant has none", async () => {
    await engine.makeBoundTenant(makePack(["Doors are locked", "Keys are counted", "Windows are closed"]));
    await expect(propose({ requirementId: "1.3" })).rejects.toEqual(refused("NOT_FOUND", { id: "1.3" }));
    const packless = await person(await engine.makeTenant(), "MEMBER");
    const proposal = proposeException(packless, body({ ownerId: packless.actor.id }));
    await expect(proposal).rejects.toEqual(refused("VALIDATION_ERROR"));
  });

  test("is by a MEMBER, or by a key behind which there is a user", async () => {
    await expect(propose({}, as("VIEWER", max))).rejects.toEqual(refused("FORBIDDEN"));
    const key = { ...max, actor: { ...max.actor, id: `api-key:${newId()}` } };
    await expect(propose({}, key)).rejects.toEqual(refused("FORBIDDEN"));
  });

  test("may be for one day", async () => {
    expect((await propose({ validFrom: day(3), validUntil: day(3) })).validFrom).toBe(day(3));
  });

  test("reaches 24 months, the last day included", async () => {
    const made = await propose({ validFrom: "2027-02-28", validUntil: "2029-02-28" });
    expect(made.validUntil).toBe("2029-02-28");
    await expect(propose({ validFrom: "2027-02-28", validUntil: "2029-03-01" })).rejects.toThrow(
      "not after 2029-02-28",
    );
  });

  test("is refused for an owner and a document of another tenant", async () => {
    const theirs = await engine.makeBoundTenant(makePack(["Doors are locked"]));
    const stranger = await person(theirs, "MEMBER");
    const { id } = await engine.upload(theirs, "theirs.txt", "Doors are locked.");
    await expect(propose({ ownerId: stranger.actor.id })).rejects.toEqual(refused("CROSS_TENANT_ACCESS_DENIED"));
    await expect(propose({ documentId: id })).rejects.toEqual(refused("CROSS_TENANT_ACCESS_DENIED"));
    const made = await proposeException(stranger, body({ requirementId: "1.1", ownerId: stranger.actor.id }));
    await expect(getException(max, made.id)).rejects.toEqual(refused("CROSS_TENANT_ACCESS_DENIED"));
    await expect(approveException(ada, made.id)).rejects.toEqual(refused("CROSS_TENANT_ACCESS_DENIED"));
    await expect(revokeException(ada, made.id, { reason: "r" })).rejects.toEqual(refused("CROSS_TENANT_ACCESS_DENIED"));
  });

  test("needs an owner who has not left the tenant", async () => {
    const left = await person(ada, "MEMBER");
    await removeMember(ada, left.actor.id);
    await expect(propose({ ownerId: left.actor.id })).rejects.toEqual(refused("NOT_FOUND"));
  });
});

describe("an approval", () => {
  test("is by an ADMIN who is another person, and activates the exception", async () => {
    const { id } = await propose({ validUntil: day(0) });
    for (const ctx of [max, as("MEMBER", ada)])
      await expect(approveException(ctx, id)).rejects.toEqual(refused("FORBIDDEN"));
    const approved = exceptionShown.parse(await approveException(ada, id));
    expect(approved).toMatchObject({
      status: "APPROVED",
      inForce: true,
      approvedBy: ada.actor.id,
      approvedByName: `${ada.actor.id}@example.test`,
    });
    await expect(approveException(bo, id)).rejects.toEqual(refused("INVALID_STATE", { id, status: "APPROVED" }));
    const later = await propose({ validFrom: day(1) });
    expect((await approveException(ada, later.id)).inForce).toBe(false);
    expect(await entryOf(ada, later.id)).toMatchObject({
      ...{ action: "exception.approved", object_type: "exception" },
      details: {
        ...{ requirementId: "1.2", kind: "RISK_ACCEPTED", validFrom: day(1), validUntil: day(90) },
        reasonHash: await sha256Hex("The site has no visitors"),
      },
    });
  });

  test("is not by its proposer, nor by SQL", async () => {
    const { id } = await propose({}, ada);
    await expect(approveException(ada, id)).rejects.toEqual(refused("FORBIDDEN", { id }));
    const approval = { status: "APPROVED" as const, approvedBy: ada.actor.id, approvedAt: new Date() };
    await expect(set(id, approval)).rejects.toEqual(refused("IMMUTABLE_RESOURCE"));
    await expect(set(id, { status: "APPROVED" })).rejects.toEqual(refused("IMMUTABLE_RESOURCE"));
    expect((await getException(ada, id)).status).toBe("PROPOSED");
    expect((await approveException(bo, id)).approvedBy).toBe(bo.actor.id);
  });

  test("is not by who made the key that proposed, through a key that a key has made", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const keyOf = async (ctx: Context): Promise<Context> => {
      const { apiKey } = await createApiKey(ctx, { name: "k", role: "ADMIN", expiresAt });
      return { ...ctx, actor: { ...ctx.actor, id: `api-key:${apiKey.id}` } };
    };
    const first = await keyOf(ada);
    const second = await keyOf(ada);
    // Previous releases let keys create keys.
    const [, keyId] = second.actor.id.split(":");
    await withOwner(database, ({ db }) =>
      db.update(apiKeys).set({ createdBy: first.actor.id }).where(eq(apiKeys.id, keyId!)),
    );
    const made = await propose({}, second);
    expect(made).toMatchObject({ proposedBy: second.actor.id, proposedByName: "k" });
    await expect(approveException(ada, made.id)).rejects.toEqual(refused("FORBIDDEN"));
    const approval = { status: "APPROVED" as const, approvedBy: ada.actor.id, approvedAt: new Date() };
    await expect(set(made.id, approval)).rejects.toEqual(refused("IMMUTABLE_RESOURCE"));
    for (const key of [first, second]) {
      await expect(approveException(key, made.id)).rejects.toEqual(refused("FORBIDDEN"));
      await expect(revokeException(key, made.id, { reason: "r" })).rejects.toEqual(refused("FORBIDDEN"));
    }
    expect((await approveException(bo, made.id)).status).toBe("APPROVED");
  });

  test("is not by somebody from outside, who was demoted or who has left", async () => {
    const { id } = await propose();
    const superAdmin = { ...ada, actor: { id: newId(), role: "SUPER_ADMIN" as const, tenantId: newId() } };
    await expect(approveException(superAdmin, id)).rejects.toEqual(refused("FORBIDDEN"));
    // The session was opened as an ADMIN.
    const demoted = { ...other, actor: { ...other.actor, role: "ADMIN" as const } };
    await expect(approveException(demoted, id)).rejects.toEqual(refused("FORBIDDEN"));
    const left = await person(ada, "ADMIN");
    await removeMember(ada, left.actor.id);
    await expect(approveException(left, id)).rejects.toEqual(refused("FORBIDDEN"));
  });

  test("comes too late once the last day has passed", async () => {
    const id = await passed();
    await expect(approveException(bo, id)).rejects.toEqual(refused("INVALID_STATE"));
    await expect(approveException(bo, newId())).rejects.toEqual(refused("NOT_FOUND"));
    await expect(approveException(bo, "nothing")).rejects.toEqual(refused("NOT_FOUND"));
  });

  test("at the same time by two: one approves", async () => {
    const { id } = await propose();
    const outcomes = await Promise.allSettled([ada, bo].map((ctx) => approveException(ctx, id)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const entries = (await listAuditEntries(ada, { limit: 5 })).items.filter(({ object_id }) => object_id === id);
    expect(entries.filter(({ action }) => action === "exception.approved")).toHaveLength(1);
  });

  test("changes nothing of what was proposed, by SQL either", async () => {
    const { id } = await propose();
    for (const change of [
      { validUntil: day(400) },
      { reason: "other" },
      { ownerId: newId() },
      { requirementId: "1.1" },
    ])
      await expect(set(id, change)).rejects.toThrow();
    await expect(
      inTenant(ada, (tx) =>
        tx.delete(exceptions).where(and(eq(exceptions.tenantId, ada.tenantId), eq(exceptions.id, id))),
      ),
    ).rejects.toThrow();
  });
});

/** A proposal whose days are over: nobody can make one through the service. */
async function passed(): Promise<string> {
  const id = newId();
  const { packId } = (await list()).items[0]!;
  const proposal = { id, tenantId: max.tenantId, packId, requirementId: "1.1", kind: "NOT_APPLICABLE" as const };
  const rest = { reason: "r", ownerId: max.actor.id, proposedBy: max.actor.id, proposedByPerson: max.actor.id };
  await inTenant(max, (tx) =>
    tx.insert(exceptions).values({ ...proposal, ...rest, validFrom: day(-60), validUntil: day(-1) }),
  );
  return id;
}

describe("a revocation", () => {
  test("is by any ADMIN, and by a proposer of a proposal only", async () => {
    const { id } = await propose();
    await expect(revokeException(other, id, { reason: "Not mine" })).rejects.toEqual(refused("FORBIDDEN", { id }));
    await expect(revokeException(as("VIEWER", max), id, { reason: "Mine" })).rejects.toEqual(refused("FORBIDDEN"));
    await approveException(ada, id);
    await expect(revokeException(max, id, { reason: "Approved meanwhile" })).rejects.toEqual(refused("FORBIDDEN"));
    const revoked = exceptionShown.parse(await revokeException(bo, id, { reason: "The site opened" }));
    expect(revoked).toMatchObject({
      revokedByName: `${bo.actor.id}@example.test`,
      status: "REVOKED",
      inForce: false,
      approvedBy: ada.actor.id,
      revokedBy: bo.actor.id,
      revokeReason: "The site opened",
    });
    await expect(revokeException(ada, id, { reason: "Again" })).rejects.toEqual(refused("INVALID_STATE"));
    await expect(approveException(ada, id)).rejects.toEqual(refused("INVALID_STATE"));
    const own = await propose();
    expect((await revokeException(max, own.id, { reason: "Mistaken" })).status).toBe("REVOKED");
    const [entry] = (await listAuditEntries(ada, { limit: 1 })).items;
    expect(entry).toMatchObject({ action: "exception.revoked", details: { reasonHash: await sha256Hex("Mistaken") } });
  });

  test("is not by a proposer who is no MEMBER any more, nor by an ADMIN who was demoted or who has left", async () => {
    const [proposer, demoted, left] = [
      await person(ada, "MEMBER"),
      await person(ada, "ADMIN"),
      await person(ada, "ADMIN"),
    ];
    const { id } = await propose({}, proposer);
    await changeMember(ada, proposer.actor.id, { role: "VIEWER" });
    await changeMember(ada, demoted.actor.id, { role: "MEMBER" });
    await removeMember(ada, left.actor.id);
    // Each session was opened before.
    for (const ctx of [proposer, demoted, left])
      await expect(revokeException(ctx, id, { reason: "Mine" })).rejects.toEqual(refused("FORBIDDEN"));
    expect((await getException(ada, id)).status).toBe("PROPOSED");
  });

  test("of what a key proposed is by who made the key, also once they are a MEMBER", async () => {
    const maker = await person(ada, "ADMIN");
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { apiKey } = await createApiKey(maker, { name: "k", role: "MEMBER", expiresAt });
    const made = await propose({}, { ...maker, actor: { ...maker.actor, id: `api-key:${apiKey.id}` } });
    await changeMember(ada, maker.actor.id, { role: "MEMBER" });
    expect((await revokeException(maker, made.id, { reason: "Mistaken" })).status).toBe("REVOKED");
  });

  test("against an approval: the exception ends up revoked, or approved and revoked", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await propose();
      const [approval, revocation] = await Promise.allSettled([
        approveException(ada, id),
        revokeException(max, id, { reason: "Mistaken" }),
      ]);
      const { status } = await getException(ada, id);
      if (approval.status === "fulfilled") {
        expect(revocation).toMatchObject({ status: "rejected", reason: { code: "FORBIDDEN" } });
        expect(status).toBe("APPROVED");
      } else {
        expect(approval.reason).toBeInstanceOf(AssayError);
        expect(approval.reason).toMatchObject({ code: "INVALID_STATE" });
        expect(status).toBe("REVOKED");
      }
    }
  });
});

describe("the register", () => {
  let mine: Context;
  beforeAll(async () => {
    const tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a badge"]));
    mine = await person(tenant, "MEMBER");
    const boss = await person(tenant, "ADMIN");
    const make = (validUntil: string, change: Partial<ExceptionBody> = {}) =>
      proposeException(mine, body({ ownerId: mine.actor.id, validUntil, ...change }));
    const [soon, later, , planned] = [
      await make(day(5)),
      await make(day(40), { kind: "NOT_APPLICABLE", requirementId: "1.1" }),
      await make(day(10), { ownerId: boss.actor.id }),
      await make(day(20), { validFrom: day(3) }),
    ];
    for (const each of [soon, later, planned]) await approveException(boss, each.id);
    await revokeException(boss, (await make(day(7))).id, { reason: "r" });
  });
  const lastDays = async (query: Partial<ExceptionListQuery>) =>
    (await list(query, mine)).items.map(({ validUntil }) => validUntil);

  test.each<[Partial<ExceptionListQuery>, number[]]>([
    [{}, [7, 20, 10, 40, 5]],
    [{ sort: "validUntil" }, [5, 7, 10, 20, 40]],
    [{ status: "PROPOSED" }, [10]],
    [{ status: "APPROVED" }, [20, 40, 5]],
    [{ status: "REVOKED" }, [7]],
    [{ status: "EXPIRED" }, []],
    [{ inForce: "true" }, [40, 5]],
    [{ expiringWithinDays: 30 }, [5]],
    [{ expiringWithinDays: 4 }, []],
    [{ kind: "NOT_APPLICABLE" }, [40]],
    [{ requirementId: "1.1" }, [40]],
    [{ packId: "none" }, []],
    [{ packId: newId() }, []],
    [{ ownerId: "none" }, []],
    [{ ownerId: newId() }, []],
  ])("by %j", async (query, days) => {
    expect(await lastDays(query)).toEqual(days.map(day));
  });

  test("by its pack and by an owner", async () => {
    const { packId, ownerId } = (await list({ expiringWithinDays: 30 }, mine)).items[0]!;
    expect(await lastDays({ packId })).toHaveLength(5);
    expect(await lastDays({ ownerId })).toEqual([7, 20, 40, 5].map(day));
  });

  test("in pages of one where several were made in the same instant, and all end on the same day", async () => {
    const tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
    const { packId } = (await list({}, mine)).items[0]!;
    const ids = [newId(), newId(), newId()].sort();
    const rest = { reason: "r", ownerId: max.actor.id, proposedBy: max.actor.id, proposedByPerson: max.actor.id };
    const dates = { validFrom: day(0), validUntil: day(9) };
    const { tenantId } = tenant;
    const rows = [1, 2, 0].map((at) => ({
      ...{ id: ids[at]!, tenantId, packId, requirementId: "1.1", kind: "NOT_APPLICABLE" as const, ...rest, ...dates },
      createdAt: new Date(at === 2 ? "2026-01-01T00:00:00.000Z" : "2026-01-02T00:00:00.000Z"),
    }));
    await inTenant(tenant, (tx) => tx.insert(exceptions).values(rows));
    for (const [sort, expected] of [
      [undefined, [1, 0, 2].map((at) => ids[at])],
      ["validUntil", ids],
    ] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: 1, cursor }, tenant);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(expected);
    }
  });

  test("in pages, each exception once, in either order", async () => {
    for (const sort of [undefined, "validUntil"] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: 2, cursor }, mine);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual((await list({ sort }, mine)).items.map(({ id }) => id));
      expect(new Set(found).size).toBe(5);
    }
    const { nextCursor } = await list({ limit: 2 }, mine);
    const mixed = { sort: "validUntil" as const, limit: 2, cursor: nextCursor! };
    expect(() => listExceptions(mine, mixed)).toThrow(AssayError);
  });

  test("shows what has ended as EXPIRED, and what never began to be active too", async () => {
    const id = await passed();
    expect(await getException(max, id)).toMatchObject({ status: "EXPIRED", inForce: false });
    expect((await list({ status: "EXPIRED" })).items.map((each) => each.id)).toContain(id);
    expect((await list({ status: "PROPOSED" })).items.map((each) => each.id)).not.toContain(id);
    await expect(getException(max, "nothing")).rejects.toEqual(refused("NOT_FOUND", { id: "nothing" }));
  });
});

describe("a run that starts", () => {
  const openRun = async (ctx: Context) => {
    const [id] = await addRuns(ctx, [{ status: "IN_PROGRESS" }]);
    return inTenant(ctx, async (tx) => {
      const [run] = await tx
        .select()
        .from(runs)
        .where(and(eq(runs.tenantId, ctx.tenantId), eq(runs.id, id!)));
      return { ...run!, startedAt: new Date() };
    });
  };

  test("fixes the approved exceptions of its pack and its version, by requirement and id", async () => {
    const tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a badge"]));
    const smaller = await openRun(await engine.makeBoundTenant(makePack(["Backups are taken every day"])));
    const [owner, boss] = [await person(tenant, "MEMBER"), await person(tenant, "ADMIN")];
    const except = async (requirementId: string) =>
      (
        await approveException(
          boss,
          (
            await proposeException(owner, body({ requirementId, ownerId: owner.actor.id }))
          ).id,
        )
      ).id;
    const [second, first] = [await except("1.2"), await except("1.1")];
    const run = await openRun(tenant);
    const fix = (change: object) => inTenant(tenant, (tx) => fixExceptions(tx, { ...run, ...change }));
    expect(await fix({ packId: smaller.packId })).toEqual([]);
    const undone = new Error("Undone");
    const ofSmaller = inTenant(tenant, async (tx) => {
      const { criteriaVersionId } = smaller;
      expect(await fixExceptions(tx, { ...run, criteriaVersionId })).toEqual([first]);
      throw undone;
    });
    await expect(ofSmaller).rejects.toBe(undone);
    expect(await fix({})).toEqual([first, second]);
    const of = { tenantId: tenant.tenantId, runId: run.id };
    const fixed = await inTenant(tenant, (tx) => exceptionsOfRun(tx, of));
    expect(fixed.map((each) => fixedException.parse(each))).toMatchObject([
      { id: first, requirementId: "1.1", approvedBy: boss.actor.id },
      { id: second, requirementId: "1.2", reason: "The site has no visitors" },
    ]);
    const covering = await inTenant(tenant, (tx) => exceptionsOfRun(tx, { ...of, requirementId: "1.2" }));
    expect(covering.map(({ id }) => id)).toEqual([second]);
  });

  test("shows them in one order, however they were put in", async () => {
    const run = await openRun(ada);
    const [a, b, c] = [newId(), newId(), newId()].sort();
    const places = [
      ["1.2", b],
      ["1.2", a],
      ["1.1", c],
    ] as const;
    const of = { tenantId: ada.tenantId, runId: run.id };
    const rows = places.map(([requirementId, id]) => ({
      ...of,
      ...{ exceptionId: id!, requirementId, exception: { id, requirementId } as never },
    }));
    await inTenant(ada, (tx) => tx.insert(runExceptions).values(rows));
    const fixed = await inTenant(ada, (tx) => exceptionsOfRun(tx, of));
    expect(fixed.map(({ id }) => id)).toEqual([c, a, b]);
    const covering = await inTenant(ada, (tx) => exceptionsOfRun(tx, { ...of, requirementId: "1.2" }));
    expect(covering.map(({ id }) => id)).toEqual([a, b]);
  });
});

test("a task counts as open again on the day after the last one, and once the exception is revoked", async () => {
  const tenant = await engine.makeBoundTenant(makePack(["Visitors wear a badge"]));
  const [proposer, boss] = [await person(tenant, "MEMBER"), await person(tenant, "ADMIN")];
  await engine.startRun(tenant);
  await engine.drain();
  const shown = async () => {
    const items = allSound((await listTasks(proposer, { limit: 9 })).items);
    const open = allSound((await listTasks(proposer, { limit: 9, open: "true" })).items);
    return { exceptionId: items[0]!.exceptionId, status: items[0]!.status, open: open.length };
  };
  expect(await shown()).toEqual({ exceptionId: null, status: "PENDING", open: 1 });
  const terms = { requirementId: "1.1", ownerId: proposer.actor.id, validUntil: day(0) };
  const { id } = await proposeException(proposer, body(terms));
  expect(await shown()).toMatchObject({ exceptionId: null, open: 1 });
  await approveException(boss, id);
  expect(await shown()).toEqual({ exceptionId: id, status: "PENDING", open: 0 });
  const owner = await database.asOwner();
  const shift = (days: number) =>
    owner.db.transaction(async (tx) => {
      await tx.execute(sql`alter table exceptions disable trigger exceptions_forward`);
      await tx.execute(
        sql`update exceptions set valid_from = valid_from + ${days}::int, valid_until = valid_until + ${days}::int where id = ${id}`,
      );
      await tx.execute(sql`alter table exceptions enable always trigger exceptions_forward`);
    });
  await shift(-1);
  expect(await shown()).toEqual({ exceptionId: null, status: "PENDING", open: 1 });
  await shift(1);
  await owner.close();
  expect(await shown()).toMatchObject({ exceptionId: id, open: 0 });
  await revokeException(boss, id, { reason: "The site opened" });
  expect(await shown()).toEqual({ exceptionId: null, status: "PENDING", open: 1 });
});
