import { setSearch } from "@assay/site/location";
import { VERDICT_LABELS, VERDICT_TONES, VERDICTS, type Verdict } from "@assay/site/verdict";
import { Pill, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import { useRef } from "react";
import { useKeys } from "../app/use-keys.ts";
import { ReviewIcon } from "../review/review-mark.tsx";
import { REVIEW_LABELS, REVIEW_STATES, type ReviewCounts, type ReviewState } from "../review/review-state.ts";
import type { VerdictCounts } from "./group-requirements.ts";

interface RequirementFilterProps {
  text: string;
  verdict: Verdict | null;
  counts: VerdictCounts;
  total: number;
  /** Null where the run is not reviewed. */
  reviews: { chosen: ReviewState | null; counts: ReviewCounts } | null;
}

export function RequirementFilter({ text, verdict, counts, total, reviews }: RequirementFilterProps) {
  const box = useRef<HTMLElement>(null);
  useKeys({ "/": () => box.current?.querySelector("input")?.focus() });
  return (
    <search ref={box} className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
      <TextField
        label="Search requirements"
        labelHidden
        type="search"
        placeholder="Search requirements"
        icon={<Search size={14} aria-hidden />}
        aria-keyshortcuts="/"
        value={text}
        onChange={({ target }) => setSearch({ q: target.value }, { replace: true })}
      />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        <Pill label="All" count={total} pressed={verdict === null} onPress={() => setSearch({ status: null })} />
        {VERDICTS.filter((each) => counts[each] > 0 || each === verdict).map((each) => (
          <Pill
            key={each}
            tone={VERDICT_TONES[each]}
            label={VERDICT_LABELS[each]}
            count={counts[each]}
            pressed={verdict === each}
            onPress={() => setSearch({ status: verdict === each ? null : each })}
          />
        ))}
      </fieldset>
      {reviews && (
        <fieldset className="flex min-h-6 flex-wrap gap-1">
          <legend className="sr-only">Review</legend>
          {REVIEW_STATES.filter((each) => reviews.counts[each] > 0 || each === reviews.chosen).map((each) => (
            <Pill
              key={each}
              icon={<ReviewIcon state={each} />}
              label={REVIEW_LABELS[each]}
              count={reviews.counts[each]}
              pressed={reviews.chosen === each}
              onPress={() => setSearch({ review: reviews.chosen === each ? null : each })}
            />
          ))}
        </fieldset>
      )}
    </search>
  );
}
