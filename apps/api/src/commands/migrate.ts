import { join } from "node:path";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import { readConfig } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { runCommand } from "./run-command.ts";

/** Applies what is missing to the configured database. */
await runCommand(async () => {
  const config = readConfig(process.env);
  const address = config.DATABASE_MIGRATE_URL ?? config.DATABASE_URL;
  const folder = address ? undefined : await openDataFolder(config.ASSAY_DATA_DIR);
  const connection = address
    ? connectServer(address)
    : await connectEmbedded({ dataDir: join(folder!.path, "postgres") });
  try {
    const applied = await migrate(connection);
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "Nothing to apply: the database is up to date");
  } finally {
    await connection.close();
    await folder?.release();
  }
});
