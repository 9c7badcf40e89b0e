import { BASE } from "../router/base.ts";

/** Where a sign-in leads: only to the site itself, since a link must not lead a fresh session elsewhere. */
export function safeNext(next: string | null, origin: string): string {
  const url = URL.parse(next ?? BASE, origin);
  const inside = url?.origin === origin && (url.pathname === BASE || url.pathname.startsWith(`${BASE}/`));
  return inside && !url.pathname.endsWith("/sign-in") ? `${url.pathname}${url.search}` : BASE;
}
