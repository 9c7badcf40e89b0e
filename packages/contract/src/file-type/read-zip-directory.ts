import { decodeZipNames, type RawZipName } from "./decode-zip-name.ts";

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const COMMENT_BYTES_MAX = 0xffff;

export interface ZipEntry {
  /** As written, not cleaned; never a path to write to. */
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly directory: boolean;
  /** A symlink, device, socket or pipe. */
  readonly special: boolean;
  readonly crc32: number;
  readonly compressedBytes: number;
  /** What the archive says; the real count may differ. */
  readonly declaredBytes: number;
  /** Offset of the local header in the file, prepended bytes included. */
  readonly headerOffset: number;
}

/** Where the central directory lies, in offsets of the whole file. */
export interface ZipDirectoryRange {
  readonly start: number;
  readonly end: number;
  readonly entryCount: number;
  /** Bytes before the archive proper, to be added to every offset that it states. */
  readonly prependedBytes: number;
}

export interface ZipDirectory extends ZipDirectoryRange {
  readonly entries: readonly ZipEntry[];
  readonly declaredFiles: number;
  readonly declaredBytes: number;
}

/**
 * Reads a ZIP's own directory from the last bytes of the file (`tail`, of `sizeBytes` in all). `null` where there is
 * none, it is broken, two readers could disagree about it, or it begins before `tail`.
 */
export function readZipDirectory(tail: Uint8Array, sizeBytes: number): ZipDirectory | null {
  const range = findZipDirectory(tail, sizeBytes);
  const tailStart = sizeBytes - tail.length;
  if (!range || range.start < tailStart) return null;
  const entries = readZipEntries(tail.subarray(range.start - tailStart, range.end - tailStart), range);
  return entries && { ...range, entries, ...declaredArchiveTotals(entries) };
}

/** Files (directories and inner ZIPs apart) and inflated bytes that a directory declares. */
export function declaredArchiveTotals(entries: readonly ZipEntry[]): { declaredFiles: number; declaredBytes: number } {
  const files = entries.filter((entry) => !entry.directory && !/\.zip$/i.test(entry.name));
  return {
    declaredFiles: files.length,
    declaredBytes: entries.reduce((total, entry) => total + entry.declaredBytes, 0),
  };
}

/** Finds the end-of-central-directory record and what it points at. */
export function findZipDirectory(tail: Uint8Array, sizeBytes: number): ZipDirectoryRange | null {
  const view = viewOf(tail);
  const tailStart = sizeBytes - tail.length;
  const ends = listEndRecords(view);
  const ranges = ends.map((at) => readEndRecord(view, at, tailStart)).filter((range) => range !== null);
  // A comment that holds a second valid end record makes parsers disagree about what the archive contains.
  return ranges.length === 1 ? (ranges[0] ?? null) : null;
}

function listEndRecords(view: DataView): number[] {
  const reaching: number[] = [];
  let last: number | null = null;
  const lowest = Math.max(0, view.byteLength - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    last ??= at;
    if (at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) reaching.push(at);
  }
  return reaching.length > 0 ? reaching : last === null ? [] : [last];
}

function readEndRecord(view: DataView, at: number, tailStart: number): ZipDirectoryRange | null {
  const zip64 = readZip64EndRecord(view, at, tailStart);
  const stated = zip64 ?? {
    entryCount: view.getUint16(at + 10, true),
    size: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
    end: tailStart + at,
  };
  const start = stated.end - stated.size;
  const prependedBytes = start - stated.offset;
  if (start < 0 || prependedBytes < 0) return null;
  if (stated.entryCount > 0 && start >= tailStart) {
    const inTail = start - tailStart;
    if (inTail + 4 > view.byteLength || view.getUint32(inTail, true) !== ENTRY_SIGNATURE) return null;
  }
  return { start, end: stated.end, entryCount: stated.entryCount, prependedBytes };
}

