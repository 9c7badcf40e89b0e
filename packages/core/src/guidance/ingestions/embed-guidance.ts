import { corpusIngestions, guidanceChunks, guidanceVectors, vectorValue } from "@assay/db";
import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { withHeader } from "../../documents/stages/embed-document.ts";
import { openEmbedder } from "../../egress/open-parts.ts";
import { askedEmbedder } from "../../jobs/asked-model.ts";
import { senderOf } from "../../jobs/sender-of.ts";
import type { Attempt } from "../../jobs/stage.ts";
import type { EmbedderCard } from "../../ports/models.ts";
import { asCatalog, inTenant } from "../../tenancy/transact.ts";

const BATCH_MAX = 64;

/** Embeds batch after batch until its time is used. Returns whether all chunks of those ingestions have a vector now. */
export async function embedGuidance(
  attempt: Attempt,
  card: EmbedderCard,
  { attemptMs, isOfDeployment }: { readonly attemptMs: number; readonly isOfDeployment: boolean },
  which: SQL | undefined,
): Promise<boolean> {
  const end = performance.now() + attemptMs;
  const sender = { ...senderOf(attempt), isOfDeployment };
  const embedder = openEmbedder(sender, card);
  for (;;) {
    const batch = await listWithoutVector(attempt, embedder, which);
    if (batch.length === 0) return true;
    if (performance.now() > end) return false;
    const vectors = await attempt.ask(askedEmbedder(sender, card), () =>
      embedder.embed(batch.map(withHeader), { kind: "document", signal: attempt.signal }),
    );
    const rows = batch.map(({ id }, at) => ({
      chunkId: id,
      embedder: embedder.model,
      ...vectorValue(vectors[at] ?? null),
    }));
    await attempt.checkpoint((tx) =>
      asCatalog(tx, async () => {
        await tx.insert(guidanceVectors).values(rows).onConflictDoNothing();
      }),
    );
  }
}

function listWithoutVector({ db, job }: Attempt, embedder: EmbedderCard, which: SQL | undefined) {
  return inTenant({ db, tenantId: job.tenantId }, (tx) =>
    tx
      .select({
        id: guidanceChunks.id,
        content: guidanceChunks.content,
        location: guidanceChunks.location,
        context: guidanceChunks.context,
        filename: corpusIngestions.filename,
      })
      .from(guidanceChunks)
      .innerJoin(corpusIngestions, eq(corpusIngestions.id, guidanceChunks.ingestionId))
      .leftJoin(
        guidanceVectors,
        and(eq(guidanceVectors.chunkId, guidanceChunks.id), eq(guidanceVectors.embedder, embedder.model)),
      )
      .where(and(which, isNull(guidanceVectors.chunkId)))
      .orderBy(asc(guidanceChunks.ingestionId), asc(guidanceChunks.chunkIndex))
      .limit(Math.min(BATCH_MAX, embedder.batchSizeMax)),
  );
}
