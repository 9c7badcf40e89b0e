import { readFile } from "node:fs/promises";
import { ConfigError } from "../config.ts";

/** A file that an operator named. Throws ConfigError. */
export function readTextFile(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause) => {
    throw new ConfigError(`Cannot read '${path}': ${(cause as NodeJS.ErrnoException).code}`);
  });
}
