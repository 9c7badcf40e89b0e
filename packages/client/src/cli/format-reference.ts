import { type Command, GROUPS, type Options, SHARED_OPTIONS } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { optionLabel, optionText, usageOf } from "./format-help.ts";

/** A paragraph that names what a line of a list has where it is piped. */
const PIPED = /^Piped, each line has (.+)\.$/;
/** How many commands must take the same option before it is said once for all of them. */
const SHARED_BY = 3;

/** The reference of docs/integrate/cli.md: every command with its options, and the exit codes. */
export function formatReference(commands: readonly Command[]): string {
  const lines = commands.flatMap(linesOf);
  const common = [...new Set(lines.filter((line) => lines.filter((each) => each === line).length >= SHARED_BY))];
  return [
    "### Options of every command",
    "",
    ...optionLines(SHARED_OPTIONS),
    "",
    "### Options of several commands",
    "",
    ...common,
    "",
    ...Object.keys(GROUPS).flatMap((group) =>
      commands.filter((each) => each.group === group).flatMap((command) => formatCommand(command, common)),
    ),
    "### Exit codes",
    "",
    "| Code | When |",
    "|---|---|",
    ...Object.values(EXIT_CODES).map(({ code, when }) => `| ${code} | ${when} |`),
    "",
  ].join("\n");
}

function formatCommand(command: Command, common: readonly string[]): string[] {
  const { name, summary, details = [], examples } = command;
  const lines = linesOf(command);
  const own = lines.filter((line) => !common.includes(line));
  const shared = lines.filter((line) => common.includes(line)).flatMap((line) => /^- (`-.+?`)/.exec(line)?.[1] ?? []);
  return [
    `### assay ${name}`,
    "",
    `${summary}.`,
    "",
    "```text",
    usageOf(command),
    ...details.flatMap((paragraph) => PIPED.exec(paragraph)?.[1] ?? []).map((columns) => `# piped: ${columns}`),
    "```",
    "",
    ...details.filter((paragraph) => !PIPED.test(paragraph)).flatMap((paragraph) => [paragraph, ""]),
    ...own,
    ...(shared.length > 0 ? [`- ${shared.join(", ")}: see above.`] : []),
    ...(own.length + shared.length > 0 ? [""] : []),
    "```bash",
    ...examples.flatMap(({ command: text, does }) => [`# ${does}`, text]),
    "```",
    "",
  ];
}

function linesOf({ arguments: args = [], options = {} }: Command): string[] {
  return [...args.map(({ name, says }) => `- \`${name}\`: ${quoted(says)}`), ...optionLines(options)];
}

function optionLines(options: Options): string[] {
  return Object.entries(options).map(
    ([name, option]) => `- \`${optionLabel(name, option)}\`: ${quoted(optionText(option))}`,
  );
}

function quoted(text: string): string {
  return text.replace(/<[\w-]+>/g, "`$&`");
}
