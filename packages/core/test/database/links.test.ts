import type { CreateLinkBody } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import {
  createLink,
  exchangeLink,
  findLinkHolder,
  findLinkHolders,
  getLinkSession,
  listLinks,
  reissueLink,
  revokeLink,
} from "@assay/core/links";
import { listRuns } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { newId, runLinks, tenants } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRuns } from "../support/add-runs.ts";
import { makePack } from "../support/make-pack.ts";
import { outcome } from "../support/outcome.ts";
import { createTestEngine } from "../support/test-engine.ts";
import { ownerRows, withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let ctx: Context;
let runId: string;
let rounds: number;
beforeAll(async () => {
  database = await openTestDatabase();
  const engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are made daily"]));
  runId = (await engine.startRun(ctx)).id;
  await engine.drain();
  // PGlite serves one transaction at a time, so that more rounds there would show nothing more.
  rounds = database.driver !== "pglite" ? 10 : 1;
});
afterAll(() => database.close());

function body(): CreateLinkBody {
  return { label: "Audit LLP", capabilities: ["READ"], expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
}

test("a link is made, issued again, listed and revoked by an ADMIN alone", async () => {
  const { link } = await createLink(ctx, runId, body());
  const member: Context = { ...ctx, actor: { ...ctx.actor, role: "MEMBER" } };
  const admin: Context = { ...ctx, actor: { ...ctx.actor, role: "ADMIN" } };
  const acts: ((by: Context) => Promise<unknown>)[] = [
    (by) => createLink(by, runId, body()),
    (by) => reissueLink(by, runId, link.id),
    (by) => listLinks(by, runId, { limit: 5 }),
    (by) => revokeLink(by, runId, link.id),
  ];
  for (const act of acts) {
    expect(await outcome(act(member))).toBe("FORBIDDEN");
    expect(await outcome(act(admin))).toBe("served");
  }
  expect(await outcome(reissueLink(admin, runId, link.id))).toBe("INVALID_STATE");
});

test("what is done with a link is in the audit log of its run, once, with what it allows and never its secret", async () => {
  const { link, secret } = await createLink(ctx, runId, body());
  await exchangeLink(ctx.db, secret);
  await reissueLink(ctx, runId, link.id);
  await revokeLink(ctx, runId, link.id);
  await revokeLink(ctx, runId, link.id);
  const { items } = await listAuditEntries(ctx, { limit: 20, objectId: link.id });
  const { capabilities, expiresAt } = link;
  expect(items.toReversed()).toMatchObject([
    { action: "link.created", actor: ctx.actor.id, runId, details: { capabilities, expiresAt } },
    { action: "link.exchanged", actor: `link:${link.id}`, runId },
    { action: "link.reissued", actor: ctx.actor.id, runId },
    { action: "link.revoked", actor: ctx.actor.id, runId },
  ]);
  expect(items).toHaveLength(4);
  expect(JSON.stringify(items)).not.toContain(secret);
});

test("a link ends within 90 days, and says until when it may", async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  expect(await outcome(createLink(ctx, runId, { ...body(), expiresAt: days(89.9) }))).toBe("served");
  for (const expiresAt of [days(90.1), days(-0.1)])
    await expect(createLink(ctx, runId, { ...body(), expiresAt })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        issues: [{ field: "expiresAt", issue: expect.stringMatching(/^must be after now and not after \d/) }],
      },
    });
});

test("a link of a tenant that is not active is opened by nobody, and opens again with its tenant", async () => {
  const { secret } = await createLink(ctx, runId, body());
  const setStatus = (status: "ACTIVE" | "INACTIVE") =>
    withOwner(database, ({ db }) => db.update(tenants).set({ status }).where(eq(tenants.id, ctx.tenantId)));
  await setStatus("INACTIVE");
  expect(await outcome(exchangeLink(ctx.db, secret))).toBe("FORBIDDEN");
  await setStatus("ACTIVE");
  expect(await outcome(exchangeLink(ctx.db, secret))).toBe("served");
});

test("of many exchanges of one secret at once exactly one is served", async () => {
  for (let round = 0; round < rounds; round++) {
    const { secret } = await createLink(ctx, runId, body());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(exchangeLink(ctx.db, secret))));
    expect(outcomes.sort()).toEqual([...Array<string>(4).fill("INVALID_STATE"), "served"]);
  }
});

test("what is revoked or issued again while it is opened or used is active for nobody afterwards", async () => {
  for (let round = 0; round < rounds; round++) {
    const { link, secret } = await createLink(ctx, runId, body());
    const [opened] = await Promise.allSettled([exchangeLink(ctx.db, secret), revokeLink(ctx, runId, link.id)]);
    if (opened.status === "fulfilled") expect(await findLinkHolder(ctx.db, opened.value.token)).toBeUndefined();
    expect(await outcome(exchangeLink(ctx.db, secret))).toBe("UNAUTHORIZED");

    const other = await createLink(ctx, runId, body());
    const { token } = await exchangeLink(ctx.db, other.secret);
    await Promise.all([findLinkHolder(ctx.db, token), reissueLink(ctx, runId, other.link.id)]);
    expect(await findLinkHolder(ctx.db, token)).toBeUndefined();
    expect(await outcome(exchangeLink(ctx.db, other.secret))).toBe("UNAUTHORIZED");
  }
});

test("who holds a link reaches its run alone, whatever lists of the tenant are asked for", async () => {
  const { secret } = await createLink(ctx, runId, body());
  const { token } = await exchangeLink(ctx.db, secret);
  const { tenantId, isTenantActive, ...link } = (await findLinkHolder(ctx.db, token))!;
  expect({ tenantId, isTenantActive }).toEqual({ tenantId: ctx.tenantId, isTenantActive: true });
  const auditor: Context = { ...ctx, link, actor: { id: `link:${link.id}`, role: "VIEWER", tenantId } };
  expect(await outcome(listRuns(auditor, { limit: 5 }))).toBe("FORBIDDEN");
});

