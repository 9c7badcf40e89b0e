export { continueErasure, type ErasureServices } from "./continue-erasure.ts";
export { enqueueErasures } from "./enqueue-erasures.ts";
export { type ErasureRequest, eraseTenant, eraseTenantAsOperator } from "./erase-tenant.ts";
export * from "./erased-tables.ts";
export * from "./list-erasures.ts";
export * from "./preview-erasure.ts";
export { endTenantHold, holdTenant, listTenantHolds } from "./tenant-holds.ts";
