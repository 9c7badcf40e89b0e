import type { Assessment, Requirement } from "@assay/client";
import { setSearch, useSearchParam } from "@assay/site/location";
import { toVerdict } from "@assay/site/verdict";
import { Button, EmptyState } from "@assay/ui";
import { SearchX } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { countVerdicts, groupRequirements, joinAssessments } from "./group-requirements.ts";
import { RequirementFilter } from "./requirement-filter.tsx";
import { RequirementList } from "./requirement-list.tsx";

export interface RequirementsPanelProps {
  requirements: readonly Requirement[];
  assessments: readonly Assessment[];
  /** Called when a person, not the address alone, has chosen one. */
  onSelect: (requirementId: string, options?: { replace: boolean }) => void;
  /** Called by Enter on the chosen one: continue to its assessment. */
  onOpen: () => void;
}

/** The requirements of the run by criterion; filter and selection are in the address. */
export function RequirementsPanel({ requirements, assessments, onSelect, onOpen }: RequirementsPanelProps) {
  const text = useSearchParam("q") ?? "";
  const verdict = toVerdict(useSearchParam("status"));
  const selected = useSearchParam("requirement");
  const deferredText = useDeferredValue(text);
  const items = useMemo(() => joinAssessments(requirements, assessments), [requirements, assessments]);
  const counts = useMemo(() => countVerdicts(items), [items]);
  const rows = useMemo(() => groupRequirements(items, { text: deferredText, verdict }), [items, deferredText, verdict]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RequirementFilter text={text} verdict={verdict} counts={counts} total={items.length} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} aria-hidden />}
          title="No requirement matches"
          action={<Button onClick={() => setSearch({ q: null, status: null })}>Show all</Button>}
        />
      ) : (
        <RequirementList rows={rows} selected={selected} onSelect={onSelect} onOpen={onOpen} />
      )}
    </div>
  );
}
