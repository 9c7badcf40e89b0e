import { readFile } from "node:fs/promises";
import { segmentListReply } from "@assay/contract";
import { READER_VERSION } from "@assay/core/documents";
import { createCanvas, PICTURE_FONT } from "@assay/testing/canvas";
import { expect, test } from "vitest";
import { makePdf, textAt } from "../../../../packages/reader/test/make-pdf.ts";
import { writeXlsx } from "../../../../tools/demo/src/generate/render/write-xlsx.ts";
import { listAllChunks } from "../support/read-results.ts";
import { demoClient, readDemo, seededFolder, startServer } from "../support/start-process.ts";

const WORD = new URL("../../../../tools/demo/evidence/northwind/access-control-standard.docx", import.meta.url);

test("text that is easy to lose is kept: characters of a map, form values, notes, comments, hidden sheets, images", async () => {
  const service = await startServer("node", await seededFolder(), { OCR: "on" });
  const api = demoClient(service.url, await readDemo(service.dataDir));
  const read = async (name: string, bytes: Uint8Array) => {
    const { id } = await api.upload(name, bytes);
    const document = await api.settled(id);
    expect(document).toMatchObject({ status: "READY" });
    return listAllChunks(api, document);
  };
  const field =
    "/Subtype /Widget /FT /Tx /T (q1) /TU (Do you encrypt backups?) /V (Yes, with AES-256) /Rect [0 0 90 20]";
  const form = await read(
    "questionnaire.pdf",
    makePdf([
      { content: textAt(50, 700, "Questionnaire"), annotations: [field] },
      { content: "BT /C1 14 Tf 50 700 Td <4E2D 6587 5BA1 8BA1> Tj ET" },
    ]),
  );
  expect(form.map(({ pageNumber, content }) => [pageNumber, content])).toEqual([
    [1, "Questionnaire\nDo you encrypt backups?: Yes, with AES-256"],
    [2, "中文审计"],
  ]);

  const noted = await api.upload(
    "page.html",
    new TextEncoder().encode(
      `<link rel="stylesheet" href="a.css"><style>.x { opacity: .0 }</style><p>Keys are rotated.</p><p class="x">All is approved.</p>`,
    ),
  );
  const page = await api.settled(noted.id);
  expect(page).toMatchObject({
    status: "READY",
    readerVersion: READER_VERSION,
    coverage: { warnings: [{ code: "STYLE_SHEET_ABSENT" }] },
  });
  const { segments } = await api.get(`/api/documents/${noted.id}/segments`, segmentListReply);
  expect(segments.map(({ text, hidden }) => hidden.map(([start, end]) => text.slice(start, end)))).toEqual([
    ["All is approved."],
  ]);

  const word = await read("access-control-standard.docx", await readFile(WORD));
  const text = word.map(({ content }) => content).join("\n");
  for (const part of ["Northwind Instruments", "NI-STD-004", "hardware keys in December 2025"])
    expect(text).toContain(part);
  const { segments: ofWord } = await api.get(
    `/api/documents/${word[0]!.documentId}/segments?limit=200`,
    segmentListReply,
  );
  const comments = ofWord.filter(({ kind }) => kind === "COMMENT");
  expect(comments.map(({ text: remark, chunks }) => [remark.includes("longest delay 9 hours"), chunks])).toEqual([
    [true, []],
  ]);

  const sheets = [
    { name: "Open", widths: [10], rows: [["shown"], ["Reviewed by the board"]] },
    { name: "Secret", hidden: true, widths: [10], rows: [["unseen"], ["Not meant to be found"]] },
  ];
  const workbook = await read(
    "register.xlsx",
    writeXlsx({ sheets }, { title: "Register", creator: "A", date: "2026-01-01" }),
  );
  expect(workbook.map(({ location, content }) => [location, content.includes("Not meant to be found")])).toEqual([
    [expect.stringMatching(/^Open!/), false],
    [expect.stringMatching(/^Secret \(hidden\)!/), true],
  ]);

  const canvas = createCanvas(900, 120);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  context.font = `32px "${PICTURE_FONT}"`;
  context.fillText("Multifactor authentication", 30, 60);
  const picture = await read("console.png", new Uint8Array(canvas.toBuffer("image/png")));
  expect(picture.map(({ content }) => content)).toEqual(["Multifactor authentication"]);
});
