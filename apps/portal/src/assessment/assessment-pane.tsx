import type { Review } from "@assay/client";
import { Link } from "@assay/site/link";
import { here, hrefWith } from "@assay/site/location";
import { useSession } from "@assay/site/use-session";
import { useEffect, useRef, useState } from "react";
import type { AssessedRequirement } from "../requirements/group-requirements.ts";
import { listedAt } from "../requirements/requirement-order.ts";
import { afterReview } from "../review/after-review.ts";
import { ReviewBar } from "../review/review-bar.tsx";
import { selectRequirement } from "../workspace/use-requirement-moves.ts";
import { AssessmentPanel, type AssessmentPanelProps } from "./assessment-panel.tsx";

interface AssessmentPaneProps extends AssessmentPanelProps {
  items: readonly AssessedRequirement[];
}

/** The assessment, which scrolls, and below it the decision of anyone who may review. */
export function AssessmentPane({ items, ...shown }: AssessmentPaneProps) {
  const { run, requirement, assessment, reviews } = shown;
  const scroller = useRef<HTMLElement>(null);
  const actorId = useSession().data?.actorId;
  const [last, setLast] = useState<{ requirementId: string; text: string; next: string | undefined }>();
  const requirementId = requirement?.requirementId;
  const item = requirementId === undefined ? undefined : reviews.queue?.byRequirement.get(requirementId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each requirement is read from its beginning
  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
  }, [requirementId]);

  const decider = reviews.mayDecide && item && actorId ? actorId : null;

  const goOn = (review: Review) => {
    const { next, text } = afterReview(review, items, listedAt(items));
    setLast({ requirementId: review.requirementId, text, next });
    if (here().searchParams.get("requirement") !== review.requirementId) return;
    if (next !== undefined) selectRequirement(next);
    scroller.current?.focus();
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <section
        ref={scroller}
        id="assessment-scroller"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Assessment details"
        className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        <AssessmentPanel {...{ ...shown, decider }} />
      </section>
      {decider !== null && run && assessment && (
        <ReviewBar key={`${run.id} ${requirementId}`} {...{ assessment }} actorId={decider} onReviewed={goOn} />
      )}
      <p role="status" className="flex shrink-0 flex-wrap gap-x-2 bg-raised px-4 pb-3 text-xs text-muted empty:p-0">
        {last && (last.next === undefined || last.requirementId !== requirementId) && (
          <>
            <span className="min-w-0 break-words">{last.text}</span>
            {last.requirementId !== requirementId && (
              <Link
                href={hrefWith({ requirement: last.requirementId, document: null, citation: null })}
                className="text-accent underline-offset-2 hover:underline"
              >
                Back to {last.requirementId}
              </Link>
            )}
          </>
        )}
      </p>
    </div>
  );
}
