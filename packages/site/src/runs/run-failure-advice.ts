/** What to do after a run that failed, by the type of its error. */
const ADVICE: Readonly<Record<string, string>> = {
  MODEL_TIMEOUT: "The language model did not answer in time. Continue the run: it often succeeds.",
  MODEL_RATE_LIMITED: "The language model's quota is used up. Wait, or ask for a higher quota, then continue the run.",
  MODEL_UNAVAILABLE: "The language model could not be reached. Continue the run when it is available again.",
  MODEL_FAILED: "The language model failed to answer. Continue the run: it often succeeds.",
  MODEL_INVALID_OUTPUT:
    "The language model gave too few answers that could be used. Ask an administrator for another model, then continue the run.",
  MODEL_REFUSED:
    "The language model refused to assess this requirement. Check its documents for content that the model's filters block.",
  MODEL_REJECTED_REQUEST:
    "The language model rejected the request. Ask an administrator to check its key and settings.",
  TIMEOUT:
    "It took longer than its time limit. Continue the run; if it fails again, ask an administrator to check the log.",
  RUN_CANCELLED: "What was assessed stays. To finish it after all, continue it.",
};

export function adviceFor(errorType: unknown): string {
  const advice = typeof errorType === "string" ? ADVICE[errorType] : undefined;
  return advice ?? "Continue the run. If it fails again, ask an administrator to check the log of the service.";
}
