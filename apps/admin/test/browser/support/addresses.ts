import {
  adminRunListReply,
  corpusIngestionReply,
  criteriaVersionListReply,
  packListReply,
  webhookWithSecretReply,
} from "@assay/contract";
import type { SiteTest } from "../../../../../packages/site/test/browser/open-site.ts";
import type { TestClient } from "../../../../api/test/support/test-client.ts";
import { PLACES, type Place } from "../../../src/app/places.ts";

export const ALL: readonly Place[] = Object.values(PLACES);

/** Returns what gives a place's address, with ids of the demo's own things for its parts. */
export async function findAddresses(site: SiteTest): Promise<(place: Place) => string> {
  const admin = site.client("SUPER_ADMIN");
  const { runs } = await admin.get("/api/admin/runs", adminRunListReply);
  const { packs } = await admin.get("/api/admin/packs", packListReply);
  const packId = packs[0]!.id;
  const { versions } = await admin.get(`/api/admin/packs/${packId}/versions`, criteriaVersionListReply);
  const params: Readonly<Record<string, string>> = {
    runId: runs[0]!.id,
    packId,
    versionId: versions[0]!.id,
    ingestionId: await submitGuidance(admin, packId),
    webhookId: await makeTriedWebhook(admin),
  };
  return ({ path }) => {
    const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
      if (!params[name])
        throw new Error(`Cannot open '${path}' because there is no '${name}': add one to findAddresses`);
      return params[name];
    });
    return `/admin${filled === "/" ? "" : filled}`;
  };
}

/** One with a delivery. */
async function makeTriedWebhook(admin: TestClient): Promise<string> {
  const body = { url: "https://nowhere.invalid/in", events: ["run.completed"] };
  const created = await admin.sendJson("POST", "/api/admin/webhooks", body);
  const { webhook } = webhookWithSecretReply.parse(await created.json());
  await admin.sendJson("POST", `/api/admin/webhooks/${webhook.id}/test`, {});
  return webhook.id;
}

async function submitGuidance(admin: TestClient, packId: string): Promise<string> {
  const form = new FormData();
  form.append("packId", packId);
  form.append("file", new Blob(["Backups should be taken every day."]), "guidance.txt");
  const response = await admin.call("POST", "/api/admin/corpus/ingestions", { body: form });
  return corpusIngestionReply.parse(await response.json()).ingestion.id;
}