test("of several sessions each has its own run and rights, and a use renews its own session, once a minute", async () => {
  const reads = await createLink(ctx, runId, body());
  const comments = await createLink(ctx, runId, { ...body(), capabilities: ["READ", "COMMENT"] });
  const [one, other] = [await exchangeLink(ctx.db, reads.secret), await exchangeLink(ctx.db, comments.secret)];
  const holders = await findLinkHolders(ctx.db, [one.token, "assay_link_none", other.token]);
  expect([...holders.keys()]).toEqual([one.token, other.token]);
  const of = { tenantId: ctx.tenantId, runId, isTenantActive: true };
  expect(holders.get(one.token)).toEqual({ ...of, id: reads.link.id, capabilities: ["READ"] });
  expect(holders.get(other.token)).toEqual({ ...of, id: comments.link.id, capabilities: ["READ", "COMMENT"] });

  const both = sql`id in (${reads.link.id}, ${comments.link.id})`;
  await withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`alter table run_links disable trigger run_links_fixed`);
      await tx.execute(sql`update run_links set expires_at = now() + interval '1 day', last_used_at = now() - interval '2 minutes',
        session_expires_at = now() + interval '1 minute' where ${both}`);
      await tx.execute(sql`alter table run_links enable always trigger run_links_fixed`);
    }),
  );
  const states = () =>
    ownerRows<{ id: string; renewed: boolean; used: string }>(
      database,
      sql`select id, session_expires_at > now() + interval '7 hours' as renewed, last_used_at::text as used from run_links
        where ${both} order by created_at, id`,
    );
  expect(await states()).toMatchObject([{ renewed: false }, { renewed: false }]);
  await findLinkHolder(ctx.db, one.token);
  const after = await states();
  expect(after).toMatchObject([
    { id: reads.link.id, renewed: true },
    { id: comments.link.id, renewed: false },
  ]);
  await findLinkHolder(ctx.db, one.token);
  expect(await states()).toEqual(after);
});

test("a link is listed with its state, in pages, and is no other run's", async () => {
  const other = (await addRuns(ctx, [{ status: "COMPLETED", snapshotStatus: "FAILED", createdAt: new Date() }]))[0]!;
  const [first, second] = [await createLink(ctx, other, body()), await createLink(ctx, other, body())];
  expect(first.link).toMatchObject({
    runId: other,
    state: "UNUSED",
    exchangedAt: null,
    lastUsedAt: null,
    revokedAt: null,
  });
  const { session, token } = await exchangeLink(ctx.db, first.secret);
  expect(session).toMatchObject({ linkId: first.link.id, runId: other, label: "Audit LLP", capabilities: ["READ"] });
  expect(session).toMatchObject({ tenantName: expect.any(String), linkExpiresAt: first.link.expiresAt });
  expect(Date.parse(session.expiresAt)).toBeLessThanOrEqual(Date.parse(session.linkExpiresAt));
  const { tenantId, isTenantActive, ...access } = (await findLinkHolder(ctx.db, token))!;
  expect({ tenantId, isTenantActive }).toEqual({ tenantId: ctx.tenantId, isTenantActive: true });
  const auditor = (link: Context["link"]): Context => ({
    ...{ db: ctx.db, tenantId, link: link! },
    actor: { id: `link:${link!.id}`, role: "VIEWER", tenantId },
  });
  expect(await getLinkSession(auditor(access))).toMatchObject({ linkId: first.link.id, runId: other });
  await expect(getLinkSession(auditor({ ...access, id: newId() }))).rejects.toMatchObject({
    code: "UNAUTHORIZED",
    details: { reason: "LINK_ENDED" },
  });
  await revokeLink(ctx, other, second.link.id);

  const page = await listLinks(ctx, other, { limit: 1 });
  expect(page.items).toMatchObject([
    { id: second.link.id, state: "REVOKED", exchangedAt: null, revokedAt: expect.any(String) },
  ]);
  const rest = await listLinks(ctx, other, { limit: 1, cursor: page.nextCursor! });
  const used = { exchangedAt: expect.any(String), lastUsedAt: expect.any(String), revokedAt: null };
  expect(rest).toMatchObject({ items: [{ id: first.link.id, state: "IN_USE", ...used }], nextCursor: null });
  for (const id of [first.link.id, "nonsense"].map((each, at) => (at === 0 ? [runId, each] : [other, each])))
    await expect(reissueLink(ctx, id[0]!, id[1]!)).rejects.toMatchObject({ code: "NOT_FOUND", details: { id: id[1] } });
});

test("whom a link is for, what it allows and until when never change, and a revoked one nothing at all", async () => {
  const { link } = await createLink(ctx, runId, body());
  const mine = and(eq(runLinks.tenantId, ctx.tenantId), eq(runLinks.id, link.id));
  const set = (values: Partial<typeof runLinks.$inferInsert>) =>
    outcome(inTenant(ctx, (tx) => tx.update(runLinks).set(values).where(mine)));
  for (const values of [{ label: "Another" }, { capabilities: ["READ" as const, "COMMENT" as const] }])
    expect(await set(values)).not.toBe("served");
  await revokeLink(ctx, runId, link.id);
  expect(await set({ revokedAt: null })).not.toBe("served");
  expect(await set({ sessionHash: "0".repeat(64) })).not.toBe("served");
  expect(await outcome(inTenant(ctx, (tx) => tx.delete(runLinks).where(mine)))).not.toBe("served");
});
