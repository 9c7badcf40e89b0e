import { useCallback, useSyncExternalStore } from "react";

export const BASE = "/cm";

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", changed);
  };
}

/** Shows another address of the portal without loading a page. */
export function navigate(href: string, { replace = false } = {}): void {
  const url = new URL(href, location.href);
  if (url.href === location.href) return;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  changed();
}

/** The path below the base, such as `/documents`; `/` for the base itself. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => pathOf(location.pathname));
}

export function pathOf(pathname: string): string {
  return pathname.slice(BASE.length).replace(/(\/index\.html|\/)$/, "") || "/";
}

/** A parameter of the address: what is selected lives there, so that a view can be linked and reloaded. */
export function useSearchParam(name: string): string | null {
  return useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name));
}

export type SearchChange = Readonly<Record<string, string | null>>;

/** The present address with some parameters changed; `null` takes one away. */
export function hrefWith(change: SearchChange): string {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change))
    if (value === null || value === "") search.delete(name);
    else search.set(name, value);
  const text = search.toString();
  return `${location.pathname}${text && `?${text}`}`;
}

/** Changes parameters of the address; `replace` for what Back should not step through, such as typing. */
export function useSetSearch(): (change: SearchChange, options?: { replace?: boolean }) => void {
  return useCallback((change, options) => navigate(hrefWith(change), options), []);
}
