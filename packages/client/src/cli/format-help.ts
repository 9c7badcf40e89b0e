import { type Command, GROUPS, type Option, type Options, SHARED_OPTIONS } from "./command.ts";
import { padText, widthOf, wrapText } from "./terminal/fit-text.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Place = Pick<Terminal, "columns" | "paint">;

/** The help of the whole tool. */
export function formatHelp(commands: readonly Command[], place: Place): string {
  const names = Math.max(...commands.map(({ name }) => name.length));
  const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => {
    const rows = commands
      .filter((command) => command.group === group)
      .map(({ name, summary }) => row(name, summary, names, place));
    return rows.length > 0 ? [heading(GROUPS[group], place), ...rows, ""] : [];
  });
  return [
    "Assess compliance evidence from the command line.",
    "",
    heading("Usage", place),
    "  assay <command> [options]",
    "",
    ...groups.flat(),
    ...options("Options of every command", SHARED_OPTIONS, place),
    "",
    heading("Begin", place),
    "  assay login --url https://assay.example.com",
    "  assay upload policies/ && assay run && assay results",
    "",
    "`assay <command> --help` shows the options of a command.",
  ].join("\n");
}

export function formatCommandHelp(command: Command, place: Place): string {
  const { summary, details = [], arguments: args = [], options: own = {}, examples } = command;
  const names = Math.max(0, ...args.map(({ name }) => name.length + 2));
  return [
    summary,
    ...details.flatMap((paragraph) => ["", ...wrapText(paragraph, place.columns)]),
    "",
    heading("Usage", place),
    `  ${usageOf(command)}`,
    ...(args.length > 0 ? ["", heading("Arguments", place)] : []),
    ...args.map(({ name, says }) => row(`<${name}>`, says, names, place)),
    ...(Object.keys(own).length > 0 ? ["", ...options("Options", own, place)] : []),
    "",
    ...options("Options of every command", SHARED_OPTIONS, place),
    "",
    heading("Examples", place),
    ...examples.flatMap(({ command: text, does }) => [`  ${place.paint("dim", `# ${does}`)}`, `  ${text}`]),
  ].join("\n");
}

/** Such as `assay results [<run>] [options]`. */
export function usageOf({ name, arguments: args = [], options = {} }: Command): string {
  const words = args.map(({ name: argument, optional, many }) => {
    const text = `<${argument}>${many ? "…" : ""}`;
    return optional ? `[${text}]` : text;
  });
  return ["assay", name, ...words, ...(Object.keys(options).length > 0 ? ["[options]"] : [])].join(" ");
}

/** Such as `-q, --quiet` or `--pack <name>`. */
export function optionLabel(name: string, { short, value, type }: Option): string {
  return `${short ? `-${short}, ` : ""}--${name}${type === "string" ? ` ${value ?? "<value>"}` : ""}`;
}

/** What an option says, with the values that it accepts. */
export function optionText({ says, choices, list }: Option): string {
  if (!choices) return says;
  return `${says} ${list ? "Some" : "One"} of ${choices.join(", ")}.`;
}

function options(title: string, table: Options, place: Place): string[] {
  const rows = Object.entries(table).map(([name, option]) => [optionLabel(name, option), optionText(option)] as const);
  const width = Math.max(...rows.map(([label]) => label.length));
  return [heading(title, place), ...rows.map(([label, text]) => row(label, text, width, place))];
}

function heading(text: string, place: Place): string {
  return place.paint("bold", text);
}

function row(label: string, text: string, width: number, { columns }: Place): string {
  const indent = 2 + width + 2;
  return wrapText(text, columns - indent)
    .map((line, at) =>
      at === 0 ? `  ${padText(label, Math.max(width, widthOf(label)))}  ${line}` : " ".repeat(indent) + line,
    )
    .join("\n");
}
