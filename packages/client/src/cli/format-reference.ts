import { type Command, GROUPS, type Options, SHARED_OPTIONS } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { optionLabel, optionText, usageOf } from "./format-help.ts";

/** The reference of docs/integrate/cli.md: every command with its options, and the exit codes. */
export function formatReference(commands: readonly Command[]): string {
  return [
    "### Options of every command",
    "",
    ...optionTable(SHARED_OPTIONS),
    "",
    ...Object.keys(GROUPS).flatMap((group) => commands.filter((each) => each.group === group).flatMap(formatCommand)),
    "### Exit codes",
    "",
    "| Code | When |",
    "|---|---|",
    ...Object.values(EXIT_CODES).map(({ code, when }) => `| ${code} | ${when} |`),
    "",
  ].join("\n");
}

function formatCommand(command: Command): string[] {
  const { name, summary, details = [], arguments: args = [], options = {}, examples } = command;
  return [
    `### assay ${name}`,
    "",
    `${summary}.`,
    "",
    "```text",
    usageOf(command),
    "```",
    "",
    ...details.flatMap((paragraph) => [paragraph, ""]),
    ...(args.length > 0
      ? ["| Argument | |", "|---|---|", ...args.map((each) => `| \`${each.name}\` | ${cell(each.says)} |`), ""]
      : []),
    ...(Object.keys(options).length > 0 ? [...optionTable(options), ""] : []),
    "```bash",
    ...examples.flatMap(({ command: text, does }) => [`# ${does}`, text]),
    "```",
    "",
  ];
}

function optionTable(options: Options): string[] {
  const rows = Object.entries(options).map(
    ([name, option]) => `| \`${optionLabel(name, option)}\` | ${cell(optionText(option))} |`,
  );
  return ["| Option | |", "|---|---|", ...rows];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/<[\w-]+>/g, "`$&`");
}
