import { keepCheckpointKeys } from "@assay/core/audit";
import type { PublicSigningKey } from "@assay/core/ports";
import { readPublicKeys } from "@assay/embedded/key-signer";
import { ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { openDatabase } from "../parts/database.ts";
import { openSigner } from "../parts/signer.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { readTextFile } from "./read-text-file.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "npm run checkpoint-key:keep -- <checkpoint-keys.json>";

/** Has the active key vouch for the public keys of an earlier deployment, so that what they signed stays valid. */
await runCommand(async () => {
  const keys = await readKeys(process.argv[2]);
  const config = readProcessConfig(process.env);
  const folder = config.DATABASE_URL ? undefined : await openDataFolder(config.ASSAY_DATA_DIR);
  try {
    const connection = await openDatabase(config, folder?.path ?? config.ASSAY_DATA_DIR);
    try {
      const signer = await openSigner(config, config.ASSAY_DATA_DIR);
      const kept = await keepCheckpointKeys(connection.db, signer, keys);
      for (const { kid } of keys)
        console.log(
          kept.some((key) => key.kid === kid)
            ? `Key ${kid} is now known: checkpoints that it signed are valid`
            : `Nothing to do for key ${kid}: it is already known`,
        );
    } finally {
      await connection.close();
    }
  } finally {
    await folder?.release();
  }
});

async function readKeys(path: string | undefined): Promise<PublicSigningKey[]> {
  if (!path) throw new ConfigError(`Usage: ${USAGE}`);
  const keys = await readPublicKeys(await readTextFile(path));
  if (!keys)
    throw new ConfigError(
      `Cannot read keys from '${path}': it must be the checkpoints/checkpoint-keys.json of a data folder, or a copy of /.well-known/assay-checkpoint-keys.json`,
    );
  return keys;
}
