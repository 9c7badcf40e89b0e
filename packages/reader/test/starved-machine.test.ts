import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ZipEntry } from "@assay/contract/file-type";
import { expect, onTestFinished, test } from "vitest";
import { inflateEntry } from "../src/archive/inflate-entry.ts";
import { toVerdict } from "../src/child/to-verdict.ts";
import type { Batch } from "../src/messages.ts";
import { ChildDiedError, NeverBegunError, runJob } from "../src/run-job.ts";
import { withDefaults } from "../src/settings.ts";
import type { Child } from "../src/start-child.ts";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";

const JOB = {
  kind: "extract",
  path: "",
  fileType: "txt",
  fromSegment: 0,
  wholePages: { pages: 0, segments: 0 },
  charactersMax: 1,
  encoding: null,
  opensFiles: true,
} as const;

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-starved-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test("a folder for temporary files that cannot be used is an outage, and no fault of the file", async () => {
  const tempDir = join(await folder(), "in the way");
  await writeFile(tempDir, "");
  const reading = extractAll(testExtractor({ tempDir }), sourceFile("txt", new TextEncoder().encode("Text.")));
  await expect(reading).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", part: "disk" });
});

test.each(["ENOSPC", "EIO", "EMFILE"])("a child that meets %s says that the machine is to blame", (code) => {
  const error = Object.assign(new Error("No"), { code, syscall: "write" });
  expect(toVerdict(error, JOB)).toEqual({ type: "starved", code });
  expect(toVerdict(new Error(code), JOB)).toMatchObject({ type: "failed", code: "UNREADABLE_FILE" });
});

test("an inner archive that cannot be written aside fails with the system's error, and not its process", async () => {
  const dir = await folder();
  await writeFile(join(dir, "source"), "stored bytes");
  await using handle = await open(join(dir, "source"));
  const entry = { declaredBytes: 12, crc32: 0 } as ZipEntry;
  const source = { path: join(dir, "source"), start: 0, compressedBytes: 12, deflated: false };
  const options = { copyTo: join(dir, "missing", "inner-0"), onBytes: () => {} };
  await expect(inflateEntry(handle, entry, source, options)).rejects.toMatchObject({ syscall: "open" });
});

/** A process that says what it is given to say, and then ends. */
function endingChild(...said: Batch[]): Child {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let listener: ((batch: Batch) => void) | null = null;
  return {
    ...{ pid: 0, jobs: 0, tainted: false, errorOutput: () => "", ended, hold: () => {}, kill: async () => resolve() },
    onMessage: (next) => {
      listener = next;
    },
    send: () => {
      for (const batch of said) listener?.(batch);
      resolve();
    },
  };
}

test("a process that ends before it has begun says nothing about the file, one that ends later does", async () => {
  const watch = { signal: new AbortController().signal, settings: withDefaults({}), onSegment: async () => {} };
  await expect(runJob(endingChild(), JOB, watch)).rejects.toThrow(NeverBegunError);
  await expect(runJob(endingChild([{ type: "begun" }]), JOB, watch)).rejects.toThrow(ChildDiedError);
});
