import type { Command } from "../command.ts";
import { type Completed, type CompletedOption, quote, toCompleted } from "./words.ts";

export function writeFishCompletion(commands: readonly Command[]): string {
  const rows = toCompleted(commands);
  const firsts = [...new Set(rows.map(({ name }) => name.split(" ")[0]!))];
  return `# Completions of assay for fish.
complete -c assay -f
${firsts.map((first) => firstWord(rows, first)).join("\n")}
${rows.map(linesOf).join("\n")}
`;
}

function firstWord(rows: readonly Completed[], first: string): string {
  const summary = rows.find(({ name }) => name === first)?.summary ?? `${first} …`;
  return `complete -c assay -n __fish_use_subcommand -a ${quote(first)} -d ${quote(summary)}`;
}

function linesOf({ name, summary, options, files, values }: Completed): string {
  const [first, second] = name.split(" ") as [string, string | undefined];
  const inFirst = `__fish_seen_subcommand_from ${first}`;
  const condition = second === undefined ? inFirst : `${inFirst}; and __fish_seen_subcommand_from ${second}`;
  const lines = options.map((option) => optionLine(condition, option));
  if (second !== undefined)
    lines.unshift(
      `complete -c assay -n ${quote(`${inFirst}; and not __fish_seen_subcommand_from ${second}`)} -a ${quote(second)} -d ${quote(summary)}`,
    );
  if (files) lines.push(`complete -c assay -n ${quote(condition)} -F`);
  if (values.length > 0) lines.push(`complete -c assay -n ${quote(condition)} -a ${quote(values.join(" "))}`);
  return lines.join("\n");
}

function optionLine(condition: string, { name, short, type, choices, completes, says }: CompletedOption): string {
  const value = type === "string" ? ` -r${choices ? ` -a ${quote(choices.join(" "))}` : completes ? " -F" : ""}` : "";
  return `complete -c assay -n ${quote(condition)} -l ${name}${short ? ` -s ${short}` : ""}${value} -d ${quote(says)}`;
}
