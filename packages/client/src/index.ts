export { Assay } from "./assay.ts";
export { AssayApiError, AssayConnectionError } from "./assay-error.ts";
export type { AssayOptions, RequestOptions } from "./http.ts";
export { List, type Page, type PageOptions } from "./list.ts";
export type { DocumentFilters, DocumentProgress, SegmentFilters, SegmentPage } from "./resources/documents.ts";
export type { UploadProgress } from "./send-form.ts";
export * from "./types.ts";
export type { Uploaded, UploadOptions } from "./upload.ts";
