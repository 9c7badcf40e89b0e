const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** Bytes of an entry's name to text: UTF-8 where it is valid, Chinese GB18030 where only that makes words, else cp437. */
export function decodeZipName(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? decodeChinese(bytes) ?? decodeCp437(bytes);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

// GBK writes each ideograph as two bytes, so accented cp437 names, whose high bytes stand alone, do not pass.
function decodeChinese(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("gb18030", { fatal: true }).decode(bytes);
    const foreign = text.replace(/[\x20-\x7e]/g, "");
    return foreign.length >= 2 && /^[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef─-╿]+$/.test(foreign) ? text : null;
  } catch {
    return null;
  }
}

function decodeCp437(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80];
  return text;
}
