import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectEmbedded } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import type { TestProject } from "vitest/node";
import { connectDriver, type ServerDriver } from "./connect-driver.ts";
import { oneAtATime, runOnServer } from "./test-database-server.ts";

export type ServerTemplate = { driver: ServerDriver; url: string; name: string };
export type DatabaseTemplate = { driver: "pglite"; dump: string } | ServerTemplate;

declare module "vitest" {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Migrates once; each test file then starts from a copy. */
export async function provideEmbeddedTemplate(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), "assay-template-"));
  const dump = join(dir, "template.tar");
  const connection = await connectEmbedded();
  await migrate(connection);
  const blob = await connection.client.dumpDataDir("none");
  await writeFile(dump, new Uint8Array(await blob.arrayBuffer()));
  await connection.close();
  project.provide("databaseTemplate", { driver: "pglite", dump });
  return () => rm(dir, { recursive: true, force: true });
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
  await oneAtATime(url, async () => {
    await runOnServer(url, `drop database if exists ${name} with (force)`, `create database ${name}`);
    await runOnServer(
      url,
      "do $$ begin create role assay_app login noinherit nosuperuser nobypassrls password 'assay_app'; exception when duplicate_object or unique_violation then null; end $$",
    );
    const owner = await connectDriver(driver, address.href, { poolSize: 2 });
    await migrate(owner, { serviceRole: "assay_app" });
    await owner.close();
  });
  project.provide("databaseTemplate", { driver, url, name });
  return () => runOnServer(url, `drop database if exists ${name} with (force)`);
}
