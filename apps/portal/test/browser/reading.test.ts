import { assessmentListReply, chunkListReply, runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { type DoubledDocument, doubleReading, readDocument, readSegment } from "./support/double-reading.ts";
import { drawPicture } from "./support/draw-picture.ts";
import { scannedPdf } from "./support/make-pdf.ts";
import { LINES, QUOTE, READ, scanned, withPictures } from "./support/read-pictures.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo", { OCR: "on" });
});
afterAll(() => portal.close());

const open = (page: Page, { document }: DoubledDocument, cited = false) => {
  const start = LINES.join("\n").indexOf(QUOTE);
  const passage = `&chunk=${READ}&quote=${start}-${start + QUOTE.length}`;
  return page.goto(`/cm/documents?document=${document.id}${cited ? passage : ""}`);
};

test("pages that were not read are marked in the list, and named with their reason in the document", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const scan = await scanned(page);
  await doubleReading(page, [scan]);
  await page.goto("/cm/documents");
  await page.getByRole("list", { name: "Documents" }).getByText("1 of 3 pages not read").first().waitFor();
  await open(page, scan);
  await page.getByText("1 of 3 pages not read · 2 read from images").click();
  const pages = page.getByRole("region", { name: "Pages" });
  await expect.poll(() => pages.getByRole("listitem").count()).toBe(3);
  await pages.getByText("certainty 71%").waitFor();
  await expectAccessible(page);
  await pages.getByRole("button", { name: "Not read" }).click();
  await expect.poll(() => pages.getByRole("listitem").count()).toBe(1);
  await pages.getByText("OCR is off").waitFor();
  await pages.getByRole("button", { name: "Page 3" }).click();
  await page.locator(".pdf-page[data-page='3'][data-drawn=true]").waitFor();
  await page.getByRole("region", { name: "Words of the image" }).getByText("Image, not read").waitFor();
});

test("a passage from a scan is boxed on its page, upright, and is next to it as text", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const scan = await scanned(page);
  await doubleReading(page, [scan]);
  await open(page, scan, true);
  await page.getByText("Marked on page 2").waitFor();
  await page.getByText("Read from an image, certainty 71%").first().waitFor();
  await page.locator(".pdf-page[data-page='2'][data-drawn=true]").waitFor();
  await page.locator("[data-boxes='2']").waitFor();
  const marked = page.getByRole("region", { name: "Words of the image" }).locator("mark");
  expect((await marked.allTextContents()).join(" ")).toBe(QUOTE.replace("\n", " "));
  await expectAccessible(page);
});

test("a scan that is uploaded is read, and what is quoted of it is boxed", async () => {
  const client = portal.client();
  const page = await portal.page();
  await page.goto("/cm");
  const drawn = await drawPicture(page, LINES);
  const { id } = await client.upload("scan-of-may.pdf", scannedPdf([{ jpeg: drawn.jpeg, ...drawn.stored }]));
  expect(await client.settled(id)).toMatchObject({ status: "READY" });
  const { chunks } = await client.get(`/api/documents/${id}/chunks`, chunkListReply);
  const { id: chunkId, content, startOffset, textSource } = chunks[0]!;
  expect(textSource).toBe("OCR");
  const start = startOffset + content.indexOf("accounts");
  await page.goto(`/cm/documents?document=${id}&chunk=${chunkId}&quote=${start}-${start + "accounts were".length}`);
  await page
    .getByText(/^Read from an image, certainty \d+%$/)
    .first()
    .waitFor();
  await page.locator(".pdf-page[data-drawn=true]").waitFor();
  await expect.poll(() => page.locator(".picture-cited").count()).toBe(1);
});

test("images of image files, TIFF and office documents are drawn with the quote boxed", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const doubles = await withPictures(page);
  await doubleReading(page, doubles);
  for (const double of doubles) {
    await open(page, double, true);
    const picture = page.locator("[data-boxes='2'] img");
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
    await page.locator("mark.cited").first().waitFor();
  }
  await expectAccessible(page);
  await open(page, doubles[0]!);
  await page.getByText("Clock: 14:02, 4/5/2026").waitFor();
});

