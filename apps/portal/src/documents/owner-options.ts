import type { SelectOption } from "@assay/ui";

/** The value of the choice that no member answers for a document. */
export const NO_OWNER = "";

/** The members, nobody, and the present owner though they may have left. */
export function ownerOptions(members: readonly SelectOption[], ownerId: string | null): SelectOption[] {
  const isKnown = ownerId === null || members.some(({ value }) => value === ownerId);
  return [
    { value: NO_OWNER, label: "Nobody" },
    ...members,
    ...(isKnown ? [] : [{ value: ownerId, label: members.length > 0 ? "A former member" : "…" }]),
  ];
}
