/** An entry whose size and CRC-32 are known before its bytes are read. */
export interface ZipEntry {
  /** ASCII. */
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  /** Whether its bytes are checked where they are read. */
  readonly isChecked?: boolean;
  content(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const UINT32_MAX = 0xffff_ffff;
const UINT16_MAX = 0xffff;
/** 1980-01-01T00:00:00, as a ZIP holds it. */
const [DATE, TIME] = [0x21, 0];
const [VERSION, VERSION_64] = [20, 45];
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56 + 20;

/** How many bytes `streamZip` gives. */
export function sizeOfZip(entries: readonly ZipEntry[]): number {
  let offset = 0;
  let directory = 0;
  for (const entry of entries) {
    directory += CENTRAL_BYTES + entry.name.length + wide64(entry, offset).length;
    offset += LOCAL_BYTES + entry.name.length + (isLarge(entry.size) ? 20 : 0) + entry.size;
  }
  const needs64 = entries.length >= UINT16_MAX || isLarge(offset) || isLarge(directory);
  return offset + directory + (needs64 ? END_64_BYTES : 0) + END_BYTES;
}

/** A ZIP of stored entries in the given order, with ZIP64 only where a number does not fit. Throws where an entry's bytes are not those that were announced. */
export async function* streamZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    directory.push(centralHeader(entry, name, offset));
    const head = localHeader(entry, name);
    yield head;
    yield* exactly(entry);
    offset += head.length + entry.size;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endOf(entries.length, size, offset);
}

async function* exactly({ name, size, crc32, isChecked, content }: ZipEntry): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  const sum = startCrc32();
  for await (const bytes of content()) {
    length += bytes.length;
    if (!isChecked) sum.add(bytes);
    if (length <= size) yield bytes;
  }
  if (length !== size || (!isChecked && sum.end() !== crc32))
    throw new Error(`Cannot finish the package because '${name}' changed while it was written`);
}

function localHeader({ size, crc32 }: ZipEntry, name: Uint8Array): Uint8Array {
  const extra = isLarge(size) ? [16, size, size] : [];
  return concat(
    bytesOf(
      [4, 0x04034b50],
      ...commonOf({ size, crc32, isWide: isLarge(size) }),
      [2, name.length],
      [2, extra.length ? 20 : 0],
    ),
    name,
    extraOf(extra.slice(1)),
  );
}

function centralHeader(entry: ZipEntry, name: Uint8Array, offset: number): Uint8Array {
  const extra = wide64(entry, offset);
  const isWide = extra.length > 0;
  return concat(
    bytesOf(
      [4, 0x02014b50],
      [2, isWide ? VERSION_64 : VERSION],
      ...commonOf({ ...entry, isWide }),
      [2, name.length],
      [2, extra.length],
      // No comment, the first disk, no attributes.
      ...([
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
      ] as const),
      [4, Math.min(offset, UINT32_MAX)],
    ),
    name,
    extra,
  );
}

/** Version needed, no flags, stored, when, CRC and sizes. */
function commonOf({ size, crc32, isWide }: { size: number; crc32: number; isWide: boolean }): Field[] {
  const shown = Math.min(size, UINT32_MAX);
  return [
    [2, isWide ? VERSION_64 : VERSION],
    [2, 0],
    [2, 0],
    [2, TIME],
    [2, DATE],
    [4, crc32],
    [4, shown],
    [4, shown],
  ];
}

function wide64({ size }: Pick<ZipEntry, "size">, offset: number): Uint8Array {
  return extraOf([...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])]);
}

function extraOf(values: readonly number[]): Uint8Array {
  if (values.length === 0) return new Uint8Array();
  return bytesOf([2, 1], [2, values.length * 8], ...values.map((value): Field => [8, value]));
}

function endOf(count: number, size: number, offset: number): Uint8Array {
  const needs64 = count >= UINT16_MAX || isLarge(offset) || isLarge(size);
  const wide = bytesOf(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, VERSION_64],
      [2, VERSION_64],
      [4, 0],
      [4, 0],
    ] as const),
    ...([
      [8, count],
      [8, count],
      [8, size],
      [8, offset],
    ] as const),
    ...([
      [4, 0x07064b50],
      [4, 0],
      [8, offset + size],
      [4, 1],
    ] as const),
  );
  const shown = Math.min(count, UINT16_MAX);
  const end = bytesOf(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, shown],
      [2, shown],
    ] as const),
    [4, Math.min(size, UINT32_MAX)],
    [4, Math.min(offset, UINT32_MAX)],
    [2, 0],
  );
  return needs64 ? concat(wide, end) : end;
}

const isLarge = (value: number) => value >= UINT32_MAX;

/** Bytes and value, least byte first. */
type Field = readonly [bytes: 2 | 4 | 8, value: number];

function bytesOf(...fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return bytes;
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export interface Crc32 {
  add(bytes: Uint8Array): void;
  end(): number;
}

/** CRC-32 as ZIP has it, of bytes as they pass. */
export function startCrc32(): Crc32 {
  let crc = UINT32_MAX;
  return {
    add(bytes) {
      for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
    },
    end: () => (crc ^ UINT32_MAX) >>> 0,
  };
}
