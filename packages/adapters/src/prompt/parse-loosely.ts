/** Where a value was read, and where it ends. */
export interface Parsed {
  readonly value: unknown;
  readonly end: number;
}

const DEPTH_MAX = 20;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "„": "“”", "‘": "’", "`": "`" };
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/**
 * The JSON object at an offset, as models write it: with trailing commas, comments, single or typographic quotation marks,
 * keys without any, line breaks and unescaped quotation marks in strings, and Python's words. Undefined for what is no
 * object, does not end, or gives one key twice.
 */
export function parseLoosely(text: string, start: number): Parsed | undefined {
  try {
    const reader = { text, at: start };
    const value = readObject(reader, 0);
    return { value, end: reader.at };
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}

class NoJson extends Error {}

interface Reader {
  readonly text: string;
  at: number;
}

function readValue(reader: Reader, depth: number): unknown {
  skipBlank(reader);
  const character = reader.text[reader.at];
  if (character === "{") return readObject(reader, depth);
  if (character === "[") return readArray(reader, depth);
  if (character !== undefined && character in CLOSING) return readString(reader);
  const word = take(reader, /[\w.+%-]+(?: ?%)?/y);
  if (word in WORDS) return WORDS[word];
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(word)) return Number(word);
  if (/^\d/.test(word)) return word;
  throw new NoJson();
}

function readObject(reader: Reader, depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  readItems(reader, "{", "}", depth, () => {
    const character = reader.text[reader.at];
    const key = character !== undefined && character in CLOSING ? readString(reader) : take(reader, /[\w$-]+/y);
    skipBlank(reader);
    take(reader, /[:=]/y);
    // Which of two values counts, nobody can tell.
    if (key in object) throw new NoJson();
    object[key] = readValue(reader, depth + 1);
  });
  return object;
}

function readArray(reader: Reader, depth: number): unknown[] {
  const items: unknown[] = [];
  readItems(reader, "[", "]", depth, () => items.push(readValue(reader, depth + 1)));
  return items;
}

function readItems(reader: Reader, open: string, close: string, depth: number, readItem: () => void): void {
  if (depth > DEPTH_MAX || reader.text[reader.at] !== open) throw new NoJson();
  reader.at += 1;
  for (;;) {
    skipBlank(reader);
    if (reader.text[reader.at] === close) break;
    readItem();
    skipBlank(reader);
    if (reader.text[reader.at] === ",") reader.at += 1;
    else if (reader.text[reader.at] !== close) throw new NoJson();
  }
  reader.at += 1;
}

function readString(reader: Reader): string {
  const { text } = reader;
  const closing = CLOSING[text[reader.at]!]!;
  let value = "";
  for (reader.at += 1; reader.at < text.length; reader.at++) {
    const character = text[reader.at]!;
    if (character === "\\") value += readEscape(reader);
    else if (closing.includes(character) && endsString(text, reader.at + 1)) {
      reader.at += 1;
      return value;
    } else value += character;
  }
  throw new NoJson();
}

/** A quotation mark in the middle of a string is a part of it. */
function endsString(text: string, at: number): boolean {
  ENDING.lastIndex = at;
  return ENDING.test(text);
}

const ENDING = /\s*(?:[}\]:=]|,\s*(?:["'“„‘`{[\d}\]-]|\/[/*]|[\w$-]+\s*[:=]|(?:true|false|null)\b|$)|\/[/*]|$)/y;

function readEscape(reader: Reader): string {
  const escaped = reader.text[++reader.at];
  if (escaped === undefined) throw new NoJson();
  const code =
    escaped === "u" ? /^[\da-fA-F]{4}/.exec(reader.text.slice(reader.at + 1, reader.at + 5))?.[0] : undefined;
  if (code !== undefined) {
    reader.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  return ESCAPES[escaped] ?? escaped;
}

const BLANK = /(?:\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)*/y;

function skipBlank(reader: Reader): void {
  BLANK.lastIndex = reader.at;
  reader.at += BLANK.exec(reader.text)![0].length;
}

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const [found] = pattern.exec(reader.text) ?? [];
  if (found === undefined) throw new NoJson();
  reader.at += found.length;
  return found;
}
