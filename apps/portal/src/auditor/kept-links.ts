const KEY = "assay.links";
const KEPT_MAX = 20;

interface KeptLink {
  readonly linkId: string;
  readonly token: string;
}

/** The links that this browser has opened, the last one first. */
function keptLinks(): KeptLink[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as KeptLink[]).filter(({ linkId, token }) => linkId && token) : [];
  } catch {
    return [];
  }
}

/** The token of this link; of the last one that was opened where none is named. */
export function findKeptLink(linkId: string | null): KeptLink | undefined {
  return keptLinks().find((each) => linkId === null || each.linkId === linkId);
}

export function keepLink(link: KeptLink): void {
  const others = keptLinks().filter(({ linkId }) => linkId !== link.linkId);
  localStorage.setItem(KEY, JSON.stringify([link, ...others].slice(0, KEPT_MAX)));
}

export function forgetLink(linkId: string): void {
  localStorage.setItem(KEY, JSON.stringify(keptLinks().filter((each) => each.linkId !== linkId)));
}
