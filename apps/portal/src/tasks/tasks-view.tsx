import type { Requirement, Run, Task, TaskStatus } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { ErrorPanel } from "@assay/site/error-panel";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { BASE, useSearchParam } from "@assay/site/location";
import { useNow } from "@assay/site/use-now";
import { useMay, useSession } from "@assay/site/use-session";
import { EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useSelectedRun } from "../workspace/use-run.ts";
import { runTasksQuery, useRequirements } from "../workspace/use-run-results.ts";
import { MoveNotice } from "./move-notice.tsx";
import { TaskBoard } from "./task-board.tsx";
import { TaskFilter } from "./task-filter.tsx";
import { TaskList } from "./task-list.tsx";
import { matchesPeople, todayOf } from "./task-people.ts";
import { toTaskStatus } from "./task-status.ts";
import { useMoveTask } from "./use-move-task.ts";

/** Work through what is missing, as a list or a board. */
export default function TasksView() {
  const { run, recent, error, retry } = useSelectedRun();
  return (
    <section aria-labelledby="tasks-title" className="flex h-full flex-col bg-surface">
      <h1 id="tasks-title" className="sr-only">
        Tasks
      </h1>
      {error ? (
        <ErrorPanel title="The tasks cannot be shown" error={error} onRetry={retry} />
      ) : run === undefined ? (
        <SkeletonList label="Loading tasks" rows={9} />
      ) : run === null ? (
        <EmptyState icon={<ListChecks size={24} aria-hidden />} title="No tasks yet" action={<ToRuns />}>
          A run makes a task for each requirement that is not complete.
        </EmptyState>
      ) : (
        <RunTasks run={run} recent={recent} />
      )}
    </section>
  );
}

function ToRuns() {
  return (
    <Link href={`${BASE}/runs`} className="text-accent underline underline-offset-2">
      Go to the runs
    </Link>
  );
}

function RunTasks({ run, recent }: { run: Run; recent: readonly Run[] }) {
  const tasks = useQuery(runTasksQuery(run.id));
  const requirements = useRequirements(run);
  const { data: session } = useSession();
  const mayMove = useMay("MEMBER");
  const move = useMoveTask();
  const view = useSearchParam("view") === "list" ? "list" : "board";
  const criterion = useSearchParam("criterion");
  const status = toTaskStatus(useSearchParam("status"));
  const people = { assignee: useSearchParam("assignee"), overdue: useSearchParam("overdue") !== null };
  const today = todayOf(useNow(false));
  const places = new Map(requirements.data?.map(({ requirementId }, place) => [requirementId, place]));
  const byId = new Map(requirements.data?.map((requirement) => [requirement.requirementId, requirement]));
  const shown = tasks.data?.items
    .filter(
      (task) =>
        (criterion === null || criterionOf(task, byId) === criterion) &&
        matchesPeople(task, people, { self: session?.actorId, today }) &&
        (view === "board" || status === undefined || task.status === status),
    )
    .sort((a, b) => (places.get(a.requirementId) ?? 0) - (places.get(b.requirementId) ?? 0));
  const problem = tasks.error ?? requirements.error;
  const onMove = (task: Task, to: TaskStatus) => move.mutate({ task, to });
  const contents = { tasks: shown ?? [], requirements: byId, mayMove, onMove };
  return (
    <>
      <TaskFilter {...{ run, recent, view, criterion, status }} requirements={requirements.data ?? []} />
      <DamagedRows ids={tasks.data?.damaged} what="tasks" />
      <MoveNotice move={move} mayMove={mayMove || session === undefined} />
      <div className="min-h-0 flex-1">
        {problem && !shown ? (
          <ErrorPanel
            title="The tasks cannot be shown"
            error={problem}
            onRetry={() => void Promise.all([tasks.refetch(), requirements.refetch()])}
          />
        ) : !shown || !requirements.data ? (
          <SkeletonList label="Loading tasks" rows={9} />
        ) : shown.length === 0 ? (
          <NoTasks run={run} isFiltered={tasks.data!.items.length > 0} />
        ) : view === "board" ? (
          <TaskBoard {...contents} />
        ) : (
          <TaskList {...contents} />
        )}
      </div>
    </>
  );
}

function criterionOf(task: Task, requirements: ReadonlyMap<string, Requirement>): string | undefined {
  return requirements.get(task.requirementId)?.criterionId.toString();
}

function NoTasks({ run, isFiltered }: { run: Run; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No task matches" />;
  return (
    <EmptyState icon={<ListChecks size={24} aria-hidden />} title="This run has no tasks">
      {isActive(run)
        ? "They are created when every requirement has been assessed."
        : run.status === "FAILED"
          ? "The run failed before any were created."
          : "Every requirement is complete."}
    </EmptyState>
  );
}
