import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deletionCertificate, deletionStatement } from "@assay/contract";
import { eraseTenantAsOperator } from "@assay/core/erasure";
import { findTenant } from "@assay/core/tenancy";
import { expect, test } from "vitest";
import { openForOperator } from "../../src/commands/open-for-operator.ts";
import { readConfig } from "../../src/config.ts";
import type { Env } from "../support/launch-process.ts";
import { runCommand } from "../support/run-command.ts";
import { startServer, testFolder } from "../support/start-process.ts";

test("the command says what it would delete, deletes it when the name is typed, and writes the certificate", async () => {
  const dataDir = await testFolder();
  const env = { ASSAY_DATA_DIR: dataDir };
  // The store of files is marked, and the signing key made, by the first start.
  await (await startServer("node", dataDir)).end("SIGTERM");
  await runCommand("create-tenant", ["--name", "Acme", "--admin", "ada@acme.example"], env);
  const certificate = join(dataDir, "acme-deletion.json");
  const of = ["--tenant", "Acme"];
  const whole = [...of, "--confirm", "Acme", "--reason", "It ends", "--certificate", certificate];
  const erase = (...args: string[]) => runCommand("erase-tenant", args, env);
  expect((await erase(...of, "--confirm", "Acme")).stderr).toContain("Usage: npm run tenant:erase");
  expect((await erase(...of)).stdout).toContain("It is active: suspend it first");
  await runCommand("suspend-tenant", [...of, "--reason", "It ends"], env);
  await writeFile(certificate, "kept");
  const refused = await erase(...whole);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("exists: name a new file") });
  expect(await readFile(certificate, "utf8")).toBe("kept");
  await rm(certificate);
  await beginOnly(env, "Acme");
  const done = await erase(...whole);
  expect(done.stdout, done.stderr).toContain("Erased");
  const { payload } = deletionCertificate.parse(JSON.parse(await readFile(certificate, "utf8")));
  expect(deletionStatement.parse(JSON.parse(payload)).tenant.name).toBe("Acme");
  const again = join(dataDir, "again.json");
  expect((await erase(...of, "--certificate", again)).stdout).toContain("Erased");
  expect(await readFile(again, "utf8")).toBe(await readFile(certificate, "utf8"));

  await runCommand("create-tenant", ["--name", "Acme", "--admin", "eve@acme.example"], env);
  const next = await erase(
    ...of,
    "--confirm",
    "Acme",
    "--reason",
    "It ends",
    "--certificate",
    join(dataDir, "next.json"),
  );
  expect(next).toMatchObject({ code: 1, stderr: expect.stringContaining("it is active: suspend it first") });
});

/** As the command that is ended when it has begun. */
async function beginOnly(env: Env, name: string): Promise<void> {
  const { db, close } = await openForOperator(readConfig(env), "begin");
  try {
    await eraseTenantAsOperator(db, (await findTenant(db, name)).id, { name, reason: "It ends" });
  } finally {
    await close();
  }
}
