import type { MailAttachment } from "./list-contents.ts";
import { unpackRtf } from "./unpack-rtf.ts";

const SIGNATURE = 0x223e9f78;
/** Of messages within messages. */
const LEVELS_MAX = 3;
const FILES_MAX = 10_000;
const PROPERTIES_MAX = 10_000;
/** Parts of an envelope. */
const KIND = { title: 0x18010, data: 0x6800f, begin: 0x69002, message: 0x69003, file: 0x69005, body: 0x2800c };
/** Numbers of properties, as Outlook gives them. */
const PROPERTY = { longName: 0x3707, name: 0x3704, content: 0x3701, rich: 0x1009, html: 0x1013, text: 0x1000 };
const TYPE = { object: 0x0d, text: 0x1e, wide: 0x1f, binary: 0x102 };
const FIXED_BYTES: Readonly<Record<number, number>> = { 5: 8, 6: 8, 7: 8, 20: 8, 64: 8, 72: 16 };
/** Before an object's bytes: what kind of object it is. */
const OBJECT_KIND_BYTES = 16;

/** What an envelope of Outlook holds: the body in its forms, null where it has none, and the files. */
export interface Tnef {
  readonly rich: Uint8Array | null;
  readonly html: Uint8Array | null;
  readonly text: string | null;
  readonly files: readonly MailAttachment[];
}

interface OpenFile {
  name: string | null;
  content: Uint8Array | null;
  /** What is inside, where it is a message. */
  inner: readonly MailAttachment[] | null;
}

/** Throws RangeError for bytes that are no envelope, or cut off. */
export function readTnef(bytes: Uint8Array, level = 1): Tnef {
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== SIGNATURE) throw new RangeError("The bytes are no envelope of Outlook");
  let [rich, html, text]: [Uint8Array | null, Uint8Array | null, string | null] = [null, null, null];
  const files: OpenFile[] = [];
  // A byte, the kind, the length, the bytes and a checksum of each part.
  let at = 6;
  while (at + 9 <= bytes.length) {
    const [kind, length] = [view.getUint32(at + 1, true), view.getUint32(at + 5, true)];
    const data = bytes.subarray(at + 9, at + 9 + length);
    if (data.length < length) throw new RangeError("The envelope is cut off");
    at += length + 11;
    const file = files.at(-1);
    if (kind === KIND.begin && files.push({ name: null, content: null, inner: null }) > FILES_MAX)
      throw new RangeError("The envelope has too many files");
    if (kind === KIND.title && file) file.name ??= decode(data, TYPE.text);
    else if (kind === KIND.data && file) file.content = data;
    else if (kind === KIND.file && file) addProperties(file, readProperties(data), level);
    else if (kind === KIND.body) text ??= decode(data, TYPE.text);
    else if (kind === KIND.message) {
      const properties = readProperties(data);
      rich ??= properties.get(PROPERTY.rich)?.bytes ?? null;
      html ??= properties.get(PROPERTY.html)?.bytes ?? null;
      text ??= textOf(properties, PROPERTY.text);
    }
  }
  if (bytes.subarray(at).some((byte) => byte !== 0)) throw new RangeError("The envelope is cut off");
  const list = files.flatMap(
    ({ name, content, inner }, at) => inner ?? [toFile(name ?? `attachment-${at + 1}`, content)],
  );
  return { rich, html, text, files: list };
}

function addProperties(file: OpenFile, properties: Properties, level: number): void {
  file.name = textOf(properties, PROPERTY.longName) ?? textOf(properties, PROPERTY.name) ?? file.name;
  const content = properties.get(PROPERTY.content);
  if (content?.type !== TYPE.object) file.content ??= content?.bytes ?? null;
  else {
    file.content = content.bytes.subarray(OBJECT_KIND_BYTES);
    file.inner = level < LEVELS_MAX ? openMessage(file.name ?? "message", file.content, level) : null;
  }
}

/** The text and the files of a message within the message; null where it is none. */
function openMessage(name: string, bytes: Uint8Array, level: number): MailAttachment[] | null {
  try {
    const { rich, html, text, files } = readTnef(bytes, level + 1);
    const body = rich
      ? toFile(`${name}.rtf`, unpackRtf(rich))
      : html
        ? toFile(`${name}.html`, html)
        : toFile(`${name}.txt`, new TextEncoder().encode(text ?? ""));
    return [body, ...files];
  } catch {
    return null;
  }
}

function toFile(name: string, content: Uint8Array | null): MailAttachment {
  return { name, mediaType: "", inline: false, content: () => content && Buffer.from(content) };
}

type Properties = ReadonlyMap<number, { readonly type: number; readonly bytes: Uint8Array }>;

function textOf(properties: Properties, id: number): string | null {
  const found = properties.get(id);
  return (found && decode(found.bytes, found.type)) || null;
}

/** The first value of each property that has a length of its own. Throws RangeError where they are cut off. */
function readProperties(data: Uint8Array): Properties {
  const view = viewOf(data);
  const found = new Map<number, { type: number; bytes: Uint8Array }>();
  const count = Math.min(view.getUint32(0, true), PROPERTIES_MAX);
  let at = 4;
  const next = () => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  for (let property = 0; property < count; property += 1) {
    const [type, id] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    at += 4;
    if (id >= 0x8000) {
      at += 16;
      // Named by a text, or by a number.
      if (next() === 1) skipPadded(next());
      else at += 4;
    }
    const single = type & 0xfff;
    const isLong = Object.values(TYPE).includes(single);
    const values = isLong || type & 0x1000 ? next() : 1;
    if (values > data.length) throw new RangeError("A property is cut off");
    for (let value = 0; value < values; value += 1) {
      const length = isLong ? next() : (FIXED_BYTES[single] ?? 4);
      if (isLong && value === 0) found.set(id, { type: single, bytes: data.subarray(at, at + length) });
      skipPadded(length);
    }
  }
  return found;

  function skipPadded(length: number): void {
    at += Math.ceil(length / 4) * 4;
    if (at > data.length) throw new RangeError("A property is cut off");
  }
}

function decode(bytes: Uint8Array, type: number): string {
  return new TextDecoder(type === TYPE.wide ? "utf-16le" : "windows-1252").decode(bytes).replace(/\0.*$/s, "");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
