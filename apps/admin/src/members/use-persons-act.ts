import { queryClient } from "@assay/site/query-client";
import { useMutation } from "@tanstack/react-query";
import { type Clients, clientsOf } from "../app/tenant.ts";

/** Something done to a person in every tenant of theirs: as oneself at home, as a person belongs to no one tenant. */
export function usePersonsAct<Input, Result>(
  act: (persons: Clients["admin"]["persons"], input: Input) => Promise<Result>,
) {
  return useMutation({
    mutationFn: async (input: Input) => act((await clientsOf(undefined)).admin.persons, input),
  });
}

/** The lists without somebody who was erased: once the dialog that says so is closed, as it is about a row of them. */
export function readMembersAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ["tenant"] });
}
