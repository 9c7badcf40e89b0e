import type { Assessment, DamagedResult, Run } from "@assay/client";
import { assayQuery } from "@assay/site/assay-query";
import { collect } from "@assay/site/collect";
import { isActive } from "@assay/site/is-active";
import { useSession } from "@assay/site/use-session";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

const FINAL = { staleTime: Number.POSITIVE_INFINITY } as const;

function runRequirementsQuery(runId: string) {
  return assayQuery(["run", runId, "requirements"], ({ runs }, options) => runs.requirements(runId, options), FINAL);
}

function boundRequirementsQuery(packId: string | undefined) {
  return assayQuery(
    ["requirements", packId],
    (assay, options) => assay.requirements({ ...options, ...(packId ? { packId } : {}) }),
    { enabled: packId !== undefined },
  );
}

/** The requirements of a run, at the version that it pinned; before the first run, those that one would assess. */
export function useRequirements(run: Run | null | undefined) {
  const { data: session } = useSession();
  const ofRun = useQuery({ ...runRequirementsQuery(run?.id ?? ""), enabled: Boolean(run) });
  const ofPack = useQuery({
    ...boundRequirementsQuery(session?.packs[0]?.id),
    enabled: run === null && session !== undefined,
  });
  return run ? ofRun : ofPack;
}

/** The run's verdicts so far; final ones are read once. Without those that are damaged. */
export function useAssessments(run: Run | null | undefined) {
  return useQuery({ ...assessmentsOf(run), select: keepSound });
}

/** How many verdicts of the run are stored otherwise than they were sealed, and so not shown. */
export function useDamagedCount(run: Run | null | undefined): number {
  return useQuery({ ...assessmentsOf(run), select: countDamaged }).data ?? 0;
}

function assessmentsOf(run: Run | null | undefined) {
  return assayQuery(
    ["run", run?.id, "assessments", run && isActive(run) ? run.assessedCount : "final"],
    ({ runs }, options) => runs.assessmentsOrDamage(run!.id, options),
    { enabled: Boolean(run), placeholderData: keepPreviousData, ...FINAL },
  );
}

type Listed = Assessment | DamagedResult;

function keepSound(listed: readonly Listed[]): Assessment[] {
  return listed.filter((each): each is Assessment => !("damaged" in each));
}

function countDamaged(listed: readonly Listed[]): number {
  return listed.length - keepSound(listed).length;
}

export function useConfiguration(runId: string | undefined) {
  return useQuery(
    assayQuery(["run", runId, "configuration"], ({ runs }, options) => runs.configuration(runId!, options), {
      enabled: runId !== undefined,
      ...FINAL,
    }),
  );
}

export function runTasksQuery(runId: string) {
  return assayQuery(["tasks", "run", runId], ({ runs }, options) => collect(runs.tasks(runId, options)));
}
