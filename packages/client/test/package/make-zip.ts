import { crc32 } from "node:zlib";

/** Written from the format's description, not from the service's code; small files alone. */
export function makeZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const [name, data] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(33, 8);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(place, 10);
    parts.push(Buffer.from("PK\x03\x04"), shared, Buffer.from(name), Buffer.from(data));
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), shared, central, Buffer.from(name));
    place += 30 + name.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
