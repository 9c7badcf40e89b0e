import { loadDeployment } from "@assay/core/files";
import type { Config } from "../config.ts";
import { connectTo } from "../parts/database.ts";
import { chooseStore } from "../parts/files.ts";
import { supabaseParts } from "../parts/supabase.ts";
import { type Finding, findingsOf } from "./finding.ts";

const ADOPT = "restore the disk or bucket that has the files, or run `npm run doctor -- --adopt-store`";

/** Whether the file store is the one of this database. An embedded database is the service's own, which checks it. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  if (!config.DATABASE_URL) return [];
  const connection = connectTo(config.DATABASE_URL, config, { poolSize: 1 });
  try {
    const { id, filesMarkedAt } = await loadDeployment(connection.db);
    const marker = await chooseStore(config, supabaseParts(config), config.ASSAY_DATA_DIR).readMarker();
    const problems = [
      ...(marker === null && filesMarkedAt ? [`The file store has lost its marker: ${ADOPT}`] : []),
      ...(marker !== null && marker !== id ? [`The file store belongs to another deployment: ${ADOPT}`] : []),
    ];
    return findingsOf(
      problems,
      marker ? "The file store belongs to this deployment" : "The file store gets its marker at the next start",
    );
  } catch {
    // The checks of the database and of the vendors say what is wrong.
    return [];
  } finally {
    await connection.close();
  }
}
