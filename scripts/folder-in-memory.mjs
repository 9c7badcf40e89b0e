// Where suites keep what they throw away, where the machine has memory to spare: to make a file on a disk takes up to ten
// times the processor's time, and a database is a thousand files.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const FREE_MIN = 6 * 2 ** 30;
/** With the process that it belongs to, by which one that was killed leaves nothing for long. */
const FOLDER = /^assay-tests-(\d+)-/;

/** Calls `act` with the variables that name the folder, and removes it after. A TMPDIR of the caller's counts. */
export function withFolderInMemory(env, act) {
  removeLeft();
  if (env.TMPDIR || !hasRoom()) return act({});
  const folder = mkdtempSync(join(MEMORY, `assay-tests-${process.pid}-`));
  // Servers of PostgreSQL that suites start are another user's.
  chmodSync(folder, 0o755);
  try {
    return act({ TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const available = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024;
    return bavail * bsize >= FREE_MIN && available >= FREE_MIN;
  } catch {
    return false;
  }
}

function removeLeft() {
  if (!existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY)) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
