import { type SelectOption, ToneIcon } from "@assay/ui";
import { TASK_LABELS, TASK_STATUSES, TASK_TONES } from "./task-status.ts";

export const TASK_OPTIONS: readonly SelectOption[] = TASK_STATUSES.map((status) => ({
  value: status,
  label: TASK_LABELS[status],
  icon: <ToneIcon tone={TASK_TONES[status]} />,
}));
