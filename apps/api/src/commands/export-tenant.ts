import { link, open, rm, stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { findTenant } from "@assay/core/tenancy";
import { exportTenant, keyFingerprint } from "@assay/core/tenant-archive";
import { ConfigError } from "../config.ts";
import { openSigner } from "../parts/signer.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { openStore } from "./open-store.ts";
import { runCommand } from "./run-command.ts";

const text = { type: "string" } as const;

/** Writes everything of a suspended tenant into one file: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, file } = parseArgs({ options: { tenant: text, file: text } }).values;
  if (!tenant || !file) throw new ConfigError("Usage: npm run tenant:export -- --tenant <id|name> --file <new file>");
  if (await stat(file).catch(() => undefined)) throw new ConfigError(`Cannot export to '${file}': it exists`);
  const config = readProcessConfig(process.env);
  const { db, close } = await openForOperator(config, "export the tenant");
  try {
    const { id, name } = await findTenant(db, tenant);
    const files = await openStore(config, db);
    const signer = await openSigner(config, config.ASSAY_DATA_DIR);
    const actor = { id: "system", role: "SUPER_ADMIN" } as const;
    const bytes = await writeWhole(file, exportTenant({ db, files, signer }, { tenantId: id, actor }));
    console.log(`Exported '${name}' (${id}) to ${file}: ${bytes} bytes. Originals and text are in it in clear`);
    console.log(`Import it with --key-fingerprint ${await keyFingerprint(signer.publicKey)}`);
  } finally {
    await close();
  }
});

/** The file is there when all of it is; what a killed export leaves is under another name, and the next one replaces it. */
async function writeWhole(file: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const unfinished = `${file}.part`;
  const onDisk = <T>(act: () => Promise<T>) =>
    act().catch((error: Error) => {
      throw new ConfigError(`Cannot write the archive '${file}': ${error.message}`);
    });
  await onDisk(() => rm(unfinished, { force: true }));
  let bytes = 0;
  try {
    await using out = await onDisk(() => open(unfinished, "wx", 0o600));
    for await (const part of parts) {
      await onDisk(() => out.writeFile(part));
      bytes += part.length;
    }
    await onDisk(() => out.sync());
    // Unlike a renaming, it never takes the place of another file.
    await onDisk(() => link(unfinished, file));
    return bytes;
  } finally {
    await rm(unfinished, { force: true });
  }
}
