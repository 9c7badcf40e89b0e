import type { Config } from "../config.ts";

/**
 * Which process does the jobs: this one, one that it starts, or others. An embedded database belongs to one process, QStash
 * chooses who does a job, and on one core a second process gains nothing.
 */
export function placeOfJobs(
  { TAKE_JOBS, DATABASE_URL, QSTASH_TOKEN }: Partial<Pick<Config, "TAKE_JOBS" | "DATABASE_URL" | "QSTASH_TOKEN">>,
  cores: number,
): "here" | "apart" | "elsewhere" {
  if (TAKE_JOBS === "off") return "elsewhere";
  if (TAKE_JOBS === "on" || !DATABASE_URL || QSTASH_TOKEN) return "here";
  return TAKE_JOBS === "apart" || cores > 1 ? "apart" : "here";
}
