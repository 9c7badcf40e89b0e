import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { runCommand } from "./run-command.ts";

/** Makes a key for the secrets of webhooks, for processes that share one. */
await runCommand(async () => {
  console.log(`WEBHOOK_SECRET_KEY=${secretKeysToText(addSecretKey())}`);
});
