import { ModelError, type SearchDegradation, UnavailableError } from "@assay/contract";
import { type Database, oneRow, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { openEmbedder } from "../egress/open-parts.ts";
import { ProviderNotAllowed } from "../egress/provider-not-allowed.ts";
import { modelPart } from "../jobs/asked-model.ts";
import { isPaused } from "../jobs/pauses.ts";
import type { Calibration, Embedder } from "../ports/embedder.ts";
import type { Models } from "../ports/models.ts";
import { checkVectors } from "../retrieval/check-vectors.ts";
import type { RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import type { Context } from "../tenancy/context.ts";
import { inSystem } from "../tenancy/transact.ts";

/** A person waits for the answer: words alone are better than a late one. */
const EMBED_LIMIT_MS = 5000;

export interface SearchCall {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for the embedder; after it the search goes by words alone. */
  readonly embedLimitMs?: number | undefined;
}

export interface EmbeddedSearch {
  /** Null where no vector can be had, or where the text has no usable word. */
  readonly vector: Float32Array | null;
  /** How the embedder's cosines are read. */
  readonly calibration?: Calibration | undefined;
  readonly degraded: SearchDegradation | null;
  /** Null where the embedder was not asked. */
  readonly asked: { readonly model: string; readonly ms: number } | null;
}

/** The vector of what is searched for, by the embedder of the version. A failure of the embedder is no failure of the search. */
export async function embedSearch(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  { embedders }: Models,
  { embedderModel }: RetrievalVersion,
  q: string,
  call: SearchCall,
): Promise<EmbeddedSearch> {
  const card = embedders.find(({ model }) => model === embedderModel);
  if (!card) return { vector: null, degraded: "EMBEDDER_NOT_RUN", asked: null };
  const embedder = openEmbedder({ db, tenantId, runId: null }, card);
  if (await isEmbedderPaused(db, embedder)) return { vector: null, degraded: "EMBEDDER_UNAVAILABLE", asked: null };
  const startedAt = performance.now();
  const asked = () => ({ model: embedder.model, ms: Math.round(performance.now() - startedAt) });
  try {
    const vector = await askEmbedder(embedder, q, call);
    return { vector, calibration: embedder.calibration, degraded: null, asked: asked() };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (error instanceof ProviderNotAllowed) return { vector: null, degraded: "EMBEDDER_NOT_ALLOWED", asked: null };
    if (isFailureOfEmbedder(error)) return { vector: null, degraded: "EMBEDDER_UNAVAILABLE", asked: asked() };
    throw error;
  }
}

async function askEmbedder(embedder: Embedder, q: string, { signal, embedLimitMs = EMBED_LIMIT_MS }: SearchCall) {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(embedLimitMs);
  const vectors = await embedder.embed([q], {
    kind: "query",
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  const [vector] = checkVectors(vectors, { count: 1, dimensions: embedder.dimensions });
  return vector ?? null;
}

function isFailureOfEmbedder(error: unknown): boolean {
  return (
    error instanceof ModelError ||
    error instanceof UnavailableError ||
    (error instanceof Error && error.name === "TimeoutError")
  );
}

/** Whether jobs have found that the embedder fails everybody: it is not asked then. */
async function isEmbedderPaused(db: Database, { model }: Embedder): Promise<boolean> {
  const rows = await inSystem(db, (tx) =>
    rowsOf<{ paused: boolean }>(tx, sql`select ${isPaused(modelPart(model))} as paused`),
  );
  return oneRow(rows).paused;
}
