import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

export interface DroppedFile {
  /** Below a folder where it holds a slash: then the folder is what is dropped. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const TOP_PX = 20;

/** Drags files of the disk over an element and drops them there, through the browser's own input. */
export async function dropFiles(page: Page, selector: string, files: readonly DroppedFile[]): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "assay-drop-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), bytes);
  }
  const dropped = [...new Set(files.map(({ name }) => join(dir, name.split("/")[0]!)))];
  // A drop counts from the moment on at which the page knows that its user may upload.
  await page.locator("button", { hasText: "Upload" }).first().waitFor({ state: "attached" });
  const box = (await page.locator(selector).boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", {
      type,
      x: box.x + box.width / 2,
      // Above the rows of a list, on each of which a drop means something else.
      y: box.y + Math.min(box.height / 2, TOP_PX),
      data: { items: [], files: dropped, dragOperationsMask: 1 },
    });
  // Where the page has not yet said that it takes what hangs over it, the browser makes of the drop that it was left:
  // a person, who sees no frame around the list, would hold on and try again.
  for (;;) {
    await send("dragEnter");
    await send("dragOver");
    await send("dragOver");
    const ended = await page.evaluateHandle(() => {
      const { promise, resolve } = Promise.withResolvers<string>();
      for (const type of ["drop", "dragleave"])
        addEventListener(type, () => resolve(type), { capture: true, once: true });
      return { promise };
    });
    await send("drop");
    if ((await ended.evaluate(({ promise }) => promise)) === "drop") break;
  }
  await session.detach();
}
