export * from "./detect-file-type.ts";
export * from "./find-wide-encoding.ts";
export * from "./read-zip-directory.ts";
export * from "./split-extension.ts";
