import { createInflateRaw, inflateRawSync } from "node:zlib";
import { readZipDirectory, type ZipEntry } from "@assay/contract/file-type";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { decodeText } from "../text/decode-text.ts";

const PART_BYTES_MAX = 64 * 1024 * 1024;
const PACKAGE_BYTES_MAX = 256 * 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const STREAMED_BYTES = 64 * 1024;

/** The parts of an Office or OpenDocument file, under limits on the bytes that really come out. */
export interface Package {
  /** Names with `/`, as written, without a leading one. */
  readonly names: readonly string[];
  /** The actual name of a part, whatever its case and slashes. */
  find(name: string): string | undefined;
  /** Text of an XML part; `null` if there is none. */
  read(name: string): string | null;
  /** Bytes of a part, such as an image; `null` if there is none. */
  readBytes(name: string): Uint8Array | null;
  /** Bytes of a part as its entry declares them; 0 if there is none. */
  sizeOf(name: string): number;
  /**
   * The text of a part in pieces, for parts of any size that the limit of the whole package allows. Of a part that is
   * streamed `again` the bytes count once.
   */
  stream(name: string, options?: { readonly again?: boolean }): AsyncIterable<string>;
}

/** Throws ExtractionFailure ENCRYPTED_FILE, UNREADABLE_FILE or EXTRACTION_LIMIT_EXCEEDED. */
export function openPackage(bytes: Uint8Array): Package {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw encrypted();
  const directory = readZipDirectory(bytes, bytes.length);
  if (!directory) throw unreadable("its ZIP directory is missing or damaged");
  const entries = new Map<string, ZipEntry>();
  for (const entry of directory.entries) if (!entry.directory) entries.set(cleanName(entry.name), entry);
  const byNormalisedName = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]));
  let bytesLeft = PACKAGE_BYTES_MAX;

  const find = (name: string) => byNormalisedName.get(cleanName(name).toLowerCase());
  const charge = (inflated: number) => {
    bytesLeft -= inflated;
    if (bytesLeft < 0) throw tooLarge("all parts together", PACKAGE_BYTES_MAX);
  };
  const locate = (name: string): { raw: Uint8Array; entry: ZipEntry } | null => {
    const entry = entries.get(find(name) ?? "");
    return entry ? { raw: readRaw(bytes, entry), entry } : null;
  };

  const readBytes = (name: string): Uint8Array | null => {
    const part = locate(name);
    if (!part) return null;
    const inflated = inflate(part.raw, part.entry.method, Math.min(PART_BYTES_MAX, bytesLeft));
    charge(inflated.length);
    return inflated;
  };

  return {
    names: [...entries.keys()],
    find,
    readBytes,
    sizeOf: (name) => entries.get(find(name) ?? "")?.declaredBytes ?? 0,
    read(name) {
      const inflated = readBytes(name);
      if (!inflated) return null;
      const text = decodeText(inflated).text;
      // Old OpenOffice names a document type in its manifest, which is searched and never parsed.
      if (!/^META-INF\//i.test(name)) refuseDoctype(text);
      return text;
    },
    async *stream(name, { again = false } = {}) {
      const part = locate(name);
      if (!part) return;
      const decoder = new TextDecoder();
      let first = true;
      for await (const chunk of inflateInParts(part.raw, part.entry.method)) {
        if (!again) charge(chunk.length);
        const text = decoder.decode(chunk, { stream: true });
        if (first) refuseDoctype(text);
        first = false;
        yield text;
      }
    },
  };
}

function cleanName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "");
}

function readRaw(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  if (entry.encrypted) throw encrypted();
  const at = entry.headerOffset;
  if (at + LOCAL_HEADER_BYTES > bytes.length) throw unreadable("a part is outside the file");
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, LOCAL_HEADER_BYTES);
  if (view.getUint32(0, true) !== 0x04034b50) throw unreadable("a part has no local header");
  const start = at + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + entry.compressedBytes > bytes.length) throw unreadable("a part is outside the file");
  return bytes.subarray(start, start + entry.compressedBytes);
}

function inflate(raw: Uint8Array, method: number, bytesMax: number): Uint8Array {
  if (method === STORED) {
    if (raw.length > bytesMax) throw tooLarge("a part", bytesMax);
    return raw;
  }
  if (method !== DEFLATED) throw unreadable(`a part uses the unknown compression method ${method}`);
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(bytesMax, 1) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge("a part", PART_BYTES_MAX);
    throw unreadable("a part is damaged");
  }
}

async function* inflateInParts(raw: Uint8Array, method: number): AsyncGenerator<Uint8Array> {
  if (method === STORED) {
    for (let at = 0; at < raw.length; at += STREAMED_BYTES) yield raw.subarray(at, at + STREAMED_BYTES);
    return;
  }
  if (method !== DEFLATED) throw unreadable(`a part uses the unknown compression method ${method}`);
  const inflater = createInflateRaw({ chunkSize: STREAMED_BYTES });
  inflater.end(raw);
  try {
    for await (const chunk of inflater) yield chunk;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw unreadable("a part is damaged");
    throw error;
  }
}

// The one door to entities of one's own, which multiply or fetch; no Office program writes a DOCTYPE.
function refuseDoctype(xml: string): void {
  if (/<!DOCTYPE/i.test(xml.slice(0, 4096)) || /<!ENTITY/.test(xml.slice(0, 65_536))) {
    throw unreadable("a part declares a document type");
  }
}

function encrypted(): ExtractionFailure {
  return new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file because it is protected by a password");
}

function unreadable(reason: string): ExtractionFailure {
  return new ExtractionFailure("UNREADABLE_FILE", `Cannot read the file because ${reason}`);
}

function tooLarge(what: string, bytesMax: number): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because ${what} would unpack to more than ${Math.floor(bytesMax / 1024 / 1024)} MB`,
  );
}
