import { personListQuery } from "../tenancy.ts";
import { defineOperations } from "./define-operations.ts";

export const people = defineOperations("people", {
  list: {
    method: "GET",
    path: "/api/people",
    role: "VIEWER",
    summary: "Lists the active members, to assign tasks and to mention them",
    description: "For a MEMBER, and a VIEWER who may review.",
    query: personListQuery,
    responses: { 200: "PersonListReply" },
  },
});
