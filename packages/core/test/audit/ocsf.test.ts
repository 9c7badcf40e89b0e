import type { AuditEntry } from "@assay/contract";
import { toOcsf } from "@assay/core/audit-out";
import { expect, test } from "vitest";

/*
 * Class 3004 as github.com/ocsf/ocsf-schema has it at its tag 1.3.0 (events/iam/entity_management.json, events/base_event.json,
 * objects/metadata.json, objects/managed_entity.json, dictionary.json): its fields that are used here, with the values that
 * each may have. Every other name is refused.
 */
const ACTIVITIES: Readonly<Record<number, string>> = {
  ...{ 0: "Unknown", 1: "Create", 2: "Read", 3: "Update", 4: "Delete", 5: "Move", 6: "Enroll", 7: "Unenroll" },
  ...{ 8: "Enable", 9: "Disable", 10: "Activate", 11: "Deactivate", 12: "Suspend", 13: "Resume", 99: "Other" },
};
const SEVERITIES: Readonly<Record<number, string>> = {
  ...{ 0: "Unknown", 1: "Informational", 2: "Low", 3: "Medium", 4: "High", 5: "Critical", 6: "Fatal", 99: "Other" },
};
/** By its path: whether an event must have it. */
const FIELDS: Readonly<Record<string, "required" | "may">> = {
  ...{ activity_id: "required", category_uid: "required", class_uid: "required", type_uid: "required" },
  ...{ time: "required", severity_id: "required", "metadata.version": "required" },
  ...{ "metadata.product.vendor_name": "required", "entity.uid": "required" },
  ...{ activity_name: "may", category_name: "may", class_name: "may", severity: "may" },
  ...{ "metadata.product.name": "may", "metadata.product.version": "may", "metadata.uid": "may" },
  ...{ "metadata.sequence": "may", "metadata.tenant_uid": "may", "metadata.event_code": "may" },
  ...{
    "metadata.log_name": "may",
    "actor.user.uid": "may",
    "entity.type": "may",
    "entity.type_id": "may",
    unmapped: "may",
  },
};
const NUMBERS = /_id$|(?:category|class|type)_uid$|^time$|sequence$/;

/** The values of an event by their paths; what is not OCSF's is one. */
function flatten(value: object, path = ""): [string, unknown][] {
  return Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const at = path === "" ? name : `${path}.${name}`;
    return typeof each === "object" && at !== "unmapped" ? flatten(each as object, at) : [[at, each]];
  });
}

const entryOf = (action: string): AuditEntry =>
  ({
    ...{ id: "01a1fc00-0000-7000-8000-000000000001", tenantId: "01a1fc00-0000-7000-8000-000000000002", runId: null },
    ...{ object_type: "tenant", object_id: "01a1fc00-0000-7000-8000-000000000003", actor: "system", sequence: 7 },
    ...{ created_at: "2026-01-01T00:00:00.000Z", previousHash: "0", version: 2, details: {}, hash: "1", action },
  }) as AuditEntry;

const ACTIONS: readonly (readonly [action: string, activityId: number, severityId: number])[] = [
  ["document.uploaded", 1, 1],
  ["administrator.invited", 1, 1],
  ["access.exported", 2, 1],
  ["tenant.limits_changed", 3, 1],
  ["member.updated", 3, 1],
  ["file_key.rotated", 3, 1],
  ["connection.renamed", 5, 1],
  ["document.deleted", 4, 1],
  ["invitation.withdrawn", 4, 1],
  ["webhook.enabled", 8, 1],
  ["webhook.disabled", 9, 1],
  ["tenant.suspended", 12, 1],
  ["tenant.resumed", 13, 1],
  ["tenant.engine_unbound", 99, 1],
  ["integrity.failed", 99, 5],
];

test.each(ACTIONS)(
  "'%s' is an event of OCSF's class, by its names and values alone",
  (action, activityId, severityId) => {
    const event = toOcsf(entryOf(action), { version: "1.0.0" });
    const values = flatten(JSON.parse(JSON.stringify(event)));
    const names = values.map(([name]) => name);
    expect(names.filter((name) => !(name in FIELDS))).toEqual([]);
    for (const [name, kind] of Object.entries(FIELDS)) if (kind === "required") expect(names).toContain(name);
    for (const [name, value] of values) {
      if (name === "unmapped") continue;
      expect(typeof value, name).toBe(NUMBERS.test(name) ? "number" : "string");
      expect(value, name).not.toBe("");
    }
    expect(event).toMatchObject({ category_uid: 3, class_uid: 3004, class_name: "Entity Management" });
    expect(event.metadata.version).toBe("1.3.0");
    expect(event).toMatchObject({ activity_id: activityId, severity_id: severityId });
    expect(event.type_uid).toBe(event.class_uid * 100 + event.activity_id);
    expect(Math.floor(event.class_uid / 1000)).toBe(event.category_uid);
    expect(event.activity_name).toBe(activityId === 99 ? action : ACTIVITIES[activityId]);
    expect(event.severity).toBe(SEVERITIES[severityId]);
    expect(event.time).toBe(Date.parse("2026-01-01T00:00:00.000Z"));
  },
);
