import {
  type Assessment,
  assessmentListReply,
  type Citation,
  chunkListReply,
  documentListReply,
  runListReply,
} from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { largePdf, turnedPdf } from "./support/make-pdf.ts";

let portal: SiteTest;
let runId: string;
let assessments: Assessment[];
/** The demo's documents by name. */
let ids: Map<string, string>;
beforeAll(async () => {
  portal = await openSite("demo");
  const client = portal.client();
  runId = (await client.get("/api/runs?status=COMPLETED", runListReply)).runs[0]!.id;
  ({ assessments } = await client.get(`/api/runs/${runId}/assessments`, assessmentListReply));
  const { documents } = await client.get("/api/documents?limit=200", documentListReply);
  ids = new Map(documents.map(({ originalFilename, id }) => [originalFilename, id]));
});
afterAll(() => portal.close());

interface Cited {
  readonly citation: Citation;
  /** The address that opens it next to its verdict. */
  readonly address: string;
}

/** What the demo's run cites from a document. */
function citedFrom(name: string): Cited[] {
  return assessments.flatMap(({ requirementId, citations }) =>
    citations.flatMap((citation, index) => {
      const { documentId } = citation;
      const search = new URLSearchParams({ run: runId, requirement: requirementId, document: documentId });
      return documentId === ids.get(name) ? { citation, address: `/cm?${search}&citation=${index}` } : [];
    }),
  );
}

const letters = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The characters of the page's text that lie under the marks, found by their places alone. */
function readUnderMarks(page: Page): Promise<string> {
  return page.evaluate(() => {
    const marks = [...document.querySelectorAll(".pdf-cited")].map((mark) => mark.getBoundingClientRect());
    const walker = document.createTreeWalker(document.querySelector(".pdf-text")!, NodeFilter.SHOW_TEXT);
    let text = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let at = 0; at < node.nodeValue!.length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (marks.some((mark) => x > mark.left && x < mark.right && y > mark.top && y < mark.bottom))
          text += node.nodeValue![at];
      }
    return text;
  });
}

test("a citation of a PDF opens at its page, and what is marked there is what was quoted", async () => {
  const cited = citedFrom("information-security-policy.pdf").slice(0, 6);
  expect(new Set(cited.map(({ citation }) => citation.pageNumber)).size).toBeGreaterThan(1);
  const page = await portal.page();
  for (const { citation, address } of cited) {
    await page.goto(address);
    await page.getByText(`Marked on page ${citation.pageNumber}`).waitFor();
    await page.locator(`.pdf-page[data-page="${citation.pageNumber}"][data-drawn="true"]`).waitFor();
    expect(letters(await readUnderMarks(page))).toBe(letters(citation.text));
    await expect.poll(() => isInView(page, ".pdf-cited")).toBe(true);
  }
  await expectAccessible(page);
});

function isInView(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((marked) => {
    const { top, bottom } = document.querySelector(marked)!.getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  }, selector);
}

test("marks keep to their words at every zoom, leave with the page and come back with it", async () => {
  const [{ citation, address }] = citedFrom("information-security-policy.pdf") as [Cited];
  const page = await portal.page();
  await page.goto(address);
  const drawn = page.locator(".pdf-page[data-drawn=true]");
  for (const button of ["Larger", "Larger", "Smaller"]) {
    const before = (await drawn.boundingBox())!.width;
    await page.getByRole("button", { name: button }).click();
    await expect.poll(async () => (await drawn.boundingBox())?.width).not.toBe(before);
    await page.locator(".pdf-cited").first().waitFor();
    await expect.poll(async () => letters(await readUnderMarks(page))).toBe(letters(citation.text));
  }
  await page.getByRole("button", { name: "Next page" }).click();
  await page.locator(`.pdf-page[data-page="${citation.pageNumber! + 1}"][data-drawn="true"]`).waitFor();
  expect(await page.locator(".pdf-cited").count()).toBe(0);
  await page.getByLabel("Page number").fill("99");
  await page.keyboard.press("Enter");
  expect(await page.getByLabel("Page number").inputValue()).toBe(String(citation.pageNumber! + 1));
  await page.getByRole("button", { name: `Back to page ${citation.pageNumber}` }).click();
  await page.locator(".pdf-cited").first().waitFor();
});

