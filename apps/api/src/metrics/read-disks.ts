import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import type { Disk } from "@assay/core/notices";

/** The disks that this process writes to: of the data folder, and of the files where they have a folder of their own. */
export async function readDisks(folder: string, { FILES_DIR }: { FILES_DIR?: string | undefined }): Promise<Disk[]> {
  const folders = [{ name: "data", path: folder }, ...(FILES_DIR ? [{ name: "files", path: FILES_DIR }] : [])];
  const disks = folders.map(async ({ name, path }) => {
    // A folder that is gone is told of elsewhere.
    const found = await statfs(path).catch(() => undefined);
    if (!found || found.blocks === 0) return [];
    const { bavail, blocks, bsize } = found;
    return [{ name, host: hostname(), freeBytes: bavail * bsize, sizeBytes: blocks * bsize }];
  });
  return (await Promise.all(disks)).flat();
}
