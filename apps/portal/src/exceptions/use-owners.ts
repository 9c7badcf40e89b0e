import { assay } from "@assay/site/assay";
import { storedSession } from "@assay/site/auth";
import { useSession } from "@assay/site/use-session";
import type { SelectOption } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";

/** Who can answer for an exception: the proposer first, then the other active members by name. */
export function useOwners(): SelectOption[] {
  const { data: session } = useSession();
  const { data: people = [] } = useQuery({
    queryKey: ["people", "owners"],
    queryFn: async ({ signal }) => (await assay()).people.list({ signal }).toArray(),
    staleTime: 60_000,
  });
  if (!session) return [];
  const others = people
    .filter(({ userId }) => userId !== session.actorId)
    .map(({ userId, email }) => ({ value: userId, label: email }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [{ value: session.actorId, label: `${storedSession()?.email ?? ""} (you)`.trim() }, ...others];
}
