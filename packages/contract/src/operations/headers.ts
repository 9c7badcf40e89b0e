interface Header {
  readonly description: string;
  readonly example: string;
}

export const REQUEST_HEADERS = {
  "Idempotency-Key": {
    description:
      "1 to 255 visible ASCII characters. The same key with the same request returns the first reply again for 24 hours.",
    example: "run-2026-01-31",
  },
  "If-None-Match": {
    description: "The ETag of an earlier reply: 304 without a body if nothing has changed.",
    example: '"5f2b8c0e"',
  },
  "If-Range": { description: "The ETag that the range belongs to.", example: '"5f2b8c0e"' },
  Range: { description: "One range of bytes; several return the whole file.", example: "bytes=0-1023" },
  "Tus-Resumable": { description: "The version of the tus protocol that the client speaks: 1.0.0.", example: "1.0.0" },
  "Upload-Length": { description: "The bytes of the whole file.", example: "104857600" },
  "Upload-Metadata": {
    description:
      "Pairs of a name and a value in Base64, with commas between them: `filename`, the form fields of `documents.upload`, and `versionOf` with the id of a document to make a new version of it.",
    example: "filename cG9saWN5LnBkZg==,category UG9saWNpZXM=",
  },
  "Upload-Offset": { description: "Where the part begins in the file.", example: "8388608" },
  "Last-Event-ID": { description: "The id of the last event that was received.", example: "7" },
} as const satisfies Record<string, Header>;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

export const RESPONSE_HEADERS = {
  "X-Request-Id": {
    description: "The id of the request, for the operators.",
    example: "01a1fc91-0c4e-7a10-b1de-5a6f0e7d2c33",
  },
  "Assay-Version": { description: "The release of the service.", example: "0.1.0" },
  Deprecation: {
    description: "The operation will be removed; since when this is announced, in seconds (RFC 9745).",
    example: "@1801353600",
  },
  Sunset: {
    description: "When the operation may be gone (RFC 8594).",
    example: "Sun, 01 Aug 2027 00:00:00 GMT",
  },
  RateLimit: {
    description: "What is left of each limit, and after how many seconds all of it is there again.",
    example: '"requests";r=598;t=1',
  },
  "RateLimit-Policy": {
    description: "The tenant's limits that the request counts against: how many in how many seconds.",
    example: '"requests";q=600;w=60',
  },
  "Retry-After": { description: "Seconds to wait before the next attempt.", example: "5" },
  "WWW-Authenticate": { description: "Names the scheme of authentication.", example: "Bearer" },
  ETag: { description: "What If-None-Match compares.", example: '"5f2b8c0e"' },
  "X-Snapshot-Hash": {
    description: "SHA-256 of the snapshot that was replayed; absent for live results.",
    example: "5f2b8c0e6a1d4c3b9e7f0a8d2c5b4e6f1a3d7c9b8e0f2a4d6c1b5e7f9a3d8c0e",
  },
  Location: {
    description: "Where the upload is, from the address of the service.",
    example: "/api/uploads/01a1fc91-0c4e-7a10-b1de-5a6f0e7d2c33",
  },
  "Tus-Resumable": { description: "The version of the tus protocol that the service speaks.", example: "1.0.0" },
  "Upload-Length": { description: "The bytes of the whole file.", example: "104857600" },
  "Upload-Offset": { description: "How many bytes the service has: where the next part begins.", example: "8388608" },
  "Upload-Expires": {
    description: "When the upload is deleted unless it is whole by then.",
    example: "Sun, 01 Feb 2026 12:00:00 GMT",
  },
  "Content-Disposition": {
    description: "The name of the file.",
    example: `attachment; filename="backup-policy.pdf"`,
  },
  "Content-Range": { description: "Which bytes of how many these are.", example: "bytes 0-1023/48213" },
} as const satisfies Record<string, Header>;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;
