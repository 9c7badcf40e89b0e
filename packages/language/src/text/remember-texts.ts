/** Of all texts that one memory keeps. */
const CHARACTERS_MAX = 250_000;

/**
 * The same function, which reads a text once where it is asked for it again and again: requirements are judged by the same
 * passages. It keeps what it found for the texts asked for last, up to a bound of all their characters.
 */
export function rememberTexts<Read>(read: (text: string) => Read): (text: string) => Read {
  let newer = new Map<string, Read>();
  let older = new Map<string, Read>();
  let characters = 0;
  return (text) => {
    const known = newer.get(text);
    if (known !== undefined) return known;
    const found = older.get(text) ?? read(text);
    characters += text.length;
    if (characters > CHARACTERS_MAX / 2) {
      older = newer;
      newer = new Map();
      characters = text.length;
    }
    if (text.length <= CHARACTERS_MAX / 2) newer.set(text, found);
    return found;
  };
}
