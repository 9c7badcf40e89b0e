import { pageQuery } from "../paging.ts";
import { closeSyncBody, planQuery } from "../sources.ts";
import { defineOperations } from "./define-operations.ts";

export const sources = defineOperations("sources", {
  list: {
    method: "GET",
    path: "/api/sources",
    role: "VIEWER",
    summary: "Lists the sources of documents, by name",
    query: pageQuery,
    responses: { 200: "SourceListReply" },
  },
  plan: {
    method: "POST",
    path: "/api/sources/:source/plan",
    role: "MEMBER",
    summary: "Compares what a source has with what is held, and begins a sync",
    description:
      "A line for each file of the source, at most 100,000 and 32 MB. The reply has a line that counts what there is to do, then a line for each file. The plan ends after 6 hours. 409 while another sync of the source is under way.",
    query: planQuery,
    content: { "application/x-ndjson": "PlanFile" },
    responses: { 200: { "application/x-ndjson": "PlanLine" } },
    errors: ["INVALID_STATE", "PAYLOAD_TOO_LARGE"],
  },
  closeSync: {
    method: "POST",
    path: "/api/sources/:source/manifests",
    role: "MEMBER",
    summary: "Ends the sync of a source",
    description:
      "By its plan, or by a body that names every file that the source has. What stands at other places of it, or no longer is what the source has there, leaves them, and is retired unless something else holds it. A signed manifest says what the source has.",
    body: closeSyncBody,
    responses: { 200: "ClosedSyncReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
  manifests: {
    method: "GET",
    path: "/api/sources/:source/manifests",
    role: "VIEWER",
    summary: "Lists the manifests of a source, newest first",
    query: pageQuery,
    responses: { 200: "ManifestListReply" },
  },
  manifest: {
    method: "GET",
    path: "/api/sources/:source/manifests/:manifestId",
    role: "VIEWER",
    summary: "Returns a manifest",
    responses: { 200: "ManifestReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  manifestFiles: {
    method: "GET",
    path: "/api/sources/:source/manifests/:manifestId/files",
    role: "VIEWER",
    summary: "Returns the files of a manifest, a line for each",
    description: "Each line is a ManifestFile, in the order of their paths. The ETag is the SHA-256 of the lines.",
    responses: { 200: { "application/x-ndjson": "text" } },
    errors: ["INTEGRITY_ERROR"],
    revalidated: true,
  },
});
