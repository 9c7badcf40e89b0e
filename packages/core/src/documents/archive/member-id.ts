import { sha256Hex } from "../../digest.ts";

/**
 * The document id of the member at `position` (below 2^24), the same in each attempt of a job, so that an attempt finds
 * what an earlier one stored. A UUIDv7 of the millisecond after the job's: it sorts behind the archive, and the ids of one
 * archive by position.
 */
export async function memberId(jobId: string, position: number, sha256: string): Promise<string> {
  const hash = await sha256Hex(`${jobId} ${position} ${sha256}`);
  const time = (Number.parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16) + 1).toString(16).padStart(12, "0");
  const place = position.toString(16).padStart(6, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place.slice(0, 3)}-8${place.slice(3)}-${hash.slice(0, 12)}`;
}
