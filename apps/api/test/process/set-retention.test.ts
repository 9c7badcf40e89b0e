import { join } from "node:path";
import { readRetention } from "@assay/core/retention";
import { createTenant, operatorOf } from "@assay/core/tenancy";
import { connectEmbedded } from "@assay/db/connect";
import { expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { testFolder } from "../support/start-process.ts";

test("the command says what rules would remove, sets them, and names what is wrong", async () => {
  const dataDir = await testFolder();
  const env = { ASSAY_DATA_DIR: dataDir };
  const open = () => connectEmbedded({ dataDir: join(dataDir, "postgres") });
  await runCommand("create-tenant", ["--name", "Acme", "--admin", "root@acme.example"], env);
  const { db, close } = await open();
  const { id } = await createTenant(db, { name: "Second" });
  await close();
  const retain = (...options: string[]) => runCommand("set-retention", options, env);
  const readDays = async () => {
    const opened = await open();
    const { days } = await readRetention(operatorOf(opened.db, id), id);
    await opened.close();
    return days;
  };
  const of = ["--tenant", "Second"];
  for (const wrong of [
    ["--logs", "0"],
    ["--logs", "x"],
    ["--runs", "29"],
    ["--mails", "3"],
  ]) {
    const { code, stdout, stderr } = await retain(...of, ...wrong);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Usage: npm run tenant:retention");
  }
  const dry = await retain(...of, "--logs", "365", "--dry-run");
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout).toBe(
    `'Second' (${id}), changing nothing:\n  spans: keep\n  logs: 365 days; due now: 0; held back: 0\n  runs: keep\n`,
  );
  expect(await readDays()).toEqual({ spans: null, logs: null, runs: null });
  const set = await retain(...of, "--logs", "365", "--runs", "730");
  expect(set.stdout).toContain("runs: 730 days; due now: 0");
  expect(set.stdout).toContain("Nothing is removed in the day after a change");
  expect((await retain(...of, "--logs", "keep")).stdout).toContain("logs: keep");
  expect(await readDays()).toEqual({ spans: null, logs: null, runs: 730 });
});
