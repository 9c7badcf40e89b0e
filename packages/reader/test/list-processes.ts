import { readFileSync } from "node:fs";

/** The processes of a parent that read documents; Linux only. */
export function listExtractionProcesses(parent: number): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("child/main.ts"));
}
