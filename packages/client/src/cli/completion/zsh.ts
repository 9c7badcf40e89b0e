import type { Command } from "../command.ts";
import { writeBashCompletion } from "./bash.ts";

/** zsh runs the completions of bash, once it is told to. */
export function writeZshCompletion(commands: readonly Command[]): string {
  return `#compdef assay
autoload -U +X bashcompinit && bashcompinit
${writeBashCompletion(commands)}`;
}
