import type { Timestamp } from "../types.ts";

export type TenantStatus = "ACTIVE" | "INACTIVE";

export interface Tenant {
  id: string;
  name: string;
  status: TenantStatus;
  createdAt: Timestamp;
}
