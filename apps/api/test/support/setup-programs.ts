import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleService } from "../../build/bundle-service.ts";
import { COMMANDS, PROGRAMS, SOURCES } from "./launch-process.ts";

/** Bundles the programs that suites start, once: to load their sources costs each start seconds. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[PROGRAMS]) return async () => {};
  const dir = await mkdtemp(join(tmpdir(), "assay-programs-"));
  await bundleService({ ...SOURCES, ...COMMANDS }, dir);
  process.env[PROGRAMS] = dir;
  return () => rm(dir, { recursive: true, force: true });
}
