import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./launch-process.ts";

/** A fenced block of a page that a reader can follow. */
export type Example =
  | { readonly act: "run"; readonly text: string; readonly place: string }
  | { readonly act: "write"; readonly text: string; readonly place: string; readonly file: string }
  | { readonly act: "expect"; readonly text: string; readonly place: string; readonly json: boolean };

const BLOCK = /^```(\w+)(.*)\n([\s\S]*?)^```$/gm;
/** What may stand on a page for reading alone. */
const SHOWN = new Set(["text", "json", "yaml"]);

/**
 * Returns the blocks of a page in their order: `sh` is run; one with `title="name"` is written to that file; `text
 * output` and `json output` are what the commands above it print. Throws for a block of code that is none of these.
 */
export async function readExamples(page: string): Promise<Example[]> {
  const source = await readFile(join(ROOT, page), "utf8");
  return [...source.matchAll(BLOCK)].flatMap(({ 1: language, 2: meta = "", 3: text = "", index }): Example[] => {
    const place = `${page}:${source.slice(0, index).split("\n").length}`;
    const file = /\btitle="([^"]+)"/.exec(meta)?.[1];
    if (language === "sh") return [{ act: "run", text, place }];
    if (file) return [{ act: "write", text, place, file }];
    if (/\boutput\b/.test(meta)) return [{ act: "expect", text, place, json: language === "json" }];
    if (SHOWN.has(language!)) return [];
    throw new Error(`Cannot try the '${language}' block at ${place}: give it a title="file", and run that file`);
  });
}
