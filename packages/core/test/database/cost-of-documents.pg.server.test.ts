import type { DocumentListQuery } from "@assay/contract";
import { listDocuments, summariseDocuments } from "@assay/core/documents";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { connectExplainer, type Explainer } from "@assay/testing/explain-statement";
import { fillTenant, makeStatistics } from "@assay/testing/fill-tenant";
import { listenToStatements, type SentStatement } from "@assay/testing/watch-statements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const SIZES = [10, 1000, 10_000];
const TABLES = ["documents", "document_places", "segments"];

let database: TestDatabase;
let explainer: Explainer;
beforeAll(async () => {
  database = await openTestDatabase();
  explainer = await connectExplainer(database.superuserUrl!);
  const engine = await createTestEngine(database.db);
  for (const size of SIZES) {
    const ctx = await engine.makeTenant();
    const { id } = await engine.upload(ctx, "policy.txt", "Backups are restored every quarter.", {
      source: "folder",
      path: "policy.txt",
      expiresAt: "2027-01-31",
      reviewBy: "2027-01-31",
    });
    await engine.drain();
    await withOwner(database, async ({ db }) => {
      await fillTenant(db, { tenantId: ctx.tenantId, to: size, tables: TABLES });
      await db.execute(sql`
        update documents set original_filename = 'record-' || right(id::text, 4) || '.txt', expires_at = '2027-01-01'::date + (size_bytes % 9)::int
        where tenant_id = ${ctx.tenantId} and id <> ${id}`);
    });
    tenants.set(size, ctx);
  }
  await withOwner(database, ({ db }) => makeStatistics(db));
});
afterAll(async () => {
  await explainer?.[Symbol.asyncDispose]();
  await database?.close();
});

const tenants = new Map<number, Context>();

async function buffersOf(ctx: Context, act: (ctx: Context) => Promise<unknown>): Promise<number> {
  const sent: SentStatement[] = [];
  await listenToStatements(
    (statement) => sent.push(statement),
    () => act(ctx),
  );
  let sum = 0;
  for (const statement of sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text) && !text.includes("set_config")))
    sum += await explainer.countBuffers(statement, ctx.tenantId);
  return sum;
}

/** Of an act by how many documents the tenant has. */
async function growthOf(act: (ctx: Context) => Promise<unknown>): Promise<number[]> {
  const pages: number[] = [];
  for (const size of SIZES) pages.push(await buffersOf(tenants.get(size)!, act));
  return pages;
}

/** A page of a list reads its 101 documents, their places and an index. */
const PAGES_OF_A_LIST = 200;
/** What looks at each document reads so many pages for each. */
const PAGES_OF_EACH = 0.15;

describe("of 10, 1,000 and 10,000 documents", () => {
  const list = (query: Partial<DocumentListQuery>) => (ctx: Context) => listDocuments(ctx, { limit: 100, ...query });

  test.each<[string, Partial<DocumentListQuery>]>([
    ["the first page", {}],
    ["those at the top", { parentDocumentId: "none" }],
    ["those that later runs judge", { isEvidence: "true" }],
    ["those of a category", { category: "Policies" }],
    ["those of a state", { status: "READY" }],
    ["the first to expire", { sort: "expiresAt" }],
    ["the first to be reviewed", { sort: "reviewBy" }],
    ["a search that finds many", { q: "record" }],
  ])("%s: a page costs the same", async (_, query) => {
    const pages = await growthOf(list(query));
    expect(Math.max(...pages), pages.join(" → ")).toBeLessThanOrEqual(PAGES_OF_A_LIST);
  });

  test.each<[string, (ctx: Context) => Promise<unknown>]>([
    ["a search that finds one", list({ q: "policy.txt" })],
    ["the first page with how many there are", list({ parentDocumentId: "none", total: "true" })],
    ["the summary", (ctx) => summariseDocuments(ctx)],
  ])("%s costs few pages for each document", async (_, act) => {
    const pages = await growthOf(act);
    expect(Math.max(...pages), pages.join(" → ")).toBeLessThanOrEqual(PAGES_OF_EACH * SIZES.at(-1)!);
  });
});
