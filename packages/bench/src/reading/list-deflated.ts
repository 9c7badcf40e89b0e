const ENTRY = 0x02014b50;

/** The packed bytes of each entry of a ZIP that `makeZip` made. */
export function listDeflated(bytes: Buffer): Buffer[] {
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const found: Buffer[] = [];
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === ENTRY; ) {
    const [packed, name, extra, comment] = [20, 28, 30, 32].map((field, index) =>
      index === 0 ? bytes.readUInt32LE(at + field) : bytes.readUInt16LE(at + field),
    ) as [number, number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    found.push(bytes.subarray(start, start + packed));
    at += 46 + name + extra + comment;
  }
  return found;
}
