import { PACK_OWNERS, type PackOwner } from "@assay/contract";
import { ConfigError } from "../config.ts";

/** What `--owner` says of a new pack. */
export function readOwner(given: string, usage: string): PackOwner {
  const owner = PACK_OWNERS.find((name) => name.toLowerCase() === given);
  if (owner) return owner;
  throw new ConfigError(
    `Cannot make the pack because --owner must be tenant or deployment: it is '${given}'\n${usage}`,
  );
}
