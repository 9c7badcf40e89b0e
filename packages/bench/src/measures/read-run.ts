import { askOften, type Pace } from "../ask-often.ts";
import { makeText } from "../make-text.ts";
import { type Measure, rounded } from "../measure.ts";
import { withServices } from "../services.ts";
import { startBaselineApi } from "../start-baseline-api.ts";

const CONNECTIONS = 16;
const ROUNDS = 3;

export const readRun: Measure = {
  name: "read-run",
  needsServer: true,
  async run({ server }) {
    const times = 1500;
    const env = { TEST_PLAIN_MODEL: "true", RATE_LIMIT_PER_MINUTE: "1000000" };
    const options = { dispatch: "loop", processes: 1, requirements: 20, env } as const;
    const { served, bare } = await withServices(server!, options, async (services) => {
      await services.read([makeText(1, 3000)]);
      const { runId } = await services.run();
      const { url, token, tenantId, databaseUrl } = services;
      await using plain = await startBaselineApi({ url: databaseUrl, tenantId });
      const asked = { times, connections: CONNECTIONS };
      const headers = { Authorization: `Bearer ${token}` };
      const paces: { served: Pace[]; bare: Pace[] } = { served: [], bare: [] };
      // In turn, so that both meet the machine alike; the first round warms both up.
      for (let round = 0; round <= ROUNDS; round++) {
        const each = {
          served: await askOften(`${url}/api/runs/${runId}`, { ...asked, headers }),
          bare: await askOften(`${plain.url}/runs/${runId}`, asked),
        };
        if (round === 0) continue;
        paces.served.push(each.served);
        paces.bare.push(each.bare);
      }
      return { served: middle(paces.served), bare: middle(paces.bare) };
    });
    return [
      {
        what: "GET /api/runs/:id, requests a second",
        value: `${rounded(served.perSecond)} a second`,
        reference: `bare Hono, same queries: ${rounded(bare.perSecond)}`,
        ratio: served.perSecond / bare.perSecond,
        target: { atLeast: 0.6 },
      },
      {
        what: `GET /api/runs/:id, p99 of ${CONNECTIONS} connections`,
        value: `${rounded(served.p99Ms)} ms`,
        reference: `bare Hono, same queries: ${rounded(bare.p99Ms)} ms`,
        ratio: served.p99Ms / bare.p99Ms,
        target: { atMost: 3 },
      },
    ];
  },
};

function middle(paces: readonly Pace[]): Pace {
  const of = (key: keyof Pace) =>
    paces.map((pace) => pace[key]).toSorted((one, other) => one - other)[paces.length >> 1]!;
  return { perSecond: of("perSecond"), p99Ms: of("p99Ms") };
}
