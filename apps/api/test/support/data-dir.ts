import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { rowsOf } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { type SQL, sql } from "drizzle-orm";

/** Of writes that are under way. */
const PARTS = ".parts";

/** Ids of the documents whose bytes are in the data folder. The folder of a write that ends may go while it is read. */
export async function listStoredFiles(dataDir: string): Promise<string[]> {
  const root = join(dataDir, "files");
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== PARTS);
  const found = (await Promise.all(folders.map(({ name }) => readdir(join(root, name))))).flat();
  return found.flatMap((path) => /([0-9a-f-]{36})\.file$/.exec(path)?.[1] ?? []).toSorted();
}

/** What interrupted writes and extractions left. */
export async function listLeftovers(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    [`files/${PARTS}`, "temp"].map(async (name) =>
      (await readdir(join(dataDir, name)).catch(() => [])).map((each) => `${name}/${each}`),
    ),
  );
  return found.flat();
}

/** Rows of the embedded database of a service that has ended. */
export async function queryStopped<T>(dataDir: string, ...statements: SQL[]): Promise<T[]> {
  const { db, close } = await connectEmbedded({ dataDir: join(dataDir, "postgres") });
  try {
    let rows: T[] = [];
    for (const statement of statements) rows = await rowsOf<T>(db, statement);
    return rows;
  } finally {
    await close();
  }
}

export interface ReclaimItem {
  readonly subject_id: string;
  readonly state: string;
  readonly due_in_seconds: number;
}

/** Announced files that nothing claimed, of a service that has ended; `dueNow` makes their deletion due now. */
export function listReclaims(dataDir: string, { dueNow }: { dueNow: boolean }): Promise<ReclaimItem[]> {
  const open = sql`kind = 'file' and stage = 'reclaim' and state = 'PENDING'`;
  const list = sql`
    select subject_id, state, extract(epoch from available_at - now())::float8 as due_in_seconds
    from work_items where ${open}`;
  return dueNow
    ? queryStopped<ReclaimItem>(
        dataDir,
        sql`update work_items set available_at = now() - interval '1 second' where ${open}`,
        list,
      )
    : queryStopped<ReclaimItem>(dataDir, list);
}
