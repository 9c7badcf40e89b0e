import { requirementListQuery } from "../packs.ts";
import { pageQuery } from "../paging.ts";
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
  library: {
    method: "GET",
    path: "/api/library",
    role: "VIEWER",
    summary: "Lists the packs that the tenant uses or could use",
    description: "Its own and those that it is offered, each with its newest published version.",
    query: pageQuery,
    responses: { 200: "LibraryPackListReply" },
  },
});
