import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cost } from "./read-by-assay.ts";

const BARE = fileURLToPath(new URL("baseline-reader.ts", import.meta.url));

/** What reading a file by a library alone costs a process that has read a small one; the least of three. */
export async function readByLibrary(
  what: "docx" | "pdf" | "xlsx" | "zip",
  bytes: Uint8Array,
  small: Uint8Array,
  rounds = 3,
): Promise<Cost> {
  return withFiles([small, bytes], (paths) =>
    JSON.parse(execFileSync(process.execPath, [BARE, what, ...paths, String(rounds)], { encoding: "utf8" })),
  );
}

/** Processor time of poppler's pdftotext, the least of three; `null` where it is not installed. */
export async function readByPoppler(bytes: Uint8Array, rounds = 3): Promise<number | null> {
  return withFiles([bytes], ([path]) => {
    try {
      execFileSync("pdftotext", ["-v"], { stdio: "ignore" });
    } catch {
      return null;
    }
    const spent = Array.from({ length: rounds }, () => timeOf(path!));
    return Math.min(...spent);
  });
}

/** The shell counts what its children took. */
function timeOf(path: string): number {
  const output = execFileSync("sh", ["-c", 'pdftotext -q "$0" /dev/null; times', path], { encoding: "utf8" });
  const children = output.trim().split("\n").at(-1)!.split(" ");
  return children.reduce((sum, time) => {
    const [minutes, seconds] = time.split("m") as [string, string];
    return sum + Number(minutes) * 60_000 + Number.parseFloat(seconds) * 1000;
  }, 0);
}

async function withFiles<T>(files: readonly Uint8Array[], act: (paths: string[]) => T): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "assay-bench-"));
  try {
    const paths = files.map((_, at) => join(dir, String(at)));
    for (const [at, bytes] of files.entries()) await writeFile(paths[at]!, bytes);
    return act(paths);
  } finally {
    await rm(dir, { recursive: true });
  }
}
