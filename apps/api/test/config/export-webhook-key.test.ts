import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalSecretKeys, rotateLocalSecretKeys } from "@assay/embedded/local-secret-box";
import { addSecretKey, createSecretBox, secretKeysToText } from "@assay/embedded/secret-box";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { ROOT } from "../support/launch-process.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-webhook-key-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

function exportFrom(dataDir: string) {
  const path = join(ROOT, "apps/api/src/commands/export-webhook-key.ts");
  const env = { PATH: process.env.PATH, ASSAY_DATA_DIR: dataDir };
  return spawnSync(process.execPath, [path], { encoding: "utf8", env });
}

test("the keys of a data folder are printed as the setting, which opens behind another key what they sealed", async () => {
  const keys = await openLocalSecretKeys(join(folder, "webhooks"));
  const sealed = await (await createSecretBox(keys)).seal("whsec_x", "webhook");
  await rotateLocalSecretKeys(join(folder, "webhooks"));

  const printed = exportFrom(folder);
  expect(printed.status, printed.stderr).toBe(0);
  const [, text] = /^WEBHOOK_SECRET_KEY=(\S+)\n$/.exec(printed.stdout)!;
  expect(text!.split(",")).toHaveLength(2);

  const { WEBHOOK_SECRET_KEY } = readConfig({ WEBHOOK_SECRET_KEY: `${secretKeysToText(addSecretKey())},${text}` });
  expect(await (await createSecretBox(WEBHOOK_SECRET_KEY!)).open(sealed, "webhook")).toBe("whsec_x");
});

test("a data folder without a key is named, with what to do", () => {
  const { status, stderr, stdout } = exportFrom(join(folder, "none"));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("has none: set ASSAY_DATA_DIR, or create one with `npm run webhook-key:create`");
});
