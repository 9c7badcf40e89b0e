/** How one chunk of a segment's text ends. */
export type CutKind = "end of segment" | "between sentences" | "in a sentence";

const CLOSED = /[.!?:;…。！？；：؟۔।॥።။][\p{Pe}\p{Pf}"'*_`]*$/u;
const BEGINS_BLOCK = /^(?:[-*•▪◦–—●○‣#>|]|\(?(?:\d+(?:\.\d+)*|[a-z]|[ivxlc]+)[.):]?\s|[[(]?[A-Z]{2,6}-?\d)/;
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LEADS_ON =
  /(?:[,(/&–-]|\b(?:a|an|the|and|or|of|to|in|on|for|with|by|at|from|as|is|are|be|been|was|were|that|which|who|its|their|this|these|our|must|shall|should|will|may|can|not|any|all|each|if|than|der|die|das|den|dem|und|oder|von|zu|mit|für|le|la|les|de|des|du|et|ou|pour|avec))$/i;

/**
 * Judges by rules of its own, apart from those that cut: in a sentence is a cut inside a line without an end mark before
 * it, and one at a line's end where the words before it lead on or the words after it begin small.
 */
export function evaluateCut(text: string, end: number): CutKind {
  const before = text.slice(Math.max(0, end - 400), end).trimEnd();
  const rest = text.slice(end);
  const after = rest.trimStart();
  if (after === "") return "end of segment";
  const gap = rest.slice(0, rest.length - after.length);
  if (gap.includes("\n") && BEGINS_BLOCK.test(after)) return "between sentences";
  if (CLOSED.test(before))
    return /^\p{Ll}/u.test(after) && !/[:;]$/.test(before) ? "in a sentence" : "between sentences";
  if (!gap.includes("\n"))
    return SPACELESS.test(before.slice(-1)) && gap !== "" ? "between sentences" : "in a sentence";
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (line.includes(" | ") || line.includes("\t")) return "between sentences";
  return LEADS_ON.test(line) || /^[\p{Ll}\d]/u.test(after) ? "in a sentence" : "between sentences";
}
