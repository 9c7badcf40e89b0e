import type { Run } from "@assay/client";
import { isActive } from "@assay/site/is-active";
import { EmptyState } from "@assay/ui";
import { Route } from "lucide-react";
import { useSettings } from "../app/use-settings.ts";

const DAY_MS = 86_400_000;

/** A run without spans, and why. */
export function NoTrace({ run }: { run: Run }) {
  const { data: keepMs } = useSettings(({ schedule }) => schedule.spansKeepMs.value);
  return (
    <EmptyState icon={<Route size={22} aria-hidden />} title="This run has no trace">
      <p>{reasonOf(run, keepMs)}</p>
    </EmptyState>
  );
}

function reasonOf(run: Run, keepMs: number | undefined): string {
  if (run.snapshotStatus === "LEGACY") return "It was imported from an earlier system: with verdicts, without spans.";
  if (isActive(run)) return "No span has ended yet. Spans appear here by themselves when they end.";
  if (keepMs === undefined) return "Its spans are not stored, or are no longer stored.";
  const days = Math.round(keepMs / DAY_MS);
  return `Spans are kept for ${days} ${days === 1 ? "day" : "days"} (SPANS_KEEP_MS), and those of this run are gone. Verdicts, snapshot and audit trail stay.`;
}
