import { makeContent } from "../pictures/content.ts";
import { LOOKS, type PictureCase } from "../pictures/index.ts";
import { SCREENS, type ShownFacts } from "./screens.ts";

export interface CaptureCase extends PictureCase {
  readonly screen: string;
  readonly facts: ShownFacts;
}

const CONTENTS = 2;

/** 12 screens × 2 contents × 2 looks; the second content at double resolution: 48. */
export const CAPTURES: readonly CaptureCase[] = SCREENS.flatMap((screen, at) =>
  Array.from({ length: CONTENTS }, (_, content) => content).flatMap((content) =>
    (["light", "dark"] as const).map((look): CaptureCase => {
      const { name, half, width, height } = screen;
      const { style, body, facts } = screen.write(makeContent(7000 + 100 * at + content));
      const scale = content === 0 ? 1 : 2;
      const html = `<!doctype html><html lang="en"><meta charset="utf-8"><style>:root{${LOOKS[look]}}*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text)}${style}</style><body>${body}</body></html>`;
      const format = "png" as const;
      return { name: `${name} ${look} ${scale}×`, screen: name, half, look, scale, format, width, height, html, facts };
    }),
  ),
);
