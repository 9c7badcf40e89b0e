import { CFB } from "@e965/xlsx";
import { type EmbeddedFile, UNLISTED } from "./embedded-file.ts";
import { openStreams, readStreams } from "./ole-object.ts";

/** The folders in which an older workbook keeps its objects, in wide letters. */
const SIGN = Buffer.from("MBD", "utf16le");
const FOLDER = /^(MBD[0-9A-F]{8})\/(.+)$/i;

/** The files inside an older workbook. */
export function listXlsFiles(bytes: Uint8Array): EmbeddedFile[] {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(SIGN)) return [];
  try {
    return listObjects(bytes);
  } catch {
    return [UNLISTED];
  }
}

function listObjects(bytes: Uint8Array): EmbeddedFile[] {
  const folders = new Map<string, Map<string, Uint8Array>>();
  for (const [path, content] of readStreams(bytes)) {
    const [, folder, name] = FOLDER.exec(path) ?? [];
    if (!folder || !name) continue;
    const streams = folders.get(folder) ?? new Map<string, Uint8Array>();
    folders.set(folder, streams.set(name, content));
  }
  return [...folders.values()].map((streams, at) => {
    const label = `object${at + 1}.bin`;
    const whole = () => writeCompoundFile(streams);
    return openStreams(label, streams, whole) ?? { name: label, inline: false, content: whole };
  });
}

function writeCompoundFile(streams: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of streams) CFB.utils.cfb_add(file, `/${name}`, content);
  return new Uint8Array(CFB.write(file, { type: "buffer" }) as Uint8Array);
}
