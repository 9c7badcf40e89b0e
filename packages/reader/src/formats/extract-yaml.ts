import { type CST, Parser } from "yaml";
import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { readText } from "../text/decode-text.ts";
import { toPointer } from "../text/pointer.ts";
import { createTreeBlocks, type Step } from "../text/tree-blocks.ts";
import { requireLength, writeAsLines } from "../text/write-lines.ts";

const YAML_LENGTH_MAX = 5_000_000;
const DEPTH_MAX = 200;

/** The text as written, cut where values begin. An alias stays a name: what it represents is not repeated. */
export const extractYaml: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options);
  requireLength(text, YAML_LENGTH_MAX);
  await writeYaml(text.replace(/\r\n?/g, "\n"), sink);
  return { ...noteDocument(sink), encoding };
};

async function writeYaml(text: string, sink: SegmentSink): Promise<void> {
  const documents: CST.Document[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === "error") return writeAsLines(text, sink, { what: "YAML", at: token.offset });
    if (token.type === "document") documents.push(token);
    sink.progress();
  }
  if (documents.length === 0) return writeAsLines(text, sink, { what: "YAML", at: 0 });
  for (const [index, document] of documents.entries()) {
    const start = index === 0 ? 0 : document.offset;
    const end = documents[index + 1]?.offset ?? text.length;
    const prefix = documents.length > 1 ? `document ${index + 1}: ` : "";
    await writeDocument(document, { text, start, end, prefix }, sink);
  }
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
}

async function writeDocument(document: CST.Document, { text, start, end, prefix }: Place, sink: SegmentSink) {
  const blocks = createTreeBlocks(sink, { locate: (path) => `${prefix}${toPointer(path)}` });
  let written = start;
  for (const { at, path, fields } of listValues(document)) {
    const begin = lineOf(text, at);
    if (begin > written) {
      blocks.add(text.slice(written, begin));
      written = begin;
    }
    await blocks.begin(path, fields);
  }
  blocks.add(text.slice(written, end));
  await blocks.end();
}

interface Value {
  readonly at: number;
  readonly path: readonly Step[];
  /** The names of a record in a list. */
  readonly fields: string | null;
  readonly token: CST.Token | null | undefined;
}

/** Every item of every collection, in the order of the text. */
function* listValues(document: CST.Document): Generator<Value> {
  const pending = itemsOf(document.value, []).reverse();
  for (let value = pending.pop(); value; value = pending.pop()) {
    yield value;
    if (value.path.length < DEPTH_MAX) pending.push(...itemsOf(value.token, value.path).reverse());
  }
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

function isCollection(token: Value["token"]): token is Collection {
  return token?.type === "block-map" || token?.type === "block-seq" || token?.type === "flow-collection";
}

function itemsOf(token: Value["token"], path: readonly Step[]): Value[] {
  if (!isCollection(token)) return [];
  const list = isList(token);
  return token.items.flatMap((item: CST.CollectionItem, index) => {
    const at = [...item.start.filter(({ type }) => type !== "newline"), item.key, item.value].find(Boolean)?.offset;
    if (at === undefined) return [];
    const step = list ? index : nameOf(item.key);
    return [{ at, path: [...path, step], fields: list ? fieldsOf(item.value) : null, token: item.value }];
  });
}

function isList(token: Collection): boolean {
  return token.type === "block-seq" || (token.type === "flow-collection" && token.start.source === "[");
}

function nameOf(key: CST.Token | null | undefined): string {
  if (!key || !("source" in key)) return "?";
  const quoted = key.type === "single-quoted-scalar" || key.type === "double-quoted-scalar";
  return quoted ? key.source.slice(1, -1) : key.source;
}

function fieldsOf(token: Value["token"]): string | null {
  if (!isCollection(token) || isList(token)) return null;
  const items: readonly CST.CollectionItem[] = token.items;
  if (items.some(({ value }) => isCollection(value))) return null;
  return items.map(({ key }) => nameOf(key)).join(", ");
}

/** Where its line begins, if only blanks stand before it: the indentation belongs to what it begins. */
function lineOf(text: string, at: number): number {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*$/.test(text.slice(start, at)) ? start : at;
}
