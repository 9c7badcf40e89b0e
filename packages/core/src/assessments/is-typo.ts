import { UNSPACED as UNSPACED_LETTERS } from "@assay/language/words";

/** Shorter words are other words with one letter changed. */
const LENGTH_MIN = 5;

const UNSPACED = new RegExp(`[${UNSPACED_LETTERS}]`, "u");

/** Whether two words differ by one letter that is wrong, missing, doubled or swapped with its neighbour. */
export function isTypo(left: string, right: string): boolean {
  if (Math.min(left.length, right.length) < LENGTH_MIN || Math.abs(left.length - right.length) > 1) return false;
  if (/\d/.test(left + right)) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const [rest, other] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  const isSwapped = rest.length === 2 && rest === `${other[1]}${other[0]}` && other.length === 2;
  const isOneLetter = rest.length <= 1 && other.length <= 1;
  // One character of an unspaced script is a word: 可 and 不可 say the opposite.
  return (isOneLetter || isSwapped) && !UNSPACED.test((left + right).normalize("NFC"));
}
