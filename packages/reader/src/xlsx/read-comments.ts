import { Parser } from "htmlparser2";
import type { Package } from "../office/open-package.ts";
import { localName } from "../office/read-paragraphs.ts";
import { readRelationships } from "../office/relationships.ts";

/** The comments on a sheet's cells, as `B3: text` lines. */
export function readComments(parts: Package, sheetPart: string): string[] {
  const lines: string[] = [];
  for (const { type, target } of readRelationships(parts, sheetPart).values()) {
    if (type !== "comments" && type !== "threadedComment") continue;
    let reference = "";
    let text = "";
    let inText = false;
    const parser = new Parser(
      {
        onopentag(name, attributes) {
          const tag = localName(name);
          if (tag === "comment" || tag === "threadedComment") [reference, text] = [attributes.ref ?? "", ""];
          else if (tag === "t" || tag === "text") inText = tag === "t" || type === "threadedComment";
        },
        ontext(part) {
          if (inText) text += part;
        },
        onclosetag(name) {
          const tag = localName(name);
          if (tag === "t" || tag === "text") inText = false;
          else if ((tag === "comment" || tag === "threadedComment") && text.trim() !== "") {
            lines.push(`${reference}: ${text.replace(/\s+/g, " ").trim()}`);
          }
        },
      },
      { xmlMode: true },
    );
    parser.end(parts.read(target) ?? "");
  }
  return lines;
}
