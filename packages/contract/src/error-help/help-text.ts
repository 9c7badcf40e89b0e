/** What a page says of one code. Code in the texts is between backquotes. */
export interface HelpText {
  readonly happened: string;
  readonly why: string;
  readonly fix: string;
}

/** Help for an error reply, with the reply that the example shows. */
export interface ReplyHelp extends HelpText {
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Help for a code inside a stored object, with the part of the object that the example shows. */
export interface FailureHelp extends HelpText {
  readonly example: Readonly<Record<string, unknown>>;
}
