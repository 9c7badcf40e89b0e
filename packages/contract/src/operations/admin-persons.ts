import { erasePersonBody } from "../persons.ts";
import { defineOperations } from "./define-operations.ts";

export const adminPersons = defineOperations("admin.persons", {
  export: {
    method: "GET",
    path: "/api/admin/persons/:userId",
    role: "SUPER_ADMIN",
    person: "export a person's data",
    fresh: "ACTION",
    summary: "Returns what is kept of a person, in every tenant",
    description: "Nothing of others, and no evidence. Recorded in each tenant of theirs.",
    responses: { 200: "PersonExport" },
  },
  erase: {
    method: "POST",
    path: "/api/admin/persons/:userId/erase",
    role: "SUPER_ADMIN",
    person: "erase a person",
    fresh: "ACTION",
    summary: "Erases a person: their name becomes a token, and their account and access end",
    description:
      "In every tenant, at once or not at all; again, it does what is left. What they decided, wrote and signed stays. INVALID_STATE: a tenant would have no ADMIN.",
    body: erasePersonBody,
    responses: { 200: "ErasedPersonReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
});
