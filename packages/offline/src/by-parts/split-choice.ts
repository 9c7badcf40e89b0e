import { isProhibition } from "@assay/language/requirement";

const WORD = "[\\w'’/-]+";
const PARTICIPLE = `(?:\\w+ly\\s+)?(?:\\w{3,}ed|kept|held|written|set|made|drawn|put)`;
/** "Either a token or a smart card": the words up to what continues. */
const EITHER = new RegExp(
  `\\beither\\s+(?<one>${WORD}(?:\\s+${WORD}){0,6}?)\\s+or\\s+(?<other>${WORD}(?:\\s+${WORD}){0,6}?)(?=\\s+(?:is|are|must|shall|has|have|before|after|when|within|at|for|in)\\b|[,.;]|$)`,
  "i",
);
/** "Is encrypted or tokenized". */
const ACTS = new RegExp(
  `(?<=\\b(?:is|are|be)\\s+(?:\\w+ly\\s+)?)(?<one>${PARTICIPLE})\\s+or\\s+(?<other>${PARTICIPLE})(?=\\s|[,.;]|$)`,
  "i",
);
/** "Is confirmed by a token or a smart card": by which means is left open. */
const SIDE = `(?:an?\\s+|the\\s+)?${WORD}(?:\\s+(?!(?:and|or)\\b)${WORD}){0,4}`;
const MEANS = new RegExp(
  `(?<=\\b(?:is|are|be)\\s+${PARTICIPLE}\\s+(?:by|with|using|through|via|by\\s+means\\s+of)\\s+)(?<one>${SIDE})\\s+or\\s+(?<other>${SIDE}?)(?=\\s+(?:before|after|when|within|at|for|in|on)\\b|[,.;]|$)`,
  "i",
);
/** What holds for any of several is asked for each of them. */
const FOR_EACH = /\b(?:any|each|every|all)\b/i;
/** What is denied, or holds in several events, is asked for each as well. */
const OF_BOTH =
  /\b(?:no|not|never|none|neither|without|whether|unless|if|when|whenever|where|upon|once|after|before|who|which|that)\b/i;

/**
 * A statement with each side of the choice that it leaves, or nothing where it leaves none. "Group, shared, or generic
 * accounts", "employees or contractors" and what is forbidden are no choices: all of them are meant.
 */
export function splitChoice(text: string): string[] {
  if (isProhibition(text)) return [];
  for (const pattern of [EITHER, ACTS, MEANS]) {
    const match = pattern.exec(text);
    const { one, other } = match?.groups ?? {};
    if (!match || one === undefined || other === undefined) continue;
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    if (FOR_EACH.test(match[0]) || OF_BOTH.test(before + match[0])) continue;
    return [one, other].map((side) => `${before}${side}${after}`);
  }
  return [];
}
