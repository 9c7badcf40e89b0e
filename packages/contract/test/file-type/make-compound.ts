const SECTOR = 512;
const NONE = 0xffffffff;

/** A compound file of empty streams: its header, one sector of its table, and its directory. */
export function makeCompound(root: readonly { readonly name: string; readonly within?: readonly string[] }[]) {
  const entries: { name: string; kind: number; next: number; child: number }[] = [];
  const add = (name: string, kind: number) => entries.push({ name, kind, next: NONE, child: NONE }) - 1;
  const addAll = (parent: number, children: readonly { name: string; within?: readonly string[] }[]) => {
    let before: number | null = null;
    for (const { name, within } of children) {
      const at = add(name, within ? 1 : 2);
      if (before === null) entries[parent]!.child = at;
      else entries[before]!.next = at;
      before = at;
      if (within)
        addAll(
          at,
          within.map((inner) => ({ name: inner })),
        );
    }
  };
  addAll(add("Root Entry", 5), root);
  const sectors = Math.ceil(entries.length / 4);
  const file = Buffer.alloc(SECTOR * (2 + sectors));
  file.write("d0cf11e0a1b11ae1", 0, "hex");
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  for (let at = 0; at < sectors; at += 1)
    file.writeUInt32LE(at + 1 < sectors ? at + 2 : 0xfffffffe, SECTOR + (at + 1) * 4);
  for (const [at, { name, kind, next, child }] of entries.entries()) {
    const start = SECTOR * 2 + at * 128;
    file.write(name, start, "utf16le");
    file.writeUInt16LE((name.length + 1) * 2, start + 64);
    file.writeUInt8(kind, start + 66);
    file.writeUInt32LE(NONE, start + 68);
    file.writeUInt32LE(next, start + 72);
    file.writeUInt32LE(child, start + 76);
  }
  return new Uint8Array(file);
}
