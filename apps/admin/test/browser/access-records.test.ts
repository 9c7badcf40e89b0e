import { adminRunListReply, runDocumentListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
let runId: string;
beforeAll(async () => {
  site = await openSite("demo");
  runId = (await site.client("ADMIN").get("/api/admin/runs", adminRunListReply)).runs[0]!.id;
});
afterAll(() => site.close());

test("from a run and from its documents one sees who read them, and can keep it as a file", async () => {
  const member = site.client("MEMBER");
  const { documents } = await member.get(`/api/runs/${runId}/documents?judged=true`, runDocumentListReply);
  const { documentId, originalFilename } = documents[0]!;
  for (const path of [`/api/documents/${documentId}/original`, `/api/runs/${runId}/snapshot`])
    await (await member.call("GET", path)).arrayBuffer();
  const page = await site.page({ as: { role: "ADMIN" } });
  const records = page.getByRole("table", { name: "access records" }).getByRole("row");

  await page.goto(`/admin/runs/${runId}`);
  await page.getByRole("link", { name: "Who read it", exact: true }).click();
  await page.getByRole("heading", { name: "Who read what" }).waitFor();
  const snapshot = records.filter({ hasText: "Snapshot" });
  await snapshot.getByText("member@northwind.example").waitFor();
  expect(await records.filter({ hasText: originalFilename }).count()).toBe(0);

  await page.goto(`/admin/runs/${runId}`);
  await page.getByRole("link", { name: `Who read it: ${originalFilename}` }).click();
  await records.filter({ hasText: originalFilename }).getByText("member@northwind.example").waitFor();
  expect(await snapshot.count()).toBe(0);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("access.csv");
  await choose(page.getByLabel("What was read"), "Export");
  await page.getByText("No record matches").waitFor();
});
