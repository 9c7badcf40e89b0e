const FORBIDS = [
  /^(?:\W*(?:the|an?|each|all|any|every)\s+)?(?:[\w'’()/-]+\s+){0,14}?(?:must|shall|may|should|can|will)\s+(?:not|never)\b/i,
  /^\W*(?:do|does)\s+not\b/i,
  /^(?:[\w'’()/,-]+\s+){1,12}?(?:do|does|is|are)\s+(?:not|never)\b(?!\s+(?:limited|only|required)\b)/i,
  /^\W*never\b/i,
  /^\W*(?:prohibit|forbid|disallow|ban)s?\b/i,
  /^\W*no\s+(?!later\b|less\b|more\b|fewer\b|longer\b)(?:[\w'’()/,-]+\s+){1,14}?(?:is|are|may|must|shall|can|will|should|has|have|leaves?|gets?|receives?|uses?|shares?)\b/i,
  /\b(?:is|are|be|being)\s+(?:strictly\s+|explicitly\s+|specifically\s+|generally\s+)?(?:prohibited|forbidden|disallowed|banned)\b/i,
  /\bcannot\b/i,
];
const BOUNDS =
  /\b(?:not|no|never)\s+(?:be\s+)?(?:later|less|more|fewer|longer|shorter|older|lower|smaller|greater|exceed\w*)\b/gi;
const SUBORDINATE = /\s(?:that|which|who|whose|when|where|if|unless|until|because|while|so)\s.*$/i;

/** Whether a part forbids: evidence meets it by saying the same "not", and what says that it is done breaks it. */
export function isProhibition(text: string): boolean {
  const main = text.replace(BOUNDS, "").replace(/^[^:]{3,60}:\s+/, "");
  const head = main.replace(SUBORDINATE, "");
  return FORBIDS.some((pattern) => pattern.test(head));
}
