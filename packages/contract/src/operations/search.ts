import { searchQuery } from "../search.ts";
import { defineOperations } from "./define-operations.ts";

export const search = defineOperations("search", {
  search: {
    method: "GET",
    path: "/api/search",
    role: "VIEWER",
    rateLimit: "searches",
    summary: "Finds the passages of the evidence that answer a question best",
    query: searchQuery,
    responses: {
      200: "SearchResults",
    },
  },
});