function readZip64EndRecord(view: DataView, endAt: number, tailStart: number) {
  const locatorAt = endAt - ZIP64_LOCATOR_BYTES;
  if (locatorAt < 0 || view.getUint32(locatorAt, true) !== ZIP64_LOCATOR_SIGNATURE) return null;
  const statedAt = Number(view.getBigUint64(locatorAt + 8, true)) - tailStart;
  // Prepended bytes shift the record; without an extensible data sector it is right before its locator.
  const at = [statedAt, locatorAt - 56].find(
    (candidate) =>
      candidate >= 0 && candidate + 56 <= locatorAt && view.getUint32(candidate, true) === ZIP64_END_SIGNATURE,
  );
  if (at === undefined) return null;
  return {
    entryCount: Number(view.getBigUint64(at + 32, true)),
    size: Number(view.getBigUint64(at + 40, true)),
    offset: Number(view.getBigUint64(at + 48, true)),
    end: tailStart + at,
  };
}

/** Parses the bytes of a central directory; `null` if they are not what its range states. */
export function readZipEntries(
  directory: Uint8Array,
  range: Pick<ZipDirectoryRange, "entryCount" | "prependedBytes">,
): ZipEntry[] | null {
  const view = viewOf(directory);
  const positions: EntryPosition[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= view.byteLength && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    const nameLength = view.getUint16(at + 28, true);
    const extraAt = at + ENTRY_BYTES + nameLength;
    const extraEnd = extraAt + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > view.byteLength) return null;
    positions.push({ at, nameLength, extraAt, extraEnd, extras: readExtraFields(view, extraAt, extraEnd) });
    at = next;
  }
  // Counts are 16 bits wide outside ZIP64, and some writers let them wrap.
  if ((positions.length & 0xffff) !== (range.entryCount & 0xffff)) return null;
  const names = decodeZipNames(positions.map((position) => readRawName(directory, position)));
  return positions.map((position, index) => readEntry(view, position, names[index]!, range.prependedBytes));
}

interface EntryPosition {
  at: number;
  nameLength: number;
  extraAt: number;
  extraEnd: number;
  extras: ReadonlyMap<number, Field>;
}

function readRawName(directory: Uint8Array, { at, nameLength, extras }: EntryPosition): RawZipName {
  const bytes = directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
  return { bytes, unicode: readUnicodePath(directory, extras.get(0x7075), bytes) };
}

function readEntry(view: DataView, { at, extras }: EntryPosition, name: string, prependedBytes: number): ZipEntry {
  const wide = readWideNumbers(view, extras.get(0x0001), [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]);
  const unixType = view.getUint8(at + 5) === 3 ? (view.getUint32(at + 38, true) >>> 16) & 0xf000 : 0;
  const directory = /[\\/]$/.test(name) || unixType === 0x4000;
  return {
    name,
    method: view.getUint16(at + 10, true),
    encrypted: (view.getUint16(at + 8, true) & 0x2041) !== 0,
    directory,
    special: !directory && unixType !== 0 && unixType !== 0x8000,
    crc32: view.getUint32(at + 16, true),
    declaredBytes: wide[0],
    compressedBytes: wide[1],
    headerOffset: wide[2] + prependedBytes,
  };
}

type Field = { start: number; end: number };

function readExtraFields(view: DataView, start: number, end: number): Map<number, Field> {
  const fields = new Map<number, Field>();
  let at = start;
  while (at + 4 <= end) {
    const field = { start: at + 4, end: at + 4 + view.getUint16(at + 2, true) };
    if (field.end > end) break;
    fields.set(view.getUint16(at, true), field);
    at = field.end;
  }
  return fields;
}

/** Inflated size, compressed size and offset, each taken from the ZIP64 field when 32 bits were too few. */
function readWideNumbers(
  view: DataView,
  field: Field | undefined,
  narrow: [number, number, number],
): [number, number, number] {
  let at = field?.start ?? 0;
  const widen = (value: number): number => {
    if (value !== 0xffffffff || !field || at + 8 > field.end) return value;
    at += 8;
    return Number(view.getBigUint64(at - 8, true));
  };
  return [widen(narrow[0]), widen(narrow[1]), widen(narrow[2])];
}

/** Info-ZIP's UTF-8 name, valid only while its checksum matches the plain name. */
function readUnicodePath(bytes: Uint8Array, field: Field | undefined, rawName: Uint8Array): Uint8Array | null {
  if (!field || field.end - field.start < 6 || bytes[field.start] !== 1) return null;
  if (viewOf(bytes).getUint32(field.start + 1, true) !== crc32(rawName)) return null;
  return bytes.subarray(field.start + 5, field.end);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
