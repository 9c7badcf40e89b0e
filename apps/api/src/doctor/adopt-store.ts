import { adoptStore } from "@assay/core/files";
import type { Connection } from "@assay/db";
import { type Config, ConfigError } from "../config.ts";
import { openDatabase } from "../parts/database.ts";
import { chooseStore } from "../parts/files.ts";
import { keepsFiles, openFolder } from "../parts/folder.ts";
import { encryption } from "../parts/guard-store.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { supabaseParts } from "../parts/supabase.ts";
import type { Finding } from "./finding.ts";

/** Marks the configured file store as this deployment's, by the word of anyone who asks, and says what was found in it. */
export async function adoptConfiguredStore(config: Config): Promise<Finding[]> {
  const supabase = supabaseParts(config);
  // A store in the data folder and an embedded database belong to the process that has opened them.
  const needsFolder = keepsFiles(config) || !config.DATABASE_URL;
  const folder = needsFolder ? await openFolder(config).catch(refuseWhileInUse) : undefined;
  let connection: Connection | undefined;
  try {
    connection = await openDatabase(config, folder?.path ?? "");
    const open = encryption(configuredKeyWrapper(config));
    const store = open(chooseStore(config, supabase, folder?.path ?? ""), connection.db);
    const { found, sampled } = await adoptStore(connection.db, store);
    const missing = sampled - found;
    const verdict = missing === 0 ? "" : `: restore the ${missing} others, or they count as missing`;
    return [
      { ok: true, text: "The file store now has the marker of this deployment" },
      { ok: missing === 0, text: `Found ${found} of ${sampled} sampled files${verdict}` },
    ];
  } finally {
    await connection?.close();
    await folder?.release();
  }
}

function refuseWhileInUse(error: unknown): never {
  if (error instanceof ConfigError)
    throw new ConfigError(
      `${error.message}\nCannot adopt the file store while the service uses it: stop the service first`,
    );
  throw error;
}