test("a file in a doubtful encoding shows how others read it, and is read again in the chosen one", async () => {
  const page = await portal.page();
  const original = Buffer.from([...Buffer.from("id,name\n1,"), 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a]);
  const unsure = readDocument(
    {
      originalFilename: "users.csv",
      fileType: "csv",
      encoding: { name: "windows-1252", source: "DETECTED", certainty: 0.4 },
      coverage: {
        pages: 1,
        pagesWithText: 1,
        characters: 20,
        chunks: 1,
        states: { TEXT: 1 },
        warnings: [{ code: "ENCODING_UNSURE", message: "Cannot be sure of the encoding" }],
      },
    },
    { original, segments: [readSegment(0, "id | name\n1 | “ú–{Œê", { location: "Rows 1-2" })] },
  );
  await doubleReading(page, [unsure]);
  await open(page, unsure);
  await page.getByText("The encoding of this file is not certain").waitFor();
  await page.getByRole("button", { name: "Choose another encoding …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Japanese (Shift_JIS) 1,日本語" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Read again" }).click();
  await expect.poll(() => unsure.reprocessed).toEqual([{ encoding: "shift_jis" }]);
});

test("a document that an earlier reader read says what a new reading would change, and is read again", async () => {
  const page = await portal.page();
  const earlier = readDocument(
    { originalFilename: "policy.docx", fileType: "docx", readerVersion: 8 },
    { segments: [readSegment(0, "Backups are taken every day.")] },
  );
  const current = readDocument(
    { originalFilename: "current.docx", fileType: "docx" },
    { segments: [readSegment(0, "Backups are tested every month.")] },
  );
  await doubleReading(page, [earlier, current]);
  await open(page, current);
  await page.getByText("Backups are tested every month.").waitFor();
  expect(await page.getByText("This was read by an earlier reader").count()).toBe(0);
  await open(page, earlier);
  await page.getByText("A new reading would mark crossed-out text, which then proves nothing").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Read again" }).click();
  await expect.poll(() => earlier.reprocessed).toEqual([{}]);
});

test("what reviewers wrote on a PDF is listed next to its pages", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const drawn = await drawPicture(page, LINES);
  const remark = "Auditor, on “Access rights are reviewed”: not true, the last review was in 2023";
  const commented = readDocument(
    { originalFilename: "marked.pdf", fileType: "pdf" },
    {
      original: Buffer.from(scannedPdf([{ jpeg: drawn.jpeg, ...drawn.stored }])),
      segments: [
        readSegment(0, "Access rights are reviewed every quarter.", { pageNumber: 1 }),
        readSegment(1, remark, { kind: "COMMENT", pageNumber: 1, chunks: [] }),
      ],
    },
  );
  await doubleReading(page, [commented]);
  await open(page, commented);
  await page.getByText("Remarks of reviewers in the file").click();
  await page.getByText(remark).waitFor();
  expect(await page.getByText("Access rights are reviewed every quarter.").count()).toBe(0);
  await expectAccessible(page);
});

test("a verdict says which quotes were read from images, and which documents were not fully read", async () => {
  const page = await portal.page();
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const { assessments } = await portal.client().get(`/api/runs/${runs[0]!.id}/assessments`, assessmentListReply);
  const target = assessments.find(({ status, citations }) => status === "PARTIAL" && citations.length > 0)!;
  const [citation] = target.citations;
  await page.route("**/api/runs/*/assessments*", (route) =>
    route.fulfill({
      json: {
        assessments: assessments.map((assessment) =>
          assessment !== target
            ? assessment
            : {
                ...target,
                citations: [citation!],
                citationNotes: [{ index: 0, weak: "UNCERTAIN_READING", textSource: "OCR", certainty: 0.52 }],
                unreadDocuments: [
                  { documentId: citation!.documentId, originalFilename: "scan.pdf", notRead: 3, cited: true },
                ],
              },
        ),
        nextCursor: null,
      },
    }),
  );
  await page.goto(`/cm?requirement=${target.requirementId}`);
  await page.getByText("Read from an image, certainty 52%").waitFor();
  await page.getByText("Proves nothing by itself: its words were read from an image").waitFor();
  await page.getByRole("heading", { name: "Documents that were not fully read" }).waitFor();
  await page.getByText("3 pages or images not read; cited by this verdict").waitFor();
  await expectAccessible(page);
});
