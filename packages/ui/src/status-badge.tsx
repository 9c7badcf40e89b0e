import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  CircleUserRound,
  CircleX,
  type LucideIcon,
} from "lucide-react";
import { classNames } from "./class-names.ts";

export type Tone = "complete" | "partial" | "missing" | "failed" | "unjudged" | "active" | "neutral";

export const TONES: Record<Tone, { text: string; soft: string; fill: string }> = {
  complete: { text: "text-complete", soft: "bg-complete-soft", fill: "bg-complete-fill" },
  partial: { text: "text-partial", soft: "bg-partial-soft", fill: "bg-partial-fill" },
  missing: { text: "text-missing", soft: "bg-missing-soft", fill: "bg-missing-fill" },
  failed: { text: "text-failed", soft: "bg-failed-soft", fill: "bg-failed-fill" },
  unjudged: { text: "text-accent", soft: "bg-accent-soft", fill: "bg-accent" },
  active: { text: "text-accent", soft: "bg-accent-soft", fill: "bg-accent" },
  neutral: { text: "text-muted", soft: "bg-hover", fill: "bg-neutral-fill" },
};

/** A shape next to the colour, for those who cannot distinguish colours. */
const ICONS: Record<Tone, LucideIcon> = {
  complete: CircleCheck,
  partial: CircleDot,
  missing: CircleX,
  failed: CircleAlert,
  unjudged: CircleUserRound,
  active: CircleDashed,
  neutral: CircleSlash,
};

export function ToneIcon({ tone, size = 14, className }: { tone: Tone; size?: number; className?: string }) {
  const Icon = ICONS[tone];
  return <Icon size={size} aria-hidden className={classNames("shrink-0", TONES[tone].text, className)} />;
}

export function Badge({ tone, label, className }: { tone: Tone; label: string; className?: string }) {
  const { text, soft } = TONES[tone];
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap",
        text,
        soft,
        className,
      )}
    >
      <ToneIcon tone={tone} size={12} />
      {label}
    </span>
  );
}

/** A state as a shape and its word, for columns and lines where a badge is too loud. */
export function StateLabel({ tone, label, className }: { tone: Tone; label: string; className?: string }) {
  return (
    <span className={classNames("inline-flex min-w-0 items-center gap-1.5 text-xs text-muted", className)}>
      <ToneIcon tone={tone} />
      <span className="truncate">{label}</span>
    </span>
  );
}
