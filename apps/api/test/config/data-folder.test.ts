import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";

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

test("a starter beside a living owner is refused, and one after its release is not", async () => {
  const { openDataFolder } = await import("../../src/data-folder.ts");
  const held = await openDataFolder(folder);
  const [refused, later] = await Promise.all([starter(), starter()]);
  expect(await refused.open()).toBe("ConfigError");
  await held.release();
  expect(await later.open()).toBe("owner");
});
