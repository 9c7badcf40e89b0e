import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AssayError, type KeptCheckpoint } from "@assay/contract";
import { type CheckpointStore, checkpointName, readCheckpointName } from "@assay/core/ports";

/**
 * Adds a file for each checkpoint to a folder of the tenant, and changes none. What keeps others from doing so is the
 * folder: an append-only mount, or a repository that is pushed elsewhere.
 */
export function createCheckpointFolder(path: string): CheckpointStore {
  const root = resolve(path);
  return {
    name: "folder",
    async keep(checkpoint) {
      const folder = join(root, checkpoint.statement.tenantId);
      const name = checkpointName(checkpoint.statement);
      const text = `${JSON.stringify(checkpoint)}\n`;
      return onDisk(async () => {
        // The root is never made: one that is missing is a mount that is missing.
        await mkdir(folder).catch((error: unknown) => {
          if (codeOf(error) !== "EEXIST") throw error;
        });
        const path = join(folder, name);
        const held = await open(path, "a+");
        try {
          const before = await held.readFile("utf8");
          if (!text.startsWith(before)) throw new OtherBytes(name);
          // What a crash cut off is completed: what is there stays.
          await held.appendFile(text.slice(before.length));
          await held.sync();
        } finally {
          await held.close();
        }
        return { location: `${checkpoint.statement.tenantId}/${name}` };
      });
    },
    list: (tenantId) =>
      onDisk(async () => {
        const folder = join(root, tenantId);
        // A folder that is missing as a whole is a mount that is missing, not a tenant without checkpoints.
        await readdir(root);
        const names = await readdir(folder).catch((error: unknown) => {
          if (codeOf(error) === "ENOENT") return [];
          throw error;
        });
        return names
          .map((name) => ({ name, point: readCheckpointName(name) }))
          .filter(({ point }) => point !== undefined)
          .map(({ name, point }) => ({
            ...point!,
            load: () => onDisk(async () => JSON.parse(await readFile(join(folder, name), "utf8")) as KeptCheckpoint),
          }))
          .sort((a, b) => a.sequence - b.sequence);
      }),
  };
}

class OtherBytes extends Error {
  constructor(name: string) {
    super(`Cannot keep checkpoint '${name}' because the folder holds other bytes under its name`);
  }
}

async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OtherBytes) throw new AssayError("INTEGRITY_ERROR", error.message);
    if (error instanceof SyntaxError) throw new AssayError("INTEGRITY_ERROR", "A kept checkpoint cannot be read");
    const why = codeOf(error) ?? "an unknown error";
    throw new AssayError("SERVICE_UNAVAILABLE", `Cannot use the folder of CHECKPOINT_FOLDER because of ${why}`, {
      cause: error,
    });
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code;
