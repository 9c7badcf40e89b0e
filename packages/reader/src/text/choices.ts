/** One writing of choices for all formats: the box directly before the words of its option. */
export const BOXES = { on: "☒", off: "☐" } as const;
/** A list to choose from, of which nothing is chosen. */
export const NOTHING_CHOSEN = `${BOXES.off} (nothing chosen)`;

export const boxOf = (isOn: boolean): string => (isOn ? BOXES.on : BOXES.off);

const PLACEHOLDER =
  /^(?:[-–—_.…\s]*|[-–—<([\s]*(?:please |bitte |veuillez |por favor,? )?(?:select|choose|pick|choisir|choisissez|sélectionne[rz]|elija|elegir|selecci[oó]n(?:e|ar)|scegli(?:ere)?|seleziona(?:re)?|escolh(?:a|er)|selecion(?:e|ar)|kies|selecteer|auswählen|wählen)\b(?:\s+\S+){0,5}[\s.…>)\]–—-]*)$/iu;

/** Whether an entry of a list only asks to choose. */
export function isPlaceholder(entry: string): boolean {
  return entry.length <= 60 && PLACEHOLDER.test(entry.trim());
}

const SYMBOLS: Readonly<Record<string, string>> = {
  "6f": "☐",
  "71": "☐",
  "72": "☐",
  a8: "☐",
  "78": "☒",
  fd: "☒",
  fe: "☑",
  fc: "✓",
  fb: "✗",
};
const SYMBOLS_2: Readonly<Record<string, string>> = {
  a3: "☐",
  "2a": "☐",
  "30": "☐",
  "52": "☑",
  "53": "☒",
  "51": "☒",
  "54": "☒",
  "50": "✓",
  "4f": "✗",
};

export const isSymbolFont = (font: string): boolean => /^wingdings(?:\s*2)?$/i.test(font);

/** The character that a symbol font of Windows draws for a code, where it is a box or a mark. */
export function symbolOf(font: string, code: number): string | undefined {
  const key = (code & 0xff).toString(16).padStart(2, "0");
  if (/^wingdings\s*2$/i.test(font)) return SYMBOLS_2[key];
  return /^wingdings$/i.test(font) ? SYMBOLS[key] : undefined;
}

const PRIVATE = /[\uf06f\uf071\uf072\uf078\uf0a8\uf0fb-\uf0fe]/g;
const TICKED = /[\uf078\uf0fd\uf0fe]/;
/** Hollow squares that are bullets in many documents. */
const BULLETS = /[\uf06f\uf071\uf072]/;
const ANSWERS =
  /^\s*(?:yes|no|n\/?a|not applicable|ja|nein|oui|non|s[ií]|n[aã]o|sim|nee|partly|partial(?:ly)?|true|false)\s*(?:[,;./:(|]|[\uf06f\uf071\uf072\uf0a8]|$)/i;

/**
 * Boxes of Wingdings in the private use area, where no font is named, in the texts of a page. Hollow squares are boxes only
 * where one is ticked, or before an answer.
 */
export function plainBoxes(texts: readonly string[]): readonly string[] {
  const hasTicked = texts.some((text) => TICKED.test(text));
  const plain = [...texts];
  let next = "";
  for (let at = texts.length - 1; at >= 0; at -= 1) {
    const text = texts[at]!;
    plain[at] = text.replace(PRIVATE, (character, offset: number) => {
      const rest = text.slice(offset + 1, offset + 31);
      const isBullet = !hasTicked && BULLETS.test(character) && !ANSWERS.test(rest.trim() === "" ? next : rest);
      return isBullet ? character : (symbolOf("Wingdings", character.charCodeAt(0)) ?? character);
    });
    if (text.trim() !== "") next = text.slice(0, 30);
  }
  return plain;
}
