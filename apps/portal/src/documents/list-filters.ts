import type { DocumentFilters, EvidenceKind } from "@assay/client";
import { type SearchChange, useSearch } from "@assay/site/location";
import { useSession } from "@assay/site/use-session";
import { today, tomorrow } from "./format-day.ts";

/** In place of a member's id, in the address. */
export const MINE = "me";

export const KINDS: readonly EvidenceKind[] = ["DESIGN", "RECORD", "UNKNOWN"];
const SORTS = ["expiresAt", "reviewBy"] as const;

type Found = Pick<
  DocumentFilters,
  "ownerId" | "kind" | "source" | "isEvidence" | "expiresBefore" | "reviewBefore" | "sort"
>;

/** Takes every filter out of the address. */
export const NO_FILTERS: SearchChange = {
  owner: null,
  kind: null,
  source: null,
  later: null,
  expires: null,
  due: null,
  sort: null,
};

/** Which documents are shown and in which order, as the address says; what it says wrongly counts as nothing. */
export function useListFilters(): Found {
  const search = useSearch();
  const { data: session } = useSession();
  const owner = search.get("owner");
  const later = search.get("later");
  const expires = search.get("expires");
  return {
    ownerId: (owner === MINE ? session?.actorId : owner) ?? undefined,
    kind: KINDS.find((each) => each === search.get("kind")),
    source: search.get("source") ?? undefined,
    isEvidence: later === "judged" ? true : later === "left-out" ? false : undefined,
    expiresBefore: expires === "past" ? today() : isDay(expires) ? expires : undefined,
    reviewBefore: search.has("due") ? tomorrow() : undefined,
    sort: SORTS.find((each) => each === search.get("sort")),
  };
}

function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** How many of them are set. */
export function countFilters(filters: Found): number {
  return Object.values(filters).filter((value) => value !== undefined).length;
}
