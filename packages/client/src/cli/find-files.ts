import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { usageError } from "./exit-codes.ts";

export interface FoundFile {
  readonly path: string;
  readonly name: string;
  /** Its path in the only folder that was named, or else from the working directory; with `/`, on every system. */
  readonly sourcePath: string;
  /** Whether it was named itself; else it was found in a folder. */
  readonly isNamed: boolean;
}

type FileAt = Omit<FoundFile, "sourcePath">;

interface FoundAt {
  readonly files: FileAt[];
  readonly skippedFolders: number;
  readonly isFolder: boolean;
}

interface Found {
  readonly files: FoundFile[];
  /** The folder, where it was all that was named. */
  readonly folder?: string | undefined;
  readonly skippedFolders: number;
}

/** The files that the paths name, and those of folders; hidden files and, unless `recursive`, subfolders are omitted. */
export async function findFiles(paths: readonly string[], { recursive }: { recursive: boolean }): Promise<Found> {
  const found = await Promise.all(paths.map((path) => findAt(path, recursive)));
  const folder = paths.length === 1 && found[0]!.isFolder ? paths[0]! : undefined;
  const files = found
    .flatMap((each) => each.files)
    .map((file) => ({
      ...file,
      sourcePath: relative(folder ?? ".", file.path)
        .split(sep)
        .join("/"),
    }));
  const skippedFolders = found.reduce((sum, each) => sum + each.skippedFolders, 0);
  if (files.length === 0)
    throw usageError(
      `There is no file in ${paths.join(", ")}`,
      skippedFolders > 0 ? "Use --recursive for the files of its subfolders." : undefined,
    );
  return { files, folder, skippedFolders };
}

async function findAt(path: string, recursive: boolean): Promise<FoundAt> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`Cannot read '${path}': ${error.code === "ENOENT" ? "there is no such file" : error.message}`);
  });
  if (found.isDirectory()) return findInFolder(path, recursive);
  return { files: [{ path, name: basename(path), isNamed: true }], skippedFolders: 0, isFolder: false };
}

/** Symbolic links in a folder are omitted: what they lead to may lie outside of it. */
async function findInFolder(folder: string, recursive: boolean): Promise<FoundAt> {
  const entries = await readdir(folder, { withFileTypes: true });
  const visible = entries.filter(({ name }) => !name.startsWith(".")).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = visible.filter((entry) => entry.isDirectory());
  const files = visible
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ path: join(folder, name), name, isNamed: false }));
  if (!recursive) return { files, skippedFolders: folders.length, isFolder: true };
  for (const { name } of folders) files.push(...(await findInFolder(join(folder, name), recursive)).files);
  return { files, skippedFolders: 0, isFolder: true };
}
