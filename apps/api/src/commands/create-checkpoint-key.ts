import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { runCommand } from "./run-command.ts";

/** Makes a key for audit checkpoints, for processes that share one. */
await runCommand(async () => {
  console.log(`CHECKPOINT_SIGNING_KEY=${keysToText(await makeSigningKeys())}`);
});
