import type { StartRunBody } from "@assay/contract";
import { documents, rowsOf, type Transaction } from "@assay/db";
import { and, desc, eq, sql } from "drizzle-orm";
import { countBeingRead } from "../documents/awaited/await-documents.ts";
import { isNoContainer } from "../documents/is-no-container.ts";
import { isLive } from "../documents/places/is-live.ts";
import { GUIDANCE_PER_REQUIREMENT } from "../guidance/find-guidance.ts";
import type { StartPlan } from "./plan-start.ts";

/** What goes with one requirement. */
export interface EvidenceSize {
  readonly passages: number;
  readonly passageCharacters: number;
  readonly guidance: number;
  readonly guidanceCharacters: number;
}

/** Of chunks whose documents have not been read yet. */
const CHARACTERS_UNREAD = 1600;
/** The newest documents tell how long passages are, however many there are. */
const DOCUMENT_SAMPLES = 500;
/** Chunks of guidance that tell how long they are. */
const GUIDANCE_SAMPLES = 30;

/** How many passages a requirement finds at most, and how long they are on average. */
export async function measureEvidence(
  tx: Transaction,
  tenantId: string,
  { retrievalVersion, corpusActivationId }: StartPlan["pins"],
  { waitForDocuments }: StartRunBody,
): Promise<EvidenceSize> {
  const newest = tx
    .select({ chunkCount: documents.chunkCount, characters: documents.characters })
    .from(documents)
    .where(
      and(eq(documents.tenantId, tenantId), eq(documents.status, "READY"), isNoContainer(documents.fileType), isLive),
    )
    .orderBy(desc(documents.tenantId), desc(documents.id))
    .limit(DOCUMENT_SAMPLES)
    .as("newest");
  const [ready] = await tx
    .select({
      chunks: sql<number>`coalesce(sum(${newest.chunkCount}), 0)`.mapWith(Number),
      characters: sql<number>`coalesce(sum(${newest.characters}), 0)`.mapWith(Number),
    })
    .from(newest);
  const { chunks, characters } = ready!;
  const most = retrievalVersion.chunksPerRequirement;
  const waits = waitForDocuments === true && (await countBeingRead(tx, tenantId)) > 0;
  return {
    passages: waits ? most : Math.min(most, chunks),
    passageCharacters: chunks > 0 ? Math.round(characters / chunks) : CHARACTERS_UNREAD,
    ...(await measureGuidance(tx, corpusActivationId)),
  };
}

async function measureGuidance(tx: Transaction, activationId: string) {
  const [sampled] = await rowsOf<{ chunks: number; characters: number }>(
    tx,
    sql`select count(*)::int as chunks, coalesce(avg(characters), 0)::float8 as characters from (
      select length(content) as characters
      from corpus_activation_items items join guidance_chunks chunks on chunks.ingestion_id = items.ingestion_id
      where items.activation_id = ${activationId} limit ${GUIDANCE_SAMPLES}) sampled`,
  );
  const { chunks, characters } = sampled!;
  return { guidance: Math.min(GUIDANCE_PER_REQUIREMENT, chunks), guidanceCharacters: Math.round(characters) };
}
