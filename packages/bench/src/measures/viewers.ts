import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeText } from "../make-text.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { type Services, withServices } from "../services.ts";

const VIEWERS = 300;
/** Looks at the run and checks of access at a quarter of their times, so that few seconds hold many of both. */
const LIMITS = { progressPollMs: 100, accessCheckMs: 2500 };
const WINDOW_MS = 6000;
/** After this long a connection has told the statistics what it did. */
const TOLD_MS = 3000;

export const viewers: Measure = {
  name: "viewers",
  needsServer: true,
  async run({ server }) {
    const env = {
      ASSAY_TEST_LIMITS: JSON.stringify(LIMITS),
      // The model never answers: the run stands still while it is watched.
      TEST_ASSESS_MS: "3600000",
      RATE_LIMIT_PER_MINUTE: "1000000",
      DATABASE_POOL_SIZE: "2",
    };
    const { one, many, keys } = await withServices(
      server!,
      { dispatch: "loop", processes: 1, requirements: 20, env },
      async (services) => {
        await services.read([makeText(1, 3000)]);
        const { id: runId } = await services.startRun();
        await untilAssessing(services, runId);
        const one = await workOf(services, runId, await services.newPeople(1));
        const many = await workOf(services, runId, await services.newPeople(VIEWERS));
        return { one, many, keys: await workOf(services, runId, await services.newKeys(VIEWERS)) };
      },
    );
    const figure = (who: string, work: number): Figure => ({
      what: `Transactions while ${VIEWERS} ${who} watch one run`,
      value: `${rounded(work)} a second`,
      reference: `while one person does ${rounded(one)} a second`,
      ratio: work / one,
      target: { atMost: 1.2 },
    });
    return [figure("people", many), figure("API keys", keys)];
  },
};

async function untilAssessing(services: Services, runId: string): Promise<void> {
  type Steps = { steps: { stepName: string; status: string }[] };
  for (;;) {
    const { steps } = await services.call<Steps>(`/api/runs/${runId}/steps`);
    if (steps.some(({ stepName, status }) => stepName === "ASSESSMENT" && status === "IN_PROGRESS")) return;
    await pause(50);
  }
}

/** The transactions that the database ends in a second while so many people watch. */
async function workOf(services: Services, runId: string, tokens: readonly string[]): Promise<number> {
  const leave = new AbortController();
  const streams = await Promise.all(
    tokens.map((token) =>
      fetch(`${services.url}/api/runs/${runId}/events`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: leave.signal,
      }),
    ),
  );
  const read = streams.map(async ({ status, body }) => {
    if (status !== 200) throw new Error(`Cannot measure a stream: it replies ${status}`);
    const reader = body!.getReader();
    while (!(await reader.read()).done);
  });
  for (const each of read) each.catch(() => {});
  await pause(TOLD_MS);
  const before = await countTransactions(services.databaseUrl);
  await pause(WINDOW_MS);
  const after = await countTransactions(services.databaseUrl);
  leave.abort();
  await Promise.allSettled(read);
  return ((after - before) / WINDOW_MS) * 1000;
}

async function countTransactions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select xact_commit::int as n from pg_stat_database where datname = current_database()",
    );
    return rows[0].n;
  } finally {
    await client.end();
  }
}
