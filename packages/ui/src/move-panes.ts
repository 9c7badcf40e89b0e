export interface PaneLimits {
  /** Its share of the width where nobody has moved an edge. */
  readonly percent: number;
  readonly minPx: number;
}

/** The shares after the edge behind pane `edge` has moved; neither of its two panes gets narrower than it may be. */
export function movePanes(
  shares: readonly number[],
  edge: number,
  byPx: number,
  widthPx: number,
  panes: readonly PaneLimits[],
): readonly number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const perPx = whole / Math.max(1, widthPx);
  const both = paneRange(shares, edge);
  const least = Math.min(shares[edge]!, panes[edge]!.minPx * perPx);
  const most = Math.max(shares[edge]!, both - panes[edge + 1]!.minPx * perPx);
  const left = Math.min(most, Math.max(least, shares[edge]! + byPx * perPx));
  return shares.map((share, index) => (index === edge ? left : index === edge + 1 ? both - left : share));
}

/** What the two panes at an edge have together. */
export function paneRange(shares: readonly number[], edge: number): number {
  return shares[edge]! + shares[edge + 1]!;
}
