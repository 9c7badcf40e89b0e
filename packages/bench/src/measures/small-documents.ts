import { makeText } from "../make-text.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { type Services, withServices } from "../services.ts";

const COUNT = 100;
const CHARACTERS = 3000;
const ROUNDS = 3;

/** Many small files, where what costs is not their text. */
export const smallDocuments: Measure = {
  name: "small-documents",
  needsServer: true,
  async run({ server }) {
    const measure = (processes: number) =>
      withServices(server!, { dispatch: "loop", processes, requirements: 1 }, async (services) => {
        await services.read(textsFrom(0, 10));
        const measured = [];
        for (let round = 1; round <= ROUNDS; round++)
          measured.push(await measureReading(services, textsFrom(round * COUNT, COUNT)));
        // The least, as others may use the machine, and much is compiled in the first.
        return measured.toSorted((a, b) => a.cpuMs - b.cpuMs)[0]!;
      });
    const one = await measure(1);
    const cost: Figure = {
      what: "Processor time of a document of 3 kB from upload to READY, without the processes that read it",
      value: `${rounded(one.cpuMs)} ms`,
      reference: `those: ${rounded(one.readersCpuMs)} ms`,
      ratio: one.cpuMs,
      target: { atMost: 30 },
    };
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

function textsFrom(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => makeText(seed + at, CHARACTERS));
}

async function measureReading(services: Services, texts: readonly string[]): Promise<Reading> {
  const count = texts.length;
  const spent = () => ({ all: services.cpuMs(), readers: services.readersCpuMs() });
  const before = spent();
  const begun = performance.now();
  await services.read(texts);
  const seconds = (performance.now() - begun) / 1000;
  const after = spent();
  const readersMs = after.readers - before.readers;
  return {
    cpuMs: (after.all - before.all - readersMs) / count,
    readersCpuMs: readersMs / count,
    perSecond: count / seconds,
  };
}
