import type { Run } from "@assay/contract";
import { policyText } from "./small-pack.ts";
import type { TestClient } from "./test-client.ts";
import { type TestService, type TestTenant, testService } from "./test-service.ts";

interface RunOptions {
  readonly filename?: string;
  /** Files that are there in addition to the policy, by name. */
  readonly others?: Readonly<Record<string, string>>;
  /** Of the start. */
  readonly body?: object;
}

interface FinishedRun {
  /** Of the policy. */
  readonly documentId: string;
  readonly runId: string;
  readonly run: Run;
}

/** A run over the policy of the small pack, once it has ended. */
export async function finishRun(
  client: TestClient,
  { filename = "policy.txt", others = {}, body }: RunOptions = {},
): Promise<FinishedRun> {
  const { id: documentId } = await client.upload(filename, policyText);
  await client.settled(documentId);
  for (const [name, text] of Object.entries(others)) await client.settled((await client.upload(name, text)).id);
  const { id: runId } = await client.startRun(body);
  return { documentId, runId, run: await client.finished(runId) };
}

/** A service of its own with one tenant, whose ADMIN has run the small pack over its policy. */
export async function testRun(
  settings: Record<string, string> = {},
  options: RunOptions = {},
): Promise<{ assay: TestService; tenant: TestTenant; admin: TestClient } & FinishedRun> {
  const assay = await testService(settings);
  const tenant = await assay.tenant();
  const admin = await tenant.as("ADMIN");
  return { assay, tenant, admin, ...(await finishRun(admin, options)) };
}
