export interface TypedMention {
  /** Where the `@` is. */
  readonly start: number;
  /** What follows it, up to the caret. */
  readonly q: string;
}

/** The name that is being typed after an `@` at the caret; undefined where none is. */
export function findTypedMention(text: string, caret: number): TypedMention | undefined {
  const match = /(?:^|[^\p{L}\p{N}._%+-])@([^\s@]{0,60})$/u.exec(text.slice(0, caret));
  return match ? { start: caret - match[1]!.length - 1, q: match[1]! } : undefined;
}

/** The text with the typed name replaced by an address and a space, and where the caret goes. */
export function completeMention(
  text: string,
  { start, q }: TypedMention,
  address: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${address} `;
  return { text: before + text.slice(start + 1 + q.length).replace(/^ /, ""), caret: before.length };
}
