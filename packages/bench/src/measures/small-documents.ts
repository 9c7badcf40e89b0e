import { makeText } from "../make-text.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { type Services, withServices } from "../services.ts";

const CHARACTERS = 3000;

/** Many small files, where what costs is not their text. */
export const smallDocuments: Measure = {
  name: "small-documents",
  needsServer: true,
  guarded: true,
  async run({ server, size }) {
    const count = size === "guard" ? 20 : 100;
    const measure = (processes: number) =>
      withServices(server!, { dispatch: "loop", processes, requirements: 1 }, (services) =>
        measureReading(services, count),
      );
    const one = await measure(1);
    const cost: Figure = {
      what: "Processor time of a document of 3 kB from upload to READY, without the processes that read it",
      value: `${rounded(one.cpuMs)} ms`,
      reference: `those: ${rounded(one.readersCpuMs)} ms`,
      ratio: one.cpuMs,
      target: { atMost: 30 },
    };
    if (size === "guard") return [cost];
    const two = await measure(2);
    return [
      cost,
      {
        what: "Documents of 3 kB a second, 2 processes",
        value: `${rounded(two.perSecond)} a second`,
        reference: `one process: ${rounded(one.perSecond)}`,
        ratio: two.perSecond / one.perSecond,
        target: { atLeast: 1.6 },
      },
    ];
  },
};

interface Reading {
  /** Of a document, without what reads it. */
  readonly cpuMs: number;
  readonly readersCpuMs: number;
  readonly perSecond: number;
}

async function measureReading(services: Services, count: number): Promise<Reading> {
  const texts = (seed: number) => Array.from({ length: count }, (_, at) => makeText(seed + at, CHARACTERS));
  await services.read(texts(0).slice(0, 10));
  const spent = () => ({ all: services.cpuMs(), readers: services.readersCpuMs() });
  const before = spent();
  const begun = performance.now();
  await services.read(texts(count));
  const seconds = (performance.now() - begun) / 1000;
  const after = spent();
  const readersMs = after.readers - before.readers;
  return {
    cpuMs: (after.all - before.all - readersMs) / count,
    readersCpuMs: readersMs / count,
    perSecond: count / seconds,
  };
}
