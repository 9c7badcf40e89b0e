import { engineMetrics } from "../engine-metrics.ts";
import { pageQuery } from "../paging.ts";
import { createRetrievalVersionBody, thresholdPreviewQuery } from "../retrieval-versions.ts";
import { defineOperations } from "./define-operations.ts";

export const adminRetrievalVersions = defineOperations("admin.retrievalVersions", {
  list: {
    method: "GET",
    path: "/api/admin/retrieval-versions",
    role: "SUPER_ADMIN",
    summary: "Lists retrieval versions",
    query: pageQuery,
    responses: { 200: "RetrievalVersionListReply" },
  },
  create: {
    method: "POST",
    path: "/api/admin/retrieval-versions",
    role: "SUPER_ADMIN",
    summary: "Creates a retrieval version",
    description: "It is not activated. Vectors of another embedder are made in the background.",
    body: createRetrievalVersionBody,
    responses: { 201: "RetrievalVersionReply" },
    errors: ["INVALID_STATE"],
  },
  // What it shows is the tenant's own, so that its ADMIN may look before the SUPER_ADMIN changes anything.
  preview: {
    method: "GET",
    path: "/api/admin/retrieval-versions/preview",
    role: "ADMIN",
    summary: "Shows the stored verdicts of a finished run with other thresholds and rules",
    query: thresholdPreviewQuery,
    responses: { 200: "ThresholdPreview" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
  forecasts: {
    method: "GET",
    path: "/api/admin/retrieval-versions/forecasts",
    role: "SUPER_ADMIN",
    summary: "Shows, tenant by tenant, what the recommended version would change",
    responses: { 200: "VersionForecasts" },
  },
  activate: {
    method: "POST",
    path: "/api/admin/retrieval-versions/:id/activate",
    role: "SUPER_ADMIN",
    summary: "Activates a retrieval version",
    description: "INVALID_STATE: passages have no vector of its embedder yet.",
    responses: { 200: "RetrievalVersionReply" },
    errors: ["INVALID_STATE"],
  },
  metrics: {
    method: "GET",
    path: "/api/admin/retrieval-versions/:id/metrics",
    role: "SUPER_ADMIN",
    summary: "Shows the metrics of a retrieval version next to those of the active one",
    responses: { 200: "VersionMetrics" },
  },
  storeMetrics: {
    method: "PUT",
    path: "/api/admin/retrieval-versions/:id/metrics",
    role: "SUPER_ADMIN",
    summary: "Stores the metrics of a retrieval version",
    body: engineMetrics,
    responses: {
      200: "VersionMetrics",
    },
  },
  recommend: {
    method: "POST",
    path: "/api/admin/retrieval-versions/:id/recommend",
    role: "SUPER_ADMIN",
    summary: "Recommends a retrieval version",
    description: "INVALID_STATE: it has no metrics, or worse ones than the active version.",
    responses: { 200: "RetrievalVersionReply" },
    errors: ["INVALID_STATE"],
  },
});
