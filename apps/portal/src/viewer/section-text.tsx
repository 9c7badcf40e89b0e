import { MarkedText } from "./marked-text.tsx";
import type { MarkedRanges } from "./split-at-ranges.ts";
import { splitBlocks, type TextBlock } from "./split-blocks.ts";

export interface SectionTextProps extends MarkedRanges {
  text: string;
  /** The headings that it stands under, or its slide. */
  location: string | null;
}

/** A section of a document as running text, its tables as tables. */
export function SectionText({ text, location, ...ranges }: SectionTextProps) {
  return (
    <article className="plaintext max-w-prose leading-relaxed break-words whitespace-pre-wrap">
      {location && <p className="text-xs text-muted">{location}</p>}
      {splitBlocks(text, location).map((block) => (
        <Block key={block.start} block={block} {...ranges} />
      ))}
    </article>
  );
}

function Block({ block, ...ranges }: { block: TextBlock } & MarkedRanges) {
  switch (block.kind) {
    case "heading":
      return (
        <p className="font-semibold">
          <MarkedText text={block.text} offset={block.start} {...ranges} />
        </p>
      );
    case "prose":
      return (
        <div>
          <MarkedText text={block.text} offset={block.start} {...ranges} />
        </div>
      );
    case "table":
      return (
        <table className="my-2 border-collapse text-sm leading-snug">
          <tbody>
            {block.rows.map((cells) => (
              <tr key={cells[0]!.start}>
                {cells.map(({ text, start }) => (
                  <td key={start} className="border border-line px-2 py-1 align-top">
                    <MarkedText text={text} offset={start} {...ranges} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    default:
      return block satisfies never;
  }
}
