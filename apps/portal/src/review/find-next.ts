import { isUnreviewed, type ReviewState } from "./review-state.ts";

export interface Place {
  readonly requirementId: string;
  readonly review: ReviewState | null;
}

/** The neighbour in the order that is shown; from outside of it, its first. Undefined at either end. */
export function findAdjacent(order: readonly Place[], from: string | null, step: 1 | -1): string | undefined {
  const at = order.findIndex(({ requirementId }) => requirementId === from);
  return (at < 0 ? order[0] : order[at + step])?.requirementId;
}

/** The next one that waits for a decision, from the beginning again after the last. Never the one it starts from. */
export function findUnreviewed(order: readonly Place[], from: string | null): string | undefined {
  const at = order.findIndex(({ requirementId }) => requirementId === from);
  const turned = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))];
  return turned.find(({ review }) => isUnreviewed(review))?.requirementId;
}
