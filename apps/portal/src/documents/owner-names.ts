import { useQuery } from "@tanstack/react-query";
import { allPeopleQuery } from "../tasks/people-query.ts";

/** The e-mails of the active members by their ids; undefined until they are known. */
export type OwnerNames = ReadonlyMap<string, string> | undefined;

const byId = (people: readonly { readonly userId: string; readonly email: string }[]) =>
  new Map(people.map(({ userId, email }) => [userId, email]));

/** Asked for only where somebody owns something. */
export function useOwnerNames(enabled: boolean): OwnerNames {
  return useQuery({ ...allPeopleQuery, enabled, select: byId }).data;
}

export function nameOwner(names: OwnerNames, ownerId: string): string {
  return names ? (names.get(ownerId) ?? "A former member") : "…";
}
