import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TextSegment } from "../src/extraction.ts";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { listExtractionProcesses } from "./list-processes.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const onLinux = existsSync("/proc/self/status");
const pages = Array.from({ length: 30 }, (_, index) => ({ content: textAt(50, 700, `Page ${index + 1}`) }));
const document = () => sourceFile("pdf", makePdf(pages));

/** Kills the process that reads the document when its third segment arrives. */
async function extractWithKill(extractor: ReturnType<typeof testExtractor>): Promise<TextSegment[]> {
  const segments: TextSegment[] = [];
  await extractor.extract(document(), {
    fromSegment: 0,
    charactersMax: 10_000,
    signal: new AbortController().signal,
    onSegment: async (segment) => {
      if (segments.push(segment) === 3)
        for (const pid of listExtractionProcesses(process.pid)) process.kill(pid, "SIGKILL");
    },
  });
  return segments;
}

test.runIf(onLinux)(
  "a reused process that dies is replaced once, and no segment comes twice or is missing",
  async () => {
    const extractor = testExtractor({ processes: 1 });
    await extractAll(extractor, document());
    const segments = await extractWithKill(extractor);
    expect(segments.map(({ text }) => text)).toEqual(pages.map((_, index) => `Page ${index + 1}`));
  },
);

test.runIf(onLinux)("a fresh process that dies means that the file cannot be read", async () => {
  await expect(extractWithKill(testExtractor({ processes: 1 }))).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
});

test.runIf(onLinux)("a busy process ends soon after its parent has been killed", async () => {
  const tempDir = await mkdtemp(join(tmpdir(), "assay-test-"));
  const parent = fork(fileURLToPath(new URL("./endless-parent.ts", import.meta.url)), [tempDir], {
    execArgv: [],
    stdio: "ignore",
  });
  onTestFinished(async () => {
    parent.kill("SIGKILL");
    await rm(tempDir, { recursive: true });
  });
  const pid = await vi.waitFor(() => {
    const [found] = listExtractionProcesses(parent.pid ?? 0);
    expect(found).toBeDefined();
    expect(cpuTicks(found ?? 0)).toBeGreaterThan(60);
    return found ?? 0;
  }, 60_000);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 60_000, interval: 50 });
});

/** Hundredths of a second that the process has computed. */
function cpuTicks(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[11]);
}

/** A zombie that nobody waits for has ended all the same. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}
