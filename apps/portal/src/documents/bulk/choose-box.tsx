import type { Document } from "@assay/client";
import { type Choosing, toggleDocument } from "./selection.ts";

interface ChooseBoxProps {
  document: Document;
  name: string;
  choosing: Choosing;
}

/** Chooses a document of the list; with Shift all from the one before. */
export default function ChooseBox({ document, name, choosing }: ChooseBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      className="relative z-10 size-4 accent-accent pointer-coarse:size-6"
      checked={choosing.selection.chosen.has(document.id)}
      onChange={({ nativeEvent }) =>
        choosing.choose(toggleDocument(choosing, document, (nativeEvent as MouseEvent).shiftKey))
      }
    />
  );
}
