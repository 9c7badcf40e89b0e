import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { isActive } from "@assay/site/is-active";
import { useSession } from "@assay/site/use-session";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";

const FINAL = { staleTime: Number.POSITIVE_INFINITY } as const;

function runRequirementsQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "requirements"],
    queryFn: async ({ signal }) => (await assay()).runs.requirements(runId, { signal }),
    ...FINAL,
  });
}

function boundRequirementsQuery(packId: string | undefined) {
  return queryOptions({
    queryKey: ["requirements", packId],
    queryFn: async ({ signal }) => (await assay()).requirements({ signal, ...(packId ? { packId } : {}) }),
    enabled: packId !== undefined,
  });
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

/** The run's verdicts so far; final ones are read once. */
export function useAssessments(run: Run | null | undefined) {
  return useQuery({
    queryKey: ["run", run?.id, "assessments", run && isActive(run) ? run.assessedCount : "final"],
    queryFn: async ({ signal }) => (await assay()).runs.assessments(run!.id, { signal }),
    enabled: Boolean(run),
    placeholderData: keepPreviousData,
    ...FINAL,
  });
}

export function useConfiguration(runId: string | undefined) {
  return useQuery({
    queryKey: ["run", runId, "configuration"],
    queryFn: async ({ signal }) => (await assay()).runs.configuration(runId!, { signal }),
    enabled: runId !== undefined,
    ...FINAL,
  });
}

export function runTasksQuery(runId: string) {
  return queryOptions({
    queryKey: ["tasks", "run", runId],
    queryFn: async ({ signal }) => (await assay()).runs.tasks(runId, { signal }).toArray(),
  });
}
