export * from "./build-prompt.ts";
export type * from "./conversation.ts";
export * from "./converse.ts";
export * from "./make-mark.ts";
export * from "./plain-schema.ts";
export type * from "./prompt-form.ts";
export * from "./prompt-forms.ts";
export * from "./read-answer.ts";
