import { Parser } from "htmlparser2";
import { markText } from "../text/marked-text.ts";

/**
 * The paragraphs of a WordprocessingML or DrawingML part, one line each; cells of a row are joined by ` | `. Reads any
 * namespace prefix.
 */
export function readParagraphs(xml: string): string[] {
  const lines: string[] = [];
  let line = "";
  let row: string[] | null = null;
  let cell: string[] | null = null;
  let inText = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        const tag = localName(name);
        if (tag === "t") inText = true;
        else if (tag === "tab") line += "\t";
        else if (tag === "br" || tag === "cr") line += " ";
        else if (tag === "tr") row = [];
        else if (tag === "tc") cell = [];
      },
      ontext(text) {
        if (inText) line += text;
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === "t") inText = false;
        else if (tag === "p") {
          (cell ?? lines).push(line.trim());
          line = "";
        } else if (tag === "tc") {
          row?.push((cell ?? []).filter(Boolean).join(" "));
          cell = null;
        } else if (tag === "tr") {
          if (row?.some(Boolean)) lines.push(row.slice(0, row.findLastIndex(Boolean) + 1).join(" | "));
          row = null;
        }
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return lines.filter(Boolean).map((text) => markText(text).text);
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
