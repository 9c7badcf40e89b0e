export { AssayAdmin } from "./assay-admin.ts";
export * from "./settings-types.ts";
export * from "./types.ts";