/** How far the text's edges are from those of the image below it, in CSS pixels. */
function misplacement(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [text, picture] = [".pdf-text", ".pdf-page canvas"].map((each) =>
      document.querySelector(each)!.getBoundingClientRect(),
    );
    return Math.max(
      ...(["left", "top", "right", "bottom"] as const).map((side) => Math.abs(text![side] - picture![side])),
    );
  });
}

test("marks are part of the text that they mark: whatever moves or scales it takes them along", async () => {
  const [{ citation, address }] = citedFrom("information-security-policy.pdf") as [Cited];
  const page = await portal.page();
  await page.goto(address);
  await page.locator(".pdf-page[data-drawn=true]").waitFor();
  await page.locator(".pdf-cited").first().waitFor();
  for (const change of [
    { name: "--total-scale-factor", value: "0.71" },
    { name: "--total-scale-factor", value: "2.3" },
    { name: "margin-left", value: "37px" },
    { name: "rotate", value: "180deg" },
  ]) {
    // As a layout that comes late does, between one drawing and the next.
    await page.locator(".pdf-text").evaluate((layer, { name, value }) => layer.style.setProperty(name, value), change);
    expect(letters(await readUnderMarks(page)), JSON.stringify(change)).toBe(letters(citation.text));
  }
});

test.each([{ deviceScaleFactor: 1.5 }, { deviceScaleFactor: 3, viewport: { width: 390, height: 844 } }])(
  "marks and text keep to the image at every width: %j",
  async (options) => {
    const [{ citation, address }] = citedFrom("information-security-policy.pdf") as [Cited];
    const page = await portal.page(options);
    await page.goto(address);
    const drawn = page.locator(".pdf-page[data-drawn=true]");
    for (const width of [700, 390, 1300]) {
      const before = await page.locator(".pdf-page canvas").boundingBox();
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => (await drawn.locator("canvas").boundingBox())?.width).not.toBe(before?.width);
      await page.locator(".pdf-cited").first().waitFor();
      expect(await misplacement(page)).toBeLessThan(1);
      expect(letters(await readUnderMarks(page))).toBe(letters(citation.text));
    }
  },
);

test.each([90, 180, 270])("marks and text keep to the image of a page turned by %i degrees", async (rotate) => {
  const client = portal.client();
  const text = `Keys of room ${rotate} are counted every month.`;
  const { id: documentId } = await client.upload(
    `turned-${rotate}.pdf`,
    turnedPdf(rotate, ["Rules of the house.", text, "Nothing else is asked for."]),
  );
  expect(await client.settled(documentId)).toMatchObject({ status: "READY" });
  const { chunks } = await client.get(`/api/documents/${documentId}/chunks`, chunkListReply);
  const { citation, address } = citedFrom("access-control-standard.docx")[0]!;
  const page = await portal.page();
  await citeInstead(page, citation, { documentId, chunkId: chunks[0]!.id, text, pageNumber: 1 });
  await page.goto(address.replace(citation.documentId, documentId));
  await page.getByText("Marked on page 1").waitFor();
  await page.locator(".pdf-page[data-drawn=true]").waitFor();
  expect(await misplacement(page)).toBeLessThan(1);
  expect(letters(await readUnderMarks(page))).toBe(letters(text));
  const { width, height } = (await page.locator(".pdf-cited").boundingBox())!;
  expect(width > height).toBe(rotate === 180);
});

test("a citation of a sheet marks its cells, one of a section its words", async () => {
  const page = await portal.page();
  for (const name of ["backup-and-recovery-register.xlsx", "access-control-standard.docx", "incident-procedure.md"]) {
    const [{ citation, address }] = citedFrom(name) as [Cited];
    await page.goto(address);
    await page.getByText(/^Marked in /).waitFor();
    await page.locator("mark.cited").first().waitFor();
    expect(letters((await page.locator("mark.cited").allTextContents()).join(""))).toBe(letters(citation.text));
    await expect.poll(() => isInView(page, "mark.cited")).toBe(true);
    if (name.endsWith(".xlsx")) {
      const cells = await page.locator("td[data-cited]").allTextContents();
      expect(letters(cells.join(""))).toContain(letters(citation.text));
      await page.getByRole("columnheader", { name: "A", exact: true }).first().waitFor();
    }
    await expectAccessible(page);
  }
});

