import { join } from "node:path";
import { keysToText, rotateSigningKeys } from "@assay/embedded/key-signer";
import { rotateLocalSigner } from "@assay/embedded/local-signer";
import { CHECKPOINT_KEY_FOLDER, openDataFolder } from "../data-folder.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/** Activates a new signing key, or prints the setting that will; the old one stays listed. */
await runCommand(async () => {
  const { CHECKPOINT_SIGNING_KEY, ASSAY_DATA_DIR } = readProcessConfig(process.env);
  if (CHECKPOINT_SIGNING_KEY) {
    console.log(`CHECKPOINT_SIGNING_KEY=${keysToText(await rotateSigningKeys(CHECKPOINT_SIGNING_KEY))}`);
    return;
  }
  const folder = await openDataFolder(ASSAY_DATA_DIR);
  try {
    const { kid } = await rotateLocalSigner(join(folder.path, CHECKPOINT_KEY_FOLDER));
    console.log(`From the next start, audit checkpoints are signed with key ${kid}; older keys stay listed`);
  } finally {
    await folder.release();
  }
});
