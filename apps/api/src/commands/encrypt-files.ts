import { parseArgs } from "node:util";
import { isUuid } from "@assay/contract";
import { type EncryptedFiles, encryptFiles } from "@assay/core/encrypt-files";
import { createEncryptingFileStore, createFileKeys, rotateFileKey } from "@assay/core/file-keys";
import { loadDeployment } from "@assay/core/files";
import { ConfigError } from "../config.ts";
import { chooseStore } from "../parts/files.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { supabaseParts } from "../parts/supabase.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { DAY_MS } from "../settings/kinds.ts";
import { startSha256 } from "../start-sha256.ts";
import { listFiles } from "./list-files.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "npm run files:encrypt [-- --tenant <id> [--new-key]]";
const SHOWN_MAX = 20;

/** Encrypts the originals that are stored as they are or under an earlier key: see docs/operate/encryption.md. */
await runCommand(async () => {
  const { tenantId, isRotated } = readOptions();
  const config = readProcessConfig(process.env);
  const openWrapper = configuredKeyWrapper(config);
  if (!openWrapper)
    throw new ConfigError(
      "Cannot encrypt files because FILES_KEY is not set: create one with `npm run files-key:create`",
    );
  const { db, close } = await openForOperator(config, "encrypt files");
  try {
    const plain = chooseStore(config, supabaseParts(config), config.ASSAY_DATA_DIR);
    if ((await plain.readMarker()) !== (await loadDeployment(db)).id)
      throw new ConfigError(
        "Cannot encrypt files because the store is not that of this deployment: check its settings",
      );
    if (tenantId && isRotated) await rotateFileKey(db, await openWrapper(), tenantId);
    const keys = createFileKeys(openWrapper)(db);
    const store = createEncryptingFileStore({ store: plain, keys, startSha256 });
    const retiredBefore = new Date(Date.now() - DAY_MS);
    const onProgress = ({ encrypted, found }: EncryptedFiles) =>
      console.log(`${encrypted} encrypted, ${found} were already`);
    say(await encryptFiles({ db, store, tenantId, retiredBefore, onProgress }));
  } finally {
    await close();
  }
});

function readOptions(): { tenantId: string | undefined; isRotated: boolean } {
  const { tenant: tenantId, "new-key": isRotated = false } = parseArgs({
    options: { tenant: { type: "string" }, "new-key": { type: "boolean" } },
  }).values;
  if ((tenantId !== undefined && !isUuid(tenantId)) || (isRotated && !tenantId))
    throw new ConfigError(`Usage: ${USAGE}`);
  return { tenantId, isRotated };
}

function say({ encrypted, encryptedBytes, found, destroyedKeys, missing, damaged }: EncryptedFiles): void {
  console.log(`Encrypted ${encrypted} files (${encryptedBytes} bytes), ${found} were already`);
  if (destroyedKeys > 0) console.log(`Destroyed ${destroyedKeys} earlier keys of tenants, which no file needs`);
  listFiles("were not found in the store", missing, SHOWN_MAX);
  listFiles("are not the files that were uploaded, and stay as they are", damaged, SHOWN_MAX);
}
