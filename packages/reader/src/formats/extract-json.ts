import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { parseJsonValue } from "../records/parse-values.ts";
import { mayBeRecords, writeRecords } from "../records/write-records.ts";
import { readText } from "../text/decode-text.ts";
import { toPointer } from "../text/pointer.ts";
import { createTreeBlocks, type Step } from "../text/tree-blocks.ts";
import { DATA_LENGTH_MAX, requireLength, writeAsLines, writeLines } from "../text/write-lines.ts";
import { JsonSyntaxError, scanJson, unescapeJson } from "./scan-json.ts";

const DEPTH_MAX = 1000;
const RECORD_LENGTH_MAX = 1000;
const LINES_LOOKED_AT = 3;

/**
 * The text as written, cut where values begin, so that a quote is found in the file: escapes of letters are read, a record
 * of a list is one line, and a name that comes twice stays twice. A file of one JSON text a line is read by its lines.
 */
export const extractJson: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options);
  if (isLinesOfJson(text)) await writeLines(text, sink, { clean: unescapeJson, context: fieldsOfFirstLine(text) });
  else await writeJson(text, sink);
  return { ...noteDocument(sink), encoding };
};

async function writeJson(text: string, sink: SegmentSink): Promise<void> {
  requireLength(text, DATA_LENGTH_MAX);
  const problem = findProblem(text, sink);
  if (problem !== null) return writeAsLines(text, sink, { what: "JSON", at: problem, clean: unescapeJson });
  if (mayBeRecords(text) && (await writeRecords(parseJsonValue(text), sink))) return;
  await writeTree(text, sink);
}

/** Where the text stops being JSON; null where it is JSON to its end. */
function findProblem(text: string, sink: SegmentSink): number | null {
  const open: string[] = [];
  let values = 0;
  try {
    for (const { kind, start } of scanJson(text)) {
      if (kind === "open") {
        if (open.length === 0) values += 1;
        if (open.push(text[start]!) > DEPTH_MAX) return start;
      } else if (kind === "close") {
        if (open.pop() !== (text[start] === "}" ? "{" : "[")) return start;
      } else if (open.length === 0 && kind !== "space") values += 1;
      if (values > 1) return start;
      sink.progress();
    }
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.at;
    throw error;
  }
  return open.length > 0 ? text.length : null;
}

interface Frame {
  readonly list: boolean;
  /** It is a short record of a list, written as one line. */
  readonly record: boolean;
}

async function writeTree(source: string, sink: SegmentSink): Promise<void> {
  const blocks = createTreeBlocks(sink, { locate: toPointer });
  const frames: Frame[] = [];
  const path: Step[] = [];
  let awaitsName = false;
  let afterComma = false;
  for (const { kind, start, end } of scanJson(source)) {
    const frame = frames.at(-1);
    const inRecord = frame?.record === true;
    const raw = source.slice(start, end);
    if (kind === "space") {
      blocks.add(inRecord && raw.includes("\n") ? " " : raw);
      afterComma = false;
      continue;
    }
    if (kind === "string" && frame && !frame.list && awaitsName) {
      path[path.length - 1] = unescapeJson(raw.slice(1, -1));
      awaitsName = false;
      if (!inRecord) await blocks.begin(path);
      blocks.add(unescapeJson(raw));
    } else if (kind === "open") {
      const fields = frame?.list && raw === "{" ? findFields(source, start) : null;
      if (frame?.list) {
        if (afterComma) blocks.add("\n");
        await blocks.begin(path, fields);
      }
      blocks.add(raw);
      frames.push({ list: raw === "[", record: fields !== null });
      path.push(raw === "[" ? 0 : "");
      awaitsName = raw === "{";
    } else if (kind === "close") {
      frames.pop();
      path.pop();
      blocks.add(raw);
    } else if (kind === "comma") {
      if (frame?.list) path[path.length - 1] = (path.at(-1) as number) + 1;
      else awaitsName = true;
      blocks.add(raw);
    } else {
      if (frame?.list && !inRecord) await blocks.begin(path);
      blocks.add(kind === "string" ? unescapeJson(raw) : raw);
    }
    afterComma = kind === "comma";
  }
  await blocks.end();
}

/** The names of a short record that holds no list and no record; null for any other value. */
function findFields(source: string, start: number): string | null {
  const names: string[] = [];
  let last: string | null = null;
  for (const { kind, start: at, end } of scanJson(source.slice(start, start + RECORD_LENGTH_MAX + 1))) {
    if (kind === "open" && at > 0) return null;
    if (end > RECORD_LENGTH_MAX) return null;
    if (kind === "close") return names.join(", ");
    if (kind === "string") last = unescapeJson(source.slice(start + at + 1, start + end - 1));
    else if (kind === "colon" && last !== null) names.push(last);
  }
  return null;
}

/** Whether the first lines are JSON texts of their own. */
function isLinesOfJson(text: string): boolean {
  const lines = firstLines(text);
  return lines.length > 1 && lines.every((line) => parseLine(line) !== undefined);
}

function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length < LINES_LOOKED_AT; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end).trim();
    if (line !== "") lines.push(line);
    at = end + 1;
  }
  return lines;
}

const LINE_LENGTH_MAX = 1_000_000;

function parseLine(line: string): unknown {
  if (line.length > LINE_LENGTH_MAX || !/^[[{"\d]/.test(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function fieldsOfFirstLine(text: string): string | null {
  const value = parseLine(firstLines(text)[0] ?? "");
  const names = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  return names.length > 0 ? names.join(", ") : null;
}
