import { makeText } from "../make-text.ts";
import { type Measure, rounded } from "../measure.ts";
import { type Services, withServices } from "../services.ts";

const DOCUMENTS = 20;
const REQUIREMENTS = 300;

export const runOverhead: Measure = {
  name: "run-overhead",
  needsServer: true,
  async run({ server }) {
    const { cpuMs, perSecond } = await withServices(
      server!,
      { dispatch: "loop", processes: 1, requirements: REQUIREMENTS, env: { TEST_PLAIN_MODEL: "true" } },
      async (services) => {
        await services.read(Array.from({ length: DOCUMENTS }, (_, at) => makeText(at, 3000)));
        await services.run();
        return measureRun(services);
      },
    );
    return [
      {
        what: "Processor time of a requirement with its model",
        value: `${rounded(cpuMs)} ms`,
        reference: "",
        ratio: cpuMs,
        target: { atMost: 8 },
      },
      {
        what: "Requirements a second, model of no latency",
        value: `${rounded(perSecond)} a second`,
        reference: "",
        ratio: perSecond,
        target: { atLeast: 120 },
      },
    ];
  },
};

async function measureRun(services: Services): Promise<{ cpuMs: number; perSecond: number }> {
  const before = services.cpuMs();
  const { ms } = await services.run();
  return { cpuMs: (services.cpuMs() - before) / REQUIREMENTS, perSecond: (REQUIREMENTS / ms) * 1000 };
}
