import { defineCommand } from "../command.ts";
import { writeBashCompletion } from "../completion/bash.ts";
import { writeFishCompletion } from "../completion/fish.ts";
import { writeZshCompletion } from "../completion/zsh.ts";
import { usageError } from "../exit-codes.ts";

const SHELLS = { bash: writeBashCompletion, zsh: writeZshCompletion, fish: writeFishCompletion } as const;
const SHELL_NAMES = Object.keys(SHELLS);

export const completion = defineCommand({
  name: "completion",
  group: "tool",
  summary: "Print the completions for a shell",
  arguments: [{ name: "shell", choices: SHELL_NAMES, says: `One of ${SHELL_NAMES.join(", ")}.` }],
  examples: [
    { command: 'eval "$(assay completion bash)"', does: "In ~/.bashrc" },
    { command: 'eval "$(assay completion zsh)"', does: "In ~/.zshrc, after compinit" },
    { command: "assay completion fish | source", does: "In ~/.config/fish/config.fish" },
  ],
  async run({ args, terminal, commands }) {
    const write = SHELLS[args[0] as keyof typeof SHELLS];
    if (!write)
      throw usageError(`There are no completions for '${args[0]}'`, `There are for ${SHELL_NAMES.join(", ")}.`);
    terminal.printBytes(new TextEncoder().encode(write(commands)));
    return undefined;
  },
});
