import { AssayApiError } from "@assay/client";
import { keepTypedText } from "@assay/ui";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { BASE, here, navigate, pathOf } from "../router/location.ts";
import { SignedOutError } from "./auth.ts";
import { startAgain, tenantRefusal } from "./page-tenant.ts";
import { principal } from "./principal.ts";
import { isOutage, isServiceUnreachable, onServiceChange, recordOutage } from "./service-watch.ts";
import { notifyOtherTabs } from "./tabs.ts";

/** The client retries by itself; a refusal is final. What nobody looks at is forgotten after five minutes. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey: [first] }) => noteFailure(error, first !== "session") }),
  mutationCache: new MutationCache({ onError: (error) => noteFailure(error), onSuccess: notifyOtherTabs }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});

function noteFailure(error: unknown, mayReadSession = true): void {
  recordOutage(error);
  const refusal = tenantRefusal(error);
  if (refusal === "TENANT_CHANGED") startAgain();
  else if (refusal && mayReadSession) void queryClient.invalidateQueries({ queryKey: ["session"] });
  redirectWhenSignedOut(error);
}

// What could not be shown for want of the service is read again when it is back.
onServiceChange(() => {
  if (!isServiceUnreachable()) void queryClient.refetchQueries({ predicate: ({ state }) => isOutage(state.error) });
});

/** An ended session leads to the sign-in, and from there back to where the user was; a principal's own is told to it. */
export function redirectWhenSignedOut(error: unknown): void {
  const ended = error instanceof SignedOutError || (error instanceof AssayApiError && error.status === 401);
  const other = principal();
  if (ended && other) other.ended();
  else if (ended && pathOf(here().pathname) !== "/sign-in") {
    keepTypedText();
    navigate(signInHref({ ended: true }), { replace: true });
  }
}

export function signInHref({ ended = false } = {}): string {
  const { pathname, search: query } = here();
  const place = `${pathname}${query}`;
  const search = new URLSearchParams({ ...(place === BASE ? {} : { next: place }), ...(ended ? { ended: "1" } : {}) });
  return `${BASE}/sign-in${search.size > 0 ? `?${search}` : ""}`;
}
