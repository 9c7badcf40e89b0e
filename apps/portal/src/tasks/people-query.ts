import { assay } from "@assay/site/assay";
import { queryOptions } from "@tanstack/react-query";

/** All active members, to choose who does a task. */
export const allPeopleQuery = queryOptions({
  queryKey: ["people", "all"],
  queryFn: async ({ signal }) => (await assay()).people.list({ signal }).toArray(),
  staleTime: 60_000,
});
