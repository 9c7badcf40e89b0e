import { type Review, type SignOffRole, signOffPayload } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { addReview, getReviewQueue, listReviews } from "@assay/core/reviews";
import { signRun, withdrawSignOff } from "@assay/core/sign-offs";
import { type Context, proveAddress } from "@assay/core/tenancy";
import { memberships, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { copyRun } from "../support/copy-run.ts";
import { makePack } from "../support/make-pack.ts";
import { outcome } from "../support/outcome.ts";
import { readReport } from "../support/read-report.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let tenant: Context;
let template: string;
let runId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  tenant = await engine.makeBoundTenant(makePack(["Backups are made daily"]));
  template = (await engine.startRun(tenant)).id;
  await engine.drain();
});
afterAll(() => database.close());
beforeEach(async () => {
  runId = await copyRun(tenant, template);
});

type Joined = Pick<typeof memberships.$inferInsert, "invitedBy" | "addressProof">;

/** A member who joined so. */
async function join(joined: Joined = {}): Promise<Context & { readonly email: string }> {
  const { db, tenantId } = tenant;
  const [userId, email] = [newId(), `${newId()}@example.test`];
  await withOwner(database, (owner) =>
    owner.db.insert(memberships).values({ tenantId, userId, email, role: "ADMIN", ...joined }),
  );
  return { db, tenantId, actor: { id: userId, role: "ADMIN", tenantId }, email };
}
const invitedBy = ({ actor }: Context): Joined => ({ invitedBy: actor.id, addressProof: "NONE" });
const sign = (ctx: Context, role: SignOffRole) => signRun(ctx, engine, runId, { role, statement: "I have checked it" });
test("who invited the other by a link that was handed over is not another person, in either order and through others", async () => {
  const ada = await join({ addressProof: "OPERATOR", invitedBy: "system" });
  const ben = await join(invitedBy(ada));
  const cleo = await join(invitedBy(ben));
  for (const [first, second] of [
    [ada, ben],
    [ben, ada],
    [ada, cleo],
    [cleo, ada],
  ] as const) {
    const { signOff } = await sign(first, "PREPARED");
    expect(await outcome(sign(second, "REVIEWED"))).toBe("FORBIDDEN");
    await withdrawSignOff(first, engine, { runId, signOffId: signOff.id, reason: "Another order" });
  }
  await sign(ada, "PREPARED");
  await sign(await join({ addressProof: "MAIL", invitedBy: ada.actor.id }), "REVIEWED");
  expect(await outcome(sign(ben, "APPROVED"))).toBe("FORBIDDEN");
});

test("an operator's command proves the address, and is recorded; then both may sign", async () => {
  const ada = await join({ addressProof: "OPERATOR", invitedBy: "system" });
  const ben = await join(invitedBy(ada));
  await sign(ada, "PREPARED");
  expect(await outcome(sign(ben, "REVIEWED"))).toBe("FORBIDDEN");
  expect(await proveAddress(tenant.db, { email: ben.email, reason: "Seen in person" })).toBe(1);
  expect(await outcome(sign(ben, "REVIEWED"))).toBe("served");
});

test("a signature says that its signer's address is not proved, and who handed over the invitation", async () => {
  const ada = await join({ addressProof: "OPERATOR", invitedBy: "system" });
  const payloadOf = async (by: Context) =>
    signOffPayload.parse(JSON.parse((await sign(by, "PREPARED")).signOff.payload));
  const mine = await payloadOf(ada);
  expect([mine.origin, mine.address, mine.invitedBy]).toEqual(["assay/sign-off/v2", undefined, undefined]);
  expect(mine.addressProof).toBe("OPERATOR");
  runId = await copyRun(tenant, template);
  expect(await payloadOf(await join(invitedBy(ada)))).toMatchObject({
    addressProof: "NONE",
    address: "UNPROVED",
    invitedBy: ada.actor.id,
  });
  for (const addressProof of ["MAIL", "SSO"] as const) {
    runId = await copyRun(tenant, template);
    expect(await payloadOf(await join({ addressProof, invitedBy: ada.actor.id }))).toMatchObject({ addressProof });
  }
  runId = await copyRun(tenant, template);
  const ofBefore = await payloadOf(await join());
  expect([ofBefore.address, ofBefore.invitedBy, ofBefore.addressProof]).toEqual(["UNPROVED", undefined, undefined]);
});

test("the entry of a review says how its reviewer's address was proved, or who handed over the link", async () => {
  const ada = await join({ addressProof: "SSO", invitedBy: "system" });
  const ben = await join(invitedBy(ada));
  const saidOf = async (by: Context) => {
    const { review } = await addReview(by, template, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
    const { items } = await listAuditEntries(by, { action: "review.added", limit: 10 });
    return items.find(({ object_id }) => object_id === review.id)!.details;
  };
  const mine = await saidOf(ada);
  expect([mine!.addressProof, mine!.invitedBy]).toEqual(["SSO", undefined]);
  expect(await saidOf(ben)).toMatchObject({ addressProof: "NONE", invitedBy: ada.actor.id });
  const { items } = await listReviews(ada, template, { limit: 2 });
  const [ofBen, ofAda] = items as Review[];
  expect(ofBen).toMatchObject({ reviewerId: ben.actor.id, addressProof: "NONE", invitedBy: ada.actor.id });
  expect([ofAda!.reviewerId, ofAda!.addressProof, ofAda!.invitedBy]).toEqual([ada.actor.id, "SSO", undefined]);
  const { items: queue } = await getReviewQueue(ada, template);
  const counting = queue.find(({ requirementId }) => requirementId === "1.1")!.review;
  expect(counting).toMatchObject({ reviewerId: ben.actor.id, addressProof: "NONE", invitedBy: ada.actor.id });
  expect(await readReport(tenant, template)).toContain(`${ben.email} (address not proved)`);
});
