import type { Sender, SentDocument } from "../egress/send-counted.ts";
import type { Attempt } from "./stage.ts";

/** For whom an attempt sends, and the text of which documents. */
export function senderOf(
  { db, job: { tenantId, runId } }: Pick<Attempt, "db" | "job">,
  documents?: readonly SentDocument[],
): Sender {
  return { db, tenantId, runId, documents };
}

/** For the one document that its job is about. */
export function senderOfDocument(attempt: Pick<Attempt, "db" | "job">): Sender {
  return senderOf(attempt, [{ id: attempt.job.subjectId, characters: 1 }]);
}
