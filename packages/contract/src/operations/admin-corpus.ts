import {
  activationListQuery,
  createActivationBody,
  createIngestionBody,
  guidancePassageListQuery,
  ingestionFields,
  ingestionListQuery,
} from "../corpus.ts";
import { defineOperations } from "./define-operations.ts";

export const adminCorpus = defineOperations("admin.corpus", {
  ingestions: {
    method: "GET",
    path: "/api/admin/corpus/ingestions",
    role: "SUPER_ADMIN",
    summary: "Lists ingestions of guidance",
    query: ingestionListQuery,
    responses: { 200: "CorpusIngestionListReply" },
  },
  ingest: {
    method: "POST",
    path: "/api/admin/corpus/ingestions",
    role: "SUPER_ADMIN",
    summary: "Ingests guidance from a URL or a file",
    body: createIngestionBody,
    form: { fields: ingestionFields, file: "A document of a supported format, no archive." },
    responses: { 202: "CorpusIngestionReply" },
    errors: ["UNSAFE_URL", "FILE_TOO_LARGE", "UNSUPPORTED_FILE_TYPE", "INVALID_STATE"],
  },
  ingestion: {
    method: "GET",
    path: "/api/admin/corpus/ingestions/:id",
    role: "SUPER_ADMIN",
    summary: "Returns an ingestion",
    responses: { 200: "CorpusIngestionReply" },
  },
  passages: {
    method: "GET",
    path: "/api/admin/corpus/ingestions/:id/passages",
    role: "SUPER_ADMIN",
    summary: "Lists the passages of an ingestion, in the order of the text",
    query: guidancePassageListQuery,
    responses: {
      200: "GuidancePassageListReply",
    },
  },
  activations: {
    method: "GET",
    path: "/api/admin/corpus/activations",
    role: "SUPER_ADMIN",
    summary: "Lists activations of guidance",
    query: activationListQuery,
    responses: { 200: "CorpusActivationListReply" },
  },
  activate: {
    method: "POST",
    path: "/api/admin/corpus/activations",
    role: "SUPER_ADMIN",
    summary: "Activates guidance for new runs",
    description: "For new runs of the pack, in place of the guidance before; an empty list for no guidance.",
    body: createActivationBody,
    responses: { 201: "CorpusActivationReply" },
    errors: ["INVALID_STATE"],
  },
});
