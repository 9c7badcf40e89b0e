import type { Task, TaskChange } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";

interface Change {
  readonly task: Task;
  readonly change: TaskChange;
}

/** Gives a task to somebody, or sets its due date. */
export function useChangeTask() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ task, change }: Change) => (await assay()).tasks.change(task.id, change),
    onSettled: () => queries.invalidateQueries({ queryKey: ["tasks"] }),
  });
}
