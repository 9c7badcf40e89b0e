import { chunkListReply, documentPageListReply, pageWordsReply, segmentListReply } from "@assay/contract";
import { createCanvas, PICTURE_FONT } from "@assay/testing/canvas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService({ OCR: "on" });
});
afterAll(() => assay.close());

function makeScreenshot(...lines: string[]): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(900, 60 + 60 * lines.length);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  context.font = `32px "${PICTURE_FONT}"`;
  for (const [at, line] of lines.entries()) context.fillText(line, 30, 60 + 60 * at);
  return new Uint8Array(canvas.toBuffer("image/png"));
}

test("a screenshot is READY by the words that OCR read, each with its place in the text and its box", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const image = makeScreenshot("Multifactor authentication", "Enforced for all users");
  const document = await member.settled((await member.upload("console.png", image)).id);
  expect(document).toMatchObject({ status: "READY", recognition: null });
  expect(document.coverage).toMatchObject({ states: { OCR: 1 }, pagesWithText: 1, warnings: [] });
  const at = `/api/documents/${document.id}`;
  const { pages } = await member.get(`${at}/pages?state=OCR`, documentPageListReply);
  expect(pages).toMatchObject([{ pageIndex: 0, state: "OCR", waiting: false, segmentIndex: 0 }]);
  const { segments } = await member.get(`${at}/segments`, segmentListReply);
  const { words, picture } = await member.get(`${at}/pages/0/words`, pageWordsReply);
  expect(words.map(({ start, end }) => segments[0]!.text.slice(start, end))).toEqual(
    "Multifactor authentication Enforced for all users".split(" "),
  );
  for (const { box } of words) {
    expect(box.x0).toBeLessThan(box.x1);
    expect(box.y1).toBeLessThanOrEqual(picture.height!);
  }
  const { chunks } = await member.get(`${at}/chunks`, chunkListReply);
  expect(chunks.every(({ textSource, certainty }) => textSource === "OCR" && certainty! > 0.6)).toBe(true);
});
