import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePackageParts } from "../../../../packages/client/test/package/make-package.ts";
import { makeZip } from "../../../../packages/client/test/package/make-zip.ts";
import { VERIFIERS } from "../../../../packages/client/test/package/open-judges.ts";
import { packParts } from "../../../../packages/client/test/package/pack.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openFromDisk } from "./support/open-from-disk.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const { x } = publicKey.export({ format: "jwk" });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-verify-"));
  const key = { kid: "k1", privateKey };
  const files = packParts(makePackageParts(2, key), key);
  await writeFile(join(folder, "package.zip"), makeZip(files));
  const report = new TextEncoder().encode("<title>Another report</title>");
  await writeFile(join(folder, "changed.zip"), makeZip(new Map([...files, ["report.html", report]])));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: [{ kid: "k1", kty: "OKP", crv: "Ed25519", x }] }));
});
afterAll(() => rm(folder, { recursive: true }));

/** The page as opened from disk; the test fails where it asks for anything or an error is said. */
function openPage(width: number, colorScheme: "light" | "dark"): Promise<Page> {
  const address = pathToFileURL(join(VERIFIERS, "verify.html")).href;
  return openFromDisk(address, { viewport: { width, height: 740 }, colorScheme });
}

/** By the keyboard alone. */
async function check(page: Page, file: string): Promise<string> {
  await page.getByLabel(/^Package/).setInputFiles(join(folder, file));
  await page.getByRole("button", { name: "Check", exact: true }).press("Enter");
  await page.locator("#result").waitFor();
  return (await page.locator("#word").textContent())!;
}

test("verify.html, opened from disk, says in a word whether a package is valid, and whose", async () => {
  const page = await openPage(1100, "light");
  expect(await check(page, "package.zip")).toBe("Self-consistent, signer unknown");
  await page.getByLabel("Keys of the service").setInputFiles(join(folder, "keys.json"));
  expect(await check(page, "package.zip")).toBe("Valid: signed by a key that you gave");
  expect(await page.getByRole("listitem").filter({ hasText: "Not proved" }).count()).toBe(0);
  await expectAccessible(page);
  expect(await check(page, "changed.zip")).toBe("Not valid: content");
  await page.getByText("report.html has not the SHA-256 that is listed").waitFor();
});

test("at the width of a phone it takes a pasted key, and says where a file is none of ours", async () => {
  const page = await openPage(360, "dark");
  await page.getByLabel("Or paste one key").fill(x!);
  expect(await check(page, "package.zip")).toBe("Valid: signed by a key that you gave");
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await page.evaluate("document.activeElement.id")).toBe("result");
  await expectAccessible(page);
  expect(await check(page, "keys.json")).toBe("This file is no package and no certificate");
  await page.getByLabel("Or paste one key").fill("not a key");
  expect(await check(page, "package.zip")).toBe("The keys cannot be read");
});
