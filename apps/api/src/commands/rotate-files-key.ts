import { rewrapFileKeys } from "@assay/core/file-keys";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { ConfigError } from "../config.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

/** Prints the setting with a new key in front; with a key service, has its newest version seal the keys of all tenants. */
await runCommand(async () => {
  const config = readProcessConfig(process.env);
  if (!config.FILES_KMS) {
    if (!config.FILES_KEY)
      throw new ConfigError(
        "Cannot rotate a key because FILES_KEY is not set: create one with `npm run files-key:create`",
      );
    console.log(`FILES_KEY=${secretKeysToText(addSecretKey(config.FILES_KEY))}`);
    return;
  }
  const wrapper = await configuredKeyWrapper(config)!();
  const { db, close } = await openForOperator(config, "seal the keys of tenants");
  try {
    const keys = await rewrapFileKeys(db, wrapper, { all: true });
    console.log(`${keys} keys of tenants are sealed with the newest version of ${wrapper.keyId}`);
  } finally {
    await close();
  }
});
