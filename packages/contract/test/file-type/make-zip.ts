import { crc32 } from "node:zlib";

export interface TestEntry {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly externalAttributes?: number;
  readonly declaredBytes?: number;
}

/** A ZIP written byte by byte, so that a test may state what a library would never write. */
export function makeZip(entries: readonly TestEntry[], comment: Uint8Array = new Uint8Array()): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    data = Buffer.alloc(0),
    flags = 0,
    method = 0,
    externalAttributes = 0,
    declaredBytes,
  } of entries) {
    const rawName = Buffer.from(name as string);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(declaredBytes ?? data.length, 18);
    shared.writeUInt16LE(rawName.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, rawName, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(externalAttributes >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03"), shared, rest, rawName]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end, comment]));
}
