import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** The oldest Node on which the client runs: one on the path, else one of the npm registry. */
export function findNode20(): string {
  const programs = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const found = programs.find((program) => versionOf(program).startsWith("v20."));
  if (found) return found;
  const args = ["--yes", "-p", "node@20.20.2", "-c", "command -v node"];
  const { status, stdout, stderr } = spawnSync("npx", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot get Node 20 from the npm registry: ${stderr}`);
  return stdout.trim().split("\n").at(-1)!;
}

const versionOf = (program: string) => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "";
