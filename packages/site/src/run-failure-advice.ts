/** What to do after a run that failed, by the type of its error. */
const ADVICE: Readonly<Record<string, string>> = {
  MODEL_TIMEOUT: "The language model did not answer in time. Start a new run; it often passes.",
  MODEL_RATE_LIMITED: "The language model's quota is used up. Wait, or have it raised, and start a new run.",
  MODEL_UNAVAILABLE: "The language model could not be reached. Start a new run when it is back.",
  MODEL_FAILED: "The language model failed to answer. Start a new run; it often passes.",
  MODEL_INVALID_OUTPUT: "The language model gave answers that cannot be used. Start a new run; it often passes.",
  MODEL_REFUSED:
    "The language model declined to judge this requirement. See which documents it is about, and whether they hold what a model may not read.",
  MODEL_REJECTED_REQUEST:
    "The language model does not take the request. An administrator checks its key and its settings.",
  TIMEOUT: "It took longer than it may. Start a new run; if that ends the same way, an administrator looks at the log.",
};

export function adviceFor(errorType: unknown): string {
  const advice = typeof errorType === "string" ? ADVICE[errorType] : undefined;
  return advice ?? "Start a new run. If it ends the same way, an administrator looks at the service's log.";
}
