export { ARCHIVED, type ArchivedTable, NOT_ARCHIVED } from "./archive-tables.ts";
export { type ExportParts, exportTenant } from "./export-tenant.ts";
export { importTenant } from "./import-tenant.ts";
export { keyFingerprint } from "./key-fingerprint.ts";
