import { PAGE_STATES, type PageStates } from "@assay/contract";

/** `3 TEXT, 2 IMAGE_ONLY`; null where nothing is known of the pages. */
export function describePageStates(states: PageStates | null | undefined): string | null {
  if (!states) return null;
  const counted = PAGE_STATES.flatMap((state) => (states[state] ? [`${states[state]} ${state}`] : []));
  return counted.length > 0 ? counted.join(", ") : null;
}

/** Whether each page has text of its own, or nothing on it: then there is nothing to say. */
export function isAllText(states: PageStates | null): boolean {
  return states === null || PAGE_STATES.every((state) => state === "TEXT" || state === "EMPTY" || !states[state]);
}
