import { expect, test } from "vitest";
import { sizeOfZip, startCrc32, streamZip, type ZipEntry } from "../../src/package/zip-stream.ts";

function entryOf(name: string, text: string): ZipEntry {
  const bytes = new TextEncoder().encode(text);
  const crc = startCrc32();
  crc.add(bytes);
  return { name, size: bytes.length, crc32: crc.end(), content: () => [bytes] };
}

async function collect(entries: readonly ZipEntry[]): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of streamZip(entries)) parts.push(part);
  return parts;
}

test("an entry that is not what was announced ends the stream with an error", async () => {
  const entry = entryOf("a.json", "{}");
  for (const text of ["[]", "{ }", "{"])
    await expect(collect([{ ...entry, content: () => [new TextEncoder().encode(text)] }])).rejects.toThrow("a.json");
});

test("what does not fit into 32 bits is written as ZIP64, and nothing else is", async () => {
  const block = new Uint8Array(256 << 20);
  const size = 17 * block.length;
  const large = { name: "a.bin", size, crc32: 1, isChecked: true, content: () => Array<Uint8Array>(17).fill(block) };
  const entries = [large, entryOf("b.txt", "small")];
  let [length, tail] = [0, Buffer.alloc(0)];
  const heads: Uint8Array[] = [];
  for await (const bytes of streamZip(entries)) {
    length += bytes.length;
    if (bytes !== block) heads.push(bytes);
  }
  tail = Buffer.concat(heads);
  expect(length).toBe(sizeOfZip(entries));
  const local = tail.subarray(0, 55);
  expect([local.readUInt16LE(4), local.readUInt32LE(22), local.readUInt16LE(35)]).toEqual([45, 0xffffffff, 1]);
  expect([local.readBigUInt64LE(39), local.readBigUInt64LE(47)]).toEqual([BigInt(size), BigInt(size)]);
  expect(tail.readUInt16LE(55 + 4)).toBe(20);
  const locator = tail.length - 22 - 20;
  expect(tail.readUInt32LE(locator)).toBe(0x07064b50);
  const end = locator - 56;
  expect(tail.readUInt32LE(end)).toBe(0x06064b50);
  expect(tail.readBigUInt64LE(locator + 8)).toBe(BigInt(length - 22 - 20 - 56));
  const directoryBytes = Number(tail.readBigUInt64LE(end + 40));
  expect(tail.readBigUInt64LE(end + 48)).toBe(BigInt(length - 22 - 20 - 56 - directoryBytes));
  const second = tail.subarray(end - directoryBytes).indexOf("b.txt") - 46 + end - directoryBytes;
  expect(tail.readUInt32LE(second + 42)).toBe(0xffffffff);
  expect(tail.readBigUInt64LE(second + 46 + 5 + 4)).toBe(BigInt(55 + size));
});
