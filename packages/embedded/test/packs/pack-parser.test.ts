import { existsSync, readFileSync } from "node:fs";
import { AssayError } from "@assay/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPackParser, type PackParserSettings } from "../../src/packs/index.ts";
import type { FromChild } from "../../src/packs/messages.ts";
import type { PackChild } from "../../src/packs/run-pack.ts";

const CSV = "criterionId,criterionTitle,requirementId,title\n1,Backup,1.1,Backups are taken";
const LARGE = Array.from({ length: 200_000 }, (_, at) => `- {urn: a${at}, assessable: true}`).join("\n");
const onLinux = existsSync("/proc/self/status");

function openParser(settings: PackParserSettings = {}) {
  const parser = createPackParser(settings);
  onTestFinished(() => parser.close());
  return parser;
}

/** The processes of this one that read pack files; Linux only. */
function listPackProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  const isReader = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("packs/child/main.ts");
  return children.filter(Boolean).map(Number).filter(isReader);
}

/** A process that says what it is given to say, and then ends; `errorOutput` is its last words. */
function endingChild(said: readonly FromChild[], errorOutput = ""): PackChild {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let listener: ((message: FromChild) => void) | null = null;
  const child: PackChild = {
    ...{ pid: 0, jobs: 0, tainted: false, errorOutput: () => errorOutput, ended, hold: () => {} },
    kill: async () => resolve(),
    onMessage: (next) => {
      listener = next;
    },
    send: () => {
      for (const message of said) listener?.(message);
      child.tainted = true;
      resolve();
    },
  };
  return child;
}

test("a file is read in a process of its own, with the same answer or the same issues", async () => {
  const parser = openParser();
  expect((await parser.parse(CSV, { format: "csv" })).criteria).toHaveLength(1);
  const refused = await parser.parse("x", { format: "csv" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AssayError);
  expect(refused).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: expect.any(Array) } });
});

test.runIf(onLinux)("files one after the other share a process, which ends when it has nothing to do", async () => {
  const parser = openParser({ idleMs: 1 });
  await parser.parse(CSV, { format: "csv" });
  await vi.waitFor(() => expect(listPackProcesses()).toEqual([]), { timeout: 60_000, interval: 20 });
  const warm = openParser();
  await warm.parse(CSV, { format: "csv" });
  const [pid] = listPackProcesses();
  await warm.parse(CSV, { format: "csv" });
  expect(listPackProcesses()).toEqual([pid]);
});

test("a small file is read however long a busy machine takes for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  try {
    const parsing = openParser().parse(CSV, { format: "csv" });
    vi.advanceTimersByTime(120_000);
    expect((await parsing).criteria).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test("a file that takes too much work or too much memory is refused, and the process lives on", async () => {
  const slow = openParser({ workMaxMs: 1000 }).parse(LARGE, { format: "ciso-assistant" });
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 20);
  await expect(slow).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("costly") });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);

  const greedy = openParser({ heapMaxMb: 48 }).parse(LARGE, { format: "ciso-assistant" });
  await expect(greedy).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("costly") });
});

test.runIf(onLinux)("a reader that dies ends one import with a clear error, and the next one is read", async () => {
  const parser = openParser();
  const killing = setInterval(() => {
    for (const pid of listPackProcesses()) process.kill(pid, "SIGKILL");
  }, 5);
  const died = await parser.parse(LARGE, { format: "ciso-assistant" }).catch((error: unknown) => error);
  clearInterval(killing);
  expect(died).toBeInstanceOf(AssayError);
  expect((await parser.parse(CSV, { format: "csv" })).criteria).toHaveLength(1);
});

const BEGUN: FromChild = { type: "begun" };
const EMPTY = { name: null, description: "", criteria: [], skipped: [] };

test("a file is read again where its reader dies once, and what is said of a second death is what it tells", async () => {
  const outcomeOf = (...children: PackChild[]) =>
    createPackParser({}, () => children.shift()!)
      .parse(CSV, { format: "csv" })
      .catch((error: unknown) => error);
  expect(await outcomeOf(endingChild([BEGUN]), endingChild([BEGUN, { type: "read", pack: EMPTY }]))).toEqual(EMPTY);
  expect(await outcomeOf(endingChild([]), endingChild([]))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await outcomeOf(endingChild([BEGUN]), endingChild([BEGUN]))).toMatchObject({
    code: "VALIDATION_ERROR",
    message: "Cannot import the pack because the parser ended twice while it read the file",
  });
  const outOfMemory = () => endingChild([BEGUN], "FATAL ERROR: JavaScript heap out of memory");
  expect(await outcomeOf(outOfMemory())).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { issues: [{ issue: "must be readable in 768 MB" }] },
  });
});
