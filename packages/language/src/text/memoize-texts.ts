/** Of all texts that one memory keeps. */
const CHARACTERS_MAX = 250_000;

/**
 * The same function, which reads a text once where it is asked for it again and again: the requirements of a run are assessed
 * against the same passages, one job each. It keeps what it found for the texts that were asked for last, up to a bound of all
 * their characters: two generations, the older given up whole. What it returns is shared, so nothing may change it.
 */
export function memoizeTexts<Read>(read: (text: string) => Read): (text: string) => Read {
  let newer = new Map<string, Read>();
  let older = new Map<string, Read>();
  let characters = 0;
  return (text) => {
    const known = newer.get(text);
    if (known !== undefined) return known;
    const found = older.get(text) ?? read(text);
    if (text.length > CHARACTERS_MAX / 2) return found;
    characters += text.length;
    if (characters > CHARACTERS_MAX / 2) {
      older = newer;
      newer = new Map();
      characters = text.length;
    }
    newer.set(text, found);
    return found;
  };
}
