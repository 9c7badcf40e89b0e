import type { Run } from "@assay/client";
import { useQuery } from "@tanstack/react-query";
import { CriterionShares } from "../requirements/criterion-shares.tsx";
import { joinAssessments } from "../requirements/group-requirements.ts";
import { useRequirements } from "../workspace/use-run-results.ts";
import { verdictsQuery } from "./queries.ts";

/** What the run has found so far, criterion by criterion. */
export function CriterionProgress({ run }: { run: Run }) {
  const requirements = useRequirements(run);
  const verdicts = useQuery(verdictsQuery(run.id));
  if (!requirements.data || !verdicts.data) return null;
  return <CriterionShares items={joinAssessments(requirements.data, verdicts.data)} counted="assessed" />;
}
