import { setSearch, useSearchParam } from "@assay/site/location";
import { toVerdict } from "@assay/site/verdict";
import { Button, EmptyState } from "@assay/ui";
import { SearchX } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { type ReviewCounts, toReviewState } from "../review/review-state.ts";
import { type AssessedRequirement, countVerdicts } from "./group-requirements.ts";
import { RequirementFilter } from "./requirement-filter.tsx";
import { RequirementList } from "./requirement-list.tsx";
import { rowsOf, toOrder } from "./requirement-order.ts";

export interface RequirementsPanelProps {
  items: readonly AssessedRequirement[];
  /** Null where the run is not reviewed. */
  reviewCounts: ReviewCounts | null;
  /** Whether their reviews and their order of risk are known. */
  isRanked: boolean;
  /** Called when a person, not the address alone, has chosen one. */
  onSelect: (requirementId: string, options?: { replace: boolean }) => void;
  /** Called by Enter on the chosen one: continue to its assessment. */
  onOpen: () => void;
}

/** The requirements of the run by criterion or by risk; order, filter and selection are in the address. */
export function RequirementsPanel({ items, reviewCounts, isRanked, onSelect, onOpen }: RequirementsPanelProps) {
  const text = useSearchParam("q") ?? "";
  const verdict = toVerdict(useSearchParam("status"));
  const askedReview = toReviewState(useSearchParam("review"));
  const askedOrder = toOrder(useSearchParam("order"));
  const review = isRanked ? askedReview : null;
  const order = isRanked ? askedOrder : "pack";
  const selected = useSearchParam("requirement");
  const deferredText = useDeferredValue(text);
  const counts = useMemo(() => countVerdicts(items), [items]);
  const rows = useMemo(
    () => rowsOf(items, { text: deferredText, verdict, review }, order),
    [items, deferredText, verdict, review, order],
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RequirementFilter
        {...{ text, verdict, counts }}
        total={items.length}
        reviews={reviewCounts && { chosen: askedReview, counts: reviewCounts }}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} aria-hidden />}
          title="No requirement matches"
          action={<Button onClick={() => setSearch({ q: null, status: null, review: null })}>Show all</Button>}
        />
      ) : (
        <RequirementList {...{ rows, selected, onSelect, onOpen }} isReviewable={reviewCounts !== null} />
      )}
    </div>
  );
}
