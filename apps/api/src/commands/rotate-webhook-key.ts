import { join } from "node:path";
import { rotateLocalSecretKeys } from "@assay/embedded/local-secret-box";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { openDataFolder, SECRET_KEY_FOLDER } from "../data-folder.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/** Activates a new key, or prints the setting that will; the start after it seals every secret with the new one. */
await runCommand(async () => {
  const { WEBHOOK_SECRET_KEY, ASSAY_DATA_DIR } = readProcessConfig(process.env);
  if (WEBHOOK_SECRET_KEY) {
    console.log(`WEBHOOK_SECRET_KEY=${secretKeysToText(addSecretKey(WEBHOOK_SECRET_KEY))}`);
    return;
  }
  const folder = await openDataFolder(ASSAY_DATA_DIR);
  try {
    const keys = await rotateLocalSecretKeys(join(folder.path, SECRET_KEY_FOLDER));
    console.log(
      `From the next start, secrets of webhooks are sealed with a new key; ${keys.length - 1} earlier still open`,
    );
  } finally {
    await folder.release();
  }
});
