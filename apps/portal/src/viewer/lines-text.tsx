import { languageOf } from "@assay/site/language-of";
import { MarkedText } from "./marked-text.tsx";
import type { MarkedRanges } from "./split-at-ranges.ts";

export interface LinesTextProps extends MarkedRanges {
  text: string;
  /** Where it is in the data, such as `$.users[3]` or `Lines 1-200`. */
  location: string | null;
}

/** Data and logs: their lines as they are, below the place in the file. */
export function LinesText({ text, location, ...ranges }: LinesTextProps) {
  return (
    <figure className="flex flex-col gap-1">
      {location && (
        <figcaption dir="auto" className="font-mono text-xs text-muted">
          {location}
        </figcaption>
      )}
      <pre dir="auto" lang={languageOf(text)} className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        <MarkedText text={text} {...ranges} />
      </pre>
    </figure>
  );
}
