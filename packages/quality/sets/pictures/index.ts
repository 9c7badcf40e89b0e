import { type Content, makeContent } from "./content.ts";
import { LAYOUTS, type Layout } from "./layouts.ts";

/** One picture to render: a page in a look, a size and a file format. */
export interface PictureCase {
  readonly name: string;
  readonly half: Layout["half"];
  readonly look: "light" | "dark";
  readonly scale: 1 | 2;
  readonly format: "png" | "jpg";
  readonly width: number;
  readonly height: number;
  readonly html: string;
}

export const LOOKS = {
  light: "--page:#fff;--panel:#f4f5f7;--text:#1c2024;--soft:#5f6872;--line:#d9dde3;--accent:#1f5fbf;--side:#232f3e",
  dark: "--page:#16191d;--panel:#21262c;--text:#e6e9ec;--soft:#9aa4ae;--line:#363d45;--accent:#3f7fd9;--side:#0c0f12",
};
const CONTENTS = 3;

/** 13 layouts × 3 contents × 2 looks × 2 sizes × 2 formats, the last 12 left out: 300. */
export const PICTURES: readonly PictureCase[] = LAYOUTS.flatMap((layout, at) =>
  Array.from({ length: CONTENTS }, (_, content) => listCases(layout, 100 * at + content)).flat(),
).slice(0, 300);

function listCases(layout: Layout, seed: number): PictureCase[] {
  const { half, width, height } = layout;
  return (["light", "dark"] as const).flatMap((look) => {
    const html = writePage(layout, makeContent(seed), look);
    return ([1, 2] as const).flatMap((scale) =>
      (["png", "jpg"] as const).map((format) => ({
        name: `${layout.name} ${seed % 100} ${look} ${scale}× ${format}`,
        half,
        look,
        scale,
        format,
        width,
        height,
        html,
      })),
    );
  });
}

function writePage(layout: Layout, content: Content, look: keyof typeof LOOKS): string {
  const { style, body } = layout.write(content);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>:root{${LOOKS[look]}}*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text)}${style}</style><body>${body}</body></html>`;
}
