import type { TenantTrouble } from "@assay/client/admin";

/** In the order of the service, the worst first. */
export const TROUBLES: Readonly<Record<TenantTrouble, string>> = {
  INTEGRITY: "Stored data damaged",
  RUN_FAILED: "Last run failed",
  SNAPSHOT_FAILED: "Last run has no snapshot",
  JOBS_WAITING: "Jobs are waiting",
  DOCUMENTS_UNREAD: "Documents not read",
  DOCUMENTS_FAILED: "Documents failed",
  LIMIT_NEAR: "Close to a limit",
  NO_ADMIN: "No administrator",
};

export const TROUBLE_CHOICES = Object.entries(TROUBLES).map(([value, label]) => ({
  value: value as TenantTrouble,
  label,
}));
