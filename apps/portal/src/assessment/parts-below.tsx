import type { Review, Run } from "@assay/client";
import { lazy, Suspense } from "react";
import { isAuditor } from "../app/verdict-href.ts";
import { RequirementComments } from "../comments/requirement-comments.tsx";
import { useCommentKinds } from "../comments/use-comment-kinds.ts";
import { RequirementExceptions } from "../exceptions/requirement-exceptions.tsx";

import { Remediation } from "./remediation.tsx";

const ReviewHistory = lazy(() => import("../review/review-history.tsx"));

export interface PartsBelowProps {
  run: Run;
  requirementId: string;
  /** The review that counts. */
  review: Review | null;
}

/** What is below a verdict and is no part of it, in the order in which people work. */
export function PartsBelow({ run, requirementId, review }: PartsBelowProps) {
  const ofMembers = !isAuditor();
  const mayRead = useCommentKinds().length > 0 || ofMembers;
  return (
    <>
      {ofMembers && <Remediation runId={run.id} requirementId={requirementId} />}
      {ofMembers && (
        <RequirementExceptions key={`exceptions of ${requirementId}`} run={run} requirementId={requirementId} />
      )}
      {review && (
        <Suspense fallback={null}>
          <ReviewHistory counting={review} />
        </Suspense>
      )}
      {mayRead && (
        <RequirementComments key={`comments on ${requirementId}`} runId={run.id} requirementId={requirementId} />
      )}
    </>
  );
}
