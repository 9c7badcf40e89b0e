import { defineCommand } from "../command.ts";
import { formatCommandHelp, formatHelp } from "../format-help.ts";
import { suggestCommand } from "../suggest-command.ts";

export const help = defineCommand({
  name: "help",
  group: "tool",
  summary: "Show the help, of all or of a command",
  arguments: [{ name: "command", optional: true, many: true, says: "Such as `upload` or `packs import`." }],
  examples: [{ command: "assay help upload", does: "The options of a command" }],
  async run({ args, terminal, commands }) {
    const command = commands.find(({ name }) => name === args.join(" "));
    if (args.length > 0 && !command) throw suggestCommand(args, commands);
    terminal.print(command ? formatCommandHelp(command, terminal) : formatHelp(commands, terminal));
    return undefined;
  },
});
