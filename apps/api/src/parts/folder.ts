import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";

export interface Folder {
  readonly path: string;
  release(): Promise<void>;
}

/** The data folder; where all state is elsewhere, a folder that goes with the process, for what is read in pieces. */
export async function openFolder(config: Config): Promise<Folder> {
  if (keepsState(config)) return openDataFolder(config.ASSAY_DATA_DIR);
  const path = await mkdtemp(join(tmpdir(), "assay-"));
  return { path, release: () => rm(path, { recursive: true, force: true }) };
}

/** The folder of the service that forked this process, which holds it. */
export async function openSharedFolder(config: Config): Promise<Folder> {
  if (!keepsState(config)) return openFolder(config);
  return { path: await realpath(config.ASSAY_DATA_DIR), release: async () => {} };
}

/** Whether anything has no place but the data folder. */
export function keepsState(config: Config): boolean {
  return !config.DATABASE_URL || !config.CHECKPOINT_SIGNING_KEY || keepsFiles(config);
}

/** Whether the data folder has the files. */
export function keepsFiles({ FILES_DIR, S3_BUCKET, SUPABASE_URL }: Config): boolean {
  return !FILES_DIR && !S3_BUCKET && !SUPABASE_URL;
}
