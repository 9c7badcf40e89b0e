import type { Sender } from "../egress/send-counted.ts";
import type { Attempt } from "./stage.ts";

/** For whom an attempt sends. */
export function senderOf({ db, job: { tenantId, runId } }: Pick<Attempt, "db" | "job">): Sender {
  return { db, tenantId, runId };
}
