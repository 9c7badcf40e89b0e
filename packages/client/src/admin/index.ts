export { AssayAdmin } from "./assay-admin.ts";
export * from "./audit-types.ts";
export * from "./document-types.ts";
export * from "./people-types.ts";
export * from "./settings-types.ts";
export * from "./trace-types.ts";
export { readTraceLines, type TraceStream } from "./traces.ts";
export * from "./types.ts";
