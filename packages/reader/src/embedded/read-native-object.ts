const NAME_BYTES_MAX = 1024;
/** Of an object that the program "Object Packager" made of a file. */
const PACKAGED = 2;

/** A file as Windows packs it into an object: its size, its names, its bytes. Its name is null where it has none. */
export function readNativeObject(bytes: Uint8Array): { name: string | null; content: Uint8Array | null } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint16(4, true) !== PACKAGED) return { name: null, content: bytes.subarray(4) };
  let name: string | null = null;
  try {
    const label = readName(bytes, 6);
    const path = readName(bytes, label.end);
    name = baseName(label.text || path.text);
    // Two numbers, then the path that it had while it was packed.
    const sizeAt = path.end + 8 + view.getUint32(path.end + 4, true);
    const start = sizeAt + 4;
    const end = start + view.getUint32(sizeAt, true);
    if (end > bytes.length) return { name, content: null };
    return { name: baseName(readWideName(view, end) ?? "") ?? name, content: bytes.subarray(start, end) };
  } catch {
    return { name, content: null };
  }
}

function readName(bytes: Uint8Array, at: number): { text: string; end: number } {
  const end = bytes.indexOf(0, at);
  if (end === -1 || end - at > NAME_BYTES_MAX) throw new RangeError("A name has no end");
  return { text: new TextDecoder("windows-1252").decode(bytes.subarray(at, end)), end: end + 1 };
}

/** Newer programs write path, label and path again in wide letters after the bytes. */
function readWideName(view: DataView, at: number): string | null {
  let label: string | null = null;
  let next = at;
  for (let turn = 0; turn < 2; turn += 1) {
    if (next + 4 > view.byteLength) return null;
    const length = view.getUint32(next, true) * 2;
    if (length > NAME_BYTES_MAX || next + 4 + length > view.byteLength) return null;
    label = new TextDecoder("utf-16le").decode(new Uint8Array(view.buffer, view.byteOffset + next + 4, length));
    next += 4 + length;
  }
  return label?.replaceAll("\0", "") || null;
}

function baseName(path: string): string | null {
  return path.split(/[\\/]/).at(-1)?.trim() || null;
}
