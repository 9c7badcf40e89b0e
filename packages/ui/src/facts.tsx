import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** Terms and what they are, in two columns; on a phone below each other. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames("flex flex-col text-sm", className)}>{children}</dl>;
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 border-b border-line py-1.5 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
