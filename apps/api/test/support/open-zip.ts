/** The entries of a ZIP whose entries are stored one after the other, by what its local headers say, in their order. */
export function openZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Uint8Array>();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const size = view.getUint32(at + 22, true);
    const nameEnd = at + 30 + view.getUint16(at + 26, true);
    const start = nameEnd + view.getUint16(at + 28, true);
    entries.set(new TextDecoder().decode(bytes.subarray(at + 30, nameEnd)), bytes.subarray(start, start + size));
    at = start + size;
  }
  return entries;
}
