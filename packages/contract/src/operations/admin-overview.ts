import { defineOperations } from "./define-operations.ts";

export const adminOverview = defineOperations("admin.overview", {
  get: {
    method: "GET",
    path: "/api/admin/overview",
    role: "ADMIN",
    summary: "Returns what needs attention, the last 30 days and what is active",
    responses: {
      200: "OverviewReply",
    },
  },
});
