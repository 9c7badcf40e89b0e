import {
  auditListReply,
  corpusIngestionReply,
  criteriaVersionReply,
  packImportReply,
  packReply,
  retrievalVersionReply,
  tenantReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallPack } from "../support/small-pack.ts";
import { type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService({ SUPER_ADMIN_MODE: "true" });
});
afterAll(() => assay.close());

const actionsOf = async (tenant: TestTenant) => {
  const { entries } = await (await tenant.as("ADMIN")).get("/api/admin/audit-logs?limit=200", auditListReply);
  return entries.toReversed().map(({ action }) => action);
};

test("what belongs to no tenant is recorded in the actor's own, also from within another tenant", async () => {
  const [home, target] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
  const client = await home.as("SUPER_ADMIN");
  const within = `?tenantId=${target.id}`;
  const { packId, version } = await makePack(client, within);
  await addGuidance(client, within, packId);
  const settings = { confidenceThresholds: { complete: 0.9, partial: 0.5 } };
  const made = await client.sendJson("POST", `/api/admin/retrieval-versions${within}`, settings);
  const { retrievalVersion } = retrievalVersionReply.parse(await made.json());
  await client.sendJson("POST", `/api/admin/retrieval-versions/${retrievalVersion.id}/activate${within}`, {});
  const opened = await client.sendJson("POST", `/api/admin/tenants${within}`, { name: "Third" });
  const { tenant } = tenantReply.parse(await opened.json());
  await client.sendJson("PATCH", `/api/admin/tenants/${tenant.id}${within}`, { name: "Fourth" });
  await client.sendJson("PUT", `/api/admin/bindings/${packId}${within}`, { criteriaVersionId: version });

  expect(await actionsOf(home)).toEqual([
    "pack.created",
    "criteria_version.imported",
    "criteria_version.published",
    ...["created", "fetching", "parsing", "indexing", "completed"].map((verb) => `corpus_ingestion.${verb}`),
    "corpus_activation.created",
    "retrieval_version.created",
    "retrieval_version.activated",
    "tenant.created",
    "tenant.renamed",
  ]);
  const inTarget = await actionsOf(target);
  expect(inTarget.filter((action) => action !== "tenant.accessed")).toEqual(["pack.bound"]);
  expect(inTarget.filter((action) => action === "tenant.accessed").length).toBeGreaterThanOrEqual(10);
});

async function makePack(client: TestClient, within: string): Promise<{ packId: string; version: string }> {
  const created = await client.sendJson("POST", `/api/admin/packs${within}`, { name: "Shared", description: "" });
  const { pack } = packReply.parse(await created.json());
  const versions = `/api/admin/packs/${pack.id}/versions`;
  const response = await client.sendJson("POST", `${versions}${within}&format=assay-json`, smallPack);
  const imported = packImportReply.parse(await response.json());
  const id = imported.version!.id;
  const published = await client.sendJson("POST", `${versions}/${id}/publish${within}`, {});
  expect(criteriaVersionReply.parse(await published.json()).version.status).toBe("PUBLISHED");
  return { packId: pack.id, version: id };
}

async function addGuidance(client: TestClient, within: string, packId: string): Promise<void> {
  const form = new FormData();
  form.append("packId", packId);
  form.append("file", new Blob(["Backups are taken every day, says the regulator."]), "guidance.txt");
  const response = await client.call("POST", `/api/admin/corpus/ingestions${within}`, { body: form });
  const { ingestion } = corpusIngestionReply.parse(await response.json());
  await until(
    async () =>
      (await client.get(`/api/admin/corpus/ingestions/${ingestion.id}`, corpusIngestionReply)).ingestion.status,
    (status) => status === "COMPLETED",
  );
  const body = { packId, ingestionIds: [ingestion.id] };
  const activated = await client.sendJson("POST", `/api/admin/corpus/activations${within}`, body);
  expect(activated.status).toBe(201);
}
