import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { documentListReply } from "@assay/contract";
import { expect } from "vitest";
import { until } from "./test-client.ts";
import type { TestService, TestTenant } from "./test-service.ts";

/** The ids of the files that the store holds for a tenant. */
export async function storedFiles({ service }: TestService, tenant: TestTenant): Promise<string[]> {
  const names = await readdir(join(service.dataDir, "files", tenant.id)).catch(() => []);
  return names.map((name) => name.replace(/\.file$/, "")).sort();
}

/** The parts of files that are being written, of any tenant. */
export async function openParts({ service }: TestService): Promise<string[]> {
  return readdir(join(service.dataDir, "files", ".parts")).catch(() => []);
}

/** The tenant has exactly these documents, and soon exactly their files: what a refused upload stored is deleted. */
export async function expectDocuments(assay: TestService, tenant: TestTenant, ids: readonly string[]): Promise<void> {
  const { documents } = await (await tenant.as("VIEWER")).get("/api/documents?limit=200", documentListReply);
  expect(documents.map(({ id }) => id).sort()).toEqual([...ids].sort());
  await until(
    async () => [await storedFiles(assay, tenant), await openParts(assay)] as const,
    ([files, parts]) => parts.length === 0 && files.join() === [...ids].sort().join(),
  );
}
