import { readFileSync } from "node:fs";
import { type Config, type Environment, readConfig } from "./config.ts";

/** The settings of a runtime with files: a secret may be in one that `<NAME>_FILE` names. Throws ConfigError. */
export function readProcessConfig(env: Environment): Config {
  return readConfig(env, (path) => readFileSync(path, "utf8"));
}
