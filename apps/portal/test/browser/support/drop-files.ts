import type { Page } from "playwright-core";

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Drags files from outside over the element and lets them go there, as a file manager does. */
export async function dropFiles(page: Page, selector: string, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, base64 } of given)
        data.items.add(new File([Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))], name));
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })),
  );
  for (const event of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent(selector, event, { dataTransfer: transfer });
}
