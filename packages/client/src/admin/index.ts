export type * from "../generated/admin-types.ts";
export { AssayAdmin } from "./assay-admin.ts";
export type { AuditFilters } from "./audit.ts";
export type * from "./generic-shapes.ts";
export { type AdminRunFilters, AdminRuns } from "./runs.ts";
export { readTraceLines, type TraceStream } from "./traces.ts";
