import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { readXlsx } from "hucre";
import mammoth from "mammoth";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { listDeflated } from "./list-deflated.ts";

// Reads a file by a library alone: bare-reader.ts <what> <small file> <file> <rounds>; prints what the last costs.
const [what, small, path, rounds] = process.argv.slice(2) as [keyof typeof READERS, string, string, string];

const READERS = {
  docx: (bytes: Buffer) => mammoth.convertToHtml({ buffer: bytes }),
  xlsx: (bytes: Buffer) => readXlsx(bytes),
  pdf: readPdf,
  zip: async (bytes: Buffer) => listDeflated(bytes).map((packed) => inflateRawSync(packed).length),
};

async function readPdf(bytes: Buffer): Promise<number> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  let items = 0;
  for (let at = 1; at <= pdf.numPages; at++) items += (await (await pdf.getPage(at)).getTextContent()).items.length;
  await pdf.loadingTask.destroy();
  return items;
}

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
