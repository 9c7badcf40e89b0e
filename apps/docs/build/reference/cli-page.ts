import type { Command, Option } from "../../../../packages/client/src/cli/command.ts";
import { GROUPS, SHARED_OPTIONS } from "../../../../packages/client/src/cli/command.ts";
import { COMMANDS } from "../../../../packages/client/src/cli/commands.ts";
import { EXIT_CODES } from "../../../../packages/client/src/cli/exit-codes.ts";
import { type Page, toBlocks, toTable } from "../page.ts";

/** Returns the page of every command, made of the table that the program itself runs by. */
export function cliPage(): Page {
  const description = "Every command of assay, the command line: arguments, options, examples and exit codes.";
  const commands = Object.entries(GROUPS).flatMap(([group, title]) => {
    const own = COMMANDS.filter((command) => command.group === group);
    return own.length > 0 ? [`## ${title}`, ...own.map(describeCommand)] : [];
  });
  const text = toBlocks(
    "Run it with `npx -y @assay/client <command>`, or as `assay <command>` where the package is installed.",
    ...commands,
    "## Options of every command",
    describeOptions(SHARED_OPTIONS),
    "## Exit codes",
    toTable(
      ["Code", "When"],
      Object.values(EXIT_CODES).map(({ code, when }) => [String(code), when]),
    ),
  );
  return {
    name: "cli/commands",
    title: "Command line: all commands",
    label: "All commands",
    description,
    text: `\n${text}\n`,
  };
}

function describeCommand({
  name,
  summary,
  details = [],
  arguments: args = [],
  options = {},
  examples,
}: Command): string {
  const usage = args.map((each) => (each.optional ? `[${each.name}]` : `<${each.name}>${each.many ? "…" : ""}`));
  return toBlocks(
    `### assay ${name}`,
    `${summary}.`,
    ...details,
    `\`\`\`text\n${["assay", name, ...usage, "[options]"].join(" ")}\n\`\`\``,
    args.length > 0 &&
      toTable(
        ["Argument", "Says"],
        args.map((each) => [`\`${each.name}\``, each.says]),
      ),
    Object.keys(options).length > 0 && describeOptions(options),
    examples.length > 0 &&
      `\`\`\`sh\n${examples.map(({ command, does }) => `# ${does}\n${command}`).join("\n")}\n\`\`\``,
  );
}

function describeOptions(options: Readonly<Record<string, Option>>): string {
  return toTable(
    ["Option", "Says"],
    Object.entries(options).map(([name, { short, value, says, choices = [] }]) => [
      `\`${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}\``,
      choices.length > 0 ? `${says} Of ${choices.map((each) => `\`${each}\``).join(", ")}.` : says,
    ]),
  );
}
