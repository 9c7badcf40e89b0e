// Made from packages/contract/src/operations by `npm run types:client`: change the table, not this file.
import type { RequestOptions } from "../http.ts";
import type { ListOptions } from "../list.ts";
import type {
  ApiKeyState,
  DeliveryState,
  IngestionStatus,
  PackOwner,
  TenantStatus,
  TenantTrouble,
} from "./admin-types.ts";
import type { CalendarDate, DocumentFailureCode, InvitationState, Role, Timestamp } from "./types.ts";
export interface AccessRecordFilters extends ListOptions {
  readonly kind?: "ORIGINAL" | "SNAPSHOT" | "EXPORT" | "REPORT" | "REPLAY" | "PACKAGE" | undefined;
  readonly actor?: string | undefined;
  readonly documentId?: string | undefined;
  readonly runId?: string | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

export interface AccessRecordExportFilters extends RequestOptions {
  readonly kind?: "ORIGINAL" | "SNAPSHOT" | "EXPORT" | "REPORT" | "REPLAY" | "PACKAGE" | undefined;
  readonly actor?: string | undefined;
  readonly documentId?: string | undefined;
  readonly runId?: string | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

export interface ApiKeyFilters extends ListOptions {
  readonly state?: ApiKeyState | undefined;
}

export interface AuditCheckpointFilters extends ListOptions {
  readonly runId?: string | undefined;
}

export interface CorpusIngestionFilters extends ListOptions {
  readonly packId?: string | undefined;
  readonly status?: IngestionStatus | undefined;
}

export interface CorpusActivationFilters extends ListOptions {
  readonly packId?: string | undefined;
}

export interface DeploymentFilters extends ListOptions {
  /** Part of a name, in any case. */
  readonly q?: string | undefined;
  readonly status?: TenantStatus | undefined;
  /** Only tenants with this one. */
  readonly trouble?: TenantTrouble | undefined;
}

export interface DeploymentLogFilters extends ListOptions {
  readonly action?: string | undefined;
  readonly objectId?: string | undefined;
}

export interface FailedDocumentFilters extends ListOptions {
  readonly code?: DocumentFailureCode | undefined;
}

export interface GoldenSetFilters extends ListOptions {
  readonly retrievalVersionId?: string | undefined;
}

export interface InvitationFilters extends ListOptions {
  readonly state?: InvitationState | undefined;
}

export interface MemberFilters extends ListOptions {
  readonly role?: Role | undefined;
  readonly q?: string | undefined;
}

export interface PackFilters extends ListOptions {
  readonly owner?: PackOwner | undefined;
  /** `true`: those in the archive, and no others. */
  readonly archived?: boolean | undefined;
}

export interface ReviewerFilters extends RequestOptions {
  readonly from?: Timestamp | undefined;
  readonly to?: Timestamp | undefined;
}

export interface EgressEntryFilters extends ListOptions {
  readonly runId?: string | undefined;
  readonly from?: CalendarDate | undefined;
  /** The last day. */
  readonly to?: CalendarDate | undefined;
}

export interface TenantFilters extends ListOptions {
  readonly status?: TenantStatus | undefined;
  readonly q?: string | undefined;
}

export interface RetentionPreviewFilters extends RequestOptions {
  readonly spans?: string | undefined;
  readonly logs?: string | undefined;
  readonly runs?: string | undefined;
}

export interface WebhookDeliveryFilters extends ListOptions {
  readonly state?: DeliveryState | undefined;
}
