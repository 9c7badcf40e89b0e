export { Assay, type SearchOptions } from "./assay.ts";
export { AssayApiError, AssayConnectionError, AssayTimeoutError, type ErrorClass } from "./assay-error.ts";
export { exchangeLink, type OpenedLink } from "./exchange-link.ts";
export * from "./generated/errors.ts";
export type * from "./generated/types.ts";
export type { AssayOptions, KeyedOptions, RequestOptions } from "./http.ts";
export { List, type ListOptions, type Page, type PageOptions } from "./list.ts";
export type { Open } from "./open.ts";
export { type CommentFilters, Comments } from "./resources/comments.ts";
export type {
  DocumentFilters,
  DocumentWaitOptions,
  ReprocessOptions,
  SegmentFilters,
  Uploaded,
  UploadOptions,
  UploadWaitOptions,
} from "./resources/documents.ts";
export { Documents } from "./resources/documents.ts";
export { type ExceptionFilters, Exceptions } from "./resources/exceptions.ts";
export { Links } from "./resources/links.ts";
export { Mentions } from "./resources/mentions.ts";
export { People, type PersonFilters } from "./resources/people.ts";
export { type ReviewFilters, Reviews } from "./resources/reviews.ts";
export type { RunDocumentFilters, RunFilters, RunWaitOptions } from "./resources/runs.ts";
export { Runs } from "./resources/runs.ts";
export { type TaskFilters, Tasks } from "./resources/tasks.ts";
export type { FileOptions } from "./send-file.ts";
export type { FileSource, UploadFile, UploadProgress } from "./upload-file.ts";
