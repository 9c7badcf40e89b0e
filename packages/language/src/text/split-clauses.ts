/** A part of a sentence with a predicate of its own, from `start` of the folded sentence. */
export interface Clause {
  readonly text: string;
  readonly start: number;
}

const JOINT =
  /\s*[;:]\s+|\s+[-–—]+\s+|—|\s*[()]\s*|,?\s+(?=(?:but|however|although|though|whereas|while|yet|except|because|albeit|despite|notwithstanding)\b)|,\s+(?=(?:and|or|nor|so|which|who|with|as|since|until|then|when|where|if|unless|apart|excluding|save|only|not)\b)|,\s+(?=(?:(?:the|a|an|our|its|their|this|that|it|they|we|all|each|no|some)\s+)?(?:\w+\s+){0,2}(?:is|are|was|were|has|have|will|do|does|must|shall|can|may)\b)|\s+and\s+(?=(?:can|must|shall|may|is|are|will|does|do|has|have)\b)|\s+and\s+(?=(?:(?:the|a|an|our|its|their|this|that|it|they|we|all|each|no|some)\s+)(?:\w+\s+){0,3}(?:is|are|was|were|has|have|will|do|does|must|shall|can|may)\b)/g;

/** The clauses of a folded sentence in order, never none. */
export function splitClauses(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const { index, 0: joint } of sentence.matchAll(JOINT)) {
    if (sentence.slice(start, index).trim() !== "") clauses.push({ text: sentence.slice(start, index), start });
    start = index + joint.length;
  }
  if (sentence.slice(start).trim() !== "" || clauses.length === 0) clauses.push({ text: sentence.slice(start), start });
  return clauses;
}

/** The clause that an offset of the sentence is in. */
export function clauseAt(clauses: readonly Clause[], offset: number): Clause {
  return clauses.findLast(({ start }) => start <= offset) ?? clauses[0]!;
}
