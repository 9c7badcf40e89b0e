/** Every exit code of the command line, and when it is used. */
export const EXIT_CODES = {
  OK: { code: 0, when: "it is done" },
  CHECK_FAILED: {
    code: 1,
    when: "a check failed: verdicts fail the gate of `--fail-on`, `assay gate` finds a regression, or a hash or chain does not verify",
  },
  USAGE: { code: 2, when: "the command cannot be understood" },
  NOT_ALLOWED: { code: 3, when: "not signed in, or not allowed" },
  SERVICE: { code: 4, when: "the service refused the request, replied with an error, or cannot be reached" },
  INCOMPLETE: { code: 5, when: "part of the work failed: a file was refused or not read, or the run FAILED" },
  SIGNATURE_INVALID: { code: 6, when: "a signature, or the order of signatures, does not verify" },
  UNSIGNED: { code: 7, when: "a signature or keys are required and absent, or a package is incomplete" },
  INTERRUPTED: { code: 130, when: "interrupted by Ctrl-C" },
} as const;

export type ExitName = keyof typeof EXIT_CODES;

/** What a command throws to end with a message, what to do about it, and a code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exit: ExitName;
  readonly fix: string | undefined;

  constructor(exit: ExitName, message: string, fix?: string) {
    super(message);
    this.exit = exit;
    this.fix = fix;
  }
}

export function usageError(message: string, fix?: string): CommandError {
  return new CommandError("USAGE", message, fix);
}
