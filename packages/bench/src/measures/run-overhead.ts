import { makeText } from "../make-text.ts";
import { type Measure, rounded } from "../measure.ts";
import { type Services, withServices } from "../services.ts";

const DOCUMENTS = 20;

export const runOverhead: Measure = {
  name: "run-overhead",
  needsServer: true,
  guarded: true,
  async run({ server, size }) {
    const [requirements, runs] = size === "guard" ? [60, 3] : [300, 1];
    const { cpuMs, perSecond } = await withServices(
      server!,
      { dispatch: "loop", processes: 1, requirements, env: { TEST_PLAIN_MODEL: "true" } },
      async (services) => {
        await services.read(Array.from({ length: DOCUMENTS }, (_, at) => makeText(at, 3000)));
        await services.run();
        const measured = [];
        for (let run = 0; run < runs; run++) measured.push(await measureRun(services, requirements));
        // The least, as others may use the machine.
        return measured.toSorted((one, other) => one.cpuMs - other.cpuMs)[0]!;
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
      ...(size === "guard"
        ? []
        : [
            {
              what: "Requirements a second, model of no latency",
              value: `${rounded(perSecond)} a second`,
              reference: "",
              ratio: perSecond,
              target: { atLeast: 120 },
            },
          ]),
    ];
  },
};

async function measureRun(services: Services, requirements: number): Promise<{ cpuMs: number; perSecond: number }> {
  const before = services.cpuMs();
  const { ms } = await services.run();
  return { cpuMs: (services.cpuMs() - before) / requirements, perSecond: (requirements / ms) * 1000 };
}
