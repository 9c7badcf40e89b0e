import { type FileHandle, open } from "node:fs/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { makeProse } from "./make-evidence.ts";
import { seededRandom } from "./seeded-random.ts";

const VERSION = 20;
const DEFLATED = 8;
const CENTRAL_BYTES = 46;

/** Writes a ZIP entry after entry; one entry at a time is in memory. Returns the inflated bytes of all. */
export async function writeArchive(
  path: string,
  entries: Iterable<readonly [name: string, bytes: Uint8Array]>,
): Promise<number> {
  await using file = await open(path, "w");
  const directory: Buffer[] = [];
  let offset = 0;
  let inflated = 0;
  for (const [name, bytes] of entries) {
    const packed = deflateRawSync(bytes, { level: 6 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION, 0);
    shared.writeUInt16LE(DEFLATED, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const central = Buffer.alloc(CENTRAL_BYTES);
    central.write("PK\x01\x02", "latin1");
    central.writeUInt16LE(VERSION, 4);
    shared.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    directory.push(central, Buffer.from(name));
    offset += await writeAll(file, Buffer.from("PK\x03\x04", "latin1"), shared, Buffer.from(name), packed);
    inflated += bytes.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  await writeAll(file, ...directory, end);
  return inflated;
}

async function writeAll(file: FileHandle, ...parts: Buffer[]): Promise<number> {
  const bytes = Buffer.concat(parts);
  await file.write(bytes);
  return bytes.length;
}

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** A Word file of some pages of text and an image of so many bytes, which deflates well but is stored as it is. */
export function makeWordWithPicture(
  seed: number,
  { sentences, pictureBytes }: { sentences: number; pictureBytes: number },
): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  const random = seededRandom(seed);
  const pattern = Uint8Array.from({ length: 4096 }, () => Math.floor(random() * 256));
  const picture = new Uint8Array(pictureBytes);
  for (let at = 0; at < pictureBytes; at += pattern.length) picture.set(pattern.subarray(0, pictureBytes - at), at);
  const paragraphs = makeProse(seed, sentences)
    .split("\n")
    .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);
  return zipSync({
    "[Content_Types].xml": encode(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${MAIN_TYPE}"/></Types>`,
    ),
    "_rels/.rels": encode(
      `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": encode(`<w:document xmlns:w="${WORD}"><w:body>${paragraphs.join("")}</w:body></w:document>`),
    "word/media/image1.png": [picture, { level: 0 }],
  });
}
