import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { DiskFault } from "./failing-disk.ts";

// Loaded into a process under test before everything else: writes of files fail as the file TEST_DISK_FAULT says, at the
// calls that a full or read-only disk fails. What has its room already, such as the current log of the database, is
// written on, unless the fault is of the log itself.
const { TEST_DISK_FAULT } = process.env;
if (!TEST_DISK_FAULT) throw new Error("Cannot fail writes without TEST_DISK_FAULT");
const faultFile: string = TEST_DISK_FAULT;

const { existsSync, readFileSync, fstatSync } = fs;
const ERRNO = { ENOSPC: 28, EROFS: 30 };

function throwIfFailing(syscall: string, part: DiskFault["part"]): void {
  if (!existsSync(faultFile)) return;
  const fault = JSON.parse(readFileSync(faultFile, "utf8")) as DiskFault;
  if (fault.part !== "all" && fault.part !== part) return;
  throw Object.assign(new Error(`${fault.code}: ${syscall}`), {
    code: fault.code,
    errno: -ERRNO[fault.code],
    syscall,
  });
}

/** The embedded database writes from this thread, and each block at its place. */
const { writeSync } = fs;
fs.writeSync = ((fd: number, ...rest: [Uint8Array, number, number, number | null | undefined]) => {
  const [, , length, position] = rest;
  const grows = typeof position !== "number" || position + length > fstatSync(fd).size;
  throwIfFailing("write", grows ? "growth" : "log");
  return writeSync(fd, ...rest);
}) as typeof fs.writeSync;

const { promises } = fs;
const { mkdir, open } = promises;
promises.mkdir = (async (...args: Parameters<typeof mkdir>) => {
  throwIfFailing("mkdir", "growth");
  return mkdir(...args);
}) as typeof mkdir;
promises.open = async (path, flags, mode) => {
  if (typeof flags === "string" && !flags.startsWith("r")) throwIfFailing("open", "growth");
  const handle = await open(path, flags, mode);
  const write = handle.write.bind(handle) as (...args: unknown[]) => Promise<unknown>;
  return Object.assign(handle, {
    write(...args: unknown[]) {
      throwIfFailing("write", "growth");
      return write(...args);
    },
  });
};
syncBuiltinESMExports();
