import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDataFolder, openDataFolder } from "../../src/data-folder.ts";

const HOLDER = join(import.meta.dirname, "../support/hold-folder.ts");
const ROUNDS = Number(process.env.ASSAY_TEST_LOCK_ROUNDS ?? 10);
const STARTERS = 3;

interface Starter {
  readonly child: ChildProcess;
  next(): Promise<string>;
  /** Lets it open the folder; resolves to what it says of it. */
  open(): Promise<string>;
}

const started: ChildProcess[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-lock-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) await kill(child);
  await rm(folder, { recursive: true, force: true });
});

async function starter(): Promise<Starter> {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value as string;
  const open = () => {
    child.stdin!.write("open\n");
    return next();
  };
  expect(await next()).toBe("ready");
  return { child, next, open };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

test(
  "after a kill exactly one of several starters at once owns the data folder",
  async () => {
    let owner = await starter();
    expect(await owner.open()).toBe("owner");
    for (let round = 1; round <= ROUNDS; round += 1) {
      const starters = await Promise.all(Array.from({ length: STARTERS }, starter));
      await kill(owner.child);
      const said = await Promise.all(starters.map(({ open }) => open()));
      expect(said.toSorted(), `round ${round}`).toEqual(["ConfigError", "ConfigError", "owner"]);
      owner = starters[said.indexOf("owner")]!;
      for (const other of starters) if (other !== owner) await kill(other.child);
    }
  },
  30_000 + ROUNDS * 5_000,
);

test("a starter next to a living owner is refused, and one after its release is not", async () => {
  const { openDataFolder } = await import("../../src/data-folder.ts");
  const held = await openDataFolder(folder);
  const [refused, later] = await Promise.all([starter(), starter()]);
  expect(await refused.open()).toBe("ConfigError");
  await held.release();
  expect(await later.open()).toBe("owner");
});

const refusal = (dir: string, reason: string) =>
  `Cannot use the data folder '${dir}' because ${reason}: set ASSAY_DATA_DIR to a folder that this user can write to`;

test.each([
  ["a file", "file", "it is a file"],
  ["below a file", "file/data", "it is below a file"],
])("a data folder that is %s is refused with its setting, its path and what to do", async (_, name, reason) => {
  await writeFile(join(folder, "file"), "");
  const dir = join(folder, name);
  await expect(openDataFolder(dir)).rejects.toThrow(refusal(dir, reason));
});

test.runIf(process.platform === "linux")("so is one below /proc, at once: no folder can be made there", async () => {
  const dir = "/proc/assay/data";
  await expect(openDataFolder(dir)).rejects.toThrow(refusal(dir, "no folder can be made there"));
});

test("so is one that this user may not write to", async () => {
  const denied = Object.assign(new Error("denied"), { code: "EROFS" });
  const refused = makeDataFolder(folder, () => Promise.reject(denied));
  await expect(refused).rejects.toThrow(refusal(folder, "its file system is read-only"));
});

test("one whose parents are missing is made with them", async () => {
  const { path, release } = await openDataFolder(join(folder, "a/b/c"));
  await release();
  expect(path).toMatch(/a\/b\/c$/);
});
