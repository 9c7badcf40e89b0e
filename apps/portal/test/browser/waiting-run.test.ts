import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  // What is uploaded is being read for as long as the suite takes.
  portal = await openSite("demo", { TEST_EMBED_MS: "3600000" });
});
afterAll(() => portal.close());

test("a run waits for documents that are still being read, shows them, and can be cancelled", async () => {
  const client = portal.client();
  const { id } = await client.upload("visitors.md", "Visitors wear a badge at all times.");
  const page = await portal.page();
  await page.goto("/cm/runs?start=1");
  const dialog = page.getByRole("dialog");
  const wait = dialog.getByRole("checkbox", { name: /Wait for what is still being read: 1 document/ });
  await wait.waitFor();
  expect(await wait.isChecked()).toBe(true);
  await wait.uncheck();
  await dialog.getByText("What is not ready is not part of the evidence.").waitFor();
  await wait.check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  const progress = page.getByRole("region", { name: "Progress" });
  await progress.getByText(/Waiting until 1 document has been read, at the latest until/).waitFor();
  const awaited = page.getByRole("region", { name: "Documents that are still being read" });
  await awaited.getByText("visitors.md").waitFor();
  await awaited.getByText("Split").waitFor();
  await expectAccessible(page);
  expect(await awaited.getByRole("link", { name: "visitors.md" }).getAttribute("href")).toContain(id);
  await page.getByRole("button", { name: "Cancel the run" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Not now");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the run" }).click();
  await page
    .getByText(/Cancelled by/)
    .first()
    .waitFor();
});
