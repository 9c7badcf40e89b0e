import { EntryCard } from "@assay/site/entry-card";
import type { ReactNode } from "react";

/** In the place of a view whose address opens nothing: why, and what to do. */
export function ClosedEntry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EntryCard title={title}>
      <p className="text-sm" role="status">
        {children}
      </p>
    </EntryCard>
  );
}
