import type { AuditEntry } from "@assay/contract";

/** Of the Open Cybersecurity Schema Framework: what the names below are of. */
const OCSF_VERSION = "1.3.0";
/** Entity Management, of the category Identity & Access Management. */
const CLASS = {
  category_uid: 3,
  category_name: "Identity & Access Management",
  class_uid: 3004,
  class_name: "Entity Management",
};

const ACTIVITIES = {
  Create: 1,
  Read: 2,
  Update: 3,
  Delete: 4,
  Move: 5,
  Enable: 8,
  Disable: 9,
  Suspend: 12,
  Resume: 13,
  Other: 99,
} as const;

/** By the verb at the end of an action; every other one is Other, with the action itself as its name. */
const VERBS: Readonly<Record<string, keyof typeof ACTIVITIES>> = {
  ...{
    created: "Create",
    uploaded: "Create",
    imported: "Create",
    invited: "Create",
    added: "Create",
    started: "Create",
  },
  ...{ read: "Read", opened: "Read", viewed: "Read", exported: "Read", downloaded: "Read" },
  ...{
    updated: "Update",
    changed: "Update",
    edited: "Update",
    rotated: "Update",
    renewed: "Update",
  },
  // OCSF has one activity for both.
  ...{ moved: "Move", renamed: "Move" },
  ...{ deleted: "Delete", removed: "Delete", revoked: "Delete", withdrawn: "Delete", erased: "Delete" },
  ...{ enabled: "Enable", disabled: "Disable", suspended: "Suspend", resumed: "Resume" },
};

/** None of the types that OCSF names: `type` says which. */
const OTHER_TYPE = 99;
const SEVERITIES = { Informational: 1, Critical: 5 } as const;

/** An entry in OCSF's names; `unmapped.entry` is the entry itself, with all that its hash covers. */
export function toOcsf(entry: AuditEntry, { version }: { readonly version: string }) {
  const activity = VERBS[entry.action.split(/[._]/).at(-1) ?? ""] ?? "Other";
  const severity = severityOf(entry);
  return {
    ...CLASS,
    activity_id: ACTIVITIES[activity],
    activity_name: activity === "Other" ? entry.action : activity,
    type_uid: CLASS.class_uid * 100 + ACTIVITIES[activity],
    time: Date.parse(entry.created_at),
    severity_id: SEVERITIES[severity],
    severity,
    metadata: {
      version: OCSF_VERSION,
      product: { name: "Assay", vendor_name: "Assay", version },
      uid: entry.id,
      sequence: entry.sequence,
      tenant_uid: entry.tenantId,
      event_code: entry.action,
      log_name: "audit",
    },
    actor: { user: { uid: entry.actor } },
    entity: { uid: entry.object_id, type: entry.object_type, type_id: OTHER_TYPE },
    unmapped: { entry },
  };
}

/** What somebody has to look at now. */
export function severityOf({ action }: Pick<AuditEntry, "action">): keyof typeof SEVERITIES {
  return action === "integrity.failed" ? "Critical" : "Informational";
}
