import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** Terms and what they are, in two columns; on a phone below each other. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames("flex flex-col text-sm", className)}>{children}</dl>;
}

export interface FactProps {
  term: string;
  /** The term above what it is, in any list of terms. */
  stacked?: boolean;
  children: ReactNode;
}

const ROW = "grid grid-cols-1 gap-x-4 border-b border-line py-1.5 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)]";

export function Fact({ term, stacked = false, children }: FactProps) {
  return (
    <div className={stacked ? "min-w-0" : ROW}>
      <dt className={stacked ? "text-xs text-muted" : "text-muted"}>{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
