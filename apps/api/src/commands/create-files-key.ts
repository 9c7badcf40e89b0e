import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { runCommand } from "./run-command.ts";

/** Makes a key that seals the keys of tenants' originals. */
await runCommand(async () => {
  console.log(`FILES_KEY=${secretKeysToText(addSecretKey())}`);
});
