import type { Requirement } from "@assay/client";
import { ToneIcon } from "@assay/ui";
import { memo } from "react";
import { formatConfidence } from "../app/format.ts";
import { hrefWith } from "../app/location.ts";
import { VERDICT_LABELS, VERDICT_TONES, type Verdict } from "./assessment-status.ts";

interface RequirementRowProps {
  requirement: Requirement;
  verdict: Verdict;
  confidence: number | null;
  selected: boolean;
  tabbable: boolean;
  onSelect: (requirementId: string) => void;
  onOpen: () => void;
}

export const RequirementRow = memo((props: RequirementRowProps) => {
  const { requirement, verdict, confidence, selected, tabbable, onSelect, onOpen } = props;
  const { requirementId, title } = requirement;
  return (
    <a
      href={hrefWith({ requirement: requirementId, citation: null, document: null })}
      aria-current={selected ? "true" : undefined}
      tabIndex={tabbable ? 0 : -1}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (selected) onOpen();
        else onSelect(requirementId);
      }}
      className="grid min-h-9 grid-cols-[1rem_minmax(2.25rem,max-content)_minmax(0,1fr)_auto] items-start gap-x-2 border-b border-line px-3 pt-2 pb-[7px] text-sm outline-offset-[-2px] transition-colors hover:bg-hover aria-[current]:bg-accent-soft"
    >
      <ToneIcon tone={VERDICT_TONES[verdict]} size={15} className="mt-0.5" />
      <span className="sr-only">{VERDICT_LABELS[verdict]} </span>
      <span className="text-xs leading-5 text-muted tabular-nums">{requirementId} </span>
      <span className="line-clamp-2 leading-5 break-words">{title}</span>
      {confidence !== null && (
        <span className="text-xs leading-5 text-muted tabular-nums" title="Confidence">
          {formatConfidence(confidence)}
        </span>
      )}
    </a>
  );
});
RequirementRow.displayName = "RequirementRow";
