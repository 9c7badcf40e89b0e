import { AssayError, canonicalJson, LINK_CAPABILITIES } from "@assay/contract";
import * as runs from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { type Database, newId, rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import { unboundTables, withoutEachPredicate } from "@assay/testing/tenant-predicates";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { ACTS, type Belongings, OF_ALL_TENANTS, OF_NO_CALLER, OF_PERSONS, seedTenant, VERBS } from "./acts.ts";
import { type WatchedDatabase, watchStatements } from "./watch-statements.ts";

let watched: WatchedDatabase;
let engine: TestEngine;
let close: () => Promise<void>;
let ours: Belongings;
let theirs: Belongings;
let tenantTables: Set<string>;
/** Every statement sent in the role of a tenant since the beginning. */
const sent = new Set<string>();

beforeAll(async () => {
  const connection = await connectEmbedded();
  close = connection.close;
  await migrate(connection);
  const tables = await rowsOf<{ name: string }>(
    connection.db,
    sql`select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id'
        where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  tenantTables = new Set(tables.map(({ name }) => name));
  watched = watchStatements(connection.db);
  watched.replace = note;
  engine = await createTestEngine(watched.db, { ocr: true });
  // Theirs first: where a predicate is missing, their rows are met before ours.
  theirs = await seedTenant(engine, "theirs");
  ours = await seedTenant(engine, "ours");
  for (const act of Object.keys(ACTS))
    for (const of of [ours, theirs]) expected.set(act + of.runId, await perform(act, of));
  for (const table of tenantTables)
    await connection.db.execute(sql`alter table ${sql.identifier(table)} disable row level security`);
  // Two tenants are filled and every act is tried: a slow machine may take a minute.
}, 300_000);
afterAll(() => close());

function note(statement: string): string {
  sent.add(statement);
  return statement;
}

interface Performed {
  readonly answer: string;
  /** All rows of the other tenant afterwards. */
  readonly theirs: string;
}
const expected = new Map<string, Performed>();

class PutBack extends Error {}

/** Does it as our tenant, asking for what is ours or theirs, and puts everything back. */
async function perform(act: string, of: Belongings): Promise<Performed> {
  let performed: Performed | undefined;
  const attempt = watched.db.transaction(async (tx) => {
    const db = tx as unknown as Database;
    const answer = await answerOf(() => ACTS[act]!({ ...ours.ctx, db }, of, engine));
    await tx.execute(sql`select set_config('role', 'none', true)`);
    performed = { answer, theirs: await rowsOfTheirs(db) };
    throw new PutBack();
  });
  await attempt.catch((error) => {
    if (!(error instanceof PutBack)) throw error;
  });
  return performed!;
}

async function answerOf(act: () => Promise<unknown>): Promise<string> {
  try {
    return plain(await act());
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.message}`;
    return `failed: ${(error as Error).message}`;
  }
}

/** As text, with what is new each time omitted: ids that nobody had before, times, keys and hashes. */
function plain(answer: unknown): string {
  const known = JSON.stringify([ours, theirs].map(({ ctx, ...ids }) => [ctx.tenantId, ids]));
  return canonicalJson({ answer: answer ?? null })
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => (known.includes(id) ? id : "<id>"))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/"[0-9a-f]{16,64}"|"(assay|assayscim|whsec)_[\w+/=-]+"/g, "<digest>");
}

async function rowsOfTheirs(db: Database): Promise<string> {
  const digest = (table: string) =>
    sql`select md5(string_agg(t::text, '' order by t::text)) as digest from ${sql.identifier(table)} t
        where tenant_id = ${theirs.ctx.tenantId}`;
  const rows = await rowsOf(db, sql.join([...tenantTables].map(digest), sql` union all `));
  return JSON.stringify(rows);
}

test.each(OF_PERSONS)("%s is refused to an API key and to a link", async (act) => {
  for (const id of [`api-key:${ours.apiKeyId}`, `link:${ours.linkId}`]) {
    const ctx = { ...ours.ctx, actor: { ...ours.ctx.actor, id } };
    await expect(Promise.resolve().then(() => ACTS[act]!(ctx, ours, engine))).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { reason: "PERSON_REQUIRED" },
    });
  }
});

describe("with row-level security out of force, the predicates alone keep tenants apart", () => {
  test.each(Object.keys(ACTS))("%s answers and changes the same, asked for our data and for theirs", async (act) => {
    for (const of of [ours, theirs]) {
      const performed = await perform(act, of);
      expect(performed).toEqual(expected.get(act + of.runId));
      expect(performed.answer).not.toMatch(/failed:|theirs/);
    }
  });

  test("a document and a run go their whole way", async () => {
    const before = await rowsOfTheirs(watched.db);
    const { id } = await engine.upload(ours.ctx, "later.txt", "Zeppelins land at the dock of team ours.");
    await engine.drain();
    const run = await engine.startRun(ours.ctx);
    await engine.drain();
    expect(await rowsOfTheirs(watched.db)).toBe(before);
    expect((await runs.getRun(ours.ctx, run.id)).status).toBe("COMPLETED");
    const { items } = await runs.listAssessments(ours.ctx, run.id, { limit: 200 });
    const cited = new Set(items.flatMap(({ citations }) => citations.map(({ documentId }) => documentId)));
    expect([...cited]).toContain(id);
    expect(JSON.stringify(items)).not.toContain("theirs");
  });
});

