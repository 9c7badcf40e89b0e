import type { Connection } from "./access/connect.ts";
import type { ExitName } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: true;
  /** What represents the value in the help. */
  readonly value?: string;
  /** The values that are accepted, one by one or separated by commas where `list` is set. */
  readonly choices?: readonly string[];
  readonly list?: true;
  /** What the shell completes. */
  readonly completes?: "file" | "folder";
  readonly says: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : O extends { list: true }
      ? string
      : O extends { choices: readonly (infer C)[] }
        ? C
        : string;

export type OptionValues<O extends Options> = { readonly [K in keyof O]?: ValueOf<O[K]> };

export interface Argument {
  readonly name: string;
  readonly says: string;
  readonly optional?: true;
  readonly many?: true;
  readonly completes?: "file" | "folder";
  readonly choices?: readonly string[];
}

interface Example {
  readonly command: string;
  readonly does: string;
}

/** What every command accepts. */
export const SHARED_OPTIONS = {
  url: {
    type: "string",
    value: "<address>",
    says: "The service. Else ASSAY_URL, else the service of the last `assay login`.",
  },
  tenant: { type: "string", value: "<id>", says: "Another tenant, for a SUPER_ADMIN with SUPER_ADMIN_MODE on." },
  json: { type: "boolean", says: "Print JSON, for programs." },
  quiet: { type: "boolean", short: "q", says: "Print no progress and no notes." },
  "no-color": { type: "boolean", says: "No colours, as with NO_COLOR." },
  help: { type: "boolean", short: "h", says: "Show the help of the command." },
  version: { type: "boolean", says: "Print the version." },
} as const satisfies Options;

export interface Invocation<O extends Options = Options> {
  readonly args: readonly string[];
  readonly options: OptionValues<O>;
  readonly shared: OptionValues<typeof SHARED_OPTIONS>;
  readonly terminal: Terminal;
  /** The table of commands, for those that are made from it. */
  readonly commands: readonly Command[];
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Set by a command once it knows how its work continues after an interruption. */
  afterInterrupt: string | undefined;
  /** The service, as who is signed in. Throws CommandError where nobody is. */
  connect(): Promise<Connection>;
}

export interface Command<O extends Options = Options> {
  /** One word or two, such as `packs import`. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  /** Further paragraphs of the help. */
  readonly details?: readonly string[];
  readonly arguments?: readonly Argument[];
  readonly options?: O;
  readonly examples: readonly Example[];
  /** Returns how it ended; nothing is OK. */
  run(invocation: Invocation<O>): Promise<ExitName | undefined>;
}

export const GROUPS = {
  access: "Sign in",
  assess: "Assess",
  results: "Results",
  proof: "Proof",
  administration: "Administration",
  tool: "This tool",
} as const;

type Group = keyof typeof GROUPS;

/** A row of the table of commands: its options give the types of what `run` receives. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}
