import { fileURLToPath } from "node:url";

interface Commands {
  readonly COMMANDS: { readonly serve: readonly string[] };
  readonly SERVICE_ENV: Readonly<Record<string, string>>;
}

const { COMMANDS, SERVICE_ENV } = (await import(
  fileURLToPath(new URL("../../../scripts/commands.mjs", import.meta.url))
)) as Commands;

/** The options of Node and the environment of a service, as the launcher sets them. */
export const RUNTIME_FLAGS = {
  options: COMMANDS.serve.slice(0, -1),
  env: { PATH: process.env.PATH ?? "", PORT: "0", ...SERVICE_ENV },
} as const;
