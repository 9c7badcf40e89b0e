import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";

import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { openFromDisk } from "./support/open-from-disk.ts";

let portal: SiteTest;
let folder: string;
let address: string;
let requirements: number;
beforeAll(async () => {
  portal = await openSite("demo");
  folder = await mkdtemp(join(tmpdir(), "assay-report-"));
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const run = runs.find(({ snapshotStatus }) => snapshotStatus === "CAPTURED")!;
  requirements = run.totalRequirements;
  const response = await portal.client().call("GET", `/api/runs/${run.id}/report?format=html`);
  expect(response.status).toBe(200);
  const file = join(folder, "report.html");
  await writeFile(file, await response.text());
  address = pathToFileURL(file).href;
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

/** The report as opened from disk, without the service; the test fails where it asks for anything or breaks its own policy. */
function openReport(width: number, height: number, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  return openFromDisk(address, { viewport: { width, height }, colorScheme });
}

test("counts, signers and what is not covered are on the first screen", async () => {
  const page = await openReport(1440, 900);
  for (const place of [".counts", "section[aria-labelledby=signers]", "section[aria-labelledby=gaps]"]) {
    const { y, height } = (await page.locator(place).boundingBox())!;
    expect(y + height, place).toBeLessThanOrEqual(900);
  }
  expect(await page.locator(".counts").textContent()).toContain(`${requirements} Requirements`);
  expect(await page.locator("section[aria-labelledby=gaps] li").count()).toBeGreaterThanOrEqual(6);
  await expectAccessible(page);
});

test("on paper they are on the first page, and each page has its header and number", async () => {
  const page = await openReport(1440, 900);
  const pages = await textOfPages(await page.pdf({ preferCSSPageSize: true }));
  for (const wanted of [
    "Requirements",
    "Complete",
    "Not judged",
    "Signed by",
    "Not covered",
    "other frameworks: not recorded",
  ])
    expect(pages[0]).toContain(wanted);
  expect(pages[1]).toContain("Contents");
  for (const [at, text] of pages.entries()) {
    // A reader of PDF may find more pieces in a line than it has words.
    expect(text.replaceAll(" ", "")).toMatch(/Assayreport,run[\da-f-]{36}/);
    expect(text.replaceAll(" ", "")).toContain(`Page${at + 1}of${pages.length}`);
  }
});

test("it fits a phone, and the dark scheme can be read", async () => {
  const phone = await openReport(390, 844);
  expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await expectAccessible(await openReport(1440, 900, "dark"));
});

test("each entry of the contents leads somewhere", async () => {
  const page = await openReport(1440, 900);
  const links = await page
    .locator("nav a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")!.slice(1)));
  expect(links.length).toBeGreaterThan(9);
  for (const id of links) expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1);
});

async function textOfPages(bytes: Uint8Array): Promise<string[]> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items
        .map((item) => ("str" in item ? item.str : ""))
        .join(" ")
        .replace(/\s+/g, " ");
    }),
  );
}
