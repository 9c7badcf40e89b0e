import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findLocalSecretKeys,
  openLocalSecretKeys,
  rotateLocalSecretKeys,
} from "../../src/local-secret-box/local-secret-keys.ts";
import { createSecretBox } from "../../src/secret-box/create-secret-box.ts";
import { addSecretKey, readSecretKeys, secretKeysToText } from "../../src/secret-box/secret-keys.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-box-"));
});
afterAll(() => rm(dir, { recursive: true }));

test("a text opens with its key and for its context alone, and is sealed differently each time", async () => {
  const box = await createSecretBox(addSecretKey());
  const sealed = await box.seal("whsec_secret", "webhook:a");
  expect(await box.open(sealed, "webhook:a")).toBe("whsec_secret");
  expect(await box.open(sealed, "webhook:b")).toBeUndefined();
  expect(await (await createSecretBox(addSecretKey())).open(sealed, "webhook:a")).toBeUndefined();
  expect((await box.seal("whsec_secret", "webhook:a")).bytes).not.toEqual(sealed.bytes);
  expect(Buffer.from(sealed.bytes).toString("latin1")).not.toContain("whsec");
});

test("a text of which any byte is changed does not open", async () => {
  const box = await createSecretBox(addSecretKey());
  const { keyId, bytes } = await box.seal("whsec_secret", "webhook:a");
  for (let at = 0; at < bytes.length; at++) {
    const changed = bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
    expect(await box.open({ keyId, bytes: changed }, "webhook:a")).toBeUndefined();
  }
});

test("after a rotation the new key seals and the old one still opens; the setting holds both", async () => {
  const first = addSecretKey();
  const old = await createSecretBox(first);
  const sealed = await old.seal("text", "of");
  const box = await createSecretBox(readSecretKeys(secretKeysToText(addSecretKey(first)))!);
  expect(box.keyIds).toEqual([box.keyId, old.keyId]);
  expect(await box.open(sealed, "of")).toBe("text");
  expect((await box.seal("text", "of")).keyId).toBe(box.keyId);
});

test.each(["", "short", "a".repeat(44), `${"a".repeat(43)},`, "=".repeat(43)])("%j is no key", (text) => {
  expect(readSecretKeys(text)).toBeUndefined();
});

test("an installation makes its key once, for its owner alone, and keeps those before it", async () => {
  expect(await findLocalSecretKeys(dir)).toBeUndefined();
  const made = await openLocalSecretKeys(dir);
  expect(await openLocalSecretKeys(dir)).toEqual(made);
  const path = join(dir, "secret-keys.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toContain(secretKeysToText(made));
  expect((await rotateLocalSecretKeys(dir)).slice(1)).toEqual(made);
  expect(await findLocalSecretKeys(dir)).toHaveLength(2);
});
