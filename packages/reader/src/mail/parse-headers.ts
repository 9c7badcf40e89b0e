import { decodeWords } from "postal-mime";
import { decodeCharset } from "./decode-charset.ts";

const HEADERS_BYTES_MAX = 1024 * 1024;

/** The first value of each header, by its name in lower case. */
export type Headers = ReadonlyMap<string, string>;

/** A header such as `text/plain; charset="utf-8"`. */
export interface ContentField {
  /** In lower case. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export function parseHeaders(bytes: Buffer): Headers {
  const text = decodeCharset(bytes.subarray(0, HEADERS_BYTES_MAX), null).text;
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r?\n(?=[ \t])/g, "").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && /^[\x21-\x7e]+$/.test(name) && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

export function parseContentField(text: string): ContentField {
  const written = new Map<string, string>();
  for (const [, name = "", quoted, plain] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    const value = quoted === undefined ? (plain ?? "").trim() : quoted.replace(/\\(["\\])/g, "$1");
    if (!written.has(key)) written.set(key, value);
  }
  return { value: (text.split(";")[0] ?? "").trim().toLowerCase(), parameters: joinContinued(written) };
}

/** Joins `name*0*`, `name*1` … and decodes `utf-8''%e2%82%ac`; other values may hold encoded words. */
function joinContinued(written: ReadonlyMap<string, string>): Map<string, string> {
  const values = new Map<string, string>();
  const names = new Set([...written.keys()].map((key) => key.replace(/\*.*$/, "")));
  for (const name of names) {
    const plain = written.get(name);
    const pieces: { value: string; encoded: boolean }[] = [];
    const whole = written.get(`${name}*`);
    if (whole !== undefined) pieces.push({ value: whole, encoded: true });
    for (let at = 0; pieces.length === at; at += 1) {
      const encoded = written.get(`${name}*${at}*`);
      const value = encoded ?? written.get(`${name}*${at}`);
      if (value !== undefined) pieces.push({ value, encoded: encoded !== undefined });
    }
    const value = pieces.length > 0 ? decodePieces(pieces) : plain && decodeWords(plain);
    if (value) values.set(name, value);
  }
  return values;
}

function decodePieces(pieces: readonly { value: string; encoded: boolean }[]): string {
  let charset: string | null = null;
  const bytes = pieces.map(({ value, encoded }, at) => {
    if (!encoded) return Buffer.from(value, "utf8");
    const [, named, rest] = (at === 0 && /^([^']*)'[^']*'(.*)$/s.exec(value)) || [null, null, value];
    if (named) charset = named;
    return Buffer.from(
      (rest ?? "").replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    );
  });
  return decodeCharset(Buffer.concat(bytes), charset).text;
}
