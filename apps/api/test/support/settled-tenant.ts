import {
  createApiKeyReply,
  exportListReply,
  taskListReply,
  webhookDeliveryReply,
  webhookWithSecretReply,
} from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { expect } from "vitest";
import { policyText } from "./small-pack.ts";
import type { TestClient } from "./test-client.ts";
import type { TestService, TestTenant } from "./test-service.ts";

/** The ids of a tenant's resources, by the names that paths give their parameters. */
interface ResourceIds {
  readonly [name: string]: string;
  readonly id: string;
  readonly runId: string;
  readonly exportId: string;
  readonly taskId: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** A tenant with one of everything that has an id, and a second run. */
export interface SettledTenant {
  readonly tenant: TestTenant;
  readonly ids: ResourceIds;
  readonly otherRunId: string;
}

export async function settleTenant(assay: TestService): Promise<SettledTenant> {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const { id } = await member.upload("backup-policy.txt", policyText);
  await member.settled(id);
  const runIds: string[] = [];
  for (let at = 0; at < 2; at++) {
    const started = await member.startRun();
    expect((await member.finished(started.id)).status).toBe("COMPLETED");
    runIds.push(started.id);
  }
  const [runId, otherRunId] = runIds as [string, string];
  const { exports } = await member.get(`/api/runs/${runId}/exports`, exportListReply);
  const { tasks } = await member.get(`/api/runs/${runId}/tasks`, taskListReply);
  const userId = await addMember(assay, tenant);
  const apiKeyId = (await makeKey(await tenant.as("ADMIN"), "VIEWER")).apiKey.id;
  const { webhookId, deliveryId } = await makeWebhook(await tenant.as("ADMIN"));
  const ids = { id, runId, exportId: exports[0]!.id, taskId: tasks[0]!.id, userId, apiKeyId, webhookId, deliveryId };
  return { tenant, ids, otherRunId };
}

/** A VIEWER, whose id it answers. */
export async function addMember({ service }: TestService, { id: tenantId }: TestTenant): Promise<string> {
  const userId = newId();
  await putMember(service.db, { tenantId, userId, email: `${userId}@example.test`, role: "VIEWER" });
  return userId;
}

/** A webhook whose receiver is nowhere, with a delivery. */
export async function makeWebhook(admin: TestClient): Promise<{ webhookId: string; deliveryId: string }> {
  const body = { url: "https://nowhere.invalid/", events: ["run.failed"] };
  const created = await admin.sendJson("POST", "/api/admin/webhooks", body);
  const { webhook } = webhookWithSecretReply.parse(await created.json());
  const tried = await admin.sendJson("POST", `/api/admin/webhooks/${webhook.id}/test`, {});
  return { webhookId: webhook.id, deliveryId: webhookDeliveryReply.parse(await tried.json()).delivery.id };
}

export async function makeKey(admin: TestClient, role: "VIEWER" | "MEMBER" | "ADMIN", ttlMs = 3_600_000) {
  const expiresAt = new Date(Date.now() + ttlMs).toISOString();
  const response = await admin.sendJson("POST", "/api/admin/api-keys", { name: "A key", role, expiresAt });
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return createApiKeyReply.parse(JSON.parse(text));
}
