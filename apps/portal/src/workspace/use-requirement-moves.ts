import { here, setSearch } from "@assay/site/location";
import { useRef } from "react";
import { useKeys } from "../app/use-keys.ts";
import type { AssessedRequirement } from "../requirements/group-requirements.ts";
import { listedAt } from "../requirements/requirement-order.ts";
import { findAdjacent, findUnreviewed, type Place } from "../review/find-next.ts";

/** Moves by key that follow each other sooner are one step for Back. */
const MOVE_PAUSE_MS = 1000;

export function selectRequirement(requirementId: string, options?: { replace: boolean }): void {
  setSearch({ requirement: requirementId, document: null, citation: null, panel: null }, options);
}

/** Goes through the requirements as they are listed, from wherever the focus is. */
export function useRequirementMoves(items: readonly AssessedRequirement[]): void {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const go = (find: (order: Place[], from: string | null) => string | undefined) => {
    const order = listedAt(items).map(({ requirement: { requirementId }, review }) => ({ requirementId, review }));
    const next = find(order, here().searchParams.get("requirement"));
    if (next === undefined) return;
    selectRequirement(next, { replace: performance.now() - movedAt.current < MOVE_PAUSE_MS });
    movedAt.current = performance.now();
  };
  useKeys(
    {
      j: () => go((order, from) => findAdjacent(order, from, 1)),
      k: () => go((order, from) => findAdjacent(order, from, -1)),
    },
    { whileHeld: true },
  );
  useKeys({ n: () => go(findUnreviewed) });
}
