import { canonicalJson, DELETION_ORIGIN, type DeletionStatement } from "@assay/contract";
import { backups, deployment, type erasures, oneRow, type Transaction } from "@assay/db";
import { asc } from "drizzle-orm";
import { signText } from "../audit/sign-text.ts";
import { readDatabaseMillis } from "../database-clock.ts";
import type { Signer } from "../ports/signer.ts";

type ErasureRow = typeof erasures.$inferSelect;

/** Signs what was deleted and what an erasure does not reach. In the transaction of the system that ends it. */
export async function certify(
  tx: Transaction,
  signer: Signer,
  erasure: ErasureRow,
  auditHead: { readonly sequence: number; readonly hash: string },
): Promise<{ finishedAt: Date; payload: string; signature: string }> {
  const { facts } = erasure;
  const finishedAt = new Date(await readDatabaseMillis(tx));
  const made = await tx
    .select({ takenAt: backups.takenAt, manifestHash: backups.manifestHash })
    .from(backups)
    .orderBy(asc(backups.takenAt));
  const { id: deploymentId } = oneRow(await tx.select({ id: deployment.id }).from(deployment));
  const statement: DeletionStatement = {
    origin: DELETION_ORIGIN,
    deploymentId,
    erasureId: erasure.id,
    tenant: { id: erasure.erasedTenantId, name: erasure.tenantName, createdAt: facts.tenantCreatedAt },
    requestedBy: erasure.requestedBy,
    requestedAt: erasure.requestedAt.toISOString(),
    reasonHash: erasure.reasonHash,
    finishedAt: finishedAt.toISOString(),
    deleted: {
      rows: erasure.rows,
      rowsTotal: erasure.rowsTotal,
      files: erasure.files,
      uploadParts: erasure.uploadParts,
      fileKeys: [...facts.fileKeys],
      documents: facts.documents,
    },
    hashes: { auditHead, snapshots: [...facts.snapshots] },
    notCovered: {
      backups: made.map(({ takenAt, manifestHash }) => ({ takenAt: takenAt.toISOString(), manifestHash })),
      other: [...NOT_COVERED],
    },
  };
  const payload = canonicalJson(statement);
  return { finishedAt, payload, signature: await signText(signer, payload) };
}

/** Each as a sentence for anyone who gets the certificate. */
const NOT_COVERED = [
  "Backups of the database and of the files, until they are deleted: those that the deployment recorded are listed under backups",
  "What had left the deployment: audit entries, checkpoints, webhooks, mails, traces, downloads, and text that was sent to providers of models",
  "Accounts with which people sign in: they belong to the people, who may be members of other tenants",
  "The log files of processes, and the deployment's own log, which names the tenant by its id",
  "Public guidance that the tenant brought in for packs of the deployment",
] as const;
