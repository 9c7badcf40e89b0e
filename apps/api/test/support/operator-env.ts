import { join } from "node:path";
import { type Env, ROOT } from "./launch-process.ts";

/** What a registry or a proxy needs to be reached is the machine's, and an operator has it too. */
const OF_THE_MACHINE = /^(HOME|LANG|PATH|TMPDIR|(https?|no|all)_proxy|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/i;

/** The environment of an operator who has set nothing yet, on a machine with a port of its own. */
export function operatorEnv({ bin, port }: { bin: string; port: number }): Env {
  const machine = Object.entries(process.env).filter(
    (entry): entry is [string, string] => OF_THE_MACHINE.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(machine),
    PATH: `${bin}:${process.env.PATH}`,
    PORT: String(port),
    // What this checkout has built, the copy need not build again.
    TURBO_CACHE_DIR: join(ROOT, ".turbo/cache"),
  };
}
