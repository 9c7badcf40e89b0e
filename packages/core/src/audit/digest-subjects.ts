import type { Transaction } from "@assay/db";
import { digestPinned, digestRecords, isPinnedKind, isRecordKind } from "../records/index.ts";
import type { AuditEvent } from "./audit-event.ts";

/** Entries that say something of a row and do not change it: a digest would vouch for whatever the row says by now. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set<AuditEvent["action"]>([
  "integrity.failed",
  "member.password_reset",
  "member.sessions_ended",
  "member.tenant_chosen",
  "member.sign_on_connected",
  "member.data_exported",
  "member.reset_asked",
  "member.reset_confirmed",
  "member.reset_withdrawn",
  "member.password_changed",
  "member.factor_enrolled",
  "member.factor_removed",
  "member.factors_reset",
  "member.passkey_copy_refused",
  "member.recovery_codes_made",
  "member.recovery_codes_removed",
  "member.recovery_code_used",
]);

/** What is final with this entry; drafts have none. */
const MAKES_FINAL: ReadonlySet<string> = new Set<AuditEvent["action"]>([
  "criteria_version.published",
  "corpus_activation.created",
  "record.first_seen",
]);

/** For each event about a row that people put on record, the digest of the row as the transaction leaves it. */
export async function digestSubjects(
  tx: Transaction,
  tenantId: string,
  events: readonly AuditEvent[],
): Promise<(string | undefined)[]> {
  const digests = new Map<AuditEvent, string>();
  const records: AuditEvent[] = [];
  for (const event of events) {
    const { action, objectType: kind, objectId: id } = event;
    if (isPinnedKind(kind) && MAKES_FINAL.has(action)) {
      const pinned = await digestPinned[kind](tx, { tenantId, id });
      if (pinned) digests.set(event, pinned.digest);
    } else if (isRecordKind(kind) && !CHANGES_NOTHING.has(action)) records.push(event);
  }
  for (const [kind, about] of Map.groupBy(records, ({ objectType }) => objectType)) {
    if (!isRecordKind(kind)) continue;
    const ids = about.map(({ objectId }) => objectId);
    const found = await digestRecords(tx, kind, { tenantId, ids });
    for (const event of about) {
      const digest = found.get(event.objectId);
      if (digest) digests.set(event, digest);
    }
  }
  return events.map((event) => digests.get(event));
}
