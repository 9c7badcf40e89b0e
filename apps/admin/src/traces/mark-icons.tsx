import { CircleX, Flag, Hourglass, type LucideIcon, Recycle, RotateCcw, Route } from "lucide-react";
import { MARK, type MarkName } from "./model/trace.ts";

export const MARKS: Readonly<Record<MarkName, { label: string; one: string; icon: LucideIcon; className: string }>> = {
  ERROR: { label: "Errors", one: "Error", icon: CircleX, className: "text-missing" },
  CRITICAL: { label: "Critical path", one: "On the critical path", icon: Route, className: "text-accent" },
  SLOW: { label: "Slow", one: "Slow", icon: Hourglass, className: "text-partial" },
  RETRIED: { label: "Retried", one: "Retried", icon: RotateCcw, className: "text-partial" },
  FLAGGED: { label: "Flagged", one: "Flagged", icon: Flag, className: "text-failed" },
  REUSED: { label: "Reused", one: "Reused", icon: Recycle, className: "text-complete" },
};

const IN_ROWS: readonly MarkName[] = ["ERROR", "RETRIED", "SLOW", "FLAGGED", "REUSED"];

/** What is special about a row. The critical path is drawn at its bar. */
export function MarkIcons({ marks }: { marks: number }) {
  const shown = IN_ROWS.filter((name) => marks & MARK[name]);
  if (shown.length === 0) return null;
  return (
    <span className="ms-auto flex shrink-0 gap-1 ps-1">
      {shown.map((name) => {
        const { one, icon: Icon, className } = MARKS[name];
        return (
          <span key={name} title={one} className={className}>
            <Icon size={12} aria-hidden />
            <span className="sr-only">{one}</span>
          </span>
        );
      })}
    </span>
  );
}
