import { goldenSetQuery } from "../golden-set.ts";
import { defineOperations } from "./define-operations.ts";

export const adminGoldenSet = defineOperations("admin.goldenSet", {
  get: {
    method: "GET",
    path: "/api/admin/golden-set",
    role: "ADMIN",
    summary: "Shows what was said to the tenant's reviewed verdicts, or what a retrieval version said of them",
    query: goldenSetQuery,
    responses: { 200: "GoldenSet" },
  },
});
