import { closeSyncBody } from "../documents.ts";
import { defineOperations } from "./define-operations.ts";

export const sources = defineOperations("sources", {
  closeSync: {
    method: "POST",
    path: "/api/sources/:source/manifests",
    role: "MEMBER",
    summary: "Ends the sync of a source",
    description:
      "The body names every file that the source has. What stands at other places of it leaves them, and is retired unless something else holds it.",
    body: closeSyncBody,
    responses: { 200: "ClosedSyncReply" },
  },
});
