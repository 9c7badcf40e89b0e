import { searchChunks } from "@assay/core/runs";
import type { Connection } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import pg from "pg";
import { EMBEDDER, type FilledTenant, fillTenant, makeQueries, preparePools } from "../fill-chunks.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { withDatabase } from "../with-database.ts";
import { searchByHand } from "./search-by-hand.ts";
import { FLOOR, LEXICAL_WEIGHT, LIMIT, searchPlainly } from "./search-plainly.ts";

const SIZES = [1000, 10_000, 100_000, ...(process.env.ASSAY_BENCH_LARGE === "1" ? [500_000] : [])];
/** The size at which another tenant comes next to. */
const SHARED = 10_000;
/** As many requirements as one statement takes. */
const QUERIES = makeQueries(32);
/** Searched by hand: all of them would take longer than the rest of the measure. */
const BY_HAND = QUERIES.slice(0, 8);

interface Benched extends Connection {
  readonly client: pg.Client;
}

export const retrieval: Measure = {
  name: "retrieval",
  needsServer: true,
  async run({ server }) {
    const figures: Figure[] = [];
    await withDatabase(server!, async ({ DATABASE_MIGRATE_URL: url }) => {
      const connection = connectServer(url);
      const client = new pg.Client({ connectionString: url });
      try {
        await migrate(connection);
        await client.connect();
        await preparePools(client);
        figures.push(...(await measureSizes({ ...connection, client })));
      } finally {
        await client.end();
        await connection.close();
      }
    });
    return figures;
  },
};

async function measureSizes(benched: Benched): Promise<Figure[]> {
  const figures: Figure[] = [];
  let alone = 0;
  let shared: FilledTenant | undefined;
  for (const chunks of SIZES) {
    const tenant = await fillTenant(benched.client, `tenant of ${chunks}`, chunks);
    await settle(benched);
    const measured = await measureTenant(benched, tenant, chunks);
    figures.push(...measured.figures);
    if (chunks === SHARED) [alone, shared] = [measured.ms, tenant];
  }
  await fillTenant(benched.client, "another tenant", 5 * SHARED);
  await settle(benched);
  const beside = await fastest(() => search(benched, shared!));
  figures.push({
    what: `Retrieval, ${SHARED} chunks, next to larger tenants`,
    value: `${rounded(beside.ms / QUERIES.length)} ms a requirement`,
    reference: `without them ${rounded(alone / QUERIES.length)} ms`,
    ratio: beside.ms / alone,
    target: { atMost: 1.2 },
  });
  return figures;
}

async function measureTenant(benched: Benched, tenant: FilledTenant, chunks: number) {
  const before = process.memoryUsage().rss;
  const { ms, result: found } = await fastest(() => search(benched, tenant));
  const grown = Math.max(0, process.memoryUsage().rss - before) / 1e6;
  const plain = await fastest(() => searchPlainly(benched.client, tenant, QUERIES));
  const byHand = await searchByHand(benched.client, tenant, BY_HAND);
  const wanted = [...byHand].flatMap(([requirement, ids]) => ids.map((id) => `${requirement} ${id}`));
  const have = new Set(found.map(({ requirement, chunkId }) => `${requirement} ${chunkId}`));
  const recall = wanted.filter((each) => have.has(each)).length / wanted.length;
  const figures: Figure[] = [
    {
      what: `Retrieval, ${chunks} chunks`,
      value: `${rounded(ms / QUERIES.length)} ms a requirement`,
      reference: `psql ${rounded(plain.ms / QUERIES.length)} ms`,
      ratio: ms / plain.ms,
      target: { atMost: 1.2 },
    },
    {
      what: `Retrieval, ${chunks} chunks, recall@${LIMIT}`,
      value: rounded(recall),
      reference: "brute force over Float32 1.00",
      ratio: recall,
      target: { atLeast: 1 },
    },
    {
      what: `Retrieval, ${chunks} chunks, memory`,
      value: `${rounded(grown)} MB`,
      reference: "",
      ratio: grown,
      target: { atMost: 32 },
    },
  ];
  return { ms, figures };
}

/** What the server would otherwise do about new rows while it is measured. */
async function settle({ client }: Benched): Promise<void> {
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

function search({ db }: Benched, { tenantId, runId }: FilledTenant) {
  const pins = { embedder: EMBEDDER, threshold: FLOOR, lexicalWeight: LEXICAL_WEIGHT, lexicon: 2, limit: LIMIT };
  return searchChunks({ db }, { tenantId, runId, ...pins, queries: QUERIES });
}

/** Of a few, or of one that is slow: what else the machine does only makes it slower. */
async function fastest<T>(act: () => Promise<T>): Promise<{ ms: number; result: T }> {
  let best: { ms: number; result: T } | undefined;
  const end = performance.now() + 1000;
  do {
    const begun = performance.now();
    const result = await act();
    const ms = performance.now() - begun;
    if (!best || ms < best.ms) best = { ms, result };
  } while (performance.now() < end);
  return best;
}
