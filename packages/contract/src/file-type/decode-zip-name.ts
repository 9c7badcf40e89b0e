const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** A name as it is in the directory of an archive, and what the archive says of it. */
export interface RawZipName {
  readonly bytes: Uint8Array;
  /** Info-ZIP's field of the same name in Unicode, where the entry has a valid one. */
  readonly unicode: Uint8Array | null;
}

/**
 * The names of an archive as text. One that its archive has in Unicode is taken so; the others are UTF-8 where they are valid,
 * else what makes words of them: Latin letters of cp437, which ZIP prescribes, or Japanese or Chinese, by what most of the
 * others are.
 */
export function decodeZipNames(names: readonly RawZipName[]): string[] {
  const read = names.map(({ bytes, unicode }) => (unicode && decodeAs("utf-8", unicode)) ?? decodeAs("utf-8", bytes));
  const unread = names.flatMap(({ bytes }, at) => (read[at] === null ? [bytes] : []));
  const japanese = unread.filter((bytes) => decodeWide("shift_jis", bytes) !== null).length;
  const chinese = unread.filter((bytes) => decodeWide("gb18030", bytes) !== null).length;
  const order = japanese >= chinese ? (["shift_jis", "gb18030"] as const) : (["gb18030", "shift_jis"] as const);
  return names.map(({ bytes }, at) => read[at] ?? decodeUnmarked(bytes, order));
}

function decodeUnmarked(bytes: Uint8Array, order: readonly WideCharset[]): string {
  const latin = decodeCp437(bytes);
  const wide = order.map((charset) => decodeWide(charset, bytes)).find((text) => text !== null);
  if (wide === undefined) return latin;
  // Kana in a row are no chance; ideographs alone may be.
  return isLatin(latin) && !/[\u3041-\u30ff]{2}/.test(wide) ? latin : wide;
}

function decodeAs(charset: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

type WideCharset = "shift_jis" | "gb18030";

const FOREIGN = /[^\x20-\x7e]+/g;
const EAST_ASIAN = /^[\u3000-\u303f\u3041-\u30ff\u4e00-\u9fff\uff00-\uff60─-╿]+$/;

/** Null where it makes no words: other signs, a lone one between Latin letters, or ideographs that are rare in such names. */
function decodeWide(charset: WideCharset, bytes: Uint8Array): string | null {
  const text = decodeAs(charset, bytes);
  if (text === null) return null;
  const runs = [...text.matchAll(FOREIGN)];
  const isWord = ({ 0: run, index }: RegExpExecArray) =>
    EAST_ASIAN.test(run) && (run.length > 1 || !/[a-z]/i.test((text[index - 1] ?? "") + (text[index + 1] ?? "")));
  if (runs.length === 0 || !runs.every(isWord) || runs.every(([run]) => run.length < 2)) return null;
  return countRare(charset, bytes) * 4 <= runs.reduce((sum, [run]) => sum + run.length, 0) ? text : null;
}

/** Characters that are in the tables of a charset and hardly ever in names. */
function countRare(charset: WideCharset, bytes: Uint8Array): number {
  let rare = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead, trail] = [bytes[at]!, bytes[at + 1] ?? 0];
    if (lead < 0x80) continue;
    if (charset === "gb18030" ? lead < 0xa1 || lead > 0xd7 || trail < 0xa1 : lead > 0x97) rare += 1;
    at += 1;
  }
  return rare;
}

/** Whether its signs beyond ASCII are letters, next to others. */
function isLatin(text: string): boolean {
  return [...text.matchAll(/[^\x20-\x7e]+/g)].every(
    ({ 0: run, index }) =>
      /^[Ç-ÑéßÀ-ÿ]{1,2}$/.test(run) && /[a-z]/i.test((text[index - 1] ?? "") + (text[index + run.length] ?? "")),
  );
}

function decodeCp437(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80];
  return text;
}
