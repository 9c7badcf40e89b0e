import { canonicalJson } from "../canonical-json.ts";
import { PackageFault } from "./findings.ts";
import type { PackageSource } from "./package-source.ts";
import type { ArchiveEntry } from "./read-archive.ts";

const PART = 2 ** 20;
const FILE_MAX = 256 * PART;
const LINE_MAX = 16 * PART;
const DEPTH_MAX = 64;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The files of a package. Everything that is read of them passes here, within limits; throws PackageFault. */
export class PackageFiles {
  readonly #source: PackageSource;
  readonly entries: ReadonlyMap<string, ArchiveEntry>;

  constructor(source: PackageSource, entries: ReadonlyMap<string, ArchiveEntry>) {
    this.#source = source;
    this.entries = entries;
  }

  /** In lowercase hex. */
  async digest(name: string): Promise<string> {
    const { start, size } = this.entries.get(name)!;
    // Read through once for the CRC-32 of the entry.
    for await (const part of this.parts(name)) void part;
    return this.#source.sha256(start, start + size);
  }

  /** Throws where the bytes have not the CRC-32 of their entry. */
  async *parts(name: string): AsyncGenerator<Uint8Array, void> {
    const { start, size, crc32 } = this.entries.get(name)!;
    let sum = 0xffff_ffff;
    for (let at = 0; at < size; at += PART) {
      const part = await this.#source.read(start + at, start + Math.min(at + PART, size));
      for (const byte of part) sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ byte) & 0xff]!;
      yield part;
    }
    if ((sum ^ 0xffff_ffff) >>> 0 !== crc32) throw new PackageFault(`${name} has not the CRC-32 of its entry`);
  }

  async bytes(name: string): Promise<Uint8Array> {
    const { size } = this.entries.get(name)!;
    if (size > FILE_MAX) throw new PackageFault(`${name} is larger than this verifier reads`);
    const whole = new Uint8Array(size);
    let at = 0;
    for await (const part of this.parts(name)) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  async text(name: string): Promise<string> {
    return toText(await this.bytes(name), name);
  }

  async json(name: string): Promise<unknown> {
    return parseCanonical(await this.text(name), name);
  }

  async *lines(name: string): AsyncGenerator<Uint8Array, void> {
    let rest: Uint8Array = new Uint8Array();
    for await (const part of this.parts(name)) {
      let from = 0;
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, from)) {
        yield concat(rest, part.subarray(from, at));
        rest = new Uint8Array();
        from = at + 1;
      }
      rest = concat(rest, part.subarray(from));
      if (rest.length > LINE_MAX) throw new PackageFault(`a line of ${name} is longer than this verifier reads`);
    }
    if (rest.length > 0) throw new PackageFault(`${name} ends within a line`);
  }

  async *records(name: string): AsyncGenerator<unknown, void> {
    let number = 0;
    for await (const line of this.lines(name)) {
      number += 1;
      const what = `${name}, line ${number}`;
      yield parseCanonical(toText(line, what), what);
    }
  }
}

export function toText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new PackageFault(`${name} is not UTF-8`);
  }
}

/** The value of a text that is its own RFC 8785 form, which holds no key twice. Throws PackageFault for others. */
export function parseCanonical(text: string, name: string): unknown {
  if (isDeep(text)) throw new PackageFault(`${name} is nested deeper than ${DEPTH_MAX}`);
  let again: string;
  let value: unknown;
  try {
    value = JSON.parse(text);
    again = canonicalJson(value);
  } catch {
    throw new PackageFault(`${name} is not JSON`);
  }
  if (again !== text)
    throw new PackageFault(`${name} is not in canonical form: it was written again, or has a key twice`);
  return value;
}

export function isDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && depth <= DEPTH_MAX; at++) {
    const mark = text[at];
    if (mark === "\\" && isQuoted) at += 1;
    else if (mark === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (mark === "[" || mark === "{")) depth += 1;
    else if (!isQuoted && (mark === "]" || mark === "}")) depth -= 1;
  }
  return depth > DEPTH_MAX;
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
