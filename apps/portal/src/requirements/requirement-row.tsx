import { hrefWith } from "@assay/site/location";
import { memo } from "react";
import { RequirementSummary, type RequirementSummaryProps, SUMMARY_COLUMNS } from "./requirement-summary.tsx";

interface RequirementRowProps extends RequirementSummaryProps {
  selected: boolean;
  tabbable: boolean;
  onSelect: (requirementId: string) => void;
  onOpen: () => void;
}

export const RequirementRow = memo((props: RequirementRowProps) => {
  const { requirement, verdict, confidence, review, selected, tabbable, onSelect, onOpen } = props;
  const { requirementId } = requirement;
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
      className={`${SUMMARY_COLUMNS} border-b border-line pt-2 pb-[7px] aria-[current]:bg-accent-soft`}
    >
      <RequirementSummary {...{ requirement, verdict, confidence, review }} />
    </a>
  );
});
RequirementRow.displayName = "RequirementRow";
