/** What is known of a file: its first and its last bytes. */
interface Sample {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly sizeBytes: number;
}

interface RootStreams {
  readonly names: readonly string[];
  readonly isWhole: boolean;
}

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const SECTORS_MAX = 4096;
const NONE = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const FATS_IN_HEADER = 109;

/**
 * The names of the streams and storages at the root of a compound file, as its directory has them: those of files within it
 * are below. `null` where the directory is broken, or in no part of the file that is known; not `isWhole` where some of it is.
 */
export function listRootStreams(sample: Sample): RootStreams | null {
  const { head } = sample;
  if (head.length < HEADER_BYTES) return null;
  const header = viewOf(head);
  const shift = header.getUint16(30, true);
  if (header.getUint16(28, true) !== 0xfffe || (shift !== 9 && shift !== 12)) return null;
  const sectorBytes = 2 ** shift;
  const readSector = (sector: number) => readAt(sample, (sector + 1) * sectorBytes, sectorBytes);
  const nextOf = (sector: number): number | undefined => {
    const perSector = sectorBytes / 4;
    const at = Math.floor(sector / perSector);
    const fat = at < FATS_IN_HEADER ? readSector(header.getUint32(76 + at * 4, true)) : null;
    return fat?.getUint32((sector % perSector) * 4, true);
  };
  const sectors: DataView[] = [];
  let at: number | undefined = header.getUint32(48, true);
  while (at !== undefined && at < NONE) {
    const sector = sectors.length < SECTORS_MAX ? readSector(at) : null;
    if (!sector) break;
    sectors.push(sector);
    at = nextOf(at);
  }
  const found = listChildren(sectors, sectorBytes / ENTRY_BYTES);
  return found && { ...found, isWhole: found.isWhole && at !== undefined && at >= NONE };
}

/** The children of the first entry, which is the root: a tree of brothers. */
function listChildren(sectors: readonly DataView[], perSector: number): RootStreams | null {
  const entry = (id: number) => {
    const sector = sectors[Math.floor(id / perSector)];
    return sector && new DataView(sector.buffer, sector.byteOffset + (id % perSector) * ENTRY_BYTES, ENTRY_BYTES);
  };
  const root = entry(0);
  if (root?.getUint8(66) !== 5) return null;
  const names: string[] = [];
  const seen = new Set<number>();
  let isWhole = true;
  const open = [root.getUint32(76, true)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === NO_ENTRY || seen.has(id)) continue;
    const found = entry(id);
    isWhole &&= found !== undefined;
    if (!found) continue;
    seen.add(id);
    names.push(nameOf(found));
    open.push(found.getUint32(68, true), found.getUint32(72, true));
  }
  return { names, isWhole };
}

function nameOf(entry: DataView): string {
  const length = Math.min(64, entry.getUint16(64, true));
  let name = "";
  for (let at = 0; at + 2 < length; at += 2) name += String.fromCharCode(entry.getUint16(at, true));
  return name;
}

/** Bytes of the file, where its beginning or its end has them; those that a cut-off file lacks are zero. */
function readAt({ head, tail, sizeBytes }: Sample, at: number, count: number) {
  const tailStart = sizeBytes - tail.length;
  const [part, from] = at + count <= head.length ? [head, at] : [tail, at - tailStart];
  if (from < 0 || from >= part.length) return null;
  const bytes = new Uint8Array(count);
  bytes.set(part.subarray(from, from + count));
  return viewOf(bytes);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
