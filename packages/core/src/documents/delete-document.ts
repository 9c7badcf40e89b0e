import { type DeleteDocumentBody, isUuid } from "@assay/contract";
import { documents, rowsOf, type SkippedMember, type Transaction } from "@assay/db";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { cancelJobs, enqueue, type JobRef } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { recordAndAnnounce } from "../webhooks/announce.ts";
import { finaliseMember } from "./archive/finalise-member.ts";
import { finaliseAwaited } from "./awaited/finalise-awaited.ts";
import { lockPlaces } from "./places/lock-places.ts";
import { listShared, listVacated, returnEarlier } from "./places/return-earlier.ts";

interface Branch {
  id: string;
  originalFilename: string;
  sha256Hash: string;
  parentDocumentId: string | null;
  status: string;
}

export interface DeletionPreview {
  documents: { id: string; originalFilename: string }[];
  /** Other archives and mails that held the same bytes and skipped them as known: they would not bring them back. */
  alsoHeldBy: { id: string; originalFilename: string; documentId: string }[];
}

/** What `deleteDocument` would remove. */
export async function previewDeletion(ctx: Context, id: string): Promise<DeletionPreview> {
  requireRole(ctx, "MEMBER");
  const preview = await inTenant(ctx, async (tx) => {
    const tree = isUuid(id) ? await listTree(tx, ctx.tenantId, id) : [];
    if (tree.length === 0) return undefined;
    return {
      documents: tree.map(({ id, originalFilename }) => ({ id, originalFilename })),
      alsoHeldBy: await listOtherHolders(tx, ctx.tenantId, tree),
    };
  });
  return found(ctx, "document", id, preview);
}

/** Removes a document and everything extracted from it, as a ZIP's members and a mail's attachments; past assessments keep what they cite. */
export async function deleteDocument(
  ctx: Context,
  id: string,
  { reason }: DeleteDocumentBody = {},
): Promise<readonly JobRef[]> {
  requireRole(ctx, "MEMBER");
  const why = reason === undefined ? {} : { details: { reasonHash: await sha256Hex(reason) } };
  const jobs = await inTenant(ctx, async (tx) => {
    await lockPlaces(tx, ctx.tenantId);
    const tree = isUuid(id) ? await lockTree(tx, ctx.tenantId, id) : [];
    const [root] = tree;
    if (!root) return undefined;
    const ids = tree.map((branch) => branch.id);
    for (const kind of ["document", "ocr"] as const) await cancelJobs(tx, ctx.tenantId, { kind, subjectIds: ids });
    const left = {
      vacated: await listVacated(tx, ctx.tenantId, ids),
      shared: await listShared(tx, ctx.tenantId, ids),
    };
    await tx.delete(documents).where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)));
    const returned = await returnEarlier(tx, ctx.tenantId, ids, left);
    const settled =
      root.parentDocumentId && root.status !== "READY" && root.status !== "FAILED"
        ? await finaliseMember(tx, ctx, root.parentDocumentId)
        : [];
    const begun = await finaliseAwaited(tx, ctx.tenantId, ids);
    const files = await enqueue(
      tx,
      ids.map((subjectId) => ({ tenantId: ctx.tenantId, kind: "file" as const, subjectId, stage: "reclaim" })),
    );
    const announced = await recordAndAnnounce(
      tx,
      ctx,
      ...ids.map((objectId) => ({ action: "document.deleted" as const, objectType: "document", objectId, ...why })),
      ...returned,
      ...settled,
    );
    return [...files, ...begun, ...announced];
  });
  return found(ctx, "document", id, jobs);
}

// The second look finds what was being registered while the first one waited for its locks.
async function lockTree(tx: Transaction, tenantId: string, id: string): Promise<Branch[]> {
  await listTree(tx, tenantId, id);
  return listTree(tx, tenantId, id);
}

// Locks every row from the leaves up, the order in which members settle their archives, so that a stage that is about
// to commit waits and then finds nothing. Returns the root first.
async function listTree(tx: Transaction, tenantId: string, id: string): Promise<Branch[]> {
  const rows = await rowsOf<Branch>(
    tx,
    sql`
    with recursive tree as (
      select root.id, 0 as depth from documents root where root.tenant_id = ${tenantId} and root.id = ${id}
      union all
      select child.id, depth + 1 from documents child join tree on child.parent_document_id = tree.id
      where child.tenant_id = ${tenantId})
    select d.id, d.original_filename as "originalFilename", d.sha256_hash as "sha256Hash",
      d.parent_document_id as "parentDocumentId", d.status
    from documents d join tree on tree.id = d.id where d.tenant_id = ${tenantId}
    order by tree.depth desc, d.id desc for update of d`,
  );
  return rows.reverse();
}

async function listOtherHolders(
  tx: Transaction,
  tenantId: string,
  tree: Branch[],
): Promise<DeletionPreview["alsoHeldBy"]> {
  const inTree = new Set(tree.map((branch) => branch.id));
  const byHash = new Map(tree.map((branch) => [branch.sha256Hash, branch.id]));
  const holders = await tx
    .select({ id: documents.id, originalFilename: documents.originalFilename, skipped: documents.membersSkipped })
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, tenantId),
        isNotNull(documents.membersSkipped),
        sql`exists (select 1 from jsonb_array_elements(${documents.membersSkipped}) member
          where member->>'sha256' in (${sql.join(
            [...byHash.keys()].map((hash) => sql`${hash}`),
            sql`, `,
          )}))`,
      ),
    );
  return holders
    .filter((holder) => !inTree.has(holder.id))
    .flatMap(({ id, originalFilename, skipped }) =>
      heldHere(skipped ?? [], byHash).map((documentId) => ({ id, originalFilename, documentId })),
    );
}

function heldHere(skipped: SkippedMember[], byHash: Map<string, string>): string[] {
  return [...new Set(skipped.flatMap(({ sha256 }) => (sha256 && byHash.get(sha256)) ?? []))];
}
