import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deletionCertificate, deletionStatement } from "@assay/contract";
import { expect, test } from "vitest";
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
  const done = await erase(...whole);
  expect(done.stdout, done.stderr).toContain("Erased");
  const { payload } = deletionCertificate.parse(JSON.parse(await readFile(certificate, "utf8")));
  expect(deletionStatement.parse(JSON.parse(payload)).tenant.name).toBe("Acme");
});
