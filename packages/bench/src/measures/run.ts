import { makeText } from "../make-text.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { withServices } from "../services.ts";

const REQUIREMENTS = 200;
const MODEL_MS = 1000;
const AT_A_TIME = 16;

/** A run whose model is a network away, dispatched through a double of QStash, against the time that its calls take. */
export const run: Measure = {
  name: "run",
  needsServer: true,
  async run({ server }) {
    const figures: Figure[] = [];
    for (const processes of [1, 2]) {
      const seconds = await measureRun(server!, processes);
      const ideal = (Math.ceil(REQUIREMENTS / AT_A_TIME) * MODEL_MS) / 1000;
      figures.push({
        what: `Run of ${REQUIREMENTS}, model 1 s, ${AT_A_TIME} at a time, ${processes === 1 ? "1 process" : `${processes} processes`}`,
        value: `${rounded(seconds)} s`,
        reference: `model calls alone: ${ideal} s`,
        ratio: seconds / ideal,
        target: { atMost: 1.15 },
      });
    }
    return figures;
  },
};

function measureRun(server: string, processes: number): Promise<number> {
  const env = {
    TEST_PLAIN_MODEL: "true",
    TEST_ASSESS_MS: String(MODEL_MS),
    ASSAY_TEST_LIMITS: JSON.stringify({ deliveriesPerTenantMax: AT_A_TIME }),
  };
  return withServices(server, { dispatch: "qstash", processes, requirements: REQUIREMENTS, env }, async (services) => {
    await services.read(Array.from({ length: 10 }, (_, at) => makeText(at, 3000)));
    return (await services.run()).ms / 1000;
  });
}
