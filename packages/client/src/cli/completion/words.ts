import { type Command, type Option, SHARED_OPTIONS } from "../command.ts";

export interface CompletedOption extends Option {
  readonly name: string;
}

export interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** What its arguments are completed with. */
  readonly files: boolean;
  readonly values: readonly string[];
}

/** What the shells complete, from the table of commands. */
export function toCompleted(commands: readonly Command[]): Completed[] {
  return commands.map(({ name, summary, options = {}, arguments: args = [] }) => ({
    name,
    summary,
    options: Object.entries({ ...options, ...SHARED_OPTIONS }).map(([option, row]) => ({ name: option, ...row })),
    files: args.some(({ completes }) => completes !== undefined),
    values: [
      ...args.flatMap(({ choices = [] }) => choices),
      // Such as `propose` after `exceptions`, which is a command by itself too.
      ...commands.flatMap((other) => (other.name.startsWith(`${name} `) ? [other.name.slice(name.length + 1)] : [])),
    ],
  }));
}

/** In single quotes of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
