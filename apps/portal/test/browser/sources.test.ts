import { createHash } from "node:crypto";
import { Assay } from "@assay/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const SOURCE = "team/evidence";

test("a tenant without sources is told how to make one, and one with sources sees what each sync changed and did not take", async () => {
  const page = await portal.page();
  await page.goto("/cm/documents/sources");
  await page.getByText("No sources yet").waitFor();
  await expectAccessible(page);

  const member = portal.client();
  const { sources } = new Assay({ baseUrl: portal.url, token: member.token! });
  const put = (path: string, text: string) => member.upload(path, text, { source: SOURCE, path });
  await put("rules.txt", "Doors close at eight.");
  await put("old.txt", "An old rule.");
  await sources.closeSync(SOURCE, { paths: ["rules.txt", "old.txt"] });
  await put("rules.txt", "Doors close at nine.");
  const files = ["rules.txt", "tool.exe"].map((path) => ({ path, sha256: hash("Doors close at nine."), bytes: 20 }));
  const { planId } = await sources.plan(SOURCE, files);
  await sources.closeSync(SOURCE, { planId: planId!, refused: [{ path: "tool.exe", reason: "exe is not supported" }] });

  await page.reload();
  await page.getByRole("link", { name: SOURCE }).click();
  const syncs = page.getByRole("list", { name: "Syncs" }).getByRole("listitem");
  await syncs.filter({ hasText: "Sync 2" }).first().waitFor();
  await page.getByRole("button", { name: "What changed" }).first().click();
  await page.getByRole("region", { name: "Not taken" }).getByText("exe is not supported").waitFor();
  await page.getByRole("region", { name: "Retired or moved" }).getByRole("link", { name: "old.txt" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Its documents" }).click();
  await page.getByRole("search", { name: "Filters" }).waitFor();
  expect(new URL(page.url()).searchParams.get("source")).toBe(SOURCE);
  await page.getByRole("link", { name: "What each source holds" }).click();
  await page.getByRole("heading", { name: "Sources" }).waitFor();
});
