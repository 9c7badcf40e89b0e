import { join } from "node:path";
import { parseArgs } from "node:util";
import { OSCAL_REQUIREMENTS, PACK_FORMATS } from "@assay/contract";
import { bindPack, publishParsedPack } from "@assay/core/packs";
import { type Context, getTenant } from "@assay/core/tenancy";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { readOwner } from "./read-owner.ts";
import { readPackFile } from "./read-pack-file.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run pack:import -- <file> --tenant <id> [--format ${PACK_FORMATS.join("|")}]
  [--requirements ${OSCAL_REQUIREMENTS.join("|")}] [--pack <id of the pack to give a new version>] [--name <of a new pack>] [--owner tenant|deployment] [--dry-run]`;

/** Imports a pack file as a new, published criteria version and binds the tenant to it; a new pack is the tenant's. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tenant: { type: "string" },
      pack: { type: "string" },
      name: { type: "string" },
      owner: { type: "string", default: "tenant" },
      format: { type: "string", default: "assay-json" },
      requirements: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  const owner = readOwner(values.owner, USAGE);
  const format = PACK_FORMATS.find((name) => name === values.format);
  const requirements = OSCAL_REQUIREMENTS.find((name) => name === values.requirements);
  if (!file || !values.tenant || !format || requirements !== values.requirements) throw new ConfigError(USAGE);
  const { pack, name } = await readPackFile(file, {
    format,
    requirements,
    ...(values.name !== undefined && { name: values.name }),
  });
  if (values["dry-run"]) return;

  const config = readProcessConfig(process.env);
  const folder = config.DATABASE_URL ? undefined : await openDataFolder(config.ASSAY_DATA_DIR);
  const connection = config.DATABASE_URL
    ? connectServer(config.DATABASE_URL)
    : await connectEmbedded({ dataDir: join(folder!.path, "postgres") });
  try {
    const tenant = await getTenant(connection.db, values.tenant);
    const { id: tenantId } = tenant;
    const ctx: Context = { db: connection.db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } };
    const version = await publishParsedPack(ctx, pack, values.pack ? { packId: values.pack } : { name, owner });
    await bindPack(ctx, version);
    console.log(
      `Imported as version ${version.version} (${version.criteriaVersionId}) of pack ${version.packId}; ${tenant.name} is bound to it`,
    );
  } finally {
    await connection.close();
    await folder?.release();
  }
});
