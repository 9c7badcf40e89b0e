import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { readXlsx } from "hucre";
import mammoth from "mammoth";
import { listDeflated } from "./list-deflated.ts";

// Reads a file by a library alone: bare-reader.ts <what> <small file> <file> <rounds>; prints what the last costs.
const [what, small, path, rounds] = process.argv.slice(2) as [keyof typeof READERS, string, string, string];

const READERS = {
  docx: (bytes: Buffer) => mammoth.convertToHtml({ buffer: bytes }),
  xlsx: (bytes: Buffer) => readXlsx(bytes),
  zip: async (bytes: Buffer) => listDeflated(bytes).map((packed) => inflateRawSync(packed).length),
};

await READERS[what](readFileSync(small));
const spent: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const bytes = readFileSync(path);
  const before = process.cpuUsage();
  await READERS[what](bytes);
  const { user, system } = process.cpuUsage(before);
  spent.push((user + system) / 1000);
}
console.log(JSON.stringify({ cpuMs: Math.min(...spent), peakMb: process.resourceUsage().maxRSS / 1024 }));
