import { Button } from "@assay/ui";
import { useState } from "react";

const STEP = 50;

/** The first of many, and a button for the next ones; `atLeast` are shown from the start. */
export function useShownFew<T>(items: readonly T[], atLeast = 0) {
  const [count, setCount] = useState(STEP);
  const shown = items.slice(0, Math.max(count, atLeast));
  const left = items.length - shown.length;
  const more = left > 0 && (
    <Button look="quiet" className="self-center" onClick={() => setCount(shown.length + STEP)}>
      Show {Math.min(left, STEP)} of {left} more
    </Button>
  );
  return { shown, more };
}
