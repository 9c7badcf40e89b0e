import { addComment } from "@assay/core/comments";
import { editDocument } from "@assay/core/documents";
import { proposeException } from "@assay/core/exceptions";
import { type Context, listMembers, operatorOf, proveAddress, provisionAdmin } from "@assay/core/tenancy";
import type { Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFinishedRun } from "../support/add-verdicts.ts";
import { withChangedRows } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { makePack } from "../support/make-pack.ts";
import { addPerson } from "../support/people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const VALID_UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let anna: Context;
let ben: Context;
let email: string;
let runId: string;
let documentId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
  anna = await addPerson(ctx, "anna");
  ben = await addPerson(ctx, "ben");
  const { items } = await listMembers(ctx, { limit: 10 });
  ({ email } = items.find((member) => "email" in member && member.userId === anna.actor.id) as { email: string });
  ({ id: documentId } = await engine.upload(anna, "policy.txt", "Backups are taken every day."));
  runId = await addFinishedRun(ctx);
  await checkResultsNow(database.db, engine);
});
afterAll(() => database.close());

const accounts = { findOrInvite: () => Promise.reject(new Error("No account is needed")) };
const provision = (role: "MEMBER" | "ADMIN" | "SUPER_ADMIN") =>
  provisionAdmin(database.db, accounts as never, { tenantId: ctx.tenantId, email, role });
const ACTS = {
  "the owner of an exception": () =>
    proposeException(ben, {
      ...{ requirementId: "1.1", kind: "RISK_ACCEPTED", reason: "It closes" },
      ...{ ownerId: anna.actor.id, validUntil: VALID_UNTIL },
    }),
  "the owner of a document": () => editDocument(ctx, documentId, { ownerId: anna.actor.id }),
  "somebody whom a comment mentions": () =>
    addComment(ben, runId, { kind: "COMMENT", requirementId: "1.1", text: `See @${email}` }),
  "whose address an operator proves": () => proveAddress(database.db, { email, reason: "Seen in person" }),
  "who is made an administrator": () => provision("ADMIN"),
  "who is to stay what they are": () => provision("MEMBER"),
};
const roleChanged = (tx: Transaction) =>
  tx.execute(sql`update memberships set may_review = not may_review where user_id = ${anna.actor.id}`);

test.each(Object.entries(ACTS))("%s is nobody who is stored otherwise than recorded", async (_, act) => {
  await withChangedRows(database, "memberships", roleChanged, async () => {
    await expect(act()).rejects.toMatchObject({
      code: "INTEGRITY_ERROR",
      details: { objectType: "member", objectId: anna.actor.id },
    });
    const shown = (await listMembers(operatorOf(database.db, ctx.tenantId), { limit: 10 })).items;
    expect(shown).toContainEqual({ id: anna.actor.id, damaged: true });
  });
  await act();
});
