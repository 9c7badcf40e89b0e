import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generate } from "@assay/generated-client/generate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

const TOOL = new URL("../../../../tools/generated-client/", import.meta.url);

interface Program {
  useService(baseUrl: string, token: string, evidence: string): Promise<{ titles: string[]; snapshotBytes: number }>;
}

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("a client that an independent generator makes of the served document type-checks, and talks to the service", async () => {
  const reply = await fetch(`${assay.url}/api/openapi.json`);
  await mkdir(new URL("src/generated/", TOOL), { recursive: true });
  await generate(await reply.text(), new URL("src/generated/schema.d.ts", TOOL));
  // Its own TypeScript: the generator does not know the one of this repository.
  await promisify(execFile)("node", ["node_modules/typescript/bin/tsc", "-p", "tsconfig.generated.json"], {
    cwd: fileURLToPath(TOOL),
  });

  const tenant = await assay.tenant();
  // Imported once its types are made.
  const { useService } = (await import(new URL("src/program.ts", TOOL).href)) as Program;
  const seen = await useService(assay.url, await tenant.token("MEMBER"), policyText);
  expect(seen).toMatchObject({
    document: { status: "READY", category: "Policy", originalFilename: "policy.txt" },
    duplicateStatus: 200,
    run: { status: "COMPLETED", name: "Generated", snapshotStatus: "CAPTURED" },
    refused: { status: 404, error: "NOT_FOUND" },
  });
  expect(seen.titles.length).toBeGreaterThan(3);
  expect(seen.snapshotBytes).toBeGreaterThan(100);
});
