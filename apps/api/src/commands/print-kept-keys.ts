import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

interface KeptKeys<Keys> {
  readonly setting: "CHECKPOINT_SIGNING_KEY" | "WEBHOOK_SECRET_KEY";
  /** In the data folder. */
  readonly folder: string;
  find(path: string): Promise<Keys | undefined>;
  toText(keys: Keys): string;
}

/** Prints the keys that the data folder keeps as the setting, so that they continue in every process. */
export function printKeptKeys<Keys>({ setting, folder, find, toText }: KeptKeys<Keys>): Promise<void> {
  return runCommand(async () => {
    const path = join(readProcessConfig(process.env).ASSAY_DATA_DIR, folder);
    const keys = await find(path);
    const create = setting === "CHECKPOINT_SIGNING_KEY" ? "checkpoint-key:create" : "webhook-key:create";
    if (!keys)
      throw new ConfigError(
        `Cannot print a key because '${path}' has none: set ASSAY_DATA_DIR, or create one with \`npm run ${create}\``,
      );
    console.log(`${setting}=${toText(keys)}`);
  });
}
