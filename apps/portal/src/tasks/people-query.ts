import { assayQuery } from "@assay/site/assay-query";

/** All active members, to choose who does a task. */
export const allPeopleQuery = assayQuery(["people", "all"], ({ people }, options) => people.list(options).toArray(), {
  staleTime: 60_000,
});
