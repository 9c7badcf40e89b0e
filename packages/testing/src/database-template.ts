import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectEmbedded } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import type { TestProject } from "vitest/node";
import { connectDriver, type ServerDriver } from "./connect-driver.ts";
import { oncePerRun } from "./once-per-run.ts";
import { oneAtATime, runOnServer } from "./test-database-server.ts";

export type ServerTemplate = { driver: ServerDriver; url: string; name: string };
export type DatabaseTemplate = { driver: "pglite"; dump: string } | ServerTemplate;

declare module "vitest" {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const DUMPS = join(ROOT, "node_modules/.cache/test-database");
/** What an empty database is made of, with the exact version of PGlite. */
const MADE_OF = ["packages/db/{src,migrations}/**/*", "packages/db/package.json"];

/** Migrates once for these migrations; each test file then starts from a copy. */
export async function provideEmbeddedTemplate(project: TestProject): Promise<void> {
  const dump = join(DUMPS, `${await digestOfMigrations()}.tar`);
  await oncePerRun(dump, async () => {
    if (await stat(dump).catch(() => undefined)) return;
    const connection = await connectEmbedded();
    await migrate(connection);
    const blob = await connection.client.dumpDataDir("none");
    await connection.close();
    await mkdir(DUMPS, { recursive: true });
    for (const older of await readdir(DUMPS)) await rm(join(DUMPS, older), { force: true });
    const unfinished = `${dump}.${process.pid}`;
    await writeFile(unfinished, new Uint8Array(await blob.arrayBuffer()));
    await rename(unfinished, dump);
  });
  project.provide("databaseTemplate", { driver: "pglite", dump });
}

/** The service connects as `assay_app`, which may become the roles of the migrations and is nothing by itself. */
export async function provideServerTemplate(
  project: TestProject,
  driver: ServerDriver,
  url: string,
): Promise<() => Promise<void>> {
  const name = `assay_template_${process.pid}_${driver}`;
  const address = new URL(url);
  address.pathname = `/${name}`;
  await oncePerRun(address.href, () =>
    oneAtATime(url, async () => {
      await runOnServer(url, `drop database if exists ${name} with (force)`, `create database ${name}`);
      await runOnServer(
        url,
        "do $$ begin create role assay_app login noinherit nosuperuser nobypassrls password 'assay_app'; exception when duplicate_object or unique_violation then null; end $$",
      );
      const owner = await connectDriver(driver, address.href, { poolSize: 2 });
      await migrate(owner, { serviceRole: "assay_app" });
      await owner.close();
    }),
  );
  project.provide("databaseTemplate", { driver, url, name });
  // Of all projects that start from it, each after every suite.
  return () => runOnServer(url, `drop database if exists ${name} with (force)`);
}

async function digestOfMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(MADE_OF, { cwd: ROOT }).toSorted()) {
    const path = join(ROOT, file);
    if ((await stat(path)).isFile()) hash.update(`${file}\0`).update(await readFile(path));
  }
  return hash.digest("hex");
}