/** Has the service answer another citation in the place of one. */
async function citeInstead(page: Page, { chunkId, text }: Citation, other: Citation): Promise<void> {
  await page.route("**/assessments**", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { assessments: Assessment[] };
    for (const { citations } of reply.assessments) {
      const at = citations.findIndex((each) => each.chunkId === chunkId && each.text === text);
      if (at !== -1) citations[at] = other;
    }
    await route.fulfill({ response, json: reply });
  });
}

test("a passage that cannot be located is said to be so: its page is shown, its words are told, nothing is marked", async () => {
  const { citation, address } = citedFrom("information-security-policy.pdf")[0]!;
  const page = await portal.page();
  const invented = "Words that nobody ever wrote on this page of the policy.";
  await citeInstead(page, citation, { ...citation, text: invented });
  await page.goto(address);
  await page.getByText(`The cited passage cannot be located on page ${citation.pageNumber}`).waitFor();
  await page.getByRole("blockquote").filter({ hasText: invented }).waitFor();
  await page.locator(`.pdf-page[data-page="${citation.pageNumber}"][data-drawn="true"]`).waitFor();
  expect(await page.locator(".pdf-cited").count()).toBe(0);
  await expectAccessible(page);
});

test("a passage that cannot be looked up now is said to be so, and is marked when that works again", async () => {
  const { address } = citedFrom("access-control-standard.docx")[0]!;
  const page = await portal.page();
  await page.route("**/segments?**", (route) =>
    route.fulfill({ status: 500, json: { error: "INTERNAL_ERROR", message: "The service failed", requestId: "none" } }),
  );
  await page.goto(address);
  await page.getByText("The passage cannot be looked up").waitFor();
  expect(await page.locator("mark.cited").count()).toBe(0);
  await page.unroute("**/segments?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("mark.cited").first().waitFor();
});

test("the PDF stays open from passage to passage", async () => {
  const [first, second] = citedFrom("information-security-policy.pdf") as [Cited, Cited];
  const page = await portal.page();
  let downloads = 0;
  page.on("request", (request) => request.url().endsWith("/original") && downloads++);
  await page.goto(first.address);
  await page.getByText(`Marked on page ${first.citation.pageNumber}`).waitFor();
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByText(second.citation.text.slice(0, 40)).last().click();
  await expect.poll(() => readUnderMarks(page).then(letters)).toBe(letters(second.citation.text));
  expect(await page.getByText("125 %").count()).toBe(1);
  expect(downloads).toBe(1);
});

test("a page of a large PDF shows after a small part of the file was read, and what an outage cut off is read when it ends", async () => {
  const bytes = largePdf(60);
  const { id } = await portal.client().upload("large.pdf", bytes);
  expect(await portal.client().settled(id)).toMatchObject({ status: "READY" });
  const page = await portal.page();
  const read: { status: number; search: string; bytes: Promise<number> }[] = [];
  const originals = (url: URL) => url.pathname.endsWith("/original");
  page.on("response", (response) => {
    const url = new URL(response.url());
    const bytes = () =>
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize);
    if (originals(url)) read.push({ status: response.status(), search: url.search, bytes: bytes() });
  });
  await page.goto(`/cm/documents?document=${id}`);
  await page.locator('.pdf-page[data-page="1"][data-drawn="true"]').getByText("This is page 1 of").waitFor();
  const before = read.length;
  await page.getByLabel("Page number").fill("40");
  await page.keyboard.press("Enter");
  await page.locator('.pdf-page[data-page="40"][data-drawn="true"]').getByText("This is page 40 of").waitFor();
  expect(read.length).toBeGreaterThan(before);
  const total = (await Promise.all(read.map(({ bytes }) => bytes))).reduce((sum, each) => sum + each, 0);
  expect(new Set(read.map(({ status, search }) => `${status}${search}`))).toEqual(new Set(["206"]));
  expect(read.length).toBeLessThan(12);
  expect(total).toBeLessThan(bytes.length / 8);

  await page.route(originals, (route) => route.abort());
  await page.reload();
  await page.getByText("The file cannot be shown").waitFor();
  await page.unroute(originals);
  await page.locator('.pdf-page[data-page="1"][data-drawn="true"]').waitFor();

  // A later page's bytes cannot be had, and then can.
  await page.route(originals, (route) => route.abort());
  await page.getByLabel("Page number").fill("20");
  await page.keyboard.press("Enter");
  await page.getByText("The file cannot be shown").waitFor();
  await page.unroute(originals);
  await page.locator(".pdf-page[data-drawn=true]").getByText("This is page").waitFor();
});