/** What an auditor's link may do in the core, for its own run: all that is read through `withRun`. Routes allow less. */
const ACTS_OF_LINK = [
  "getRun",
  "getRunState",
  "listAssessments",
  "listAssessmentsOrDamage",
  "listRunDocuments",
  "listRunRequirements",
  "listRunSteps",
  "listExports",
  "getExport",
  "getRunConfiguration",
  "getRunProgress",
  "getSnapshot",
  ...["listComments", "listOpenRequests", "countComments"],
  ...["listReviews", "getReviewQueue", "listRunExceptions", "getRunReport"],
];
/** Of documents, those that a verdict of the link's run cites. */
const ACTS_OF_CITED = ["getDocument", "listChunks", "listMarkedChunks", "listSegments", "listPages", "listPageWords"];

describe("an auditor's link", () => {
  const id = newId();
  const answer = (act: string, of: Belongings) => {
    const { db, tenantId } = ours.ctx;
    const link = { id, runId: ours.runId, capabilities: LINK_CAPABILITIES };
    const ctx: Context = { db, tenantId, actor: { id: `link:${id}`, role: "VIEWER", tenantId }, link };
    return answerOf(() => ACTS[act]!(ctx, of, engine));
  };

  test("is refused by every act but those of its run and the documents cited there", async () => {
    const served: string[] = [];
    for (const act of Object.keys(ACTS)) {
      if (OF_NO_CALLER.includes(act)) continue;
      if (!(await answer(act, ours)).startsWith("FORBIDDEN ")) served.push(act);
    }
    expect(served.sort(), "a verb that reads through withRun belongs into ACTS_OF_LINK").toEqual(
      [...ACTS_OF_LINK, ...ACTS_OF_CITED, "getLinkSession"].sort(),
    );
  });

  test("is refused another run and another tenant's by every act, with the same words as one that does not exist", async () => {
    const nothing = { ...ours, runId: newId(), documentId: newId() };
    const elsewhere = { ...ours, runId: ours.otherRunId, documentId: ours.failedId };
    for (const act of [...ACTS_OF_LINK, ...ACTS_OF_CITED]) {
      const refusals = [nothing, elsewhere, theirs].map((of) => answer(act, of));
      const [refusal, ...others] = new Set(await Promise.all(refusals));
      expect(refusal, act).toMatch(/^FORBIDDEN /);
      expect(others, act).toEqual([]);
    }
  });
});

/** Others stand on them: each use is tried with its own function. */
const SEAMS = [
  "withRun",
  "withShownRun",
  "withWebhook",
  "withLink",
  "found",
  "toOwnTenant",
  "inPacks",
  "requireFresh",
  "noteReader",
];

test("every function of the core that acts in a tenant is tried", () => {
  const tried = [...Object.keys(ACTS), ...OF_ALL_TENANTS, ...SEAMS];
  const untried = VERBS.map(([name]) => name).filter((name) => !tried.includes(name));
  expect(untried, "to be added to NAMED in acts.ts").toEqual([]);
  expect(VERBS.length).toBeGreaterThan(50);
});

describe("a statement in the role of a tenant", () => {
  test("compares the tenant of every table that it reads or changes", () => {
    const loose = [...sent].flatMap((statement) =>
      unboundTables(statement, tenantTables).map((table) => `${table}: ${statement.replace(/\s+/g, " ")}`),
    );
    expect(loose).toEqual([]);
    expect(sent.size).toBeGreaterThan(150);
  });
});

/**
 * Takes files of nobody; reads next to the link, or alone, the tenant, whose table keeps its policy; asks the identity
 * alone; shows only rows of one user, who is another in each tenant.
 */
const UNNOTICED = [
  "prepareFiles",
  "getLinkSession",
  "readSecondFactorRule",
  "readOcrLanguages",
  "readResidency",
  "readCheckpointRecipients",
  "listOwnSessions",
  "listOwnConnections",
];

describe("mutation: a predicate that is removed", () => {
  test("from any statement is noticed in the statement", () => {
    const mutants = [...sent].flatMap(withoutEachPredicate);
    expect(mutants.length).toBeGreaterThan(100);
    expect(mutants.filter((mutant) => unboundTables(mutant, tenantTables).length === 0)).toEqual([]);
  });

  test.each(Object.keys(ACTS).filter((act) => !UNNOTICED.includes(act)))(
    "from what %s sends shows or changes what is another tenant's",
    async (act) => {
      expect(await isNoticed(act)).toBe(true);
    },
  );
});

/** Whether any statement of the act without one of its predicates answers or changes something else. */
async function isNoticed(act: string): Promise<boolean> {
  // What is asked for theirs shows it soonest.
  for (const of of [theirs, ours]) {
    const statements = new Set<string>();
    watched.replace = (statement) => {
      statements.add(statement);
      return statement;
    };
    const whole = await perform(act, of);
    for (const statement of statements)
      for (const mutant of withoutEachPredicate(statement)) {
        watched.replace = (each) => (each === statement ? mutant : each);
        const performed = await perform(act, of);
        if (performed.answer !== whole.answer || performed.theirs !== whole.theirs) return true;
      }
  }
  return false;
}
