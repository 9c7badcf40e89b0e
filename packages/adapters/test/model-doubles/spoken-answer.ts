import type { ModelAnswer } from "./start-model-double.ts";

/**
 * How a model of a vendor gives its answer. The form is what `source` shows of that model; the judgement in it is ours. `made`
 * where nobody has published one, `recorded`
 * with what was run where one was seen on our own machine.
 */
export interface SpokenAnswer {
  readonly model: string;
  readonly oddity: string;
  readonly source: string;
  readonly reply: (judgement: string) => ModelAnswer;
  /** What becomes of it when it is all that the model ever says. */
  readonly gives: "the answer" | "MODEL_INVALID_OUTPUT" | "MODEL_REFUSED" | "MODEL_FAILED";
}
