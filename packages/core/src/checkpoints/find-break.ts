import type { ChainBreak } from "@assay/contract";
import { AUDIT_GENESIS } from "../audit/audit-hash.ts";
import { type ChainPoint, type ChainProblemAt, checkChain, readChainEnd } from "../audit/check-chain.ts";
import { comparePoints, readHashes } from "../audit/compare-points.ts";
import { breakOf } from "../audit/resumptions.ts";
import type { KeptPoint } from "../ports/checkpoint-store.ts";
import { type ChainScope, findLastGood, type KnownChain } from "./load-chain.ts";

/** Entries before the last checkpoint that left that one daily check recomputes, in turn. */
const HISTORY_MAX = 10_000;
const GENESIS: ChainPoint = { sequence: 0, hash: AUDIT_GENESIS };

export interface Scrutiny {
  /** Compares with what is kept outside of the service. */
  readonly outside?: readonly KeptPoint[];
  /**
   * `NEW`: the entries after the last checkpoint that left. `HISTORY`: also a part of those before it. `ALL`: every
   * entry.
   */
  readonly entries: "NEW" | "HISTORY" | "ALL";
}

export interface Found {
  readonly broken: ChainBreak | null;
  /** Up to where the history was recomputed. */
  readonly historySequence: number;
}

/** Looks for the first entry of a tenant's chain that is not as it was recorded or signed. */
export async function findBreak(scope: ChainScope, known: KnownChain, scrutiny: Scrutiny): Promise<Found> {
  const { head, lastSequence } = await readChainEnd(scope);
  const { resumptions } = known;
  const from = startOf(known, scrutiny);
  const chain = await checkChain(scope, { from, end: head, resumptions });
  const history = scrutiny.entries === "HISTORY" ? await checkHistory(scope, known, from) : undefined;
  const signed = await compareSigned(scope, known, scrutiny.outside ?? [], lastSequence);
  const problems: ChainProblemAt[] = [
    ...signed.problems,
    ...(chain.firstBroken ? [chain.firstBroken] : []),
    ...(history?.firstBroken ? [history.firstBroken] : []),
  ];
  if (problems.length === 0 && lastSequence !== head.sequence)
    problems.push({ sequence: Math.min(lastSequence, head.sequence) + 1, problem: "HEAD_DIFFERS" });
  const historySequence = history?.historySequence ?? known.historySequence;
  const first = problems.sort((a, b) => a.sequence - b.sequence)[0];
  if (!first) return { broken: null, historySequence };
  const lastGood = await findLastGood(scope, known, first.sequence);
  return { broken: { ...first, lastGood, signedUpTo: signed.upTo }, historySequence };
}

/** What was broken is looked at again, until it is restored or continued. */
function startOf({ anchor, broken }: KnownChain, { entries }: Scrutiny): ChainPoint {
  if (entries === "ALL") return GENESIS;
  return (broken ? broken.lastGood : anchor) ?? GENESIS;
}

/** What was signed and is not there, or is there otherwise. */
async function compareSigned(
  scope: ChainScope,
  known: KnownChain,
  outside: readonly KeptPoint[],
  lastSequence: number,
): Promise<{ readonly problems: readonly ChainProblemAt[]; readonly upTo: number }> {
  const { good, problems } = await comparePoints(scope, outside, known);
  const { anchor } = known;
  const hasAnchor = !anchor || (await readHashes(scope, [anchor.sequence])).get(anchor.sequence) === anchor.hash;
  const differing = [...problems, ...(hasAnchor ? [] : [anchor])].map(({ sequence }) => sequence);
  const matching = [...good, ...(hasAnchor && anchor ? [anchor] : [])].map(({ sequence }) => sequence);
  return {
    problems: differing.map((sequence) =>
      sequence > lastSequence
        ? { sequence: lastSequence + 1, problem: "ENTRIES_LOST" }
        : { sequence: Math.max(0, ...matching.filter((at) => at < sequence)) + 1, problem: "CHECKPOINT_DIFFERS" },
    ),
    upTo: Math.max(known.signedUpTo, ...differing),
  };
}

async function checkHistory(scope: ChainScope, known: KnownChain, before: ChainPoint) {
  const { resumptions, historySequence } = known;
  const begin = historySequence < before.sequence ? historySequence : 0;
  const covered = breakOf(resumptions, begin);
  const after = covered ? covered.statement.broken.sequence - 1 : begin;
  const stop = Math.min(after + HISTORY_MAX, before.sequence);
  const end = breakOf(resumptions, stop)?.statement.sequence ?? stop;
  const hash = after === 0 ? AUDIT_GENESIS : (await readHashes(scope, [after])).get(after);
  if (!hash) return { firstBroken: { sequence: after, problem: "SEQUENCE_GAP" as const }, historySequence: 0 };
  const { firstBroken } = await checkChain(scope, {
    from: { sequence: after, hash },
    end: { sequence: end },
    resumptions,
  });
  return { ...(firstBroken ? { firstBroken } : {}), historySequence: end };
}
