import { join } from "node:path";
import { connectEmbedded } from "@assay/db/connect";
import { describeWayBack, type Migration, migrate } from "@assay/db/migrate";
import type { Config } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { migrateServer } from "../parts/database.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/** Applies what is missing to the configured database. */
await runCommand(async () => {
  const config = readProcessConfig(process.env);
  const url = config.DATABASE_URL ?? config.DATABASE_MIGRATE_URL;
  const applied = url ? await migrateServer(url, config, say) : await migrateEmbedded(config);
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "Nothing to apply: the database is up to date");
});

async function migrateEmbedded({ ASSAY_DATA_DIR }: Config): Promise<string[]> {
  const folder = await openDataFolder(ASSAY_DATA_DIR);
  try {
    const connection = await connectEmbedded({ dataDir: join(folder.path, "postgres") });
    try {
      return await migrate(connection, { onPending: say });
    } finally {
      await connection.close();
    }
  } finally {
    await folder.release();
  }
}

function say(pending: readonly Migration[]): void {
  console.log(describeWayBack(pending));
}
