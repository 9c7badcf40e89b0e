import { EVIDENCE_3 } from "./evidence-3.ts";
import type { PromptForm } from "./prompt-form.ts";

/** All that are still asked, the newest first: new retrieval versions pin that one. */
export const PROMPT_FORMS: readonly [PromptForm, ...PromptForm[]] = [EVIDENCE_3];

export const PROMPT_VERSION = PROMPT_FORMS[0].version;
