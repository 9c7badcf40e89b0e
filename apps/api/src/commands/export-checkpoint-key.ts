import { join } from "node:path";
import { keysToText } from "@assay/embedded/key-signer";
import { findLocalKeys } from "@assay/embedded/local-signer";
import { ConfigError, readConfig } from "../config.ts";
import { CHECKPOINT_KEY_FOLDER } from "../data-folder.ts";
import { runCommand } from "./run-command.ts";

/** Prints the key that the data folder keeps as the setting, so that it continues signing in every process. */
await runCommand(async () => {
  const { ASSAY_DATA_DIR } = readConfig(process.env);
  const folder = join(ASSAY_DATA_DIR, CHECKPOINT_KEY_FOLDER);
  const keys = await findLocalKeys(folder);
  if (!keys)
    throw new ConfigError(
      `Cannot print a key because '${folder}' has none: set ASSAY_DATA_DIR, or create one with \`npm run checkpoint-key:create\``,
    );
  console.log(`CHECKPOINT_SIGNING_KEY=${keysToText(keys)}`);
});
