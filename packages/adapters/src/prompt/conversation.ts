import type { ModelUsage } from "@assay/contract";
import type { CallTime } from "../model-calls/index.ts";
import type { Prompt } from "./build-prompt.ts";

/** What is said to a model and by it, after the system's instructions. */
export interface Turn {
  readonly by: "user" | "model";
  readonly text: string;
}

/** What a model said. */
export interface Said {
  readonly text: string;
  /** `stopped`: by a filter, or because it declined. `cut off`: at the limit of its length. */
  readonly end: "finished" | "stopped" | "cut off";
  readonly usage: ModelUsage;
}

/** One call of a vendor's model, within its time. Throws ModelError for a call that brought no reply. */
export type Say = (prompt: Prompt, turns: readonly Turn[], time: CallTime) => Promise<Said>;
