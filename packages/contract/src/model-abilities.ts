/** The setting's name that bounds an answer's length. */
export const OUTPUT_LIMITS = ["max_tokens", "max_completion_tokens"] as const;

/** What a model's server accepts in a request: servers of one interface differ in it. */
export interface ModelAbilities {
  /** Takes a JSON schema for the answer; else plain JSON mode is asked for. */
  readonly schema: boolean;
  /** Takes the bounds of texts and lists in a schema. Omitted: found out before this was asked. */
  readonly bounds?: boolean;
  /** Writes its answer piece by piece. Omitted: found out before this was asked. */
  readonly streams?: boolean;
  readonly outputLimit: (typeof OUTPUT_LIMITS)[number];
  /** Takes a temperature of 0; else the model's own is used. */
  readonly temperature: boolean;
}
