import type { Assessment, NewReview, Review } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { verdictOf } from "@assay/site/verdict";
import { SkeletonList } from "@assay/ui";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { attentionTo, onOpened, type Subject } from "./attention.ts";
import { DecisionChoice } from "./decision-choice.tsx";
import { type Draft, useDraft } from "./drafts.ts";
import { describeOpened } from "./review-words.ts";
import { useAddReview } from "./use-review-acts.ts";
import { useTimeInView } from "./use-time-in-view.ts";

const DecisionForms = lazy(() => import("./decision-forms.tsx"));

const DAY_MS = 86_400_000;

export interface ReviewBarProps {
  actorId: string;
  assessment: Assessment;
  onReviewed: (review: Review) => void;
}

/** Where a person decides on the verdict that is shown. */
export function ReviewBar({ actorId, assessment, onReviewed }: ReviewBarProps) {
  const { runId, requirementId, citations } = assessment;
  const { opened, inView } = useAttention({ actorId, runId, requirementId });
  useTimeInView(inView);
  const { draft, change, discard } = useDraft({ actorId, runId, requirementId });
  const [closed, setClosed] = useState<Draft["form"]>(null);
  const add = useAddReview(runId, (review) => {
    inView.reset();
    discard();
    onReviewed(review);
  });
  const isJudged = verdictOf(assessment) !== "NOT_JUDGED";
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  const openedChunkIds = opened.filter((chunkId) => cited.has(chunkId));

  const decide = (decision: Omit<NewReview, "requirementId" | "openedChunkIds" | "durationMs">) => {
    if (add.isPending) return;
    const durationMs = Math.min(Math.round(inView.readMs()), DAY_MS);
    add.mutate({ requirementId, openedChunkIds, durationMs, ...decision });
  };
  const form = {
    draft,
    change,
    busy: add.isPending,
    onDecide: decide,
    onCancel() {
      setClosed(draft.form);
      change({ form: null });
    },
  };

  return (
    <section
      aria-label="Your review"
      className="flex max-h-[70%] shrink-0 flex-col gap-2 overflow-y-auto border-t border-line bg-raised px-4 py-3"
    >
      <p className="text-xs text-muted">
        {describeOpened(openedChunkIds.length, cited.size) ??
          (isJudged ? "The verdict cites nothing" : "Nobody has judged it: judge it by hand")}
      </p>
      {draft.form ? (
        <Suspense fallback={<SkeletonList label="Loading the form" rows={3} />}>
          <DecisionForms {...form} {...{ isJudged, citations }} verdict={assessment.status} />
        </Suspense>
      ) : (
        <DecisionChoice
          {...{ isJudged, closed }}
          busy={add.isPending}
          onAgree={() => decide({ decision: "AGREED" })}
          onOpen={(opened) => change({ form: opened })}
        />
      )}
      <p role="alert" className="text-sm break-words text-missing empty:hidden">
        {add.error && `The review has not been stored. ${messageOf(add.error)}`}
      </p>
    </section>
  );
}

function useAttention(subject: Subject) {
  return useSyncExternalStore(onOpened, () => attentionTo(subject));
}
