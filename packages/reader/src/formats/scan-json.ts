type JsonTokenKind = "open" | "close" | "comma" | "colon" | "string" | "word" | "space";

/** A part of a JSON text as it is in the file: [start, end). */
export interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly start: number;
  readonly end: number;
}

const SIGNS: Readonly<Record<string, JsonTokenKind>> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
};

/** The tokens of a JSON text, with comments as people write them. Throws JsonSyntaxError where none begins. */
export function* scanJson(source: string): Generator<JsonToken> {
  for (let start = 0; start < source.length; ) {
    const sign = SIGNS[source[start]!];
    const end = sign ? start + 1 : findEnd(source, start);
    const kind = sign ?? (source[start] === '"' ? "string" : isBlank(source, start) ? "space" : "word");
    yield { kind, start, end };
    start = end;
  }
}

export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly at: number;

  constructor(at: number) {
    super(`Cannot read the text as JSON from offset ${at}`);
    this.at = at;
  }
}

function findEnd(source: string, start: number): number {
  if (source[start] === '"') return findStringEnd(source, start);
  let end = start;
  if (isBlank(source, start)) {
    while (end < source.length && isBlank(source, end))
      end = source[end] === "/" ? findCommentEnd(source, end) : end + 1;
    return end;
  }
  while (end < source.length && /[\w.+-]/.test(source[end]!)) end += 1;
  if (end === start) throw new JsonSyntaxError(start);
  return end;
}

function isBlank(source: string, at: number): boolean {
  const character = source[at]!;
  return /[\s\ufeff]/.test(character) || (character === "/" && /[/*]/.test(source[at + 1] ?? ""));
}

function findCommentEnd(source: string, at: number): number {
  const block = source[at + 1] === "*";
  const end = source.indexOf(block ? "*/" : "\n", at + 2);
  return end < 0 ? source.length : end + (block ? 2 : 0);
}

function findStringEnd(source: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = source.indexOf('"', at);
    if (quote < 0) throw new JsonSyntaxError(start);
    let slashes = 0;
    while (source[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Escapes as anyone who opens the file in a viewer sees them; those of quotes and of no character stay. */
export function unescapeJson(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g,
    (whole, high?: string, low?: string, code?: string, letter?: string) => {
      if (high !== undefined) return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low!, 16));
      if (code !== undefined) {
        const character = String.fromCharCode(Number.parseInt(code, 16));
        return /[\p{C}"\\]/u.test(character) ? whole : character;
      }
      return letter === "n" ? "\n" : letter === "t" ? "\t" : letter === "/" ? "/" : whole;
    },
  );
}
