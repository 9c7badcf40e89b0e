import { createHash } from "node:crypto";
import type { AuditEntry } from "@assay/contract";
import { AUDIT_GENESIS, auditHash } from "@assay/core/audit";
import { expect, test } from "vitest";

const entry: Omit<AuditEntry, "hash"> = {
  id: "01a1fc00-0000-7000-8000-000000000001",
  tenantId: "01a1fc00-0000-7000-8000-000000000002",
  runId: null,
  action: "document.uploaded",
  object_type: "document",
  object_id: "01a1fc00-0000-7000-8000-000000000003",
  actor: "system",
  created_at: "2026-11-21T10:00:00.000Z",
  sequence: 1,
  previousHash: AUDIT_GENESIS,
};

test("an entry's hash is what anybody computes from its sorted JSON", async () => {
  const byHand =
    `{"action":"document.uploaded","actor":"system","created_at":"2026-11-21T10:00:00.000Z",` +
    `"id":"01a1fc00-0000-7000-8000-000000000001","object_id":"01a1fc00-0000-7000-8000-000000000003","object_type":"document",` +
    `"previousHash":"${"0".repeat(64)}","runId":null,"sequence":1,"tenantId":"01a1fc00-0000-7000-8000-000000000002"}`;
  expect(await auditHash(entry)).toBe(createHash("sha256").update(byHand).digest("hex"));
});

test("an entry's hash depends on each of its fields, the one before it included, and on nothing else", async () => {
  const hash = await auditHash(entry);
  for (const key of Object.keys(entry) as (keyof typeof entry)[]) {
    const value = key === "sequence" ? 2 : `${entry[key]}x`;
    expect(await auditHash({ ...entry, [key]: value }), key).not.toBe(hash);
  }
  expect(await auditHash(Object.fromEntries(Object.entries(entry).reverse()) as typeof entry)).toBe(hash);
});
