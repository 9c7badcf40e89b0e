import { parseArgs } from "node:util";
import { type Command, type Options, type OptionValues, SHARED_OPTIONS } from "./command.ts";
import { usageError } from "./exit-codes.ts";

type Values = Readonly<Record<string, string | boolean | string[] | undefined>>;

export interface Parsed {
  /** Undefined where no command is named. */
  readonly command: Command | undefined;
  readonly args: readonly string[];
  readonly options: Values;
  readonly shared: OptionValues<typeof SHARED_OPTIONS>;
}

type Found = Pick<Parsed, "command"> & { readonly rest: readonly string[]; readonly words: readonly string[] };

/** The command that the arguments name, and the arguments without its name. Options may stand before it. */
export function findCommand(argv: readonly string[], commands: readonly Command[]): Found {
  const options = toParseOptions(Object.assign({}, ...commands.map((command) => command.options), SHARED_OPTIONS));
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token] : []));
  for (const count of [2, 1]) {
    const named = words.slice(0, count);
    const name = named.map(({ value }) => value).join(" ");
    const command = named.length === count && commands.find((each) => each.name === name);
    if (!command) continue;
    const taken = new Set(named.map(({ index }) => index));
    return { command, rest: argv.filter((_, index) => !taken.has(index)), words: words.map(({ value }) => value) };
  }
  return { command: undefined, rest: argv, words: words.map(({ value }) => value) };
}

/** Throws CommandError USAGE for what the command does not accept. */
export function parseCommand(rest: readonly string[], command: Command | undefined): Omit<Parsed, "command"> {
  const own = command?.options ?? {};
  const { values, positionals } = parse(rest, { ...own, ...SHARED_OPTIONS }, command);
  const shared = values as OptionValues<typeof SHARED_OPTIONS>;
  if (!shared.help && !shared.version) {
    checkChoices(own, values);
    if (command) checkArguments(command, positionals);
  }
  return { args: positionals, options: values, shared };
}

function parse(rest: readonly string[], options: Options, command: Command | undefined) {
  try {
    const parsed = parseArgs({
      args: [...rest],
      options: toParseOptions(options),
      strict: true,
      allowPositionals: true,
    });
    return { values: parsed.values as Values, positionals: parsed.positionals };
  } catch (error) {
    const message = (error as Error).message
      .replace(/\. To specify a positional argument.*$/s, "")
      .replace(/\n.*$/s, "");
    throw usageError(message, `See \`assay ${command ? `${command.name} ` : ""}--help\`.`);
  }
}

function toParseOptions(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
}

function checkChoices(options: Options, values: Values): void {
  for (const [name, { choices, list }] of Object.entries(options)) {
    const given = values[name];
    if (!choices || typeof given !== "string" || (list && given === "")) continue;
    for (const value of list ? given.split(",") : [given])
      if (!choices.includes(value.trim()))
        throw usageError(`--${name} cannot be '${value}': it is ${list ? "some" : "one"} of ${choices.join(", ")}`);
  }
}

function checkArguments({ name, arguments: expected = [] }: Command, given: readonly string[]): void {
  const fix = `See \`assay ${name} --help\`.`;
  const required = expected.filter(({ optional }) => !optional);
  if (given.length < required.length) throw usageError(`<${required[given.length]!.name}> is missing`, fix);
  const hasMany = expected.some(({ many }) => many);
  if (!hasMany && given.length > expected.length)
    throw usageError(`'${given[expected.length]}' is one argument too many`, fix);
}
