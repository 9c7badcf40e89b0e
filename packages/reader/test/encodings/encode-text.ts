const tables = new Map<string, Map<string, number[]>>();

/** The bytes of a text in an encoding that TextDecoder knows; throws for a character that it lacks. */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding === "iso-2022-jp") return encodeIso2022Jp(text);
  const table = tableOf(encoding === "gb18030" ? "gbk" : encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const known = code < 0x80 ? [code] : table.get(character);
    if (!known) throw new Error(`Cannot encode '${character}' in ${encoding}`);
    bytes.push(...known);
  }
  return Uint8Array.from(bytes);
}

function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const put = (bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let first = 0x80; first <= 0xff; first += 1) put([first]);
  if (["shift_jis", "euc-jp", "gbk", "big5", "euc-kr"].includes(encoding))
    for (let first = 0x81; first <= 0xfe; first += 1)
      for (let second = 0x40; second <= 0xfe; second += 1) put([first, second]);
  tables.set(encoding, table);
  return table;
}

/** Two-byte characters of EUC-JP without their high bits, between escapes. */
function encodeIso2022Jp(text: string): Uint8Array {
  const bytes: number[] = [];
  let wide = false;
  const shift = (to: boolean) => {
    if (wide !== to) bytes.push(0x1b, ...(to ? [0x24, 0x42] : [0x28, 0x42]));
    wide = to;
  };
  for (const character of text) {
    const code = character.codePointAt(0)!;
    shift(code >= 0x80);
    if (code < 0x80) bytes.push(code);
    else
      bytes.push(
        ...tableOf("euc-jp")
          .get(character)!
          .map((byte) => byte & 0x7f),
      );
  }
  shift(false);
  return Uint8Array.from(bytes);
}
