export { createFolderFileStore, type FolderFileStore, type FolderFileStoreOptions } from "./folder-file-store.ts";
