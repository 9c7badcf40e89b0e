import { GUARD_VERSION, SPLITTER_VERSION } from "@assay/contract";
import {
  activateConfiguredVersion,
  activateRetrievalVersion,
  findRecommendedVersion,
  getRetrievalVersion,
} from "@assay/core/retrieval-versions";
import type { Context } from "@assay/core/tenancy";
import { inCatalog, inTenant } from "@assay/core/tenancy";
import { retrievalVersions, rowsOf, VECTOR_DIMENSIONS } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchEvidence } from "../../src/search/search-evidence.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ownerRows } from "../support/with-owner.ts";

const SETTINGS = {
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceComplete: 0.75,
  confidencePartial: 0.4,
};
const EVIDENCE = [
  "Die Sicherung der Server wird jede Nacht gemacht und im zweiten Haus aufbewahrt.",
  "Backups of all servers are made each night.",
  "Das Mittagessen kostet für alle vier Euro.",
];

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;

/** A deployment as the release before left it: one way of reading words, in its version and in its weights. */
beforeAll(async () => {
  database = await openTestDatabase();
  await inCatalog(database.db, (tx) =>
    tx.insert(retrievalVersions).values({
      ...{ embedderModel: "word-double-1", embedderDimensions: VECTOR_DIMENSIONS, lexicalWeight: 1 },
      ...{ assessorModel: "quoting-double-1", promptVersion: "1", ...SETTINGS, activatedAt: new Date() },
      guardVersion: GUARD_VERSION,
      splitterVersion: SPLITTER_VERSION,
    }),
  );
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Datensicherungen werden in einem zweiten Haus aufbewahrt"]));
  for (const [at, text] of EVIDENCE.entries()) await engine.upload(ctx, `note-${at}.txt`, text);
  await engine.drain();
});
afterAll(() => database.close());

const retrieve = async (body = {}) => {
  const run = await engine.startRun(ctx, body);
  await engine.drain();
  return inTenant(ctx, (tx) =>
    rowsOf<{ rank: number; text: string; query: string }>(
      tx,
      sql`
      select r.rank, c.content as text, rr.lexical_query::text as query
      from run_requirements rr join retrievals r on r.run_requirement_id = rr.id join chunks c on c.id = r.chunk_id
      where rr.run_id = ${run.id} order by r.rank`,
    ),
  );
};
const matchesOf = async (q: string) => {
  const { reply } = await searchEvidence(ctx, engine.models, { q, limit: 5 });
  return reply.results.map(({ quote }) => quote.matches.map(([from, to]) => quote.text.slice(from, to)));
};

test("a version of the release before searches as it did, and the newer way of reading words waits to be activated", async () => {
  const rows = await ownerRows<{ lexicons: string }>(
    database,
    sql`select lexicon_from || '-' || lexicon_to as lexicons from chunk_weights order by 1`,
  );
  expect(rows.map(({ lexicons }) => lexicons)).toEqual(["1-1", "1-1", "1-2", "2-2", "2-2"]);
  await ownerRows(database, sql`delete from chunk_weights where lexicon_from = 2`);
  await ownerRows(database, sql`update chunk_weights set lexicon_to = 1`);
  const old = await inTenant(ctx, (tx) => getRetrievalVersion(tx));
  const first = await retrieve();
  expect(await matchesOf("Datensicherung für den Server")).toContainEqual(["Server"]);

  await activateConfiguredVersion(database.db, { models: engine.models, settings: SETTINGS });
  const proposed = (await inCatalog(database.db, findRecommendedVersion))!;
  expect(proposed).toMatchObject({ lexicon: 2, lexicalWeight: 1, embedderModel: "word-double-1", origin: "release" });
  await expect(activateRetrievalVersion(ctx, engine.models, proposed.id)).rejects.toMatchObject({
    code: "INVALID_STATE",
    details: { missing: EVIDENCE.length },
  });
  await engine.drain();
  expect(await activateRetrievalVersion(ctx, engine.models, proposed.id)).toMatchObject({ inForce: true, lexicon: 2 });

  expect(await retrieve({ retrievalVersionId: old.id })).toEqual(first);
  expect(await matchesOf("Datensicherung für den Server")).toContainEqual(["Sicherung", "Server"]);
  const now = await retrieve();
  expect(now[0]?.text).toBe(EVIDENCE[0]);
  expect(now[0]?.query).not.toBe(first[0]?.query);
});
