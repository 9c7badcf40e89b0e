import type { Fetcher, FileStore, Identity, Models, Waker } from "@assay/core/ports";
import type { Database } from "@assay/db";
import type { Logger } from "./logger.ts";

/** What the routes work with; the entry of each runtime makes it. */
export interface ApiServices {
  readonly db: Database;
  readonly files: FileStore;
  readonly fetcher: Fetcher;
  readonly identity: Identity;
  readonly waker: Waker;
  readonly models: Models;
  readonly logger: Logger;
  readonly settings: ApiSettings;
}

export interface ApiSettings {
  readonly superAdminMode: boolean;
  readonly maxUploadBytes: number;
  readonly archive: { readonly filesMax: number; readonly bytesMax: number };
  /** How often a watched run is looked at. */
  readonly progressPollMs: number;
}
