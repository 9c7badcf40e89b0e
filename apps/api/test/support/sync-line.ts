import { documentListReply } from "@assay/contract";
import { onTestFinished } from "vitest";
import { type Bin, type CommandLine, openCommandLine } from "./command-line.ts";
import { makeKey } from "./settled-tenant.ts";
import type { TestService, TestTenant } from "./test-service.ts";

export interface SyncLine {
  readonly tenant: TestTenant;
  readonly line: CommandLine;
  /** Of what later runs judge: paths in the source, sorted. */
  evidence(): Promise<string[]>;
}

/** A tenant of its own, and the command line with the key of one of its MEMBERs, until the test ends. */
export async function openSyncLine(
  service: TestService,
  bin: Bin,
  env: Readonly<Record<string, string>> = {},
): Promise<SyncLine> {
  const tenant = await service.tenant();
  const { key } = await makeKey(await tenant.as("ADMIN"), "MEMBER");
  const line = await openCommandLine(bin.path, { ASSAY_URL: service.url, ASSAY_API_KEY: key, ...env });
  onTestFinished(() => line.close());
  const viewer = await tenant.as("VIEWER");
  return {
    tenant,
    line,
    async evidence() {
      const { documents } = await viewer.get("/api/documents?isEvidence=true&limit=200", documentListReply);
      return documents.map(({ places }) => places[0]!.path).sort();
    },
  };
}
