const PATTERNS: readonly RegExp[] = [
  /\b(?:ignor|disregard|forget|overrid|bypass)(?:e|ing)?\s+(?:\w+\s+){0,4}(?:previous|prior|above|earlier|preceding|foregoing|your|instructions?|prompts?)\b/i,
  /\b(?:previous|prior|above|earlier|system)\s+prompts?\b/i,
  /\b(?:mark|rate|score|grade|classify|label|treat|consider|assess|evaluate|report|regard|judge|deem)\b.{0,60}\b(?:as|to\s+be)\s+(?:fully\s+)?(?:compliant|complete|completed|satisfied|fulfilled|met|passed|conform\w*)\b/i,
  /\b(?:mark|consider|treat|deem|rate)\s+(?:\w+\s+){0,3}(?:requirement|control|criterion|criteria|check|clause|item)s?\s+(?:fully\s+)?(?:compliant|complete|satisfied|fulfilled|met|passed)\b/i,
  /\b(?:set|give|assign|return|output|report|answer)\b.{0,30}\b(?:confidence|verdict)\b|\bconfidence\s*(?:of|=|:|to)\s*(?:1\b|0?\.9|100|9\d)/i,
  /\b(?:answer|respond|reply)\s+(?:only\s+)?with\b|\b(?:output|return|print|write)\s+(?:only\s+)?["'“]?(?:complete|compliant|json)\b/i,
  /\bas\s+an?\s+(?:ai|artificial\s+intelligence|(?:large\s+)?language\s+model|llm|chatbot)\b/i,
  /\byou\s+are\s+(?:now\s+)?(?:an?|the)\s+(?:\w+\s+){0,3}(?:ai|assistant|model|assessor|auditor|chatbot|llm|evaluator)\b/i,
  /\b(?:dear|note\s+(?:to|for)|message\s+(?:to|for)|instructions?\s+(?:to|for)|attention:?)\s+(?:the\s+|any\s+|all\s+)?(?:ai|assistant|llm|language\s+model|chatbot|assessor|evaluator|grader)s?\b/i,
  /<\/?(?:system|assistant|user|instructions?|prompt)\b|\[\/?(?:inst|system)\]|<\|[a-z_]+\|>|^\s*(?:system|assistant)\s*:/i,
];

/** Whether a text speaks to the model that reads it instead of describing what is done: such text is never support. */
export function addressesModel(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ");
  return PATTERNS.some((pattern) => pattern.test(plain));
}
