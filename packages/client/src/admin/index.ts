export { AssayAdmin } from "./assay-admin.ts";
export * from "./types.ts";
