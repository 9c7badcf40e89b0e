/** What is in an entry's `action`, as a sentence that says what happened. */
const ACTIONS: Readonly<Record<string, string>> = {
  "api_key.created": "API key created",
  "api_key.revoked": "API key revoked",
  "audit.resumed": "Audit log continued behind a break",
  "corpus_activation.created": "Guidance activated",
  "corpus_ingestion.completed": "Guidance ready",
  "corpus_ingestion.created": "Guidance submitted",
  "corpus_ingestion.failed": "Guidance could not be read",
  "criteria_version.deleted": "Draft of a pack deleted",
  "criteria_version.imported": "Pack version imported",
  "criteria_version.published": "Pack version published",
  "document.deleted": "Document deleted",
  "document.edited": "Document corrected",
  "document.extracted": "Text of a document extracted",
  "document.failed": "Document failed",
  "document.indexed": "Document indexed",
  "document.parsed": "Document split into passages",
  "document.placed": "Document came to a place",
  "document.ready": "Document ready",
  "document.reprocessed": "Document read again",
  "document.restored": "Document is evidence again",
  "document.retired": "Document retired",
  "document.superseded": "Document replaced by a newer version",
  "document.uploaded": "Document uploaded",
  "domain.added": "E-mail domain added",
  "domain.proved": "E-mail domain proved",
  "domain.removed": "E-mail domain removed",
  "exception.approved": "Exception approved",
  "exception.proposed": "Exception proposed",
  "exception.revoked": "Exception revoked",
  "identity_provider.changed": "Identity provider changed",
  "identity_provider.created": "Identity provider created",
  "identity_provider.removed": "Identity provider removed",
  "integrity.failed": "Stored result damaged",
  "member.factor_enrolled": "Second factor enrolled",
  "member.factor_removed": "Second factor removed",
  "member.factors_reset": "Second factors removed by an operator",
  "member.invited": "Member invited",
  "member.password_changed": "Password changed",
  "member.password_reset": "New first password set",
  "member.recovery_code_used": "Recovery code used",
  "member.recovery_codes_made": "Recovery codes made",
  "member.recovery_codes_removed": "Recovery codes removed",
  "member.provisioned": "Member made by single sign-on",
  "member.removed": "Member removed",
  "member.review_right_changed": "Right to review changed",
  "member.sign_on_connected": "Member connected to single sign-on",
  "member.sessions_ended": "Sessions of a member ended by themselves",
  "member.role_changed": "Role of a member changed",
  "pack.archived": "Pack archived",
  "pack.bound": "Pack bound to the tenant",
  "pack.changed": "Pack renamed or described",
  "pack.created": "Pack made",
  "pack.offered": "Pack offered to tenants",
  "pack.restored": "Pack taken out of the archive",
  "record.first_seen": "Stored record first seen",
  "retrieval_version.activated": "Engine version activated",
  "retrieval_version.created": "Engine version created",
  "retrieval_version.measured": "Metrics of an engine version stored",
  "retrieval_version.recommended": "Engine version recommended",
  "retrieval_version.replaced": "Engine version replaced: the active one could no longer run",
  "review.added": "Verdict reviewed",
  "review.confirmed": "Earlier reviews confirmed",
  "review.redacted": "Reason of a review redacted",
  "reviews.exported": "Pairs of reviews exported",
  "run.completed": "Run completed",
  "run.created": "Run created",
  "run.failed": "Run failed",
  "run.imported": "Run imported",
  "run.signed": "Run signed",
  "run.started": "Run started",
  "run_step.completed": "Step of a run completed",
  "run_step.failed": "Step of a run failed",
  "sign_off.declined": "Signature declined",
  "sign_off.withdrawn": "Signature withdrawn",
  "snapshot.captured": "Snapshot captured",
  "snapshot.failed": "Snapshot could not be captured",
  "task.added": "Task added by a review",
  "task.updated": "Task changed",
  "tenant.accessed": "Tenant entered by a super administrator",
  "tenant.activated": "Tenant reactivated",
  "tenant.created": "Tenant made",
  "tenant.deactivated": "Tenant deactivated",
  "tenant.renamed": "Tenant renamed",
  "webhook.changed": "Webhook changed",
  "webhook.created": "Webhook created",
  "webhook.delivery_requested": "Delivery of a webhook sent again",
  "webhook.disabled": "Webhook disabled",
  "webhook.enabled": "Webhook enabled",
  "webhook.removed": "Webhook removed",
  "webhook.secret_rotated": "Secret of a webhook rotated",
  "webhook.tested": "Test sent to a webhook",
};

/** The actions that there are, for filters. */
export const ACTION_CHOICES = Object.entries(ACTIONS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** One that is unknown here reads as it is written: `sign_off.made` → `Sign off made`. */
export function describeAction(action: string): string {
  return ACTIONS[action] ?? sentence(action.replaceAll(/[._]/g, " "));
}

const OBJECTS: Readonly<Record<string, string>> = {
  api_key: "API key",
  corpus_activation: "Guidance activation",
  corpus_ingestion: "Guidance",
  criteria_version: "Pack version",
  retrieval_version: "Engine version",
  run_step: "Step",
  sign_off: "Sign-off",
};

/** The kinds of objects that there are, for filters. */
export const OBJECT_CHOICES = [
  ...[
    "api_key",
    "corpus_activation",
    "corpus_ingestion",
    "criteria_version",
    "document",
    "exception",
    "export",
    "member",
    "pack",
  ],
  ...[
    "replay",
    "retrieval_version",
    "review",
    "run",
    "run_step",
    "sign_off",
    "snapshot",
    "task",
    "tenant",
    "webhook",
    "webhook_delivery",
  ],
].map((value) => ({ value, label: describeObject(value) }));

export function describeObject(type: string): string {
  return OBJECTS[type] ?? sentence(type.replaceAll("_", " "));
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
