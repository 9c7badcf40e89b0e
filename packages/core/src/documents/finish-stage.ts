import { recordAudit } from "../audit/record-audit.ts";
import { systemActor } from "../tenancy/context.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { now, updateDocument } from "./document-stage.ts";
import { settleMember } from "./settle-member.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument({ item }: StageWork): Promise<Outcome> {
  return {
    state: "done",
    async write(tx) {
      const document = await updateDocument(tx, item, { status: "READY", readyAt: now });
      if (!document) return;
      const ctx = systemActor(item.tenantId);
      const settled = document.parentDocumentId ? await settleMember(tx, ctx, document.parentDocumentId) : [];
      await recordAudit(
        tx,
        ctx,
        { action: "document.ready", objectType: "document", objectId: item.subjectId },
        ...settled,
      );
    },
  };
}