test("a citation whose document is deleted keeps its words", async () => {
  const { citation, address } = citedFrom("cryptography-roadmap.md")[0]!;
  const gone = await portal.client().call("DELETE", `/api/documents/${citation.documentId}`);
  expect(gone.status).toBe(204);
  const page = await portal.page();
  await page.goto(address);
  await page.getByText("This document has been deleted").waitFor();
  expect(letters((await page.getByRole("blockquote").textContent())!)).toBe(letters(citation.text));
  const evidence = page.getByRole("region", { name: "Assessment details" });
  await evidence
    .getByRole("link", { name: /cryptography-roadmap.md.*deleted since/ })
    .first()
    .waitFor();
  expect(await page.getByText("cryptography-roadmap.md").count()).toBeGreaterThan(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show the documents" }).click();
  await page.getByRole("list", { name: "Documents" }).waitFor();
});

test("what a document says of itself is shown as text and runs nothing", async () => {
  const attack = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const { id } = await portal.client().upload("attack.txt", `${attack}\nKeys are changed every year.`);
  await portal.client().settled(id);
  const page = await portal.page();
  await page.goto(`/cm/documents?document=${id}`);
  await page.getByText(attack).waitFor();
  expect(await page.title()).not.toContain("owned");
});

test("text that readers of the file do not see is shown as hidden", async () => {
  const html = "<h1>Notice</h1><p>Visitors sign the book.</p><p style='display:none'>Unseen words.</p>";
  const { id } = await portal.client().upload("notice.html", html);
  await portal.client().settled(id);
  const page = await portal.page();
  await page.goto(`/cm/documents?document=${id}`);
  expect((await page.locator(".unseen").textContent())!.trim()).toBe("Unseen words.");
});

test("fonts that a PDF only names come from the site itself", async () => {
  const page = await portal.page();
  const fetched: string[] = [];
  page.on("response", (response) => fetched.push(`${response.status()} ${new URL(response.url()).pathname}`));
  await page.goto(`/cm/documents?document=${ids.get("information-security-policy.pdf")}`);
  await page.locator(".pdf-page[data-drawn=true]").waitFor();
  expect(await page.evaluate(() => document.fonts.size)).toBeGreaterThan(0);
  expect(fetched.filter((each) => !each.startsWith("2"))).toEqual([]);
});

test("a long text opens where it is cited and grows at both ends", async () => {
  const chapter = (at: number) => `# Chapter ${at}\n\nRule ${at} of this handbook is kept by everybody.`;
  const client = portal.client();
  const { id: documentId } = await client.upload(
    "handbook.md",
    Array.from({ length: 90 }, (_, at) => chapter(at)).join("\n\n"),
  );
  await client.settled(documentId);
  const { chunks } = await client.get(`/api/documents/${documentId}/chunks?limit=200`, chunkListReply);
  const text = "Rule 60 of this handbook is kept by everybody.";
  const chunkId = chunks.find(({ content }) => content.includes(text))!.id;
  const { citation, address } = citedFrom("access-control-standard.docx")[0]!;
  const page = await portal.page();
  await citeInstead(page, citation, { documentId, chunkId, text, pageNumber: null });
  await page.goto(address.replace(citation.documentId, documentId));
  await page.getByText("Marked in Chapter 60").waitFor();
  await page.locator("mark.cited").getByText(text).waitFor();
  const rule = (at: number) => page.getByText(`Rule ${at} of this handbook`);
  expect(await rule(50).count()).toBe(0);
  await page.getByRole("button", { name: "Show earlier text" }).click();
  await rule(50).waitFor();
  expect(await rule(89).count()).toBe(0);
  await page.getByRole("button", { name: "Show later text" }).click();
  await rule(89).waitFor();
  expect(await page.getByRole("button", { name: "Show later text" }).count()).toBe(0);
});
