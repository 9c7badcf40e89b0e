import { systemActor } from "../tenancy/context.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { advanceDocument, loadDocument, now } from "./document-stage.ts";
import { settleMember } from "./settle-member.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument(work: StageWork): Promise<Outcome> {
  const { item } = work;
  const document = await loadDocument(work);
  return {
    state: "done",
    async write(tx) {
      const parent = document?.parentDocumentId;
      const events = parent ? await settleMember(tx, systemActor(item.tenantId), parent) : [];
      return advanceDocument(tx, item, { status: "READY", readyAt: now }, { action: "document.ready", events });
    },
  };
}
