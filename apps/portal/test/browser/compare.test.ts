import { runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const changes = (page: Page, group: string) => page.getByRole("list", { name: group }).getByRole("listitem");

async function runOnce(): Promise<string> {
  const client = portal.client();
  const { id } = await client.startRun();
  expect((await client.finished(id)).status).toBe("COMPLETED");
  return id;
}

test("with one run there is nothing to compare, and that is said", async () => {
  const page = await portal.page();
  await page.goto("/cm/runs/compare");
  await page.getByText("There is no other finished run").waitFor();
  await expectAccessible(page);
});

test("a comparison names the document that explains each changed verdict", async () => {
  const client = portal.client();
  const { documents } = await (await client.call("GET", "/api/documents?q=access-control-standard")).json();
  expect((await client.call("DELETE", `/api/documents/${documents[0].id}`)).status).toBe(204);
  const { id } = await client.upload(
    "visitor-rules.md",
    "# Visitors\n\nAll visitors are signed in at reception, wear a badge and are escorted in areas that are not public.",
  );
  await client.settled(id);
  const runId = await runOnce();

  const page = await portal.page({ as: { role: "VIEWER" } });
  await page.goto(`/cm/runs?run=${runId}`);
  await page.getByRole("link", { name: "Compare" }).click();
  const inputs = page.getByRole("list", { name: "What went in" }).getByRole("listitem");
  await inputs.first().waitFor();
  expect(await inputs.allTextContents()).toEqual(["Addedvisitor-rules.md", "Removedaccess-control-standard.docx"]);
  const better = changes(page, "Better than before").filter({ hasText: "6.3" });
  await better.getByText("Because: It cites “visitor-rules.md”, which was added").waitFor();
  const worse = changes(page, "Worse than before").filter({ hasText: "2.1.a" });
  await worse.getByText("Because: It cited “access-control-standard.docx”, which is no longer there").waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Swap the two runs" }).click();
  await changes(page, "Worse than before").filter({ hasText: "6.3" }).waitFor();
  expect(await inputs.allTextContents()).toEqual(["Addedaccess-control-standard.docx", "Removedvisitor-rules.md"]);
  await page.getByRole("button", { name: "Swap the two runs" }).click();
  await better.getByRole("link").click();
  await page.getByRole("heading", { name: /Visitors are signed in/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("run")).toBe(runId);
});

test("runs of the same versions and documents are the same, and the runs to compare can be chosen", async () => {
  const runId = await runOnce();
  const page = await portal.page();
  await page.goto(`/cm/runs/compare?run=${runId}`);
  await page.getByText("Every verdict is the same").waitFor();
  await page.getByText("Both runs used the same versions and documents").waitFor();
  const oldest = (await portal.client().get("/api/runs?limit=200", runListReply)).runs.at(-1)!.id;
  await page.getByLabel("Earlier run").click();
  await page.getByRole("option").last().click();
  await changes(page, "Better than before").filter({ hasText: "6.3" }).waitFor();
  expect(new URL(page.url()).searchParams.get("against")).toBe(oldest);
});

test("the comparison holds on a phone and in the dark", async () => {
  const page = await portal.page({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: "dark",
  });
  await page.goto("/cm/runs/compare");
  await page.getByRole("heading", { name: "What came out" }).waitFor();
  await expectAccessible(page);
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
});
