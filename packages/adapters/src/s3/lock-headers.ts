import { createHash } from "node:crypto";

export interface ObjectLock {
  /** For how long nobody can delete an object, the owner of the bucket included; 0: as the bucket says. */
  readonly lockDays: number;
  readonly now?: (() => number) | undefined;
}

const DAY_MS = 86_400_000;

export function lockHeaders(text: string, { lockDays, now = Date.now }: ObjectLock): Record<string, string> {
  if (lockDays === 0) return {};
  return {
    "x-amz-object-lock-mode": "COMPLIANCE",
    "x-amz-object-lock-retain-until-date": new Date(now() + lockDays * DAY_MS).toISOString(),
    // A locked object needs a checksum.
    "x-amz-checksum-sha256": createHash("sha256").update(text).digest("base64"),
  };
}
