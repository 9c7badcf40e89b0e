import { createFileGuard } from "@assay/core/files";
import type { FileStore, MarkedFileStore } from "@assay/core/ports";
import type { Database } from "@assay/db";
import type { Logger } from "../logger.ts";

/** Makes the file store that the service works with, for each handle of the database. */
export function guardStore(store: MarkedFileStore, logger: Logger): (db: Database) => FileStore {
  return createFileGuard({
    store,
    onAdopted: ({ documents }) => logger.info("files.adopted", { documentsFound: documents }),
  });
}
