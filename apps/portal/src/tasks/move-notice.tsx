import { messageOf } from "@assay/site/error-panel";
import { TASK_LABELS } from "./task-status.ts";
import type { useMoveTask } from "./use-move-task.ts";

/** Tells of each move to those who do not see it, of a refused one to all, and why a viewer cannot move any. */
export function MoveNotice({ move, mayMove }: { move: ReturnType<typeof useMoveTask>; mayMove: boolean }) {
  const { variables, error } = move;
  return (
    <>
      <p role="status" className="sr-only">
        {variables && !error && `Moved to ${TASK_LABELS[variables.to]}: ${variables.task.title}`}
      </p>
      <p role="alert" className="bg-missing-soft px-3 py-2 text-sm text-missing empty:hidden">
        {error &&
          variables &&
          `“${variables.task.title}” stays in ${TASK_LABELS[variables.task.status]}. ${messageOf(error)}`}
      </p>
      {!mayMove && (
        <p className="border-b border-line bg-sunken px-3 py-1.5 text-xs text-muted">
          You can read the tasks. Moving them needs the Member role.
        </p>
      )}
    </>
  );
}
