import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AssayError } from "@assay/contract";
import { bindPack, importPack, parsePackFile } from "@assay/core/packs";
import { type Context, getTenant } from "@assay/core/tenancy";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { ConfigError, readConfig } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { runCommand } from "./run-command.ts";

const USAGE =
  "Usage: npm run pack:import -- <file.json> --tenant <id> [--pack <id of the pack to give a new version>] [--dry-run]";

/** Imports Assay JSON as a new criteria version and binds the tenant to it. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tenant: { type: "string" }, pack: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (!file || !values.tenant) throw new ConfigError(USAGE);
  const pack = parsePackFile(await readJson(file));
  const count = pack.criteria.reduce((sum, { requirements }) => sum + requirements.length, 0);
  console.log(`'${pack.name}': ${pack.criteria.length} criteria, ${count} requirements`);
  if (values["dry-run"]) return;

  const config = readConfig(process.env);
  const folder = config.DATABASE_URL ? undefined : await openDataFolder(config.ASSAY_DATA_DIR);
  const connection = config.DATABASE_URL
    ? connectServer(config.DATABASE_URL)
    : await connectEmbedded({ dataDir: join(folder!.path, "postgres") });
  try {
    const tenant = await getTenant(connection.db, values.tenant);
    const ctx: Context = { db: connection.db, tenantId: tenant.id, actor: { id: "system", role: "SUPER_ADMIN" } };
    const version = await importPack(ctx, pack, values.pack ? { packId: values.pack } : {});
    await bindPack(ctx, version);
    console.log(
      `Imported as version ${version.version} (${version.criteriaVersionId}) of pack ${version.packId}; ${tenant.name} is bound to it`,
    );
  } finally {
    await connection.close();
    await folder?.release();
  }
});

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause) => {
    throw new ConfigError(`Cannot read '${file}': ${(cause as NodeJS.ErrnoException).code}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AssayError(
      "VALIDATION_ERROR",
      `Cannot import '${file}' as it is not well-formed JSON: ${(error as Error).message}`,
    );
  }
}
