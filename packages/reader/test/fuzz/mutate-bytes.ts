import * as fc from "fast-check";
import { unzipSync, zipSync } from "fflate";

/** One change to a file: `at` and `to` are places as parts of its length. */
interface Edit {
  readonly kind: "set" | "insert" | "remove" | "repeat" | "cut" | "move" | "grow" | "nest";
  readonly at: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** What parsers count, look up, or open by. */
const TOKENS: readonly Uint8Array[] = [
  ..."\0|\u00ff|\u00ff\u00ff\u00ff\u00ff|\0\0\0\u0080|\u007f\u00ff\u00ff\u00ff|-1|0|2147483648|99999999999|1e999|NaN|&#0;|&#xD800;|&lt;|]]>|<!--".split(
    "|",
  ),
  ..."<![CDATA[|<!DOCTYPE a [<!ENTITY b 'c'>]>|&b;|xml:space='preserve'|r:id='rId1'|__proto__|constructor|\u00c3\u0028|\u00ed\u00a0\u0080|\r\n|\r\n\r\n".split(
    "|",
  ),
  ..."endobj|endstream|stream\n|/Length 99999999|/Kids [1 0 R]|/Parent 1 0 R|<< /A 1 0 R >>|obj\n|/FlateDecode|/Filter [/ASCIIHexDecode /ASCIIHexDecode]".split(
    "|",
  ),
  ..."PK\u0003\u0004|PK\u0001\u0002|PK\u0005\u0006|Content-Type: multipart/mixed; boundary=x|--x--|=?utf-8?b?=?=|begin 644 a|{\\rtf1|\\bin99999 |\\u-1?|\\ucs".split(
    "|",
  ),
  ..."\"|'|,|;|[|]|{|}|(|)|:|- |? |*a|&a |<<: *a|| |>|#|```|~~~|<table>|<tr><td colspan=99999 rowspan=99999>|<style>*{|@media|url(|calc((".split(
    "|",
  ),
].map(latin1);

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("set", "set", "insert", "insert", "remove", "repeat", "cut", "move", "grow", "nest"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.oneof(fc.constantFrom(...TOKENS), fc.uint8Array({ minLength: 1, maxLength: 8 })),
});

const PIECE = 64;
const GROWTH = 500;

function applyEdit(file: Uint8Array, { kind, at, to, bytes }: Edit): Uint8Array {
  const from = Math.floor(at * file.length);
  const length = 1 + Math.floor(to * PIECE);
  const until = Math.min(file.length, from + length);
  const [before, piece, after] = [file.subarray(0, from), file.subarray(from, until), file.subarray(until)];
  switch (kind) {
    case "set":
      return Buffer.concat([before, bytes.subarray(0, file.length - from), file.subarray(from + bytes.length)]);
    case "insert":
      return Buffer.concat([before, bytes, file.subarray(from)]);
    case "remove":
      return Buffer.concat([before, after]);
    case "repeat":
      return Buffer.concat([before, ...Array.from({ length: 20 }, () => piece), after]);
    case "cut":
      return before;
    case "move": {
      const target = Math.floor(to * before.length);
      return Buffer.concat([before.subarray(0, target), piece, before.subarray(target), after]);
    }
    case "grow":
      return Buffer.concat([before, ...Array.from({ length: GROWTH }, () => bytes), file.subarray(from)]);
    case "nest": {
      const opens = Array.from({ length: GROWTH }, () => latin1("<a>"));
      const closes = Array.from({ length: GROWTH }, () => latin1("</a>"));
      return Buffer.concat([before, ...opens, piece, ...closes, after]);
    }
    default:
      return kind satisfies never;
  }
}

/** The file with some of its bytes changed. */
function editBytes(file: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.array(edit, { minLength: 1, maxLength: 5 }).map((edits) => edits.reduce(applyEdit, file));
}

/** The package with bytes of one of its parts changed before it was packed, or with a part omitted or doubled. */
function editPart(parts: Readonly<Record<string, Uint8Array>>): fc.Arbitrary<Uint8Array> {
  const names = Object.keys(parts);
  return fc
    .record({
      name: fc.constantFrom(...names),
      edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
      act: fc.constantFrom("edit", "edit", "edit", "edit", "edit", "leave out", "swap"),
      other: fc.constantFrom(...names),
    })
    .map(({ name, edits, act, other }) => {
      const { [name]: part, ...rest } = parts;
      if (act === "leave out") return zipSync(rest);
      if (act === "swap") return zipSync({ ...parts, [name]: parts[other]! });
      return zipSync({ ...rest, [name]: edits.reduce(applyEdit, part!) });
    });
}

/** A broken relative of a file: of a ZIP, mostly inside what is packed, as broken packing says little about the parser. */
export function mutate(file: Uint8Array): fc.Arbitrary<Uint8Array> {
  const parts = unpack(file);
  if (!parts) return editBytes(file);
  return fc.oneof({ weight: 3, arbitrary: editPart(parts) }, editBytes(file));
}

function unpack(file: Uint8Array): Record<string, Uint8Array> | undefined {
  if (Buffer.from(file.subarray(0, 2)).toString() !== "PK") return undefined;
  try {
    const parts = unzipSync(file, { filter: ({ originalSize }) => originalSize < 2_000_000 });
    return Object.keys(parts).length > 0 ? parts : undefined;
  } catch {
    return undefined;
  }
}
