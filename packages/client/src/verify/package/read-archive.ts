import { PackageFault } from "./findings.ts";
import type { PackageSource } from "./package-source.ts";

export interface ArchiveEntry {
  readonly name: string;
  /** Of its first byte. */
  readonly start: number;
  readonly size: number;
  readonly crc32: number;
}

const UINT32_MAX = 0xffff_ffff;
const DIRECTORY_MAX = 256 * 2 ** 20;
const ENTRIES_MAX = 100_000;
const NAME = /^(?:originals\/[0-9a-f]{64}(?:\.[A-Za-z0-9]{1,16})?|[a-z][a-z0-9-]*\.[a-z]{1,8})$/;
/** 1980-01-01. */
const DATE = 33;

/** What the end of the archive says of its directory. */
interface Directory {
  readonly count: number;
  readonly size: number;
  readonly start: number;
  /** Where it must end. */
  readonly stop: number;
}

/**
 * The entries of a ZIP that are stored one after another. Nothing in it is free: each header is the one that follows from
 * name, size, place and CRC-32, so that the archive holds no other byte. Throws PackageFault.
 */
export async function readArchive(source: PackageSource): Promise<ReadonlyMap<string, ArchiveEntry>> {
  const { count, size, start, stop } = await findDirectory(source);
  if (count > ENTRIES_MAX || size > DIRECTORY_MAX || start + size !== stop)
    throw new PackageFault("the archive's directory does not lie where its end says");
  const directory = await source.read(start, stop);
  const entries = new Map<string, ArchiveEntry>();
  let [at, place, last] = [0, 0, ""];
  for (let number = 0; number < count; number++) {
    const header = readHeader(directory, at);
    if (entries.has(header.name)) throw new PackageFault(`'${header.name}' is in the archive twice`);
    if (header.name < last) throw new PackageFault("the archive's entries are not in the order of their names");
    const meant = { ...header, place };
    const [local, central] = [localHeader(meant), centralHeader(meant)];
    const found = await source.read(place, place + local.length);
    if (!isEqual(directory.subarray(at, at + central.length), central) || !isEqual(found, local))
      throw new PackageFault(`'${header.name}' has a header other than the format's`);
    entries.set(header.name, { ...header, start: place + local.length });
    at += central.length;
    place += local.length + header.size;
    last = header.name;
  }
  const end = await source.read(stop, source.size);
  if (at !== size || place !== start || !isEqual(end, endOfArchive(count, size, start)))
    throw new PackageFault("the archive holds bytes that belong to no entry");
  return entries;
}

async function findDirectory({ size: length, read }: PackageSource): Promise<Directory> {
  const end = viewOf(await read(Math.max(0, length - 22), length));
  if (end.byteLength < 22 || end.getUint32(0, true) !== 0x06054b50)
    throw new PackageFault("the archive has no end: it was cut off, or is no ZIP");
  const [count, size, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  if (count < 0xffff && size < UINT32_MAX && start < UINT32_MAX) return { count, size, start, stop: length - 22 };
  const stop = length - 98;
  const wide = viewOf(await read(Math.max(0, stop), Math.max(0, stop) + 56));
  if (stop < 0 || wide.byteLength < 56 || wide.getUint32(0, true) !== 0x06064b50)
    throw new PackageFault("the archive's ZIP64 end is not where it must be");
  const large = (at: number) => Number(wide.getBigUint64(at, true));
  return { count: large(32), size: large(40), start: large(48), stop };
}

function readHeader(directory: Uint8Array, at: number): Omit<ArchiveEntry, "start"> {
  const view = viewOf(directory.subarray(at));
  if (view.byteLength < 46 || view.getUint32(0, true) !== 0x02014b50)
    throw new PackageFault("the archive's directory is damaged");
  const nameEnd = 46 + view.getUint16(28, true);
  const name = String.fromCharCode(...directory.subarray(at + 46, at + nameEnd));
  if (view.getUint16(10, true) !== 0) throw new PackageFault(`'${name}' is compressed: every entry is stored`);
  if (!NAME.test(name)) throw new PackageFault(`'${name}' is no name of a package's file`);
  const size = view.getUint32(24, true);
  const crc32 = view.getUint32(16, true);
  if (size < UINT32_MAX) return { name, size, crc32 };
  if (view.getUint16(30, true) < 20 || view.byteLength < nameEnd + 20)
    throw new PackageFault("the archive's directory is damaged");
  return { name, size: Number(view.getBigUint64(nameEnd + 4, true)), crc32 };
}

type Placed = Omit<ArchiveEntry, "start"> & { readonly place: number };
/** Width in bytes, and value. */
type Field = readonly [width: 2 | 4 | 8, value: number];

function localHeader({ name, size, crc32 }: Placed): Uint8Array {
  const wide = size >= UINT32_MAX ? [size, size] : [];
  const version = wide.length > 0 ? 45 : 20;
  return toBytes([[4, 0x04034b50], ...sharedFields({ name, size, crc32 }, version), [2, lengthOf(wide)]], name, wide);
}

function centralHeader({ name, size, crc32, place }: Placed): Uint8Array {
  const wide = [...(size >= UINT32_MAX ? [size, size] : []), ...(place >= UINT32_MAX ? [place] : [])];
  const version = wide.length > 0 ? 45 : 20;
  const rest: readonly Field[] = [
    [2, lengthOf(wide)],
    [2, 0],
    [4, 0],
    [4, 0],
    [4, Math.min(place, UINT32_MAX)],
  ];
  return toBytes([[4, 0x02014b50], [2, version], ...sharedFields({ name, size, crc32 }, version), ...rest], name, wide);
}

/** Version needed, no flags, stored, midnight, the date, CRC-32, sizes, and how long the name is. */
function sharedFields({ name, size, crc32 }: Omit<ArchiveEntry, "start">, version: number): readonly Field[] {
  const shown = Math.min(size, UINT32_MAX);
  return [
    [2, version],
    [4, 0],
    [2, 0],
    [2, DATE],
    [4, crc32],
    [4, shown],
    [4, shown],
    [2, name.length],
  ];
}

function endOfArchive(count: number, size: number, start: number): Uint8Array {
  const shown = Math.min(count, 0xffff);
  const isWide = count >= 0xffff || size >= UINT32_MAX || start >= UINT32_MAX;
  const wide: readonly Field[] = [
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
    [4, 0x07064b50],
    [4, 0],
    [8, start + size],
    [4, 1],
  ];
  return toBytes([
    ...(isWide ? wide : []),
    [4, 0x06054b50],
    [4, 0],
    [2, shown],
    [2, shown],
    [4, Math.min(size, UINT32_MAX)],
    [4, Math.min(start, UINT32_MAX)],
    [2, 0],
  ]);
}

const lengthOf = (wide: readonly number[]) => (wide.length === 0 ? 0 : 4 + 8 * wide.length);

/** Fields, then a name, then the extra field of ZIP64 where a number is too large for its own. */
function toBytes(fields: readonly Field[], name = "", wide: readonly number[] = []): Uint8Array {
  const extra: readonly Field[] =
    wide.length === 0 ? [] : [[2, 1], [2, 8 * wide.length], ...wide.map((value) => [8, value] as const)];
  return Uint8Array.from([...fields.flatMap(toLittle), ...new TextEncoder().encode(name), ...extra.flatMap(toLittle)]);
}

function toLittle([width, value]: Field): number[] {
  return Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** at) % 256);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
