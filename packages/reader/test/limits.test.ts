import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { listExtractionProcesses } from "./list-processes.ts";
import { makePdf, operatorBomb, textAt } from "./make-pdf.ts";

const good = () => sourceFile("pdf", makePdf([{ content: textAt(50, 700, "Still here") }]));

test("one piece that computes too long is EXTRACTION_TIMEOUT while the service continues, and the next document is fine", async () => {
  const extractor = testExtractor({ pieceTimeoutMs: 2500, memoryMaxMb: 8000, heapMaxMb: 8000, processes: 1 });
  await extractAll(extractor, good());
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 10);
  await expect(extractAll(extractor, sourceFile("pdf", operatorBomb()))).rejects.toMatchObject({
    name: "DocumentError",
    code: "EXTRACTION_TIMEOUT",
  });
  clearInterval(ticking);
  // The parser never yields: had it kept this thread, no turn would have come.
  expect(turns).toBeGreaterThan(10);
  expect((await extractAll(extractor, good())).segments[0]?.text).toBe("Still here");
});

test("the processor time of a text too small for the kernel's ticks is told all the same", async () => {
  let spentMs = 0;
  await testExtractor().extract(sourceFile("txt", "Access is reviewed each quarter."), {
    ...{ fromSegment: 0, charactersMax: 1000, signal: new AbortController().signal },
    onSpent: (ms) => {
      spentMs = ms;
    },
    onSegment: async () => {},
  });
  expect(spentMs).toBeGreaterThan(0);
  expect(spentMs % 10).not.toBe(0);
});

test.runIf(existsSync("/proc/self/stat"))("a process that gets no processor is not to blame", async () => {
  // Those of earlier tests may be about to end.
  const others = new Set(listExtractionProcesses(process.pid));
  const extractor = testExtractor({ pieceTimeoutMs: 2000, processes: 1 });
  const pages = Array.from({ length: 20 }, (_, at) => ({ content: textAt(50, 700, `Page ${at + 1}`) }));
  const file = sourceFile("pdf", makePdf(pages));
  await extractAll(extractor, file);
  const texts: string[] = [];
  let spentMs = 0;
  await extractor.extract(file, {
    fromSegment: 0,
    charactersMax: 1e6,
    signal: new AbortController().signal,
    onSpent: (ms) => {
      spentMs = ms;
    },
    onSegment: async ({ index, text }) => {
      texts.push(text);
      if (index !== 2) return;
      for (const pid of listExtractionProcesses(process.pid)) if (!others.has(pid)) stopFor(pid, 3000);
    },
  });
  expect(texts).toEqual(pages.map((_, at) => `Page ${at + 1}`));
  expect(spentMs).toBeLessThan(3000);
});

function stopFor(pid: number, ms: number): void {
  process.kill(pid, "SIGSTOP");
  setTimeout(() => process.kill(pid, "SIGCONT"), ms);
}

test("a file that needs too much memory is EXTRACTION_LIMIT_EXCEEDED, and the next document is fine", async () => {
  const extractor = testExtractor({ memoryMaxMb: 250, processes: 1 });
  await expect(extractAll(extractor, sourceFile("pdf", operatorBomb()))).rejects.toMatchObject({
    name: "DocumentError",
    code: "EXTRACTION_LIMIT_EXCEEDED",
  });
  expect((await extractAll(extractor, good())).segments[0]?.text).toBe("Still here");
});

test("the heap's own end is EXTRACTION_LIMIT_EXCEEDED too", async () => {
  const extractor = testExtractor({ heapMaxMb: 40, memoryMaxMb: 2000 });
  await expect(extractAll(extractor, sourceFile("pdf", operatorBomb()))).rejects.toMatchObject({
    code: "EXTRACTION_LIMIT_EXCEEDED",
  });
});

test("an aborted signal ends the work at once and throws its reason", async () => {
  const abort = new AbortController();
  const extractor = testExtractor();
  const reason = new Error("Stopped by the test");
  const work = extractAll(extractor, sourceFile("pdf", operatorBomb()), { signal: abort.signal });
  setTimeout(() => abort.abort(reason), 300);
  // Unstopped, the file ends otherwise: with its text, or at a limit.
  await expect(work).rejects.toBe(reason);
});

test("an error of the receiver ends the work and comes back", async () => {
  const pages = Array.from({ length: 50 }, () => ({ content: textAt(50, 700, "Page") }));
  const extractor = testExtractor();
  const failure = new Error("The database is away");
  let calls = 0;
  const work = extractor.extract(sourceFile("pdf", makePdf(pages)), {
    fromSegment: 0,
    charactersMax: 1e6,
    signal: new AbortController().signal,
    onSegment: async () => {
      calls += 1;
      throw failure;
    },
  });
  await expect(work).rejects.toBe(failure);
  expect(calls).toBe(1);
});

test("the characters of a call are limited over all its segments", async () => {
  const file = sourceFile(
    "pdf",
    makePdf(Array.from({ length: 3 }, () => ({ content: textAt(50, 700, "0123456789") }))),
  );
  await expect(extractAll(testExtractor(), file, { charactersMax: 29 })).rejects.toMatchObject({
    code: "EXTRACTION_LIMIT_EXCEEDED",
  });
  expect((await extractAll(testExtractor(), file, { charactersMax: 30 })).segments).toHaveLength(3);
});

test("more documents than processes wait for their turn", async () => {
  const extractor = testExtractor({ processes: 2 });
  const results = await Promise.all(Array.from({ length: 6 }, () => extractAll(extractor, good())));
  expect(results.map(({ segments }) => segments[0]?.text)).toEqual(Array(6).fill("Still here"));
});
