import { join } from "node:path";
import { rotateLocalSigner } from "@assay/adapters/local-signer";
import { readConfig } from "../config.ts";
import { CHECKPOINT_KEY_FOLDER, openDataFolder } from "../data-folder.ts";
import { runCommand } from "./run-command.ts";

/** Puts a new signing key in force; the old one stays listed. */
await runCommand(async () => {
  const folder = await openDataFolder(readConfig(process.env).ASSAY_DATA_DIR);
  try {
    const { kid } = await rotateLocalSigner(join(folder.path, CHECKPOINT_KEY_FOLDER));
    console.log(`Audit checkpoints are signed with key ${kid} from the next start on; older keys stay listed`);
  } finally {
    await folder.release();
  }
});
