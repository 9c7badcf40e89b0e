import {
  AssayError,
  type CorpusIngestion,
  FILENAME_BYTES_MAX,
  type FileType,
  INGESTION_FLOW,
  isContainer,
  WRITTEN_FORMATS,
} from "@assay/contract";
import { corpusIngestions, jobs, newId, oneRow, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../../audit/record-audit.ts";
import { DUE_NOW, enqueue, type JobRef } from "../../jobs/job.ts";
import { changePack } from "../../packs/pack-place.ts";
import type { Fetcher } from "../../ports/fetcher.ts";
import type { StoredFile } from "../../ports/file-store.ts";
import { type Context, toOwnTenant } from "../../tenancy/context.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../../tenancy/transact.ts";
import { toIngestion } from "./to-ingestion.ts";

interface AcceptedIngestion {
  readonly ingestion: CorpusIngestion;
  readonly jobs: readonly JobRef[];
}

/** Where the bytes of an ingestion are kept: next to those of all tenants, under an id that no tenant has. */
export function ingestionFileKey(ingestionId: string): string {
  return `00000000-0000-0000-0000-000000000000/${ingestionId}`;
}

/** Accepts a page of the public web. Throws UNSAFE_URL by what the URL alone tells, NOT_FOUND for an unknown pack. */
export function createUrlIngestion(
  ctx: Context,
  fetcher: Fetcher,
  { packId, url: given }: { packId: string; url: string },
): Promise<AcceptedIngestion> {
  requireRole(ctx, "SUPER_ADMIN");
  const url = fetcher.check(given);
  return changePack(ctx, packId, (tx, place) =>
    accept(tx, place, { id: newId(), packId, sourceKind: "URL", url, filename: nameOf(url) }),
  );
}

/** Announces a file that will be stored for a new ingestion. Should it never be made, the file is deleted. */
export function prepareIngestionFile(
  ctx: Context,
  { reclaimAfterMs }: { readonly reclaimAfterMs: number },
): Promise<string> {
  requireRole(ctx, "SUPER_ADMIN");
  const subjectId = newId();
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    await enqueue(tx, [
      { tenantId: home.tenantId, kind: "ingestion", subjectId, stage: "reclaim", delayMs: reclaimAfterMs },
    ]);
    return subjectId;
  });
}

/** Gives up an announced file: it is deleted now. */
export function abandonIngestionFile(ctx: Context, id: string): Promise<JobRef[]> {
  const home = toOwnTenant(ctx);
  return inTenant(home, (tx) =>
    tx
      .update(jobs)
      .set(DUE_NOW)
      .where(
        and(
          eq(jobs.tenantId, home.tenantId),
          eq(jobs.kind, "ingestion"),
          eq(jobs.subjectId, id),
          eq(jobs.state, "PENDING"),
        ),
      )
      .returning({ jobId: jobs.id, tenantId: jobs.tenantId }),
  );
}

/** Accepts a file that is stored already. Throws UNSUPPORTED_FILE_TYPE for an archive and an image, NOT_FOUND for an unknown pack. */
export function createFileIngestion(
  ctx: Context,
  file: { ingestionId: string; packId: string; filename: string; fileType: FileType; stored: StoredFile },
): Promise<AcceptedIngestion> {
  requireRole(ctx, "SUPER_ADMIN");
  if (isContainer(file.fileType))
    throw new AssayError("UNSUPPORTED_FILE_TYPE", "Cannot add an archive to the corpus: add its files one by one");
  if (!WRITTEN_FORMATS.some(({ type }) => type === file.fileType)) {
    throw new AssayError(
      "UNSUPPORTED_FILE_TYPE",
      `Cannot add a ${file.fileType} file to the corpus because it is a picture: guidance must be text`,
    );
  }
  return changePack(ctx, file.packId, (tx, place) =>
    accept(tx, place, {
      id: file.ingestionId,
      packId: file.packId,
      sourceKind: "FILE",
      filename: file.filename,
      fileType: file.fileType,
      sizeBytes: file.stored.sizeBytes,
      sha256Hash: file.stored.sha256,
    }),
  );
}

async function accept(
  tx: Transaction,
  ctx: Context,
  values: Omit<typeof corpusIngestions.$inferInsert, "requestedByTenantId"> & { id: string },
): Promise<AcceptedIngestion> {
  const row = oneRow(
    await asCatalog(tx, () =>
      tx
        .insert(corpusIngestions)
        .values({ ...values, requestedByTenantId: ctx.tenantId })
        .returning(),
    ),
  );
  const jobs = await enqueue(tx, [
    { tenantId: ctx.tenantId, kind: "ingestion", subjectId: values.id, stage: INGESTION_FLOW[0].name },
  ]);
  await recordAudit(tx, ctx, {
    action: "corpus_ingestion.created",
    objectType: "corpus_ingestion",
    objectId: values.id,
  });
  return { ingestion: toIngestion(row), jobs };
}

/** The last part of the path as people read it, else the host. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? "";
  const name = decode(last)
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, FILENAME_BYTES_MAX)
    .toWellFormed();
  return name || hostname;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
