import { type Env, entryOfCommand } from "./launch-process.ts";
import { startProcess } from "./start-process.ts";

/** Runs a command of `src/commands` to its end. */
export async function runCommand(name: string, options: readonly string[], env: Env) {
  const command = startProcess([process.execPath, entryOfCommand(name), ...options], env);
  const { code } = await command.ended;
  return { code, ...command.output() };
}

/** The password that `tenant:create` showed, the only one. */
export function shownPassword(stdout: string): string {
  const shown = [...stdout.matchAll(/^First password of \S+, shown only here: (\S+)$/gm)];
  if (shown.length !== 1) throw new Error(`Cannot find one password in: ${stdout}`);
  return shown[0]![1]!;
}
