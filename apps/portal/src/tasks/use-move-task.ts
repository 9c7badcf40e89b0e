import type { Task, TaskStatus } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { runTasksQuery } from "../workspace/use-run-results.ts";

interface Move {
  readonly task: Task;
  readonly to: TaskStatus;
}

/** Moves a task at once, and back where the service refuses. */
export function useMoveTask() {
  const queries = useQueryClient();
  const show = ({ id, runId }: Task, status: TaskStatus) =>
    queries.setQueryData(
      runTasksQuery(runId).queryKey,
      (tasks) => tasks && { ...tasks, items: tasks.items.map((each) => (each.id === id ? { ...each, status } : each)) },
    );
  return useMutation({
    mutationFn: async ({ task, to }: Move) => (await assay()).tasks.setStatus(task.id, to),
    onMutate: async ({ task, to }) => {
      // What is under way would show the task where it was.
      await queries.cancelQueries({ queryKey: runTasksQuery(task.runId).queryKey });
      show(task, to);
    },
    onError: (_error, { task }) => void show(task, task.status),
    onSettled: () => queries.invalidateQueries({ queryKey: ["tasks"] }),
  });
}
