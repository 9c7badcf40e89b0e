import { canonicalJson } from "@assay/contract";
import { sha256Hex } from "../../digest.ts";
import type { PackageState, PackageTools } from "../package-state.ts";
import { sealStatement } from "./seal-statement.ts";
import { type QuotePlace, verdictStatement } from "./verdict-statement.ts";

/** One sealed statement a line, for each verdict of the snapshot in its order. */
export async function* writeStatements(
  state: PackageState,
  tools: PackageTools,
): AsyncGenerator<Uint8Array, undefined> {
  const { snapshot, snapshotHash, reviews } = state;
  const encoder = new TextEncoder();
  const places = await findPlaces(state, tools);
  const configurationSha256 = await sha256Hex(canonicalJson(snapshot.configuration));
  const documents = new Map(snapshot.documents.map((document) => [document.id, document]));
  const digests = new Map(snapshot.citationDigests.map(({ requirementId, sha256 }) => [requirementId, sha256]));
  const counting = new Map(
    reviews.toSorted((one, other) => one.sequence - other.sequence).map((review) => [review.requirementId, review]),
  );
  const unknown = await findUnknownReviews(state, tools);
  for (const assessment of snapshot.assessments) {
    const { requirementId, citations } = assessment;
    const review = unknown.has(requirementId) ? undefined : counting.get(requirementId);
    const statement = verdictStatement({
      runId: state.run.id,
      snapshotHash,
      configurationSha256,
      assessment,
      citationDigests: digests.get(requirementId) ?? [],
      places: citations.map(({ chunkId, text }) => places.get(chunkId)?.get(text) ?? null),
      documentOf: (id) => documents.get(id)!,
      review: review
        ? { decision: review.decision, status: review.status, reviewerId: review.reviewerId, at: review.createdAt }
        : null,
    });
    yield encoder.encode(await sealStatement(tools, statement));
  }
}

/** The requirements whose newest review is omitted: no older one stands in its place. */
async function findUnknownReviews({ leftOut }: PackageState, { readAudit }: PackageTools): Promise<Set<unknown>> {
  const absent = new Set(leftOut.map(({ what }) => what).filter((what) => what.startsWith("review ")));
  const unknown = new Set<unknown>();
  if (absent.size === 0) return unknown;
  for await (const lines of readAudit())
    for (const line of lines) {
      const { action, object_id, details } = JSON.parse(line);
      if (action !== "review.added") continue;
      if (absent.has(`review ${object_id}`)) unknown.add(details?.requirementId);
      else unknown.delete(details?.requirementId);
    }
  return unknown;
}

type Places = ReadonlyMap<string, ReadonlyMap<string, QuotePlace>>;

/** Where each quote is in its document, by chunk and words; without those of chunks that are no longer there. */
async function findPlaces({ snapshot, chunks }: PackageState, { readChunks }: PackageTools): Promise<Places> {
  const starts = new Map(chunks.map(({ id, startOffset }) => [id, startOffset]));
  const citations = snapshot.assessments.flatMap((assessment) => assessment.citations);
  const quotes = Map.groupBy(citations, ({ chunkId }) => chunkId);
  const places = new Map<string, Map<string, QuotePlace>>();
  for await (const batch of readChunks())
    for (const { id, content } of batch) {
      const found = new Map<string, QuotePlace>();
      for (const { text } of quotes.get(id) ?? []) {
        const at = content.indexOf(text);
        const start = starts.get(id)! + at;
        if (at >= 0) found.set(text, { start, end: start + text.length });
      }
      places.set(id, found);
    }
  return places;
}
