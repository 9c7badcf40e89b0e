import type { Pdf } from "./open-pdf.ts";

/** Which layers of a PDF (optional content) are shown. */
export interface Layers {
  isShown(layer: unknown): boolean;
}

/** A layer must be shown on the screen and in print; one that cannot be judged counts as shown. */
export async function readLayers(pdf: Pdf): Promise<Layers> {
  const intents = ["display", "print"] as const;
  const configs = await Promise.all(
    intents.map((intent) => pdf.getOptionalContentConfig({ intent }).catch(() => null)),
  );
  return { isShown: (layer) => layer == null || configs.every((config) => config?.isVisible(layer as never) ?? true) };
}
