import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { type Tone, ToneIcon } from "./status-badge.tsx";

export interface PillProps {
  label: string;
  count?: number;
  tone?: Tone;
  /** Instead of the icon of a tone. */
  icon?: ReactNode;
  pressed: boolean;
  onPress: () => void;
}

/** A filter that is on or off. */
export function Pill({ label, count, tone, icon, pressed, onPress }: PillProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        "target inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs whitespace-nowrap transition-colors",
        pressed
          ? "border-accent bg-accent-soft text-text"
          : "border-line-control text-muted hover:bg-hover hover:text-text",
      )}
    >
      {icon ?? (tone && <ToneIcon tone={tone} size={12} />)}
      {label}
      {count !== undefined && <span className="tabular-nums">{count}</span>}
    </button>
  );
}
