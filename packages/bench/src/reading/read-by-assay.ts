import { type FileType, isContainer } from "@assay/contract";
import type { TextExtractor } from "@assay/core/ports";
import { createTextExtractor } from "@assay/reader";
import { readChildren } from "./watch-children.ts";

export interface Cost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

const POLL_MS = 20;

/** What reading a file costs the process that reads it, once it has read a small one; the least of three. */
export async function readByAssay(fileType: FileType, bytes: Uint8Array, small: Uint8Array, rounds = 3): Promise<Cost> {
  await using extractor = withDisposal(createTextExtractor({ processes: 1 }));
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readChildren().peakMb);
  }, POLL_MS);
  try {
    await read(extractor, fileType, small);
    const spent: number[] = [];
    for (let round = 0; round < rounds; round++) spent.push(await read(extractor, fileType, bytes));
    return { cpuMs: Math.min(...spent), peakMb };
  } finally {
    clearInterval(timer);
  }
}

/** Returns the processor time that it took. */
async function read(extractor: TextExtractor, fileType: FileType, bytes: Uint8Array): Promise<number> {
  const open = async () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const file = { fileType, sizeBytes: bytes.length, open };
  const signal = new AbortController().signal;
  if (isContainer(fileType)) {
    const before = readChildren().cpuMs;
    const limits = { depthMax: 5, filesMax: 1000, bytesMax: 1024 ** 3 };
    const walked = await extractor.walkArchive(file, { limits, signal });
    const spentMs = readChildren().cpuMs - before;
    await walked[Symbol.asyncDispose]();
    return spentMs;
  }
  let spentMs = 0;
  const onSpent = (ms: number) => {
    spentMs = ms;
  };
  await extractor.extract(file, {
    ...{ fromSegment: 0, charactersMax: 50_000_000, signal, onSpent },
    onSegment: async () => {},
  });
  return spentMs;
}

const withDisposal = (extractor: TextExtractor): TextExtractor & AsyncDisposable => ({
  ...extractor,
  [Symbol.asyncDispose]: () => extractor.close(),
});
