import { spawnSync } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "./launch-process.ts";

const TOOLCHAIN = "node_modules/.toolchain.json";

/** A checkout as somebody has it who has just cloned this one, with what is not committed yet. */
export async function copyRepository(to: string): Promise<void> {
  const files = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0").filter(Boolean);
  await Promise.all([...files, TOOLCHAIN].map((path) => copyFile(path, to)));
  git(to, "init", "--quiet");
  git(to, "add", "--all");
}

/** What was made in the copy since; a folder of nothing else is one line. `ignored` names what git would not take. */
export function listMade(copy: string, { ignored }: { ignored: boolean }): string[] {
  const options = ["--others", "--exclude-standard", "--directory", ...(ignored ? ["--ignored"] : [])];
  return git(copy, "ls-files", ...options, "-z")
    .split("\0")
    .filter(Boolean);
}

async function copyFile(path: string, to: string): Promise<void> {
  await mkdir(dirname(join(to, path)), { recursive: true });
  // A file may be gone from the tree and not yet from the index.
  await cp(join(ROOT, path), join(to, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

function git(cwd: string, ...args: string[]): string {
  const run = spawnSync("git", args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
  if (run.status !== 0) throw new Error(`Cannot run 'git ${args.join(" ")}' in '${cwd}': ${run.stderr}`);
  return run.stdout;
}
