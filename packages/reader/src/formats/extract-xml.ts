import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { parseXmlValue } from "../records/parse-values.ts";
import { mayBeRecords, writeRecords } from "../records/write-records.ts";
import { readText } from "../text/decode-text.ts";
import { findXmlDeclared } from "../text/find-declared.ts";
import { createTreeBlocks, type Step } from "../text/tree-blocks.ts";
import { DATA_LENGTH_MAX, requireLength } from "../text/write-lines.ts";

const DEPTH_MAX = 200;

/**
 * The text as written, tags and comments included, cut where elements begin. Nothing is expanded or fetched: of
 * entities, only those of single characters are read.
 */
export const extractXml: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options, findXmlDeclared);
  requireLength(text, DATA_LENGTH_MAX);
  if (!mayBeRecords(text) || !(await writeRecords(parseXmlValue(text), sink))) await writeXml(text, sink);
  return { ...noteDocument(sink), encoding };
};

async function writeXml(text: string, sink: SegmentSink): Promise<void> {
  const blocks = createTreeBlocks(sink, { locate: (path) => `/${path.join("/")}` });
  let written = 0;
  for (const { at, path } of listElements(text, sink)) {
    blocks.add(readCharacters(text.slice(written, at)));
    written = at;
    await blocks.begin(path);
  }
  blocks.add(readCharacters(text.slice(written)));
  await blocks.end();
}

interface Element {
  readonly at: number;
  readonly path: readonly Step[];
}

function listElements(text: string, sink: SegmentSink): Element[] {
  const elements: Element[] = [];
  const path: string[] = [];
  const counts: Map<string, number>[] = [new Map()];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        depth += 1;
        if (depth > DEPTH_MAX) return;
        const siblings = counts.at(-1)!;
        const place = (siblings.get(name) ?? 0) + 1;
        siblings.set(name, place);
        path.push(depth === 1 ? name : `${name}[${place}]`);
        counts.push(new Map());
        elements.push({ at: parser.startIndex, path: [...path] });
        sink.progress();
      },
      onclosetag() {
        depth -= 1;
        if (depth >= DEPTH_MAX) return;
        path.pop();
        counts.pop();
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(text);
  return elements;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'" };

/** References to characters; those of `<` and `>` stay, as tags are next to them. */
function readCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos));/gi, (reference, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? reference;
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
    if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return reference;
    return String.fromCodePoint(code);
  });
}
