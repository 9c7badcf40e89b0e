import type { Task } from "@assay/client";
import { useQuery } from "@tanstack/react-query";
import { ExceptionMark } from "./exception-mark.tsx";
import { isCovered } from "./is-open-task.ts";
import { activeExceptionsQuery } from "./queries.ts";

/** Next to a task that does not count as open, as an exception covers its requirement. */
export function TaskMark({ task }: { task: Task }) {
  const covered = isCovered(task);
  const { data } = useQuery({ ...activeExceptionsQuery, enabled: covered });
  const exception = covered && task.exceptionId ? data?.get(task.exceptionId) : undefined;
  return exception ? <ExceptionMark exception={exception} /> : null;
}
