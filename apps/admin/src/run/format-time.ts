import { formatDuration } from "@assay/site/format-duration";

const TO_THE_SECOND = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Of a step, which may take less than a second: `340 ms`. */
export function formatStepDuration(ms: number): string {
  return ms < 1000 ? `${Math.max(0, Math.round(ms))} ms` : formatDuration(ms);
}

export function formatToSecond(timestamp: string): string {
  return TO_THE_SECOND.format(new Date(timestamp));
}
