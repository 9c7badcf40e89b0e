import { type Pane, SplitPanes } from "@assay/ui";

const KEY = "assay.workspace";

/** Panels side by side, whose widths stay where they were put. */
export function Panels({ panels }: { panels: readonly Pane[] }) {
  return (
    <SplitPanes
      panes={panels}
      stored={readShares()}
      onStore={(shares) => localStorage.setItem(KEY, JSON.stringify(shares))}
    />
  );
}

function readShares(): number[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return Array.isArray(stored) && stored.every((share) => typeof share === "number" && share > 0)
      ? stored
      : undefined;
  } catch {
    return undefined;
  }
}
