import { directionOf } from "@assay/site/direction-of";
import { languageOf } from "@assay/site/language-of";
import { MarkedText } from "./marked-text.tsx";
import type { MarkedRanges } from "./split-at-ranges.ts";
import { splitBlocks, type TextBlock } from "./split-blocks.ts";
import { splitLines } from "./split-cells.ts";

export interface SectionTextProps extends MarkedRanges {
  text: string;
  /** The headings that it is under, or its slide. */
  location: string | null;
  /** Headings of the columns of a table that began in an earlier segment. */
  context?: string | null;
}

const CONTINUED = "border border-line bg-sunken px-2.5 py-1.5 text-start font-medium text-muted";
const HEADINGS = ["text-xl font-semibold tracking-tight", "text-base font-semibold", "text-sm font-semibold"];

/** A section of a document: its heading by its depth, then paragraphs, lists, tables and mail heads as such. */
export function SectionText({ text, location, context = null, ...ranges }: SectionTextProps) {
  return (
    <div lang={languageOf(text)} className="flex flex-col gap-2.5 leading-relaxed break-words">
      {splitBlocks(text, location, context).map((block) => (
        <Block key={block.start} block={block} {...ranges} />
      ))}
    </div>
  );
}

function Block({ block, ...ranges }: { block: TextBlock } & MarkedRanges) {
  switch (block.kind) {
    case "heading":
      return (
        <p dir="auto" className={`mt-4 first:mt-0 ${HEADINGS[block.level - 1] ?? HEADINGS.at(-1)}`}>
          <MarkedText text={block.text} offset={block.start} {...ranges} />
        </p>
      );
    case "item":
      return (
        <p dir="auto" className="ps-5 -indent-4">
          <MarkedText text={block.text} offset={block.start} {...ranges} />
        </p>
      );
    case "prose":
      return <Paragraphs text={block.text} start={block.start} {...ranges} />;
    case "fields":
      return (
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
          {block.fields.map(({ name, value }) => (
            <div key={name.start} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">
                <MarkedText text={name.text} offset={name.start} {...ranges} />
              </dt>
              <dd dir="auto" className="min-w-0">
                <MarkedText text={value.text} offset={value.start} {...ranges} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case "table":
      return (
        <div className="my-1 overflow-x-auto">
          <table
            dir={directionOf(block.rows[0]!.map(({ text }) => text).join(" "))}
            className="w-full border-collapse text-sm leading-snug"
          >
            {block.headings && (
              <thead>
                <tr>
                  {block.headings.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                    <th key={column} scope="col" className={CONTINUED}>
                      {text}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {block.rows.map((cells) => (
                <tr key={cells[0]!.start} className={block.headings ? undefined : "first:bg-sunken first:font-medium"}>
                  {cells.map(({ text, start }) => (
                    <td key={start} dir="auto" className="border border-line px-2.5 py-1.5 align-top">
                      <MarkedText text={text} offset={start} {...ranges} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default:
      return block satisfies never;
  }
}

function Paragraphs({ text, start, ...ranges }: { text: string; start: number } & MarkedRanges) {
  return splitLines(text)
    .filter((line) => line.text.trim() !== "")
    .map((line) => (
      <p key={line.start} dir="auto" className="whitespace-pre-wrap">
        <MarkedText text={line.text} offset={start + line.start} {...ranges} />
      </p>
    ));
}
