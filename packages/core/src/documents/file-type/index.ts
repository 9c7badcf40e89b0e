export * from "../archive/read-zip-directory.ts";
export * from "./detect-file-type.ts";
export * from "./find-wide-encoding.ts";
export * from "./split-extension.ts";
