import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { oncePerRun } from "@assay/testing/once-per-run";
import type { TestProject } from "vitest/node";
import {
  ENTRIES,
  launchProcess,
  startedUrl,
  type TestProcess,
} from "../../../../apps/api/test/support/launch-process.ts";
import setupPrograms from "../../../../apps/api/test/support/setup-programs.ts";
import { until } from "../../../../apps/api/test/support/test-client.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folders that the suites start copies of. */
    siteData: SiteData;
  }
}

/** What is released, and what has the development build of React in it. */
export type Build = "released" | "development";
type Site = "portal" | "admin";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const FOLDERS = { released: "dist", development: "dist-development" } as const;

export interface SiteData {
  /** The demo's tenants and people, bound to the demo's pack: no documents, no runs. */
  readonly empty: string;
  /** The same with the demo's evidence and, in the first tenant, a finished run. */
  readonly demo: string;
  /** Copies of the built sites, so that a build meanwhile takes no file away. */
  readonly sites: Readonly<Record<Build, Readonly<Record<Site, string>>>>;
}

/** Makes the data once for all sites: a database and a whole assessment take seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { data, remove } = await oncePerRun("the data of the sites", makeSiteData);
  project.provide("siteData", data);
  return remove;
}

async function makeSiteData(): Promise<{ data: SiteData; remove: () => Promise<void> }> {
  await buildForDevelopment();
  const removePrograms = await setupPrograms();
  const dir = await mkdtemp(join(tmpdir(), "assay-site-"));
  const data: SiteData = {
    empty: join(dir, "empty"),
    demo: join(dir, "demo"),
    sites: { released: await copySites("released", dir), development: await copySites("development", dir) },
  };
  const seeding = launchProcess([process.execPath, ENTRIES.seeded], { PORT: "0", ASSAY_DATA_DIR: data.empty });
  await startedUrl(seeding);
  await end(seeding, data.empty);
  await cp(data.empty, data.demo, { recursive: true });
  const demo = launchProcess([process.execPath, ENTRIES.demo], { PORT: "0", ASSAY_DATA_DIR: data.demo });
  await until(
    async () => `${demo.output().stdout}${demo.child.exitCode ?? ""}`,
    (text) => /Try it|^\d+$/m.test(text),
  );
  await end(demo, data.demo);
  const remove = async () => {
    await removePrograms();
    await rm(dir, { recursive: true, force: true });
  };
  return { data, remove };
}

async function end(service: TestProcess, dataDir: string): Promise<void> {
  const { code } = await service.end("SIGTERM");
  if (code !== 0) throw new Error(`Cannot make the data:\n${service.output().stdout}${service.output().stderr}`);
  await rm(join(dataDir, "owner.lock"), { force: true });
}

/** From turbo's cache where nothing of it changed. */
async function buildForDevelopment(): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env;
  const filters = ["--filter=@assay/portal", "--filter=@assay/admin"];
  await promisify(execFile)(
    join(ROOT, "node_modules/.bin/turbo"),
    ["run", "build:development", ...filters, "--env-mode=loose", "--output-logs=errors-only"],
    { cwd: ROOT, env: { ...env, ASTRO_TELEMETRY_DISABLED: "1" } },
  );
}

async function copySites(build: Build, dir: string): Promise<Record<Site, string>> {
  const copies = { portal: join(dir, build, "portal"), admin: join(dir, build, "admin") };
  for (const [site, copy] of Object.entries(copies))
    await cp(join(ROOT, "apps", site, FOLDERS[build]), copy, { recursive: true });
  return copies;
}
