import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import type { PictureCase } from "../../sets/pictures/index.ts";

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A word as the browser laid it out, in pixels of the picture. */
export interface ShownWord {
  readonly text: string;
  readonly box: Box;
  /** Words of the same line of the same element have the same number. */
  readonly line: number;
}

export interface RenderedPicture {
  readonly bytes: Uint8Array;
  readonly words: readonly ShownWord[];
}

const CHROMIUM = process.env.ASSAY_TEST_CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb"];
const JPEG_QUALITY = 60;

/** Renders pages with Chromium, each with the words that the browser shows and where. */
export async function* renderPictures(
  cases: readonly PictureCase[],
): AsyncGenerator<readonly [PictureCase, RenderedPicture]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    for (const picture of cases) {
      const { width, height, scale } = picture;
      const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
      yield [picture, await render(page, picture)];
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

async function render(page: Page, { html, format, scale, width, height }: PictureCase): Promise<RenderedPicture> {
  await page.setContent(html.replace("<style>", `<style>${fontFace()}`));
  await page.evaluate("document.fonts.ready");
  const words = (await page.evaluate(LIST_WORDS)) as ShownWord[];
  const shown = words
    .filter(({ box }) => box.x0 >= 0 && box.y0 >= 0 && box.x1 <= width && box.y1 <= height)
    .map(({ text, line, box: { x0, y0, x1, y1 } }) => ({
      text,
      line,
      box: { x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale },
    }));
  // A line that the edge of the image cuts is half there: its words count neither way.
  const bytes = await page.screenshot(format === "png" ? { type: "png" } : { type: "jpeg", quality: JPEG_QUALITY });
  return { bytes, words: shown };
}

function fontFace(): string {
  const file = fileURLToPath(import.meta.resolve("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2"));
  const data = readFileSync(file).toString("base64");
  return `@font-face{font-family:"Geist Variable";font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
}

/** Runs in the page. */
const LIST_WORDS = `(() => {
  const words = [];
  let line = 0;
  let last = null;
  let open = null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!open || /^\\s/.test(node.data)) line += 1;
    for (const found of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const rects = [...range.getClientRects()];
      if (rects.length !== 1) { line += 1; continue; }
      const { left, top, right, bottom } = rects[0];
      const before = words.at(-1);
      // One word in the eye, though of two elements.
      if (open && found.index === 0 && before && Math.abs(before.box.x1 - left) < 1 && Math.abs(before.box.y1 - bottom) < 6) {
        before.text += found[0];
        before.box.x1 = right;
        continue;
      }
      if (last !== null && last !== top) line += 1;
      last = top;
      words.push({ text: found[0], line, box: { x0: left, y0: top, x1: right, y1: bottom } });
    }
    open = /\\S$/.test(node.data);
  }
  return words;
})()`;
