import type { AuditDetails } from "@assay/contract";

export interface AuditEvent {
  /** `noun.verbed` */
  action: `${string}.${string}`;
  objectType: string;
  objectId: string;
  runId?: string;
  details?: AuditDetails;
}
