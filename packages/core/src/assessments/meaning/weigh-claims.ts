import type { MeaningCheck } from "@assay/contract";
import { readRequirement } from "@assay/language/requirement";
import type { Claim, MeaningReader, WeighedClaim } from "../../ports/assessor.ts";
import type { Entailment } from "../../ports/entailment.ts";
import type { EvaluatedEvidence } from "../evaluated-evidence.ts";
import { weaknessByRules } from "../note-citations.ts";
import { readPassages } from "../read-passages.ts";
import { verifyQuotes } from "../verify-quotes.ts";
import { scorePairs, toChecked } from "./check-meaning.ts";
import { makePairs } from "./make-pairs.ts";

interface Grounds {
  readonly evidence: EvaluatedEvidence;
  readonly check: MeaningCheck;
  readonly signal: AbortSignal;
}

/** Weighs claims as they are judged in an answer: the same quotes, pairs and rules. */
export function createMeaningReader(entailment: Entailment, { check, signal, ...grounds }: Grounds): MeaningReader {
  const evidence = { ...grounds.evidence, meaning: check };
  const requirement = readRequirement(evidence.requirement);
  const passageOf = readPassages(evidence.passages);
  return {
    thresholds: check.thresholds,
    async weigh(claims) {
      const quotes = [
        ...new Map(claims.map(({ chunkId, text }) => [`${chunkId}\n${text}`, { chunkId, text }])).values(),
      ];
      const { citations, places } = verifyQuotes(quotes, evidence.passages, quotes.length);
      const placeOf = ({ chunkId, text }: Claim) =>
        places[quotes.findIndex((quote) => quote.chunkId === chunkId && quote.text === text)]?.[0];
      const asked = claims.flatMap((claim, at) => {
        const place = placeOf(claim);
        return place === undefined ? [] : [{ at, part: claim.part, citation: citations[place]! }];
      });
      const pairs = asked.flatMap(({ part, citation }) =>
        makePairs({ citations: [citation], parts: [{ part, citations: [0] }] }, evidence),
      );
      const scores = await scorePairs(entailment, pairs, evidence, signal);
      const weighed: (WeighedClaim | undefined)[] = claims.map(() => undefined);
      for (const [at, { at: claim, part, citation }] of asked.entries()) {
        const { kind } = pairs[at]!;
        const checked = toChecked({ part: 0, kind }, scores[at] ?? null, check.thresholds);
        const passage = passageOf(citation.chunkId);
        const cited = { citation, requirement, evidence, parts: [part], alongside: [], pairs: [checked] };
        const veto = passage && weaknessByRules({ ...cited, passage });
        weighed[claim] = { scores: scores[at] ?? null, veto };
      }
      return weighed;
    },
  };
}
