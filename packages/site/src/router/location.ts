import { useMemo, useSyncExternalStore } from "react";
import { BASE } from "./base.ts";

export { BASE };

/** Browsers refuse more than a few writes a second, which a held arrow key would pass. */
const WRITE_PAUSE_MS = 200;

let current = new URL(location.href);
let writtenAt = Number.NEGATIVE_INFINITY;
let unwritten: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function write(): void {
  clearTimeout(unwritten);
  unwritten = undefined;
  writtenAt = performance.now();
  if (location.href !== current.href) history.replaceState(null, "", current);
}

window.addEventListener("popstate", () => {
  clearTimeout(unwritten);
  unwritten = undefined;
  current = new URL(location.href);
  changed();
});

/** The address that is shown; the browser's own follows within a moment. */
export function here(): URL {
  return current;
}

/** Shows another address of the site without loading a page; `replace` leaves no step for Back. */
export function navigate(href: string, { replace = false } = {}): void {
  const url = new URL(href, current);
  if (url.href === current.href) return;
  if (replace) {
    current = url;
    unwritten ??= setTimeout(write, Math.max(0, writtenAt + WRITE_PAUSE_MS - performance.now()));
  } else {
    write();
    current = url;
    history.pushState(null, "", url);
  }
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The path below the base, such as `/documents`; `/` for the base itself. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => pathOf(current.pathname));
}

export function pathOf(pathname: string): string {
  return pathname.slice(BASE.length).replace(/(\/index\.html|\/)$/, "") || "/";
}

/** A parameter of the address: what is selected lives there, so that a view can be linked and reloaded. */
export function useSearchParam(name: string): string | null {
  return useSyncExternalStore(subscribe, () => current.searchParams.get(name));
}

/** All parameters of the address. */
export function useSearch(): URLSearchParams {
  const text = useSyncExternalStore(subscribe, () => current.search);
  return useMemo(() => new URLSearchParams(text), [text]);
}

export type SearchChange = Readonly<Record<string, string | null>>;

/** The present address with some parameters changed; `null` takes one away. */
export function hrefWith(change: SearchChange): string {
  const search = new URLSearchParams(current.search);
  for (const [name, value] of Object.entries(change))
    if (value === null || value === "") search.delete(name);
    else search.set(name, value);
  const text = search.toString();
  return `${current.pathname}${text && `?${text}`}`;
}

/** Changes parameters of the address; `replace` for what Back should not step through, such as typing. */
export function setSearch(change: SearchChange, options?: { replace?: boolean }): void {
  navigate(hrefWith(change), options);
}
