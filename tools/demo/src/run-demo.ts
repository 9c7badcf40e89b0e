import { readFile } from "node:fs/promises";
import type { Document, Run } from "@assay/contract";
import { createDemoClient, type DemoClient } from "./demo-client.ts";
import { formatProgress, formatResults } from "./print-results.ts";
import type { Demo, DemoTenant } from "./seed-demo.ts";

const EVIDENCE = new URL("../evidence/", import.meta.url);
const POLL_MS = 150;

interface Manifest {
  [tenant: string]: {
    folder: string;
    files: { file: string; category: string; effectiveDate?: string; expiresAt?: string }[];
  };
}

/** A terminal that shows progress in place, or a pipe that gets lines. */
export interface Screen {
  readonly width: number;
  readonly colour: boolean;
  line(text: string): void;
  /** Replaces the last status; `null` clears it. */
  status(text: string | null): void;
}

/** Uploads the demo's evidence through the API, runs the assessment, shows the results. Does each part once only. */
export async function runDemo(demo: Demo, screen: Screen): Promise<void> {
  const manifest = JSON.parse(await readFile(new URL("manifest.json", EVIDENCE), "utf8")) as Manifest;
  const folders = Object.values(manifest);
  for (const [at, tenant] of demo.tenants.entries())
    await uploadEvidence(tenant, clientOf(demo, tenant), folders[at]!, screen);
  const [main] = demo.tenants;
  const client = clientOf(demo, main!);
  const run = (await findFinishedRun(client)) ?? (await runAssessment(client, screen));
  const [requirements, assessments, documents] = await Promise.all([
    client.requirements(),
    client.assessments(run.id),
    client.documents(),
  ]);
  screen.line(formatResults({ requirements, assessments, documents }, screen));
  screen.line(`Run ${run.id}: ${run.status}, snapshot ${run.snapshotStatus}`);
}

function clientOf({ url }: Demo, { users }: DemoTenant): DemoClient {
  return createDemoClient({ url, token: users.find(({ role }) => role === "MEMBER")!.token });
}

async function uploadEvidence(
  tenant: DemoTenant,
  client: DemoClient,
  { folder, files }: Manifest[string],
  screen: Screen,
): Promise<void> {
  for (const { file, ...fields } of files) {
    screen.status(`${tenant.name}: uploading ${file}`);
    const refusal = await client.upload(file, await readFile(new URL(`${folder}/${file}`, EVIDENCE)), fields);
    if (refusal !== null) screen.line(`  ${file}: ${refusal}`);
  }
  let documents = await client.documents();
  while (!documents.every(isSettled)) {
    const settled = documents.filter(isSettled).length;
    screen.status(`${tenant.name}: reading documents ${settled}/${documents.length}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    documents = await client.documents();
  }
  screen.status(null);
  screen.line(`${tenant.name}: ${documents.length} documents`);
  for (const document of documents.filter(({ status }) => status === "FAILED"))
    screen.line(`  ${document.originalFilename}: ${document.failure?.code}, ${document.failure?.message}`);
}

function isSettled({ status }: Document): boolean {
  return status === "READY" || status === "FAILED";
}

async function findFinishedRun(client: DemoClient): Promise<Run | undefined> {
  const [latest] = await client.runs();
  if (latest?.status === "PENDING" || latest?.status === "IN_PROGRESS") await client.watch(latest.id, () => {});
  return (await client.runs()).find(({ status }) => status === "COMPLETED");
}

async function runAssessment(client: DemoClient, screen: Screen): Promise<Run> {
  for (;;) {
    const { id, isOwn } = await client.startRun();
    await client.watch(id, (progress) => screen.status(formatProgress(progress)));
    screen.status(null);
    const run = await client.run(id);
    // Somebody who has signed in already may have started one, and cancelled it.
    if (isOwn || run.status === "COMPLETED") return run;
  }
}
