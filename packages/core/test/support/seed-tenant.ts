import type { Run } from "@assay/contract";
import { type Context, inTenant } from "@assay/core/tenancy";
import { documents } from "@assay/db";
import { makePack } from "./make-pack.ts";
import type { TestEngine } from "./test-engine.ts";

export interface SeededTenant {
  readonly ctx: Context;
  readonly documentId: string;
  readonly run: Run;
}

/** What a run omits. */
const UNREAD = {
  originalFilename: "scan.pdf",
  fileType: "pdf",
  sha256Hash: "5".repeat(64),
  sizeBytes: 1,
  status: "FAILED",
  failureStage: "extract",
  failureCode: "NO_TEXT",
  failureMessage: "The file has no text",
} as const;

/** A tenant with a READY document and a finished run: a row of its own in every table that a run fills. */
export async function seedTenant(test: TestEngine): Promise<SeededTenant> {
  const ctx = await test.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a purple badge"]));
  const { id: documentId } = await test.upload(
    ctx,
    "policy.txt",
    "Backups are taken every day by the operations team.\nApproved on 3 March 2025.",
  );
  await test.drain();
  await inTenant(ctx, (tx) => tx.insert(documents).values({ ...UNREAD, tenantId: ctx.tenantId }));
  const run = await test.startRun(ctx);
  await test.drain();
  return { ctx, documentId, run };
}
