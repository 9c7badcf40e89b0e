import { type CorpusIngestion, corpusIngestionReply } from "@assay/contract";
import { strToU8, zipSync } from "fflate";
import { makeProse } from "../../support/make-evidence.ts";
import type { TestTenant } from "../../support/make-tenant.ts";
import { readDocuments, readRun } from "../../support/read-results.ts";
import { policyText } from "../../support/small-pack.ts";
import { until } from "../../support/test-client.ts";

/** A word of the evidence, which no log may show. */
export const CANARY = "quokka-7f3a91";

const ARCHIVE = zipSync({
  "a/visits.txt": strToU8("Visitors sign a book at the gate."),
  "b.csv": strToU8("day,done\n1,yes\n"),
});

export interface Worked {
  readonly tenant: TestTenant;
  readonly runId: string;
}

/** Everything that a tenant does: evidence and an archive, guidance, a document that is deleted again, a run. */
export async function doWork(tenant: TestTenant, { documents = 1 }: { documents?: number } = {}): Promise<Worked> {
  const admin = await tenant.as("ADMIN");
  const texts = Array.from({ length: documents }, (_, at) => `${policyText}\n${CANARY}\n\n${makeProse(at + 1, 30)}`);
  const guidance = sendGuidance(tenant);
  const uploads = await Promise.all([
    ...texts.map((text, at) => admin.upload(`policy-${at}.txt`, text)),
    admin.upload("records.zip", ARCHIVE),
    admin.upload("mistake.txt", `${CANARY} is not meant for this place.`),
  ]);
  for (const { id } of uploads) await admin.settled(id);
  await admin.sendJson("DELETE", `/api/documents/${uploads.at(-1)!.id}`, {});
  await guidance;
  const { id: runId } = await admin.startRun();
  await admin.finished(runId);
  return { tenant, runId };
}

async function sendGuidance(tenant: TestTenant): Promise<CorpusIngestion> {
  const admin = await tenant.as("SUPER_ADMIN");
  const form = new FormData();
  form.append("packId", tenant.packId);
  form.append("file", new Blob(["Backups of business data should be encrypted, says the regulator."]), "guide.txt");
  const response = await admin.call("POST", "/api/admin/corpus/ingestions", { body: form });
  const { ingestion } = corpusIngestionReply.parse(await response.json());
  return until(
    async () => (await admin.get(`/api/admin/corpus/ingestions/${ingestion.id}`, corpusIngestionReply)).ingestion,
    ({ status }) => status === "COMPLETED" || status === "FAILED",
  );
}

/** What came of it, without ids and times. */
export async function readResults({ tenant, runId }: Worked) {
  const admin = await tenant.as("ADMIN");
  return { documents: await readDocuments(admin), run: await readRun(admin, runId) };
}
