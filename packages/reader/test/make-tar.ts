/** What a TAR has of a file; `type` is its letter, a file's own by default. */
export interface TarEntry {
  readonly name: string;
  readonly data?: string | Uint8Array;
  readonly type?: string;
  /** Where the header says another size than the bytes have. */
  readonly size?: number;
  /** Of before the mark `ustar`. */
  readonly isOld?: boolean;
  /** Blocks after the header that go on with the map of a sparse file. */
  readonly maps?: number;
}

export function makeTar(entries: readonly TarEntry[]): Uint8Array {
  const blocks = entries.flatMap((entry) => {
    const data = Buffer.from(entry.data ?? "");
    return [
      makeHeader(entry, data.length),
      makeMaps(entry.maps ?? 0),
      data,
      Buffer.alloc((512 - (data.length % 512)) % 512),
    ];
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function makeHeader({ name, type = "0", size, isOld = false, maps = 0 }: TarEntry, length: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${(size ?? length).toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(type, 156);
  if (!isOld) header.write("ustar\x0000", 257, "latin1");
  if (maps > 0) header[482] = 1;
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function makeMaps(count: number): Buffer {
  const maps = Buffer.alloc(512 * count, 0x31);
  for (let at = 1; at <= count; at += 1) maps[512 * (at - 1) + 504] = at < count ? 1 : 0;
  return maps;
}

/** The attributes of the file after them, as POSIX writes them. */
export function paxOf(attributes: Readonly<Record<string, string | Uint8Array>>): TarEntry {
  const data = Object.entries(attributes).map(([key, value]) => {
    const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from("\n")]);
    return Buffer.concat([Buffer.from(`${rest.length + String(rest.length + 2).length}`), rest]);
  });
  return { name: "PaxHeaders/x", type: "x", data: Buffer.concat(data) };
}
