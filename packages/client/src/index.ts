export { Assay } from "./assay.ts";
export { AssayApiError, AssayConnectionError } from "./assay-error.ts";
export type * from "./generated/types.ts";
export type { AssayOptions, RequestOptions } from "./http.ts";
export { List, type Page, type PageOptions } from "./list.ts";
export type { Open } from "./open.ts";
export type { DocumentFilters, SegmentFilters } from "./resources/documents.ts";
export type { UploadProgress } from "./send-form.ts";
export type { Uploaded, UploadOptions } from "./upload.ts";
