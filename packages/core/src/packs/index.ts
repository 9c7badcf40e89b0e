export * from "./adopt-pack.ts";
export * from "./bindings.ts";
export * from "./diff-versions.ts";
export { type ImportedVersion, importPack, publishParsedPack } from "./import-pack.ts";
export * from "./import-version.ts";
export * from "./list-version-requirements.ts";
export * from "./packs.ts";
export * from "./publish-version.ts";
export { listVersions, readVersion } from "./read-versions.ts";
