import { AssayError, canonicalJson } from "@assay/contract";
import {
  corpusActivationItems,
  corpusActivations,
  corpusIngestions,
  criteria,
  criteriaVersions,
  guidanceChunks,
  requirements,
  rowsOf,
  type Transaction,
} from "@assay/db";
import { and, asc, eq, getTableColumns, sql, type Table } from "drizzle-orm";

import { sha256Hex } from "../digest.ts";
import { saidOf } from "./digest-row.ts";
import { newestHash } from "./recorded-hash.ts";
import { soundOnce } from "./sound-once.ts";

/** What runs pin, of which each row is final once it is published or activated. */
export type PinnedKind = "criteria_version" | "corpus_activation";

export interface Pinned {
  readonly digest: string;
  /** That the audit log of the tenant holds; null where it holds none. */
  readonly recordedHash: string | null;
}

interface Subject {
  readonly tenantId: string;
  readonly id: string;
}

/** The digest of what a run can pin, with the recorded one: a statement each. Undefined where it is not there. */
export const digestPinned: {
  readonly [K in PinnedKind]: (tx: Transaction, of: Subject) => Promise<Pinned | undefined>;
} = { criteria_version: digestVersion, corpus_activation: digestActivation };

export function isPinnedKind(objectType: string): objectType is PinnedKind {
  return Object.hasOwn(digestPinned, objectType);
}

/** False where the audit log of the tenant holds another digest of it, or it is not there. */
export async function isPinnedSound(tx: Transaction, kind: PinnedKind, of: Subject): Promise<boolean> {
  const key = `${of.tenantId}/${of.id}/${await readRecordedHash(tx, kind, of)}`;
  const damaged = await soundOnce(tx, key, ROWS[kind](of.id), async () => {
    const found = await digestPinned[kind](tx, of);
    return found && (found.recordedHash === null || found.recordedHash === found.digest) ? [] : [of.id];
  });
  return damaged.length === 0;
}

/** Throws INTEGRITY_ERROR where it is not sound. */
export async function requirePinned(tx: Transaction, kind: PinnedKind, of: Subject): Promise<void> {
  if (await isPinnedSound(tx, kind, of)) return;
  throw new AssayError(
    "INTEGRITY_ERROR",
    `Cannot use the ${kind === "criteria_version" ? "requirements of version" : "guidance of activation"} '${of.id}' because they are stored otherwise than the audit log recorded them. Do not use them until an operator has restored the database from a backup`,
    { details: { objectType: kind, objectId: of.id } },
  );
}

async function readRecordedHash(tx: Transaction, kind: PinnedKind, { tenantId, id }: Subject): Promise<string | null> {
  const [found] = await rowsOf<{ hash: string | null }>(
    tx,
    sql`select ${newestHash(tenantId, kind, sql`${id}`)} as hash`,
  );
  return found!.hash;
}

/** What is hashed of each. */
const ROWS = {
  criteria_version: (id: string) => [
    { table: criteriaVersions, where: sql`id = ${id}` },
    { table: criteria, where: sql`criteria_version_id = ${id}` },
    { table: requirements, where: sql`criteria_version_id = ${id}` },
  ],
  corpus_activation: (id: string) => {
    const ingestions = sql`(select item.ingestion_id from corpus_activation_items item where item.activation_id = ${id})`;
    return [
      { table: corpusActivations, where: sql`id = ${id}` },
      { table: corpusActivationItems, where: sql`activation_id = ${id}` },
      { table: corpusIngestions, where: sql`id in ${ingestions}` },
      { table: guidanceChunks, where: sql`ingestion_id in ${ingestions}` },
    ];
  },
} as const;

async function digestVersion(tx: Transaction, of: Subject): Promise<Pinned | undefined> {
  const rows = await tx
    .select({
      version: criteriaVersions,
      criterion: criteria,
      requirement: requirements,
      recordedHash: newestHash(of.tenantId, "criteria_version", sql`${of.id}`),
    })
    .from(criteriaVersions)
    .leftJoin(criteria, eq(criteria.criteriaVersionId, criteriaVersions.id))
    .leftJoin(
      requirements,
      and(
        eq(requirements.criteriaVersionId, criteria.criteriaVersionId),
        eq(requirements.criterionId, criteria.criterionId),
      ),
    )
    .where(eq(criteriaVersions.id, of.id))
    .orderBy(asc(criteria.criterionId), asc(requirements.position), asc(requirements.id));
  const [first] = rows;
  if (!first) return undefined;
  const said = {
    version: saidBy(criteriaVersions, first.version),
    criteria: rows.map(({ criterion, requirement }) => [
      criterion && saidBy(criteria, criterion),
      requirement && saidBy(requirements, requirement),
    ]),
  };
  return { digest: await sha256Hex(canonicalJson(said)), recordedHash: first.recordedHash };
}

const INGESTION = {
  id: corpusIngestions.id,
  url: corpusIngestions.url,
  filename: corpusIngestions.filename,
  sha256Hash: corpusIngestions.sha256Hash,
  completedAt: corpusIngestions.completedAt,
};

async function digestActivation(tx: Transaction, of: Subject): Promise<Pinned | undefined> {
  const rows = await tx
    .select({
      activation: corpusActivations,
      ingestionId: corpusActivationItems.ingestionId,
      ingestion: INGESTION,
      passages: sql<string>`(
        select encode(sha256(convert_to(coalesce(string_agg(
          jsonb_build_array(passage.id, passage.chunk_index, passage.content, passage.page_number, passage.location, passage.context)::text,
          ',' order by passage.chunk_index, passage.id), ''), 'UTF8')), 'hex')
        from guidance_chunks passage where passage.ingestion_id = corpus_activation_items.ingestion_id)`,
      recordedHash: newestHash(of.tenantId, "corpus_activation", sql`${of.id}`),
    })
    .from(corpusActivations)
    .leftJoin(corpusActivationItems, eq(corpusActivationItems.activationId, corpusActivations.id))
    .leftJoin(corpusIngestions, eq(corpusIngestions.id, corpusActivationItems.ingestionId))
    .where(eq(corpusActivations.id, of.id))
    .orderBy(asc(corpusActivationItems.ingestionId));
  const [first] = rows;
  if (!first) return undefined;
  const said = {
    activation: saidBy(corpusActivations, first.activation),
    items: rows.map(({ ingestionId, ingestion, passages }) => [
      ingestionId,
      ingestion && { ...ingestion, completedAt: ingestion.completedAt?.toISOString() ?? null },
      passages,
    ]),
  };
  return { digest: await sha256Hex(canonicalJson(said)), recordedHash: first.recordedHash };
}

function saidBy(table: Table, row: object): Record<string, unknown> {
  return saidOf(getTableColumns(table), row);
}
