import type { DocumentFilters, DocumentGap, EvidenceKind } from "@assay/client";
import { EXPIRING_DAYS } from "@assay/contract/document-limits";
import { type SearchChange, useSearch } from "@assay/site/location";
import { useSession } from "@assay/site/use-session";
import { dayIn, today } from "./format-day.ts";

/** In place of a member's id, in the address. */
export const MINE = "me";

export const KINDS: readonly EvidenceKind[] = ["DESIGN", "RECORD", "UNKNOWN"];
export const GAPS: readonly DocumentGap[] = ["NOT_FULLY_READ", "ENCODING_UNSURE", "MEMBERS_SKIPPED"];
const SORTS = ["expiresAt", "reviewBy"] as const;

type Found = Pick<
  DocumentFilters,
  "ownerId" | "kind" | "source" | "isEvidence" | "expiresFrom" | "expiresBefore" | "gap" | "reviewBefore" | "sort"
>;

/** Takes every filter out of the address. */
export const NO_FILTERS: SearchChange = {
  owner: null,
  kind: null,
  source: null,
  later: null,
  expires: null,
  due: null,
  gap: null,
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
    ...(expires === "soon" && { expiresFrom: today(), expiresBefore: dayIn(EXPIRING_DAYS) }),
    ...(expires === "past" && { expiresBefore: today() }),
    ...(isDay(expires) && { expiresBefore: expires }),
    gap: GAPS.find((each) => each === search.get("gap")),
    reviewBefore: search.has("due") ? dayIn(1) : undefined,
    sort: SORTS.find((each) => each === search.get("sort")),
  };
}

function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** How many of them are set. */
export function countFilters(filters: Found): number {
  const { expiresFrom: _, ...each } = filters;
  return Object.values(each).filter((value) => value !== undefined).length;
}
