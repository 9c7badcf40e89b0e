import { listAssessments } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf, segments } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const STANDARD = "The organization takes backups of all systems every day and keeps each of them for one year";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
});

/** `quoted`: the [start, end) of a mail's quoted history in each segment. */
async function runOver(
  requirement: string,
  documents: Record<string, string>,
  { quoted = [] }: { quoted?: [number, number][] } = {},
) {
  ctx = await engine.makeBoundTenant(makePack([requirement]));
  for (const [name, text] of Object.entries(documents)) await engine.upload(ctx, name, text);
  await engine.drain();
  const { tenantId } = ctx;
  await withOwner(database, ({ db }) => db.update(segments).set({ quoted }).where(eq(segments.tenantId, tenantId)));
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  const states = await inTenant(ctx, (tx) =>
    rowsOf<{ state: string | null }>(tx, sql`select state from run_documents where run_id = ${id} order by state`),
  );
  const { items } = await listAssessments(ctx, id, { limit: 10 });
  return { assessment: items[0]!, states: states.map(({ state }) => state) };
}

test("a draft's words prove nothing: VERIFICATION says what it is, and the verdict stays below COMPLETE", async () => {
  const { assessment, states } = await runOver("Backups are taken every day", {
    "backup.txt": "DRAFT 0.3\n\nBackups are taken every day by the operator.",
  });
  expect(states).toEqual(["DRAFT"]);
  expect(assessment).toMatchObject({ flags: ["WEAK_SUPPORT"], citationNotes: [{ index: 0, weak: "DRAFT" }] });
  expect(assessment.status).not.toBe("COMPLETE");
});

test("a mail is no draft because an earlier one, which it quotes, was", async () => {
  const earlier = "DRAFT 0.3";
  const mail = { "mail.txt": `${earlier}\n\nBackups are taken every day by the operator, who signs the sheet.` };
  const { states } = await runOver("Backups are taken every day", mail, { quoted: [[0, earlier.length]] });
  expect(states).toEqual(["IN_FORCE"]);
});

test("the pack's own text, uploaded as evidence, is a standard", async () => {
  const { assessment, states } = await runOver(STANDARD, { "ours.txt": `${STANDARD}. ${STANDARD}.` });
  expect(states).toEqual(["STANDARD"]);
  expect(assessment.citationNotes).toMatchObject([{ index: 0, weak: "STANDARD" }]);
});

test("an active policy passes, without a note", async () => {
  const { assessment, states } = await runOver("Backups are taken every day", {
    "backup.txt": "Approved.\n\nBackups are taken every day by the operator, who signs the sheet.",
  });
  expect(states).toEqual(["IN_FORCE"]);
  expect(assessment).not.toHaveProperty("citationNotes");
  expect(assessment.status).toBe("COMPLETE");
});

test("documents that contradict each other are both cited", async () => {
  const { assessment } = await runOver("Backups are kept for a fixed time", {
    "one.txt": "Backups are kept for one year at a fixed time.",
    "two.txt": "Backups are kept for 30 days at a fixed time.",
  });
  expect(assessment.flags).toContain("CONTRADICTED");
  expect(assessment.status).not.toBe("COMPLETE");
  expect(new Set(assessment.citations.map(({ documentId }) => documentId)).size).toBe(2);
});
