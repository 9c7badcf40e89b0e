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
  version: 1,
  details: null,
};
const snapshotHash = "a".repeat(64);
const withDetails: typeof entry = { ...entry, version: 2, details: { snapshotHash } };

test("the hash of an entry of version 1 is what anybody computes from its sorted JSON, without version and details", async () => {
  const byHand =
    `{"action":"document.uploaded","actor":"system","created_at":"2026-11-21T10:00:00.000Z",` +
    `"id":"01a1fc00-0000-7000-8000-000000000001","object_id":"01a1fc00-0000-7000-8000-000000000003","object_type":"document",` +
    `"previousHash":"${"0".repeat(64)}","runId":null,"sequence":1,"tenantId":"01a1fc00-0000-7000-8000-000000000002"}`;
  expect(await auditHash(entry)).toBe(createHash("sha256").update(byHand).digest("hex"));
});

test("the hash of an entry of version 2 is what anybody computes from its whole sorted JSON", async () => {
  const byHand =
    `{"action":"document.uploaded","actor":"system","created_at":"2026-11-21T10:00:00.000Z",` +
    `"details":{"snapshotHash":"${snapshotHash}"},` +
    `"id":"01a1fc00-0000-7000-8000-000000000001","object_id":"01a1fc00-0000-7000-8000-000000000003","object_type":"document",` +
    `"previousHash":"${"0".repeat(64)}","runId":null,"sequence":1,"tenantId":"01a1fc00-0000-7000-8000-000000000002",` +
    `"version":2}`;
  expect(await auditHash(withDetails)).toBe(createHash("sha256").update(byHand).digest("hex"));
});

test("an entry's version and details cannot change without its hash", async () => {
  const changes: Partial<typeof entry>[] = [
    { version: 2, details: {} },
    { version: 2 },
    { details: {} },
    { details: { snapshotHash } },
  ];
  for (const change of changes)
    expect(await auditHash({ ...entry, ...change }), JSON.stringify(change)).not.toBe(await auditHash(entry));
  const kept = await auditHash(withDetails);
  const others: Partial<typeof entry>[] = [
    { version: 1 },
    { details: null },
    { details: {} },
    { details: { snapshotHash: "b".repeat(64) } },
    { version: 1, details: null },
  ];
  for (const change of others)
    expect(await auditHash({ ...withDetails, ...change }), JSON.stringify(change)).not.toBe(kept);
});

test("an entry's hash depends on each of its fields, the one before it included, and on nothing else", async () => {
  for (const whole of [entry, withDetails]) {
    const hash = await auditHash(whole);
    for (const key of Object.keys(whole) as (keyof typeof entry)[]) {
      const value = key === "sequence" ? 2 : `${String(whole[key])}x`;
      expect(await auditHash({ ...whole, [key]: value }), key).not.toBe(hash);
    }
    expect(await auditHash(Object.fromEntries(Object.entries(whole).reverse()) as typeof entry)).toBe(hash);
  }
});
