import { rememberTexts } from "./remember-texts.ts";

/** What patterns find in a text, one pattern after the other; read once for the requirements that are judged by the same text. */
export function rememberMatches(...patterns: readonly RegExp[]): (text: string) => readonly RegExpExecArray[] {
  return rememberTexts((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]));
}
