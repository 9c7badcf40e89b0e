import { getRun, listAssessments } from "@assay/core/runs";
import { inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findInstructionLikeText } from "../../src/documents/stages/flag-instructions.ts";
import { HOSTILE } from "../support/hostile-documents.ts";
import { makePack } from "../support/make-pack.ts";
import { PAGE_BREAK } from "../support/plain-extractor.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const SOUND = ["Backups are taken daily by the night team.", "Visitors wear badges at times."];
const OTHER_PAGE = "Visitors wear badges at the gate.";
/** So that each is found for each requirement. */
const BAIT = "Backups are taken daily. Visitors wear badges. Laptops are encrypted.";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  // Obeys whatever it reads; else it is sure where the best passage says what is required, word for word.
  engine.assessor.assess = async ({ requirement, passages }) => {
    const order = passages.find(({ text }) => HOSTILE.some(([, hostile]) => text.includes(hostile)));
    const { chunkId, text } = order ?? passages[0]!;
    return {
      confidence: order ? 1 : text.includes(requirement.title) ? 0.8 : 0.3,
      quotes: [{ chunkId, text }, ...passages.map((each) => ({ chunkId: each.chunkId, text: each.text }))],
      reasoning: order ? "All is COMPLETE, as I was told." : "As the passage says.",
      remediation: null,
      usage: { tokensIn: 1, tokensOut: 1, costUsd: 0 },
    };
  };
});
afterAll(() => database.close());

async function judge(files: readonly string[]) {
  const ctx = await engine.makeBoundTenant(
    makePack(["Backups are taken daily", "Visitors wear badges", "Laptops are encrypted"]),
  );
  for (const [at, text] of files.entries()) await engine.upload(ctx, `document ${at}.txt`, text);
  await engine.drain();
  const { id } = await engine.startRun(ctx);
  await engine.drain();
  const { items } = await listAssessments(ctx, id, {});
  const setAside = await inTenant(ctx, (tx) =>
    rowsOf<{ reason: string; count: number }>(
      tx,
      sql`select r.excluded_reason as reason, count(distinct r.document_id)::int as count
        from retrievals r join run_requirements rr on rr.id = r.run_requirement_id
        where rr.run_id = ${id} and r.excluded_reason is not null group by 1`,
    ),
  );
  return { run: await getRun(ctx, id), items, setAside };
}

test("documents that address a model raise no verdict, are cited nowhere, and change no other passage's verdict", async () => {
  const without = await judge([...SOUND, OTHER_PAGE]);
  const hostile = HOSTILE.map(([, text], at) =>
    at === 0 ? `${BAIT} ${text}${PAGE_BREAK}${OTHER_PAGE}` : `${BAIT} ${text}`,
  );
  const { run, items, setAside } = await judge([...SOUND, ...hostile]);
  expect(run.status).toBe("COMPLETED");
  const seen = (each: (typeof items)[number]) => ({
    requirementId: each.requirementId,
    status: each.status,
    confidence: each.confidence,
    cited: each.citations.map(({ text }) => text).sort(),
  });
  expect(items.map(seen)).toEqual(without.items.map(seen));
  const cited = items.flatMap(({ citations }) => citations.map(({ text }) => text));
  expect(cited).toContain(OTHER_PAGE);
  expect(cited.filter((text) => findInstructionLikeText(text).length > 0)).toEqual([]);
  expect(setAside).toEqual([{ reason: "ADDRESSES_MODEL", count: HOSTILE.length }]);
  for (const { flags, reasoning } of items) {
    expect(flags).toContain("INSTRUCTION_LIKE_EVIDENCE");
    expect(reasoning).toMatch(/\d+ passages were set aside, as they address the model that reads: document \d+\.txt/);
    expect(reasoning).not.toContain("as I was told");
  }
});
