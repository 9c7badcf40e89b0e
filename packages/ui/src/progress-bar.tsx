import { TONES, type Tone } from "./status-badge.tsx";

export interface Share {
  tone: Tone;
  value: number;
}

/** How a whole divides, as a thin bar. It repeats numbers that are next to it, so assistive technology skips it. */
export function SharesBar({ shares, className = "h-1.5" }: { shares: Share[]; className?: string }) {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  return (
    <div aria-hidden className={`flex gap-0.5 overflow-hidden rounded-full ${className}`}>
      {shares
        .filter(({ value }) => value > 0)
        .map(({ tone, value }) => (
          <div key={tone} className={`rounded-xs ${TONES[tone].fill}`} style={{ width: `${(100 * value) / whole}%` }} />
        ))}
    </div>
  );
}

/** How far something is, from 0 to 1. */
export function ProgressBar({ label, value, className = "" }: { label: string; value: number; className?: string }) {
  const percent = Math.round(100 * Math.min(1, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={`h-1.5 overflow-hidden rounded-full bg-hover ${className}`}
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}
