import { damaged } from "./damaged.ts";

const BLOCK = 512;
const OCTAL_MAX = 0o77777777777;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface TarEntry {
  readonly name: string;
  readonly size: number;
}

export interface TarFile extends TarEntry {
  content(): AsyncGenerator<Uint8Array, void>;
}

/** The header of a file, as POSIX writes it; sizes from 8 GiB on as GNU does. Names are ASCII of at most 100 characters. */
export function tarHeader({ name, size }: TarEntry): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => block.set(encoder.encode(text), at);
  put(name, 0);
  put("0000644\0", 100);
  put("0000000\0", 108);
  put("0000000\0", 116);
  if (size <= OCTAL_MAX) put(`${size.toString(8).padStart(11, "0")}\0`, 124);
  else {
    const view = new DataView(block.buffer);
    view.setUint32(124, 0x8000_0000);
    view.setBigUint64(128, BigInt(size));
  }
  put("00000000000\0", 136);
  put("        ", 148);
  put("0", 156);
  put("ustar\u000000", 257);
  put(`${sumOf(block).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

export const tarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK);

/** Reads the files of an archive in turn; the bytes of each must be read before the next. Throws INTEGRITY_ERROR. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile, void> {
  const reader = createReader(source);
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const entry = parseHeader(header);
    let isRead = false;
    yield {
      ...entry,
      async *content() {
        isRead = true;
        for (let left = entry.size; left > 0; ) {
          const bytes = await reader.atMost(left);
          left -= bytes.length;
          yield bytes;
        }
      },
    };
    if (!isRead) throw damaged(`'${entry.name}' was passed over`);
    await reader.exactly(tarPadding(entry.size).length);
  }
}

function parseHeader(header: Uint8Array): TarEntry {
  const textOf = (from: number, length: number) => decoder.decode(header.subarray(from, from + length)).split("\0")[0]!;
  const given = Number.parseInt(textOf(148, 8), 8);
  const blank = header.slice();
  blank.fill(0x20, 148, 156);
  if (textOf(257, 5) !== "ustar" || given !== sumOf(blank)) throw damaged("it is cut or is no archive of a tenant");
  const view = new DataView(header.buffer, header.byteOffset);
  const size = header[124]! & 0x80 ? Number(view.getBigUint64(128)) : Number.parseInt(textOf(124, 12), 8);
  return { name: textOf(0, 100), size };
}

const sumOf = (block: Uint8Array) => block.reduce((sum, byte) => sum + byte, 0);

function createReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let buffered: Uint8Array = new Uint8Array();
  const atMost = async (length: number): Promise<Uint8Array> => {
    while (buffered.length === 0) {
      const next = await chunks.next();
      if (next.done) throw damaged("its end is missing");
      buffered = next.value;
    }
    const bytes = buffered.subarray(0, length);
    buffered = buffered.subarray(bytes.length);
    return bytes;
  };
  const exactly = async (length: number): Promise<Uint8Array> => {
    const all = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const bytes = await atMost(length - at);
      all.set(bytes, at);
      at += bytes.length;
    }
    return all;
  };
  return { atMost, exactly };
}
