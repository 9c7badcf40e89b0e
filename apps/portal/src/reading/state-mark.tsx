import { type Tone, ToneIcon } from "@assay/ui";

/** A page's state as a shape and its words; the words wrap where there is little room. */
export function StateMark({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className="inline-flex items-start gap-1.5 text-xs text-muted">
      <ToneIcon tone={tone} className="mt-px" />
      {label}
    </span>
  );
}
