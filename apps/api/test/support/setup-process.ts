import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oncePerRun } from "@assay/testing/once-per-run";
import type { TestProject } from "vitest/node";
import { launchProcess, SOURCES, startedUrl } from "./launch-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demo's tenants and people; tests work on copies. */
    seededData: string;
  }
}

/** Makes an embedded database once: that alone takes seconds. From the sources, as `npm run dev` starts the service. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await oncePerRun("the seeded data", makeSeededData);
  project.provide("seededData", dir);
  return () => rm(dir, { recursive: true, force: true });
}

async function makeSeededData(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-seeded-"));
  const service = launchProcess([process.execPath, SOURCES.seeded], { PORT: "0", ASSAY_DATA_DIR: dir });
  await startedUrl(service);
  await service.end("SIGTERM");
  await rm(join(dir, "owner.lock"), { force: true });
  return dir;
}
