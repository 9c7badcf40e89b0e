import type { AuditEntry } from "@assay/contract";

/** A place outside of the service that is given each entry of the audit logs. */
export interface AuditDestination {
  readonly name: AuditDestinationName;
  /**
   * Sends entries of one tenant in their order; what was sent before may come again. Returns how many of the first it has
   * taken, and why it takes no more.
   */
  send(
    entries: readonly AuditEntry[],
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly taken: number; readonly problem?: string }>;
}

export const AUDIT_DESTINATIONS = ["syslog", "s3", "webhook"] as const;
type AuditDestinationName = (typeof AUDIT_DESTINATIONS)[number];
