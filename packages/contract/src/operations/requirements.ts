import { requirementListQuery } from "../packs.ts";
import { defineOperations } from "./define-operations.ts";

export const requirements = defineOperations("requirements", {
  list: {
    method: "GET",
    path: "/api/requirements",
    role: "VIEWER",
    summary: "Lists the requirements that a run would assess now, in pack order",
    query: requirementListQuery,
    responses: { 200: "RequirementListReply" },
    errors: ["INTEGRITY_ERROR"],
    revalidated: true,
  },
});
