export type * from "../generated/admin-filters.ts";
export {
  AccessRecords,
  AdminDocuments,
  AdminModels,
  ApiKeys,
  Bindings,
  GoldenSets,
  Invitations,
  Members,
  Reviewers,
  Tenants,
  Webhooks,
} from "../generated/admin-resources.ts";
export type * from "../generated/admin-types.ts";
export { AssayAdmin } from "./assay-admin.ts";
export { Audit, type AuditFilters } from "./audit.ts";
export { Corpus, type IngestionUpload } from "./corpus.ts";
export { type EventStreamOptions, Events, type StreamedEvent } from "./events.ts";
export type * from "./generic-shapes.ts";
export { type PackImportOptions, Packs } from "./packs.ts";
export { RetrievalVersions } from "./retrieval-versions.ts";
export { type AdminRunFilters, AdminRuns } from "./runs.ts";
export { readTraceLines, type TraceStream, Traces } from "./traces.ts";
