import type { SearchLeg, SearchQuery, SearchReply, SearchResult } from "@assay/contract";
import { listHeadings } from "../documents/list-headings.ts";
import type { Models } from "../ports/models.ts";
import { bm25QueryShares, type Lexicon, lexicalTerms } from "../retrieval/lexical-terms.ts";
import { lexiconOf } from "../retrieval-versions/lexicon-of.ts";
import { getVersionOf } from "../retrieval-versions/retrieval-versions.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { countSearchedTerms } from "./count-searched-terms.ts";
import { embedSearch, type SearchCall } from "./embed-search.ts";
import { type FoundPassage, findPassages } from "./find-passages.ts";
import { pickQuote } from "./pick-quote.ts";

/** Passages whose text is no evidence, and those with the same quote, fall away afterwards. */
const SPARE = 2;

/** A reply, and whether the embedder was asked for it. */
export interface SearchOutcome {
  readonly reply: SearchReply;
  readonly asked: { readonly model: string; readonly ms: number } | null;
}

/**
 * The passages of the tenant's READY documents that answer a question best, as the active retrieval version finds
 * them: by the nearness of their vectors and by shared words. Without the embedder it goes by words alone and says so.
 */
export async function searchEvidence(
  ctx: Context,
  models: Models,
  { q, limit, documentId, category }: SearchQuery,
  call: SearchCall = {},
): Promise<SearchOutcome> {
  const version = await inTenant(ctx, (tx) => getVersionOf(tx, ctx.tenantId));
  const { vector, calibration, degraded, asked } = await embedSearch(ctx, models, version, q, call);
  const terms = lexicalTerms(q, lexiconOf(version));
  const { found, weights } = await inTenant(ctx, async (tx) => {
    const { tenantId } = ctx;
    const weights = bm25QueryShares(
      terms,
      await countSearchedTerms(tx, { tenantId, version, terms: [...terms.keys()] }),
    );
    const search = { tenantId, version, vector, calibration, weights, documentId, category };
    const found = await findPassages(tx, { ...search, limit: limit * SPARE });
    const headings = await listHeadings(
      tx,
      tenantId,
      found.map(({ documentId: id, fileType }) => ({ id, fileType })),
    );
    return { weights, found: found.map((each) => ({ ...each, heading: headings.get(each.documentId) ?? null })) };
  });
  const reply: SearchReply = {
    results: quoteEach(found, weights, lexiconOf(version)).slice(0, limit),
    legs: legsOf(vector, weights),
    degraded,
    retrievalVersionId: version.id,
  };
  return { reply, asked };
}

function legsOf(vector: Float32Array | null, weights: ReadonlyMap<number, number>): SearchLeg[] {
  return [...(vector ? (["VECTOR"] as const) : []), ...(weights.size > 0 ? (["LEXICAL"] as const) : [])];
}

/** Chunks overlap: a quote is there once, where it was found first. */
function quoteEach(
  found: readonly (FoundPassage & Pick<SearchResult, "heading">)[],
  weights: ReadonlyMap<number, number>,
  lexicon: Lexicon,
): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const { content, startOffset, flaggedRanges, ...passage } of found) {
    const picked = pickQuote(content, flaggedRanges, weights, lexicon);
    if (!picked) continue;
    const quote = {
      text: content.slice(picked.start, picked.end),
      startOffset: startOffset + picked.start,
      endOffset: startOffset + picked.end,
      matches: picked.matches,
    };
    const key = `${passage.documentId} ${quote.startOffset}`;
    if (!results.has(key)) results.set(key, { ...passage, quote });
  }
  return [...results.values()];
}
