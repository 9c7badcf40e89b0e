import type { TaskStatus } from "@assay/client";
import type { Tone } from "@assay/ui";

/** In the order in which work goes. */
export const TASK_STATUSES: readonly TaskStatus[] = ["PENDING", "IN_PROGRESS", "COMPLETED"];

export const TASK_LABELS: Record<TaskStatus, string> = {
  PENDING: "To do",
  IN_PROGRESS: "In progress",
  COMPLETED: "Done",
};

export const TASK_TONES: Record<TaskStatus, Tone> = {
  PENDING: "neutral",
  IN_PROGRESS: "active",
  COMPLETED: "complete",
};

export function toTaskStatus(text: string | null): TaskStatus | undefined {
  return TASK_STATUSES.find((status) => status === text);
}
