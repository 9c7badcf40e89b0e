import type { FixedException, Run } from "@assay/client";
import { isActive } from "@assay/site/is-active";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo } from "react";
import { byRequirement } from "./by-requirement.ts";
import { ExceptionMark } from "./exception-mark.tsx";
import { runExceptionsQuery } from "./queries.ts";

const Covered = createContext<ReadonlyMap<string, FixedException>>(new Map());

export function useRunExceptions(run: Run | null | undefined) {
  return useQuery({
    ...runExceptionsQuery(run?.id ?? ""),
    enabled: Boolean(run && run.exceptionCount !== 0),
    // Fixed when the run starts, and final.
    staleTime: run && !isActive(run) ? Number.POSITIVE_INFINITY : 0,
  });
}

/** Marks the requirements below that an exception covered when the run started. */
export function MarkCovered({ run, children }: { run: Run | null | undefined; children: ReactNode }) {
  const { data } = useRunExceptions(run);
  const covered = useMemo(() => byRequirement(data ?? []), [data]);
  return <Covered value={covered}>{children}</Covered>;
}

/** Nothing for a requirement that no exception covers. */
export function RequirementMark({ requirementId }: { requirementId: string }) {
  const exception = use(Covered).get(requirementId);
  return exception ? <ExceptionMark exception={exception} /> : null;
}
