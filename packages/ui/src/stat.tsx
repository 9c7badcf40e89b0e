import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { TONES, type Tone } from "./status-badge.tsx";

export interface StatProps {
  label: string;
  value: ReactNode;
  /** In smaller letters behind the value. */
  detail?: ReactNode;
  tone?: Tone;
}

/** Figures next to each other, as a list of terms. */
export function Stats({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl
      className={classNames("grid grid-cols-2 overflow-hidden rounded-lg border border-line sm:grid-cols-4", className)}
    >
      {children}
    </dl>
  );
}

/** A figure and what it counts. */
export function Stat({ label, value, detail, tone }: StatProps) {
  return (
    <div className="-ms-px -mt-px flex flex-col gap-0.5 border-s border-t border-line px-4 py-3">
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        {tone && <span aria-hidden className={`size-2 rounded-xs ${TONES[tone].fill}`} />}
        {label}
      </dt>
      <dd className="text-xl font-semibold tracking-tight tabular-nums">
        {value}
        {detail && <span className="ms-1.5 text-xs font-normal tracking-normal text-muted">{detail}</span>}
      </dd>
    </div>
  );
}
