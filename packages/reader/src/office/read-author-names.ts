import { Parser } from "htmlparser2";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";

/** Who wrote comments, by id, from the parts at `path`: the attribute `named` of each `element`. */
export function readAuthorNames(
  parts: Package,
  { path, element, named }: { path: RegExp; element: RegExp; named: string },
): Map<string, string> {
  const names = new Map<string, string>();
  for (const part of parts.names.filter((name) => path.test(name))) {
    const parser = new Parser(
      {
        onopentag(tag, { id, [named]: name }) {
          if (element.test(localName(tag)) && id && name) names.set(id, name);
        },
      },
      { xmlMode: true },
    );
    parser.end(parts.read(part) ?? "");
  }
  return names;
}
