/** The specification's allowlist, then our further entries. Exact, case-sensitive, closed. */
export const ATTRIBUTE_ALLOWLIST = [
  "tenant.id",
  "pack.id",
  "run.id",
  "run.trigger_type",
  "step.name",
  "requirement.codes",
  "evidence.document_ids",
  "chunk.ids",
  "chunk.count",
  "assessment.ids",
  "task.ids",
  "export.ids",
  "latency.ms",
  "llm.tokens.in",
  "llm.tokens.out",
  "llm.cost.usd",
  "llm.model",
  "error.type",
  "error.message",
  "service.name",
  "service.version",
  "span.kind",
] as const;

const ALLOWED: ReadonlySet<string> = new Set(ATTRIBUTE_ALLOWLIST);

/** The specification's patterns, applied literally to keys and values. */
export const BLOCKED_PATTERNS = [
  /prompt/i,
  /evidence.*text/is,
  /regulatory.*text/is,
  /content/i,
  /body/i,
  /raw/i,
  /message/i,
];

export const SCRUBBED = "[SCRUBBED]";

/** The only texts that `error.message` may carry, by `error.type`; none matches a blocked pattern. */
export const ERROR_SENTENCES: Readonly<Record<string, string>> = {
  TIMEOUT: "The work took longer than its limit",
  MODEL_TIMEOUT: "The model did not answer in time",
  MODEL_RATE_LIMITED: "The model asked to be called less often",
  MODEL_UNAVAILABLE: "The model could not be reached",
  MODEL_INVALID_OUTPUT: "The model answered in a form that cannot be used",
  MODEL_REFUSED: "The model refused to answer",
  MODEL_REJECTED_REQUEST: "The model did not accept the request",
  SERVICE_UNAVAILABLE: "A service that the work depends on could not be reached",
  INVALID_STATE: "The work was not possible in the state that it found",
  INTERNAL_ERROR: "The work failed for a reason that the log names",
};

export type AttributeValue = string | number | boolean | string[];
export type Attributes = Record<string, AttributeValue>;

/**
 * The one function that all telemetry passes: drops keys off the allowlist, then replaces values that match a pattern.
 * `error.message` becomes the fixed sentence of its `error.type`, never the original text. Never throws.
 */
export function scrubAttributes(attributes: Readonly<Record<string, unknown>>): Attributes {
  const kept: Attributes = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (!ALLOWED.has(key)) continue;
    const scrubbed = key === "error.message" ? errorSentence(attributes["error.type"]) : scrubValue(value);
    if (scrubbed !== undefined) kept[key] = scrubbed;
  }
  return kept;
}

/** Span names and the like: text that has no key. */
export function scrubText(text: string): string {
  return BLOCKED_PATTERNS.some((pattern) => pattern.test(text)) ? SCRUBBED : text;
}

function scrubValue(value: unknown): AttributeValue | undefined {
  if (typeof value === "string") return scrubText(value);
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string").map(scrubText);
  return undefined;
}

function errorSentence(type: unknown): string {
  const known = typeof type === "string" && Object.hasOwn(ERROR_SENTENCES, type);
  return ERROR_SENTENCES[known ? type : "INTERNAL_ERROR"]!;
}
