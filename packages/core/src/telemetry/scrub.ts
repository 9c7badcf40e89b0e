import { type DocumentFailureCode, type ErrorCode, isStorableText, type ModelErrorCode } from "@assay/contract";

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
  "gen_ai.operation.name",
  "gen_ai.provider.name",
  "gen_ai.request.model",
  "gen_ai.response.model",
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.output_tokens",
  "service.name",
  "service.version",
  "span.kind",
] as const;

const ALLOWED: ReadonlySet<string> = new Set(ATTRIBUTE_ALLOWLIST);

/** The specification's patterns, applied literally to keys and values; `.` represents line ends too. */
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

/** Longer than any value of ours; what is longer is nothing that we meant to send. */
const VALUE_LENGTH_MAX = 256;
const ARRAY_LENGTH_MAX = 10_000;

/** Every code that a failure may carry: what decides `error.type`. */
type FailureCode = ErrorCode | DocumentFailureCode | ModelErrorCode | "TIMEOUT" | "RUN_CANCELLED";

/** The only texts that `error.message` may carry, by `error.type`; none matches a blocked pattern. */
export const ERROR_SENTENCES: Readonly<Record<FailureCode, string>> = {
  TIMEOUT: "The attempt took longer than its limit",
  RUN_CANCELLED: "The run was cancelled",
  MODEL_TIMEOUT: "The model did not answer in time",
  MODEL_RATE_LIMITED: "The model asked for fewer calls",
  MODEL_UNAVAILABLE: "The model could not be reached",
  MODEL_FAILED: "The model failed to answer",
  MODEL_INVALID_OUTPUT: "The model's answer could not be used",
  MODEL_REFUSED: "The model refused to answer",
  MODEL_REJECTED_REQUEST: "The model did not accept the request",
  ENCRYPTED_FILE: "The file is protected by a password",
  UNREADABLE_FILE: "The file could not be read",
  NO_TEXT: "The file has no text",
  FILE_TYPE_MISMATCH: "The file is not of the type that its name says",
  ARCHIVE_LIMIT_EXCEEDED: "The archive exceeds a limit",
  EXTRACTION_TIMEOUT: "The file could not be read within its time limit",
  EXTRACTION_LIMIT_EXCEEDED: "The file needs more work or memory than the limit allows",
  HASH_MISMATCH: "The stored file is not the one that was uploaded",
  OBJECT_MISSING: "The stored file is missing",
  EMBEDDING_FAILED: "The passages could not be embedded",
  INFECTED_FILE: "The malware scanner found something in the file",
  VALIDATION_ERROR: "The input was not valid",
  UNAUTHORIZED: "The caller is unknown",
  FORBIDDEN: "The caller may not do this",
  CROSS_TENANT_ACCESS_DENIED: "The resource belongs to another tenant",
  NOT_FOUND: "The resource does not exist",
  METHOD_NOT_ALLOWED: "The path does not support the method",
  RUN_ALREADY_IN_PROGRESS: "The tenant has a run that has not finished",
  REPLAY_UNAVAILABLE: "The run has no snapshot",
  IMMUTABLE_RESOURCE: "The resource is final",
  TENANT_LIMIT_EXCEEDED: "The tenant has reached a limit",
  INVALID_STATE: "The action was not possible in the current state",
  FILE_TOO_LARGE: "The file is too large",
  PAYLOAD_TOO_LARGE: "The request is too large",
  RANGE_NOT_SATISFIABLE: "The requested range is not in the file",
  UNSUPPORTED_MEDIA_TYPE: "The request is of a type that is not supported",
  UNSUPPORTED_FILE_TYPE: "The file is of a type that is not supported",
  UNSAFE_URL: "The address is not public",
  IDEMPOTENCY_KEY_REUSED: "The key was used for another request",
  RATE_LIMITED: "The caller sent too many requests",
  MAINTENANCE: "Nothing may be changed now",
  SERVICE_UNAVAILABLE: "A required service could not be reached",
  INTEGRITY_ERROR: "Stored results are damaged",
  INTERNAL_ERROR: "The attempt failed: the log has the reason",
};

export type AttributeValue = string | number | boolean | string[];
export type Attributes = Record<string, AttributeValue>;

/**
 * The one function that all telemetry passes: drops keys off the allowlist, then replaces values that match a pattern.
 * `error.message` becomes the fixed sentence of its `error.type`, never the original text. Never throws.
 */
export function scrubAttributes(attributes: Readonly<Record<string, unknown>>): Attributes {
  try {
    return scrubEntries(Object.entries(attributes), attributes["error.type"]);
  } catch {
    return {};
  }
}

function scrubEntries(entries: readonly [string, unknown][], errorType: unknown): Attributes {
  const kept: Attributes = {};
  for (const [key, value] of entries) {
    if (!ALLOWED.has(key)) continue;
    const scrubbed = key === "error.message" ? errorSentence(errorType) : scrubValue(value);
    if (scrubbed !== undefined) kept[key] = scrubbed;
  }
  return kept;
}

/** Span names and the like: text that has no key. Text that no database and no collector could hold goes too. */
export function scrubText(text: string): string {
  if (text.length > VALUE_LENGTH_MAX || !isStorableText(text)) return SCRUBBED;
  return BLOCKED_PATTERNS.some((pattern) => pattern.test(text)) ? SCRUBBED : text;
}

function scrubValue(value: unknown): AttributeValue | undefined {
  if (typeof value === "string") return scrubText(value);
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (Array.isArray(value))
    return value
      .slice(0, ARRAY_LENGTH_MAX)
      .filter((item) => typeof item === "string")
      .map(scrubText);
  return undefined;
}

function errorSentence(type: unknown): string {
  const known = typeof type === "string" && Object.hasOwn(ERROR_SENTENCES, type);
  return ERROR_SENTENCES[known ? (type as FailureCode) : "INTERNAL_ERROR"];
}
