import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { listCheckpointKeys, verifyAudit } from "@assay/core/audit";
import { operatorOf } from "@assay/core/tenancy";
import { importTenant } from "@assay/core/tenant-archive";
import { ConfigError } from "../config.ts";
import { connectOwner } from "../parts/database.ts";
import { openSigner } from "../parts/signer.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { startSha256 } from "../start-sha256.ts";
import { openForOperator } from "./open-for-operator.ts";
import { openStore } from "./open-store.ts";
import { runCommand } from "./run-command.ts";

/** Makes the tenant of an archive in this deployment, as it was and suspended: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      "key-fingerprint": { type: "string" },
      "after-erasure": { type: "string" },
      "extend-packs": { type: "boolean" },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file)
    throw new ConfigError(
      "Usage: npm run tenant:import -- <file> --key-fingerprint <of the first deployment> [--after-erasure <id>] [--extend-packs]",
    );
  const config = readProcessConfig(process.env);
  const { db, close } = await openForOperator(config, "import the tenant");
  const owner = connectOwner(config);
  try {
    const files = await openStore(config, db);
    const signer = await openSigner(config, config.ASSAY_DATA_DIR);
    const parts = { db, owner: owner?.db ?? db, files, signer, startSha256 };
    const { id, name, rows, originals, missing, demoted, boundVersion } = await importTenant(
      parts,
      () => createReadStream(file),
      {
        keyFingerprint: values["key-fingerprint"],
        afterErasure: values["after-erasure"],
        extendPacks: values["extend-packs"],
      },
    );
    console.log(`Imported '${name}' (${id}): ${rows} rows, ${originals} originals, each as the manifest says`);
    console.log(
      config.FILES_KEY || config.FILES_KMS
        ? "Its originals are encrypted with a key of its own"
        : "Its originals are stored as they are: FILES_KEY is not set",
    );
    if (missing.length > 0) console.log(`The archive lacks ${missing.length} originals, which were missing before`);
    if (demoted > 0) console.log(`${demoted} of its members had the role SUPER_ADMIN: they are ADMIN here`);
    if (boundVersion !== null) console.log("It was bound to an engine version, and is not here: see Engine versions");
    const { valid, entries } = await verifyAudit(operatorOf(db, id), { keys: await listCheckpointKeys(db, signer) });
    console.log(valid ? `Its audit log of ${entries} entries is intact` : "Its audit log is NOT intact");
    if (!valid) process.exitCode = 1;
    console.log(`It is suspended: npm run tenant:resume -- --tenant ${id}`);
  } finally {
    await owner?.close();
    await close();
  }
});
