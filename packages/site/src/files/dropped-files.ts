/** So that a folder dropped by mistake does not list a whole disk. */
const FILES_MAX = 2000;

/** The files of a drop, those inside dropped folders too. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The browser empties the transfer when the event is over: take all of it before the first wait.
  const dropped = [...transfer.items]
    .filter(({ kind }) => kind === "file")
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of dropped)
    if (entry) await collect(entry, files);
    else if (file) files.push(file);
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= FILES_MAX) return;
  if (isFile(entry)) files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
  else if (isFolder(entry)) for (const inner of await readFolder(entry)) await collect(inner, files);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The browser answers at most 100 entries at a time, and none at the end. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length >= FILES_MAX) return all;
    all.push(...some);
  }
}
