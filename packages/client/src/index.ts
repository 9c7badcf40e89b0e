export { Assay } from "./assay.ts";
export { AssayApiError, AssayConnectionError, AssayTimeoutError, type ErrorClass } from "./assay-error.ts";
export { exchangeLink, type OpenedLink } from "./exchange-link.ts";
export * from "./generated/errors.ts";
export type * from "./generated/filters.ts";
export { Comments, Connections, Exceptions, Links, Mentions, People, Reviews } from "./generated/resources.ts";
export type * from "./generated/types.ts";
export type { AssayOptions, KeyedOptions, RequestOptions, SentRequest } from "./http.ts";
export { acceptInvitation, exchangeInvitation } from "./invitations.ts";
export { List, type ListOptions, type Page, type PageOptions } from "./list.ts";
export type { Open } from "./open.ts";
export { askReset, completeReset, exchangeReset } from "./resets.ts";
export type {
  DocumentWaitOptions,
  Uploaded,
  UploadOptions,
  UploadWaitOptions,
} from "./resources/documents.ts";
export { Documents } from "./resources/documents.ts";
export type { ContinueOptions, PreviousOptions, RunWaitOptions, WholeRunDocuments } from "./resources/runs.ts";
export { Runs } from "./resources/runs.ts";
export type { PlanOptions, SyncPlan } from "./resources/sources.ts";
export { Sources } from "./resources/sources.ts";
export { Tasks } from "./resources/tasks.ts";
export type { FileOptions } from "./send-file.ts";
export { type FileSource, type UploadFile, type UploadProgress, WHOLE_BYTES_MAX } from "./upload-file.ts";
